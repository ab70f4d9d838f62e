// Sums that do not depend on the order of their terms. Terms are cut into digits of a fixed point, whole numbers whose
// sums of 64 bits are exact; a sum of doubles is that of each digit (the idea of Demmel and Nguyen, "Parallel
// reproducible summation", IEEE Transactions on Computers 2015, with the fixed point chosen for all sums at once).
#pragma once

#include <cstdint>

namespace mg {

/// One of the digits. Cutting takes no rounding: scales are powers of 2.
struct SumDigit {
  double unit;       ///< of the digit's whole numbers
  double inverse;    ///< of the high digit's unit
  double low_scale;  ///< high units by low ones; 0: this is the high digit

  [[nodiscard]] std::uint64_t cut(double term) const {
    const double scaled = term * inverse;
    const auto high = static_cast<std::int64_t>(scaled);
    if (low_scale == 0) return static_cast<std::uint64_t>(high);
    return static_cast<std::uint64_t>(static_cast<std::int64_t>((scaled - static_cast<double>(high)) * low_scale));
  }
  /// Puts the sum of a digit into a total, the high one first.
  void enter(double& total, std::uint64_t sum) const {
    const double own = static_cast<double>(static_cast<std::int64_t>(sum)) * unit;
    total = low_scale == 0 ? own : total + own;
  }
};

}  // namespace mg

#ifndef MG_DEVICE_CODE

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <type_traits>
#include <vector>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {

/// Numbers by their bits: all are below 2^highest, and multiples of 2^lowest. Of none but 0, `any` is false.
struct BitRange {
  bool any = false;
  int highest = 0;
  int lowest = 0;

  void include(const BitRange& other) {
    if (!other.any) return;
    highest = any ? std::max(highest, other.highest) : other.highest;
    lowest = any ? std::min(lowest, other.lowest) : other.lowest;
    any = true;
  }
  /// Of a finite number, by the format of doubles: 52 bits below a leading one, except in the least ones.
  [[nodiscard]] static BitRange of(double x) {
    constexpr int stored_bits = 52;
    constexpr int least = -1074;
    constexpr std::uint64_t leading = std::uint64_t{1} << stored_bits;
    const auto word = std::bit_cast<std::uint64_t>(x);
    const int exponent = static_cast<int>(word >> stored_bits & 0x7ff);
    const std::uint64_t whole = (word & (leading - 1)) | (exponent == 0 ? 0 : leading);
    if (whole == 0) return {};
    const int unit = least + (exponent == 0 ? 0 : exponent - 1);
    return {true, unit + static_cast<int>(std::bit_width(whole)), unit + std::countr_zero(whole)};
  }
};
/// Of finite numbers. O(size), on all threads.
template <class Numbers>
[[nodiscard]] BitRange bits_of(const Numbers& numbers) {
  using Number = std::remove_cvref_t<decltype(numbers[0])>;
  const int threads = default_threads();
  if constexpr (std::is_unsigned_v<Number>) {
    const auto unite = [](Number& all, Number one) { all |= one; };
    const auto all = parallel_fold(
        numbers.size(), threads, Number{}, [&](std::size_t i) { return numbers[i]; }, unite);
    return {all != 0, static_cast<int>(std::bit_width(all)), std::countr_zero(all)};
  } else {
    const auto unite = [](BitRange& all, const BitRange& one) { all.include(one); };
    return parallel_fold(
        numbers.size(), threads, BitRange{}, [&](std::size_t i) { return BitRange::of(double{numbers[i]}); }, unite);
  }
}

/// The digits, the high one first, for sums of at most `most_terms` products of a number in `x` and one in `w`. One
/// digit where it holds every term whole, and sums are the nearest doubles of exact ones. Else two: what a term has
/// below the low one is cut, which is 2^-(124 - 2 b) of the largest product, for numbers of terms of b bits, and sums
/// are off by a unit in the last place at most beside. Nothing where sums may be too large for a double.
[[nodiscard]] inline std::optional<std::vector<SumDigit>> sum_digits(const BitRange& x, const BitRange& w,
                                                                     std::uint64_t most_terms) {
  constexpr int bits = 62;
  constexpr int least_exponent = -960;  // so that all scales are doubles
  const int count_bits = std::bit_width(most_terms);
  const int sum_bits = x.highest + w.highest + count_bits;
  if (sum_bits > 1023) return {};
  const int unit = std::max(sum_bits - bits, least_exponent);
  const SumDigit high{std::ldexp(1.0, unit), std::ldexp(1.0, -unit), 0};
  if (!x.any || !w.any || x.lowest + w.lowest >= unit) return {{high}};
  const int width = bits - count_bits;
  return {{high, {std::ldexp(1.0, unit - width), high.inverse, std::ldexp(1.0, width)}}};
}

}  // namespace mg

#endif  // MG_DEVICE_CODE
