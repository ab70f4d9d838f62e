// Proof of where SALSA's walks stay: a step back and forth leaves scores as they are, and none leaves its component.
#pragma once

#include <cstdint>
#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// What the scores claim to be.
struct SalsaClaim {
  /// The run stopped when an iteration changed the scores by less than this in the L1 norm. Of no meaning with
  /// `iterations`.
  double tolerance = 1e-6;
  std::uint64_t iterations = 0;  ///< the run took exactly so many; 0: it stopped by the tolerance
};

/// Checks, up to rounding, that scores are finite and not negative; that in every component of the bipartite graph of
/// hubs and authorities each kind has the share of all scores that it has of all vertices of the kind, as no walk
/// leaves a component; and that one more iteration changes them by no more than the tolerance, as none changes scores
/// by more than the one before did in the L1 norm. To the tolerance, scores are then in proportion to the number of
/// arcs within each component, for nothing else stays as it is. After exactly N iterations: that every score agrees
/// with the verifier's own iteration to a relative 1e-6. O(n + m) an iteration, parallel. Source: Lempel and Moran,
/// Computer Networks 2000.
[[nodiscard]] Verdict verify_salsa(const Graph& graph, std::span<const double> hubs,
                                   std::span<const double> authorities, const SalsaClaim& claim);

}  // namespace mg
