// Proof of scores that a sweep over all arcs leaves as they are.
#pragma once

#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// A sweep makes factor * (the sum of those before) + own * score + constant of a vertex's score.
struct FixedPoint {
  double factor = 1;
  double own = 0;
  double constant = 0;
  bool scales = false;      ///< and scales what it makes to length 1 in the L2 norm
  bool normalised = false;  ///< the scores have length 1
  double last_change = 0;   ///< of all scores together, in the L1 norm, by the sweep that has made them
};

/// Checks that no score is negative or not finite, their length, and that a sweep changes them by no more than it can
/// make of the last change (twice as much where scores are scaled in between), beside what rounding leaves. O(n + m),
/// parallel.
[[nodiscard]] Verdict verify_fixed_point(const Graph& graph, std::span<const double> scores, const FixedPoint& claim);

}  // namespace mg
