// Proof of a breadth-first search by the rules of the Graph500 benchmark.
#pragma once

#include <cstdint>
#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Checks levels and parents of a search along out-arcs from `source`: the source is at level 0 and its own parent;
/// every other reached vertex is one level below its parent, to which an arc leads from there; no arc skips a level or
/// leads from a reached vertex to an unreached one; unreached vertices have level -1 and parent no_vertex. Together
/// these leave only the true levels. O(n log d + m), parallel. Source: Graph500 specification, section on validation.
[[nodiscard]] Verdict verify_bfs(const Graph& graph, VertexId source, std::span<const std::int32_t> levels,
                                 std::span<const VertexId> parents);
/// The same of levels alone: whoever is reached, but for the source, is one level below a vertex with an arc to it.
[[nodiscard]] Verdict verify_levels(const Graph& graph, VertexId source, std::span<const std::int32_t> levels);

}  // namespace mg
