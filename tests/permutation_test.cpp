// The computed permutation and the random numbers by position that it and the generators rest on.
#include "preprocess/generate/permutation.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <numeric>
#include <set>
#include <vector>

namespace mg {
namespace {

TEST(Permutation, IsOneToOneForEverySize) {
  std::vector<std::uint64_t> sizes(70);
  std::iota(sizes.begin(), sizes.end(), 1);
  sizes.insert(sizes.end(), {1000, 1023, 1024, 1025});
  for (const std::uint64_t size : sizes) {
    const Permutation permutation(size, 99);
    std::set<std::uint64_t> images;
    for (std::uint64_t x = 0; x < size; ++x) images.insert(permutation(x));
    EXPECT_EQ(images.size(), size);
    EXPECT_LT(*images.rbegin(), size);
  }
}

TEST(Permutation, LooksRandom) {
  const std::uint64_t size = 1 << 16;
  const Permutation permutation(size, 5);
  std::uint64_t fixed = 0;
  std::uint64_t neighbors_kept = 0;
  std::uint64_t parity_kept = 0;
  for (std::uint64_t x = 0; x + 1 < size; ++x) {
    fixed += permutation(x) == x ? 1 : 0;
    neighbors_kept += permutation(x) + 1 == permutation(x + 1) ? 1 : 0;
    parity_kept += permutation(x) % 2 == x % 2 ? 1 : 0;
  }
  EXPECT_LT(fixed, 10U);
  EXPECT_LT(neighbors_kept, 10U);
  EXPECT_NEAR(static_cast<double>(parity_kept) / static_cast<double>(size), 0.5, 0.01);
}

TEST(CounterRng, ConsecutiveNumbersShareNothing) {
  const CounterRng rng(1, 1);
  double flipped = 0;
  for (std::uint64_t i = 0; i < 10000; ++i) flipped += std::popcount(rng(i) ^ rng(i + 1));
  EXPECT_NEAR(flipped / 10000, 32, 0.2);
  EXPECT_NE(rng(0), CounterRng(1, 2)(0));
  EXPECT_NE(rng(0), CounterRng(2, 1)(0));
}

TEST(CounterRng, BoundsAndChancesAreKept) {
  const CounterRng rng(3, 1);
  std::vector<int> seen(6, 0);
  int hits = 0;
  for (std::uint64_t i = 0; i < 60000; ++i) {
    ++seen.at(rng.below(i, 6));
    hits += rng.chance(i, 0.3) ? 1 : 0;
    ASSERT_FALSE(rng.chance(i, 0));
    ASSERT_TRUE(rng.chance(i, 1));
  }
  for (const int count : seen) EXPECT_NEAR(count, 10000, 500);
  EXPECT_NEAR(hits, 18000, 600);
}

}  // namespace
}  // namespace mg
