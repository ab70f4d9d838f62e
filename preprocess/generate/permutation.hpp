// A pseudo-random permutation that is computed, not stored: renaming 2^31 vertices costs no memory and no random
// access.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "preprocess/generate/counter_rng.hpp"

namespace mg {

/// A bijection of [0, size) drawn from `seed`. Each round is invertible on words of b bits (add a key, multiply by an
/// odd number, fold the high half onto the low half), b the smallest that covers size; what leaves [0, size) is walked
/// on until it returns (at most 2 rounds of it on average), which keeps the whole a bijection.
class Permutation {
 public:
  Permutation(std::uint64_t size, std::uint64_t seed) : size_(size) {
    const int bits = size < 2 ? 1 : std::bit_width(size - 1);
    mask_ = ~std::uint64_t{0} >> (64 - bits);
    shift_ = (bits + 1) / 2;
    const CounterRng rng(seed, 0x7065726d);
    for (std::uint64_t i = 0; i < rounds; ++i) {
      add_[i] = rng(2 * i);
      multiply_[i] = rng(2 * i + 1) | 1;
    }
  }

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

  /// Where `x`, 0 <= x < size(), goes.
  [[nodiscard]] std::uint64_t operator()(std::uint64_t x) const {
    do x = scramble(x);
    while (x >= size_);
    return x;
  }

 private:
  static constexpr std::uint64_t rounds = 4;

  [[nodiscard]] std::uint64_t scramble(std::uint64_t x) const {
    for (std::uint64_t i = 0; i < rounds; ++i) {
      x = ((x + add_[i]) * multiply_[i]) & mask_;
      x ^= x >> shift_;
    }
    return x;
  }

  std::uint64_t size_;
  std::uint64_t mask_;
  int shift_;
  std::array<std::uint64_t, rounds> add_;
  std::array<std::uint64_t, rounds> multiply_;
};

}  // namespace mg
