// Loops whose bodies are written once for every driver, where operators are run one by one on a CPU: what a body may
// ask of an iteration, forwards and backwards.
#include "engine/iteration.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algorithms/built_in.hpp"
#include "algorithms/rank_iteration.hpp"
#include "engine/algorithm.hpp"
#include "engine/error.hpp"
#include "engine/loop.hpp"
#include "hybrid/kernels.hpp"
#include "tests/specimen.hpp"

namespace mg {
namespace {

constexpr std::int64_t unreached = -1;

struct Reach {
  using Value = std::int64_t;
  using Combine = Any;
  std::int64_t* levels;
  std::int64_t level;

  [[nodiscard]] Value message(VertexId) const { return level; }
  [[nodiscard]] Value& cell(VertexId v) { return levels[v]; }
};

struct CountOne {
  std::uint64_t* count;
  void operator()(VertexId) const { atomic_add(*count, std::uint64_t{1}); }
};

/// A search that goes along and against arcs, and notes how many vertices each level has.
struct SearchBothWays {
  std::int64_t* levels;
  std::uint64_t* found;
  std::uint64_t* found_at;  ///< by level

  template <class I>
  void operator()(I& iteration) const {
    const auto level = static_cast<std::int64_t>(iteration.number());
    iteration.edge_map(Reach{levels, level});
    iteration.edge_map_back(Reach{levels, level});
    iteration.map_next(CountOne{found});
    const std::uint64_t count = iteration.load(found);
    iteration.store(found_at + level, count);
    iteration.store(found, std::uint64_t{0});
  }
};

struct CountArcsOf {
  using Value = std::uint64_t;
  using Combine = Sum;
  std::uint64_t* count;
  [[nodiscard]] Value message(VertexId) const { return 1; }
  [[nodiscard]] bool update(VertexId, Value arcs) const {
    atomic_add(*count, arcs);
    return false;
  }
};

/// Looks at the next frontier in one of four ways, and then adds to it.
struct AddTooLate {
  std::int64_t* levels;
  std::uint64_t* found;
  int way;

  template <class I>
  void operator()(I& iteration) const {
    if (way == 0) iteration.map_next(CountOne{found});
    if (way == 1) iteration.gather_next(CountArcsOf{found});
    if (way == 2) static_cast<void>(iteration.load(found));
    if (way == 3) iteration.store(found, std::uint64_t{0});
    if (way % 2 == 0) iteration.edge_map(Reach{levels, 1});
    if (way % 2 == 1) iteration.edge_map_back(Reach{levels, 1});
  }
};

struct AddNumber {
  std::uint64_t* sums;
  std::uint64_t number;
  void operator()(VertexId v) const { sums[v] += number; }
};

/// Notes in which order a sweep goes back, and who was expanded when.
struct NoteBackwards {
  std::uint64_t* sums;
  std::vector<std::uint64_t>* numbers;
  std::vector<bool>* last;

  template <class I>
  void operator()(I& iteration) const {
    numbers->push_back(iteration.number());
    last->push_back(iteration.is_last());
    iteration.vertex_map(AddNumber{sums, iteration.number()});
  }
};

struct CountArcs {
  using Value = std::uint64_t;
  using Combine = Sum;
  [[nodiscard]] Value message(VertexId) const { return 1; }
  [[nodiscard]] double update(VertexId, Value arcs) { return static_cast<double>(arcs); }
};

struct NumberOf {
  double operator()(VertexId v) const { return v; }
};

/// Adds up the arcs of both sides, all vertices' numbers, and those of a list; so often.
struct AddUp {
  std::uint64_t left;
  std::span<const VertexId> list;
  double arcs = 0;
  double numbers = 0;
  double listed = 0;

  template <class I>
  [[nodiscard]] bool operator()(I& iteration) {
    arcs += iteration.edge_reduce(CountArcs{}) + iteration.edge_reduce(CountArcs{}, Side::in);
    numbers += iteration.vertex_reduce(NumberOf{});
    listed += iteration.vertex_reduce(NumberOf{}, list) + iteration.vertex_reduce(NumberOf{}, {});
    return --left > 0;
  }
};

class Iterations : public testing::TestWithParam<int> {
 protected:
  static void SetUpTestSuite() { register_built_in(); }

  /// Ignoring the direction of arcs, by hand.
  [[nodiscard]] static std::vector<std::int64_t> levels_of(const Graph& graph, VertexId source) {
    std::vector<std::int64_t> levels(graph.num_vertices(), unreached);
    std::vector<VertexId> queue{source};
    levels[source] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const Adjacency* side : {&graph.out, &graph.in}) {
        for (const VertexId v : side->row(queue[i])) {
          if (levels[v] != unreached) continue;
          levels[v] = levels[queue[i]] + 1;
          queue.push_back(v);
        }
      }
    }
    return levels;
  }

  Specimen specimen_ = large_specimen("rmat_directed");
  const Graph& graph_ = specimen_.graph();
  std::vector<std::int64_t> levels_ = std::vector<std::int64_t>(graph_.num_vertices(), Any::identity<std::int64_t>());
  std::uint64_t found_ = 0;
  std::vector<std::uint64_t> found_at_ = std::vector<std::uint64_t>(100);
};

