// Proof of minimum spanning forests.
#pragma once

#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Checks that the edges of `arcs`, which are numbers of arcs and ascend, are a minimum spanning forest: they make no
/// circle, they join the ends of every arc, and no arc is lighter than the heaviest edge on its ends' path in the
/// forest (the circle property: Tarjan, "Data Structures and Network Algorithms", 1983, chapter 6). Directions are
/// ignored. O(m log n), serial but for the last part.
[[nodiscard]] Verdict verify_spanning_forest(const Graph& graph, std::span<const EdgeId> arcs);

}  // namespace mg
