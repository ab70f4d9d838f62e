// Random numbers by position: number i of a stream is a hash of (seed, stream, i), so any thread can draw any of them
// and a generated graph is the same whatever the number of threads.
#pragma once

#include <cstdint>

#include "engine/mixed_bits.hpp"

namespace mg {

/// SplitMix64 with random access. Streams of one seed are independent: a generator gives each kind of decision its own.
class CounterRng {
 public:
  constexpr CounterRng(std::uint64_t seed, std::uint64_t stream) : key_(mixed(mixed(seed + step) + stream * step)) {}

  /// 64 uniform bits.
  [[nodiscard]] constexpr std::uint64_t operator()(std::uint64_t counter) const { return mixed(key_ + counter * step); }

  /// A number in [0, bound), by Lemire's multiplication; the bias is below bound / 2^64.
  [[nodiscard]] constexpr std::uint64_t below(std::uint64_t counter, std::uint64_t bound) const {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>((*this)(counter)) * bound) >> 64);
  }

  /// True with `probability`: never for 0, always for 1.
  [[nodiscard]] constexpr bool chance(std::uint64_t counter, double probability) const {
    return static_cast<double>((*this)(counter) >> 11) * 0x1p-53 < probability;
  }

 private:
  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15U;  // 2^64 / golden ratio, odd

  std::uint64_t key_;
};

}  // namespace mg
