// Proof of a maximal independent set: a look at every arc.
#pragma once

#include <cstdint>
#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Checks that entries are 0 or 1, that no two neighbors have a 1, and that each 0 has a neighbor with a 1; directions
/// and arcs from a vertex to itself ignored. O(n + m), parallel.
[[nodiscard]] Verdict verify_independent_set(const Graph& graph, std::span<const std::uint32_t> members);

}  // namespace mg
