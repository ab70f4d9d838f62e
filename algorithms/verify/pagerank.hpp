// Proof of PageRank by its residual: one step of the power iteration may hardly change a right answer.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// What the ranks claim to be.
struct PageRankClaim {
  double damping = 0.85;
  /// The run stopped when the L1 change of an iteration was below this. Of no meaning with `iterations`.
  double tolerance = 1e-6;
  /// The run took exactly so many steps of the power iteration from the uniform vector.
  std::optional<std::uint64_t> iterations = {};
  /// Rank of vertices without out-arcs is spread evenly over all; false: it is lost (the GAP benchmark's definition).
  bool redistribute_dangling = true;
  /// Personalised: the walk begins at this vertex and returns to it, where it otherwise begins and goes anywhere.
  VertexId source = no_vertex;
  /// Personalised: the walk begins and returns to each vertex with its share of 1. Empty: as the source says.
  std::span<const double> restarts = {};

  /// What a vertex gets of what walks begin with again.
  [[nodiscard]] double share_of(VertexId v, VertexId num_vertices) const {
    if (!restarts.empty()) return restarts[v];
    if (source != no_vertex) return v == source ? 1 : 0;
    return 1.0 / num_vertices;
  }
};

/// Checks ranks along out-arcs, parallel arcs counting each. Always: no rank is below (1 - damping) / n, or
/// personalised, below 1 - damping times the vertex's share. Up to a
/// tolerance: one step of the power iteration in double precision changes the ranks by at most the tolerance in L1,
/// plus an allowance for the rounding of the ranks' type; and they sum to 1 as precisely as that implies, unless
/// dangling rank is lost. This bounds the L1 distance to the true PageRank by tolerance / (1 - damping). After exactly
/// N iterations: every rank agrees with the verifier's own iteration to a relative 1e-4. O(n + m) a step, parallel,
/// three doubles a vertex.
[[nodiscard]] Verdict verify_pagerank(const Graph& graph, std::span<const float> ranks, const PageRankClaim& claim);
[[nodiscard]] Verdict verify_pagerank(const Graph& graph, std::span<const double> ranks, const PageRankClaim& claim);

}  // namespace mg
