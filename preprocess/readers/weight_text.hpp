// A weight as it is written, read as the type that keeps it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mg {

/// A number that stands for a weight.
struct WeightText {
  std::optional<std::uint32_t> integer;  ///< where it is a whole number of 32 bits, which is then all that is set
  float real = 0;                        ///< otherwise the float nearest to it
  bool exact = true;                     ///< a double would be the same number
};

/// Reads the weight that `word` is as a whole; numbers closer to zero than any float become zero. Throws TextError at
/// `word` for what is no number, NaN, infinite, beyond f32, or, unless `rounding` is accepted, an integer that fits
/// neither u32 nor, exactly, f32.
[[nodiscard]] WeightText parse_weight(std::string_view word, bool rounding = false);

/// True when a float holds the integer exactly.
[[nodiscard]] inline bool fits_float(std::uint32_t value) {
  return static_cast<std::uint64_t>(static_cast<float>(value)) == value;
}

}  // namespace mg
