// Colorings: the order in which vertices are colored, and a proof that no neighbors are alike and no color is larger
// than it has to be.
#pragma once

#include <cstdint>
#include <span>

#include "engine/algorithm.hpp"
#include "engine/array.hpp"
#include "engine/graph.hpp"

namespace mg {

/// A number for each internal vertex, all of them different: larger for vertices with more arcs, in either direction,
/// and drawn by the vertex's place in the file's order where these are as many. O(n).
[[nodiscard]] Array<std::uint64_t> coloring_ranks(const Graph& graph, std::uint64_t seed);

/// Checks `colors`, one a vertex: neighbors, directions and arcs from a vertex to itself ignored, have different ones,
/// and every vertex has neighbors of all smaller ones. O(n + m) time.
[[nodiscard]] Verdict verify_coloring(const Graph& graph, std::span<const std::int32_t> colors);

}  // namespace mg
