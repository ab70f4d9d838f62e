// Proof of shortest paths: a tree whose arcs are tight, and no arc that could shorten anything.
#pragma once

#include <cstdint>
#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Checks distances and parents of shortest paths along out-arcs from `source` over the graph's weights, which are not
/// negative: the source is at distance 0 and its own parent; every other reached vertex has an arc from its parent
/// whose weight is the difference of their distances; no arc leads to a vertex by a shorter way; following parents
/// leads to the source (also over arcs of weight zero); unreached vertices have infinite distance and parent no_vertex.
/// Infinity is the largest value of an unsigned type and the floating infinity. Integers are compared exactly, doubles
/// to a relative 1e-9. Integer distances need u32 weights. O(n log d + m), parallel but for arcs of weight zero in the
/// tree.
[[nodiscard]] Verdict verify_sssp(const Graph& graph, VertexId source, std::span<const std::uint32_t> distances,
                                  std::span<const VertexId> parents);
[[nodiscard]] Verdict verify_sssp(const Graph& graph, VertexId source, std::span<const std::uint64_t> distances,
                                  std::span<const VertexId> parents);
[[nodiscard]] Verdict verify_sssp(const Graph& graph, VertexId source, std::span<const double> distances,
                                  std::span<const VertexId> parents);

}  // namespace mg
