// Weights as whole numbers of a unit, so that their sums do not depend on the order of additions.
#pragma once

#include <cstdint>

namespace mg {

/// The nearest whole number to one that is not negative and below 2^63, halves upwards, as std::llround has it, which
/// is a call.
[[nodiscard]] inline std::uint64_t rounded(double x) {
  const auto whole = static_cast<std::int64_t>(x);
  return static_cast<std::uint64_t>(whole) + (x - static_cast<double>(whole) >= 0.5 ? 1 : 0);
}

}  // namespace mg
