// What ranks put together, whoever they are: one suite for every communicator; and loops whose ranks end together.
#include "engine/communicator.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "algorithms/bfs.hpp"
#include "algorithms/built_in.hpp"
#include "engine/context.hpp"
#include "engine/cpu/cpu_machine.hpp"
#include "engine/error.hpp"
#include "engine/loop.hpp"
#include "hybrid/kernels.hpp"
#include "tests/specimen.hpp"
#include "tests/thread_ranks.hpp"
#include "tests/verified_graphs.hpp"

namespace mg {
namespace {

/// Runs f on every rank, each with a communicator of its own; what a rank threw, or nothing.
std::vector<std::string> on_ranks(ThreadGroup& group, const std::function<void(Communicator&)>& f) {
  std::vector<std::string> problems(static_cast<std::size_t>(group.size()));
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < group.size(); ++rank) {
    threads.emplace_back([&, rank] {
      ThreadRank ranks(group, rank);
      try {
        f(ranks);
      } catch (const std::exception& error) {
        problems[static_cast<std::size_t>(rank)] = error.what();
      }
    });
  }
  threads.clear();
  return problems;
}

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

/// A path from vertex 0 on.
Graph path_of(VertexId n) {
  std::vector<Edge> edges;
  for (VertexId v = 0; v + 1 < n; ++v) edges.push_back({v, v + 1});
  return small_graph(n, false, std::move(edges));
}

/// Whose frontier is empty goes on as long as another rank's is not.
TEST(RanksOfALoop, EndWithTheLast) {
  register_built_in();
  ThreadGroup group(3);
  std::vector<std::uint64_t> iterations(3);
  std::vector<double> sums(3);
  const auto problems = on_ranks(group, [&](Communicator& ranks) {
    const auto rank = static_cast<std::size_t>(ranks.rank());
    const Graph graph = path_of(static_cast<VertexId>(10 * rank + 2));
    RunContext context(graph, {.engine = "sparse", .device = "cpu", .threads = 1}, ranks);
    context.begin_run();
    Loop loop(context);
    State<VertexId> parents(graph.num_vertices());
    State<std::int32_t> levels(graph.num_vertices());
    const IterationCount count = loop.search(bfs::Visit{parents.on(loop), {levels.on(loop)}}, 0);
    iterations[rank] = count.iterations;
    EXPECT_TRUE(count.finished);
    sums[rank] = loop.vertex_reduce([](VertexId) { return 1.0; });
  });
  for (const std::string& problem : problems) EXPECT_EQ(problem, "");
  EXPECT_EQ(iterations, std::vector<std::uint64_t>(3, iterations[2]));
  EXPECT_GE(iterations[2], 21U);
  EXPECT_EQ(sums, std::vector<double>(3, 2 + 12 + 22));
}

}  // namespace
}  // namespace mg
