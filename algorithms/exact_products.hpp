// The sign of a sum of products of up to four doubles, without rounding: a product is a whole number of 212 bits, which
// is added where it belongs in a fixed point that is wide enough for all of them (Kulisch and Miranker, "The arithmetic
// of the digital computer: a new approach", SIAM Review 1986). There is no floating arithmetic in it that a compiler
// could contract.
#pragma once

#include <cstdint>

namespace mg::mesh {

/// Numbers other than 0 are as large as that and smaller than its inverse, so that the fixed point has room for the
/// product of any four.
inline constexpr double least_magnitude = 0x1p-200;

/// A sum of products as a number of two's complement.
class ExactSum {
 public:
  /// Adds the product of four numbers, or takes it away.
  void add(const double (&factors)[4], bool negative) {
    std::uint32_t product[product_words] = {1};
    int shift = -lowest_bit;
#pragma unroll 1
    for (const double factor : factors) {
      if (factor == 0) return;
      const auto bits = __builtin_bit_cast(std::uint64_t, factor);
      negative = negative != (bits >> 63 != 0);
      shift += static_cast<int>(bits >> 52 & 0x7ff) - 1075;
      multiply(product, (bits & 0xfffffffffffffU) | std::uint64_t{1} << 52);
    }
    place(product, static_cast<unsigned>(shift), negative);
  }

  /// -1, 0 or 1.
  [[nodiscard]] int sign() const {
    if (words_[num_words - 1] >> 31 != 0) return -1;
#pragma unroll 1
    for (const std::uint32_t word : words_) {
      if (word != 0) return 1;
    }
    return 0;
  }

 private:
  static constexpr int lowest_bit = 4 * (-200 - 52);
  static constexpr int num_words = (-lowest_bit + 4 * 200 + 8) / 32 + 1;
  static constexpr int product_words = 8;

  static void multiply(std::uint32_t (&product)[product_words], std::uint64_t factor) {
    const std::uint64_t halves[] = {factor & 0xffffffffU, factor >> 32};
    std::uint32_t result[product_words] = {};
    for (int half = 0; half < 2; ++half) {
      std::uint64_t carry = 0;
      for (int i = 0; i + half < product_words; ++i) {
        carry += result[i + half] + halves[half] * product[i];
        result[i + half] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
    }
    for (int i = 0; i < product_words; ++i) product[i] = result[i];
  }

  /// Adds the product times 2^shift, in units of the lowest bit.
  void place(const std::uint32_t (&product)[product_words], unsigned shift, bool negative) {
    const unsigned within = shift % 32;
    const std::uint32_t flip = negative ? 0xffffffffU : 0;
    std::uint64_t carry = negative ? 1 : 0;
    std::uint32_t below = 0;
#pragma unroll 1
    for (auto i = static_cast<int>(shift / 32), j = 0; i < num_words; ++i, ++j) {
      const std::uint32_t own = j < product_words ? product[j] : 0;
      const auto word = static_cast<std::uint32_t>((std::uint64_t{own} << 32 | below) << within >> 32);
      below = own;
      carry += std::uint64_t{words_[i]} + (word ^ flip);
      words_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }

  std::uint32_t words_[num_words] = {};
};

}  // namespace mg::mesh
