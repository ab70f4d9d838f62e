// What ranks put together, whoever they are: one suite for every communicator.
#include "engine/communicator.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/thread_ranks.hpp"

namespace mg {
namespace {

void expect_all_alike(Communicator& ranks) {
  const int size = ranks.size();
  const int rank = ranks.rank();
  ASSERT_LT(rank, size);
  for (int turn = 0; turn < 20; ++turn) {
    EXPECT_EQ(ranks.sum(rank + turn), size * (size - 1) / 2 + size * turn);
    EXPECT_EQ(ranks.least(std::uint64_t{7} + static_cast<std::uint64_t>(rank)), 7U);
    EXPECT_EQ(ranks.most(-1.5 * rank), 0.0);
    EXPECT_TRUE(ranks.any(rank == size - 1));
    EXPECT_FALSE(ranks.any(false));
    // Sums of doubles depend on their order, which is that of ranks.
    const auto value_of = [](int r) { return r % 2 == 0 ? 0.1 * (r + 1) : 1e16 / (r + 1); };
    double expected = value_of(0);
    for (int r = 1; r < size; ++r) expected += value_of(r);
    EXPECT_EQ(ranks.sum(value_of(rank)), expected);
    ranks.meet();
    // Of unequal lengths, and of none.
    std::vector<std::uint32_t> mine(static_cast<std::size_t>(rank % 3 * 5));
    for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = static_cast<std::uint32_t>(100 * rank) + i;
    std::vector<std::uint32_t> all;
    for (int r = 0; r < size; ++r) {
      for (int i = 0; i < r % 3 * 5; ++i) all.push_back(static_cast<std::uint32_t>(100 * r + i));
    }
    EXPECT_EQ(ranks.gather(std::span<const std::uint32_t>(mine)), all);
  }
}

TEST(Communicator, OneRankHasWhatItGives) {
  expect_all_alike(alone());
  EXPECT_EQ(alone().size(), 1);
}

class Ranks : public testing::TestWithParam<int> {};

TEST_P(Ranks, HaveWhatAllGive) {
  ThreadGroup group(GetParam());
  for (const std::string& problem : on_ranks(group, expect_all_alike)) EXPECT_EQ(problem, "");
}

TEST_P(Ranks, EndTogether) {
  if (GetParam() == 1) GTEST_SKIP() << "nobody else is there";
  ThreadGroup group(GetParam());
  const auto problems = on_ranks(group, [](Communicator& ranks) {
    static_cast<void>(ranks.sum(1));
    if (ranks.rank() == ranks.size() - 1) return ranks.abort("the last rank has had enough");
    ranks.meet();
  });
  for (std::size_t rank = 0; rank + 1 < problems.size(); ++rank) {
    EXPECT_EQ(problems[rank], "the last rank has had enough");
  }
  EXPECT_EQ(problems.back(), "");
}

TEST_P(Ranks, ThatAreAtDifferentOperationsAreTold) {
  if (GetParam() == 1) GTEST_SKIP() << "nobody else is there";
  ThreadGroup group(GetParam());
  const auto problems = on_ranks(group, [](Communicator& ranks) {
    if (ranks.rank() == 0) {
      static_cast<void>(ranks.sum(1));
    } else {
      ranks.meet();
    }
  });
  for (const std::string& problem : problems) EXPECT_NE(problem.find("different operations"), std::string::npos);
}

TEST_P(Ranks, DoNotWaitForEver) {
  if (GetParam() == 1) GTEST_SKIP() << "nobody else is there";
  ThreadGroup group(GetParam(), std::chrono::milliseconds(50));
  const auto problems = on_ranks(group, [](Communicator& ranks) {
    if (ranks.rank() != 0) ranks.meet();
  });
  EXPECT_EQ(problems.front(), "");
  for (std::size_t rank = 1; rank < problems.size(); ++rank) {
    EXPECT_NE(problems[rank].find("deadline"), std::string::npos) << problems[rank];
  }
}

INSTANTIATE_TEST_SUITE_P(OfThreads, Ranks, testing::Values(1, 2, 3, 8));

}  // namespace
}  // namespace mg
