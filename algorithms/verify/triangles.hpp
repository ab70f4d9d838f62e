// Proof of triangle counts: a count of the verifier's own, by merging neighbour lists.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Checks the number of triangles of the simple undirected graph underneath (directions, self loops and parallel arcs
/// do not count), and where given the number of triangles that each vertex is a corner of. O(m^1.5) time, parallel;
/// memory for a copy of half the arcs.
[[nodiscard]] Verdict verify_triangles(const Graph& graph, std::uint64_t total,
                                       std::optional<std::span<const std::uint64_t>> per_vertex = {});

}  // namespace mg
