// Bits mixed so that each input has another output, and 0 alone has 0: each step can be undone.
#pragma once

#include <cstdint>

namespace mg {

/// The finalizer of MurmurHash3 (Appleby, 2011).
[[nodiscard]] constexpr std::uint32_t mixed(std::uint32_t bits) {
  bits = (bits ^ bits >> 16) * 0x85ebca6bU;
  bits = (bits ^ bits >> 13) * 0xc2b2ae35U;
  return bits ^ bits >> 16;
}

/// What a seed is to numbers that are drawn by mixing.
[[nodiscard]] constexpr std::uint32_t salt_of(std::uint64_t seed) {
  return mixed(static_cast<std::uint32_t>(seed ^ seed >> 32));
}

/// The finalizer of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA'14).
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111ebU;
  return bits ^ bits >> 31;
}

}  // namespace mg
