// Proof of hub and authority scores: each kind follows from the other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// What the scores claim to be.
struct HitsClaim {
  /// The run stopped when an iteration changed the scores by less than this in the L1 norm. Of no meaning with
  /// `iterations`.
  double tolerance = 1e-6;
  /// The run took exactly so many iterations from equal hubs.
  std::optional<std::uint64_t> iterations = {};
};

/// Checks that scores are finite and not negative and have length 1 in the L2 norm, or are all zero where there are no
/// arcs; that hubs are what authorities make them, up to rounding; and that authorities are what hubs make them, up to
/// ten times the tolerance: a change that is dying out may grow before it does. After exactly N iterations: that every
/// score agrees with the verifier's own iteration to a relative 1e-6. O(n + m) an iteration, parallel.
[[nodiscard]] Verdict verify_hits(const Graph& graph, std::span<const double> hubs, std::span<const double> authorities,
                                  const HitsClaim& claim);

}  // namespace mg
