// Proof of a coloring: no neighbors are alike, and no color is larger than it has to be.
#pragma once

#include <cstdint>
#include <span>

#include "engine/graph/array.hpp"
#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Checks `colors`, one a vertex: neighbors, directions and arcs from a vertex to itself ignored, have different ones,
/// and every vertex has neighbors of all smaller ones. O(n + m) time.
[[nodiscard]] Verdict verify_coloring(const Graph& graph, std::span<const std::int32_t> colors);

}  // namespace mg
