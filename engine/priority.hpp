// Which bucket a priority belongs to.
#pragma once

#include <cstddef>

namespace mg {

/// Priorities beyond this many deltas share the last bucket, so that a tiny delta costs order and not memory.
inline constexpr double last_bucket = 1 << 20;

/// Monotone in priority: the same function decides where a vertex waits and whether an entry is stale.
[[nodiscard]] constexpr std::size_t bucket_of(double priority, double inverse_delta) {
  const double bucket = priority * inverse_delta;
  return static_cast<std::size_t>(bucket < last_bucket ? bucket : last_bucket);
}

}  // namespace mg
