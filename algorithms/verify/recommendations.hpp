// Proof of recommendations: who is in the circle of trust follows from the ranks, and the rest from who is.
#pragma once

#include <cstdint>
#include <span>

#include "algorithms/verify/salsa.hpp"
#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Of all vertices.
struct Recommendations {
  std::span<const double> recommended;
  std::span<const double> hubs;
  std::span<const double> authorities;
  std::span<const float> ranks;  ///< believed: verify_pagerank() proves them
};

/// What they claim to be.
struct RecommendationsClaim {
  VertexId source = no_vertex;
  std::uint64_t circle = 1;  ///< how many vertices are trusted, those of the highest ranks
  SalsaClaim scores = {};
};

/// Checks that hubs and authorities are those of SALSA (verify_salsa()) in the graph of the arcs that leave the circle:
/// the vertices of the highest ranks, of equal ones the first in the file, and none of rank 0; and that those are
/// recommended, by their authority, who are neither the source nor followed by it. The verifier finds the circle by
/// sorting all ranks, and takes the other arcs out of the whole graph. O(n log n + arcs of the circle an iteration).
[[nodiscard]] Verdict verify_recommendations(const Graph& graph, const Recommendations& found,
                                             const RecommendationsClaim& claim);

}  // namespace mg
