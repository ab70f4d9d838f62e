// Random numbers by counter, for functions on any machine: what is drawn depends on a seed and on where it is drawn,
// not on what was drawn before, so that any number of threads draw the same.
//
// Philox-4x32-10: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011, section 3.3.
#pragma once

#include <cstdint>

namespace mg {

/// Four words that are random each.
struct RandomWords {
  std::uint32_t word[4];

  /// Words 0 and 1, or 2 and 3, as one of 64 bits.
  [[nodiscard]] constexpr std::uint64_t wide(std::uint64_t half) const {
    return std::uint64_t{word[2 * half]} << 32 | word[2 * half + 1];
  }
};

/// The words at a place of 128 bits in the sequence of a seed: for each seed, a bijection of places.
[[nodiscard]] constexpr RandomWords random_words(std::uint64_t seed, std::uint64_t low, std::uint64_t high) {
  constexpr std::uint32_t factors[2] = {0xD2511F53, 0xCD9E8D57};
  constexpr std::uint32_t weyl[2] = {0x9E3779B9, 0xBB67AE85};
  constexpr int rounds = 10;
  std::uint32_t key[2] = {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)};
  RandomWords c{{static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
                 static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32)}};
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t first = std::uint64_t{factors[0]} * c.word[0];
    const std::uint64_t second = std::uint64_t{factors[1]} * c.word[2];
    c = {{static_cast<std::uint32_t>(second >> 32) ^ c.word[1] ^ key[0], static_cast<std::uint32_t>(second),
          static_cast<std::uint32_t>(first >> 32) ^ c.word[3] ^ key[1], static_cast<std::uint32_t>(first)}};
    key[0] += weyl[0];
    key[1] += weyl[1];
  }
  return c;
}

/// A random number of [0, 1) from 64 random bits: a multiple of 2^-53.
[[nodiscard]] constexpr double random_share(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

/// A random whole number of [0, bound) from 64 random bits, `bound` at most 2^32: one is likelier than another by a
/// share of bound / 2^64 at most.
[[nodiscard]] constexpr std::uint64_t random_below(std::uint64_t bits, std::uint64_t bound) {
  return ((bits >> 32) * bound + ((bits & 0xFFFFFFFF) * bound >> 32)) >> 32;
}

}  // namespace mg
