// Samples without a generator's state: the same on every run.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mg {

/// The i-th of a sequence of positions that spreads evenly over [0, size), whatever prefix of it is used (Knuth's
/// multiplicative hashing by the golden ratio). size > 0.
[[nodiscard]] constexpr std::size_t spread_position(std::uint64_t i, std::size_t size) {
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;  // 2^64 / golden ratio
  return static_cast<std::size_t>(i * golden % size);
}

}  // namespace mg