INSTANTIATE_TEST_SUITE_P(Threads, Iterations, testing::Values(1, 3), testing::PrintToStringParamName());

TEST_P(Iterations, GoAlongAndAgainstArcsAndMapWhatIsNext) {
  RunContext context(graph_, {.threads = GetParam()});
  context.begin_run();
  Loop loop(context);
  const VertexId source = 40;
  levels_[source] = 0;
  const IterationCount count =
      loop.iterate(SearchBothWays{levels_.data(), &found_, found_at_.data()}, loop.single(source));
  std::vector<std::int64_t> expected = levels_of(graph_, source);
  const std::int64_t depth = std::ranges::max(expected);
  ASSERT_GT(depth, 2);
  for (std::int64_t level = 1; level <= depth; ++level) {
    EXPECT_EQ(found_at_[static_cast<std::size_t>(level)],
              static_cast<std::uint64_t>(std::ranges::count(expected, level)))
        << level;
  }
  std::ranges::replace(expected, unreached, Any::identity<std::int64_t>());
  EXPECT_EQ(levels_, expected);
  EXPECT_TRUE(count.finished);
  EXPECT_EQ(count.iterations, static_cast<std::uint64_t>(depth) + 1) << "the last level finds nobody";
}

TEST_P(Iterations, SendNothingOnceTheNextFrontierIsComplete) {
  RunContext context(graph_, {.threads = GetParam()});
  context.begin_run();
  Loop loop(context);
  for (const int way : {0, 1, 2, 3}) {
    try {
      loop.iterate(AddTooLate{levels_.data(), &found_, way}, loop.single(40));
      ADD_FAILURE() << "it ran: " << way;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("calls edge_map after map_next"), std::string::npos) << error.what();
    }
  }
}

TEST_P(Iterations, EndWhereTheUserSaysSo) {
  RunContext context(graph_, {.threads = GetParam(), .max_iterations = 2});
  context.begin_run();
  Loop loop(context);
  levels_[40] = 0;
  const IterationCount count = loop.iterate(SearchBothWays{levels_.data(), &found_, found_at_.data()}, loop.single(40));
  EXPECT_EQ(count.iterations, 2U);
  EXPECT_FALSE(count.finished);
  EXPECT_TRUE(context.stopped_early());
  EXPECT_EQ(found_at_[3], 0U);
}

TEST_P(Iterations, RepeatReductionsUntilTheBodySaysSo) {
  const std::vector<VertexId> list{3, 5, 40};
  const auto n = static_cast<double>(graph_.num_vertices());
  for (const std::uint64_t limit : {2, 3, 4}) {
    RunContext context(graph_, {.threads = GetParam(), .max_iterations = limit});
    context.begin_run();
    Loop loop(context);
    AddUp body{.left = 3, .list = list};
    loop.repeat(body);
    const auto times = static_cast<double>(std::min<std::uint64_t>(limit, 3));
    EXPECT_EQ(context.iterations, std::min<std::uint64_t>(limit, 3));
    EXPECT_EQ(context.stopped_early(), limit < 3);
    EXPECT_EQ(body.arcs, times * 2 * static_cast<double>(graph_.num_arcs()));
    EXPECT_EQ(body.numbers, times * n * (n - 1) / 2);
    EXPECT_EQ(body.listed, times * 48);
  }
}

TEST_P(Iterations, AreGoneThroughBackwards) {
  RunContext context(graph_, {.threads = GetParam()});
  context.begin_run();
  Loop loop(context);
  levels_[40] = 0;
  Loop::History history;
  const IterationCount count =
      loop.iterate(SearchBothWays{levels_.data(), &found_, found_at_.data()}, loop.single(40), Side::out, &history);
  std::vector<std::uint64_t> sums(graph_.num_vertices());
  std::vector<std::uint64_t> numbers;
  std::vector<bool> last;
  loop.sweep_back(NoteBackwards{sums.data(), &numbers, &last}, history);
  ASSERT_EQ(numbers.size(), count.iterations);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(numbers[i], count.iterations - i);
    EXPECT_EQ(last[i], i == 0);
  }
  const std::vector<std::int64_t> levels = levels_of(graph_, 40);
  for (VertexId v = 0; v < graph_.num_vertices(); ++v) {
    ASSERT_EQ(sums[v], static_cast<std::uint64_t>(levels[v] + 1)) << "the iteration that expanded it, once";
  }
}

/// Changes that halve: the one that falls below the tolerance is foreseen, an exact number of iterations is known.
TEST(Contraction, ForeseesItsLastIteration) {
  Contraction progress{{.tolerance = 0.2}};
  std::vector<bool> expected_more;
  double change = 4;
  bool ends = false;
  while (!ends) {
    expected_more.push_back(progress.is_likely_to_go_on());
    ends = progress.ends_with(change);
    change /= 2;
  }
  EXPECT_EQ(expected_more, (std::vector<bool>{true, true, true, true, true, false}));
  Contraction counted{{.tolerance = 0.2, .exact_iterations = 3}};
  for (const bool more : {true, true, false}) {
    EXPECT_EQ(counted.is_likely_to_go_on(), more);
    EXPECT_EQ(counted.ends_with(0.1), !more);
  }
}

}  // namespace
}  // namespace mg
