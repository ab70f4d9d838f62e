// What belongs to a run, and the operators of a loop that do not combine values along edges: frontiers and their
// conversions, recycled storage, maps, reductions, filters, unions and iterations.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <map>
#include <mutex>
#include <numeric>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "engine/loop.hpp"
#include "tests/on_threads.hpp"
#include "tests/specimen.hpp"

namespace mg {
namespace {

/// Operators and frontiers.
class Operators : public OnThreads {
 protected:
  static std::vector<VertexId> listed(const Frontier& frontier) {
    return {frontier.queue().begin(), frontier.queue().end()};
  }
  /// Every third vertex, in no order.
  [[nodiscard]] std::vector<VertexId> some() const {
    std::vector<VertexId> vertices;
    for (VertexId v = 0; v < n(); v += 3) vertices.push_back(v);
    std::mt19937_64 random(2);
    std::ranges::shuffle(vertices, random);
    return vertices;
  }
  [[nodiscard]] std::vector<VertexId> everyone() const {
    std::vector<VertexId> vertices(n());
    std::iota(vertices.begin(), vertices.end(), VertexId{0});
    return vertices;
  }
  static std::vector<VertexId> sorted(std::vector<VertexId> vertices) {
    std::ranges::sort(vertices);
    return vertices;
  }
};

INSTANTIATE_TEST_SUITE_P(Threads, Operators, testing::Values(1, 2, 7), testing::PrintToStringParamName());

TEST_P(Operators, FrontiersKeepTheirVerticesWhenConverted) {
  Frontier queue = Frontier::of(some());
  queue.arcs = 77;
  const Frontier bitmap = context_.to_bitmap(queue);
  EXPECT_EQ(bitmap.kind(), Frontier::Kind::bitmap);
  EXPECT_EQ(bitmap.size(), queue.size());
  EXPECT_EQ(bitmap.arcs, 77U);
  const Frontier back = context_.to_queue(bitmap);
  EXPECT_EQ(listed(back), sorted(some())) << "ascending";
  EXPECT_EQ(back.arcs, 77U);
  EXPECT_EQ(listed(context_.to_queue(queue)), some()) << "a queue stays in order";
  EXPECT_EQ(listed(context_.to_queue(context_.to_bitmap(bitmap))), sorted(some()));

  const Frontier all = Frontier::all(n());
  EXPECT_EQ(listed(context_.to_queue(all)), everyone());
  EXPECT_EQ(listed(context_.to_queue(context_.to_bitmap(all))), everyone());
  EXPECT_EQ(context_.to_bitmap(all).size(), n());

  EXPECT_TRUE(context_.to_bitmap(Frontier()).empty());
  EXPECT_TRUE(context_.to_queue(context_.to_bitmap(Frontier())).empty());
}

TEST_P(Operators, AQueueWithRepeatsBecomesASet) {
  std::vector<VertexId> repeated = some();
  const std::size_t distinct = repeated.size();
  repeated.insert(repeated.end(), repeated.begin(), repeated.begin() + 500);
  const Frontier bitmap = context_.to_bitmap(Frontier::of(repeated));
  EXPECT_EQ(bitmap.size(), distinct);
  EXPECT_EQ(listed(context_.to_queue(bitmap)), sorted(some()));
}

TEST_P(Operators, ArcsOfAFrontierAreCountedInEveryRepresentation) {
  EdgeId expected = 0;
  for (const VertexId v : some()) expected += graph_.out.degree(v);
  const Frontier queue = Frontier::of(some());
  EXPECT_EQ(count_arcs(graph_.out, queue, GetParam()), expected);
  EXPECT_EQ(count_arcs(graph_.out, context_.to_bitmap(queue), GetParam()), expected);
  EXPECT_EQ(count_arcs(graph_.out, Frontier::all(n()), GetParam()), graph_.num_arcs());
  EXPECT_EQ(count_arcs(graph_.in, Frontier(), GetParam()), 0U);
}

TEST_P(Operators, RecycledStorageIsUsedAgainAndComesEmpty) {
  std::vector<VertexId> queue(1000, 5);
  const VertexId* queue_storage = queue.data();
  context_.recycle(Frontier::of(std::move(queue)));
  const std::vector<VertexId> again = context_.take_queue();
  EXPECT_EQ(again.data(), queue_storage);
  EXPECT_TRUE(again.empty());

  Frontier full = context_.to_bitmap(Frontier::all(n()));
  const auto* bitmap_storage = full.bitmap().words().data();
  context_.recycle(std::move(full));
  // NOLINTNEXTLINE(bugprone-use-after-move)
  EXPECT_TRUE(full.empty()) << "what was given back is the empty set";
  const Bitmap bitmap = context_.take_bitmap();
  EXPECT_EQ(bitmap.words().data(), bitmap_storage);
  EXPECT_TRUE(std::ranges::all_of(bitmap.words(), [](Bitmap::Word word) { return word == 0; }));
  EXPECT_NE(context_.take_bitmap().words().data(), bitmap_storage) << "it is taken";
}

TEST_P(Operators, ReplaceMovesTheNextFrontierIn) {
  Frontier frontier = Frontier::of(some());
  loop_.replace(frontier, Frontier::of({4, 2}));
  EXPECT_EQ(listed(frontier), (std::vector<VertexId>{4, 2}));
  EXPECT_GE(context_.take_queue().capacity(), some().size());
}

TEST_P(Operators, LocalQueuesAreGatheredInOrderAndLeftEmpty) {
  for (int thread = 0; thread < GetParam(); ++thread) {
    context_.local_queue(thread) = {static_cast<VertexId>(10 * thread), static_cast<VertexId>(10 * thread + 1)};
  }
  std::vector<VertexId> expected;
  for (int thread = 0; thread < GetParam(); ++thread) {
    expected.push_back(static_cast<VertexId>(10 * thread));
    expected.push_back(static_cast<VertexId>(10 * thread + 1));
  }
  EXPECT_EQ(context_.gather_local_queues(), expected);
  EXPECT_TRUE(context_.gather_local_queues().empty());
  context_.local_queue(GetParam() - 1) = {3};
  EXPECT_EQ(context_.gather_local_queues(), std::vector<VertexId>{3});
}

TEST_P(Operators, VertexMapCallsForEachVertexOfAnyFrontier) {
  const auto expect_calls = [&](const std::vector<VertexId>& expected, const auto& map) {
    std::vector<std::uint32_t> calls(n());
    map([&](VertexId v) { std::atomic_ref(calls[v]).fetch_add(1); });
    std::vector<std::uint32_t> wanted(n());
    for (const VertexId v : expected) ++wanted[v];
    EXPECT_EQ(calls, wanted);
  };
  const Frontier queue = Frontier::of(some());
  const Frontier bitmap = context_.to_bitmap(queue);
  expect_calls(everyone(), [&](auto f) { loop_.vertex_map(f); });
  expect_calls(everyone(), [&](auto f) { loop_.vertex_map(f, Frontier::all(n())); });
  expect_calls(some(), [&](auto f) { loop_.vertex_map(f, queue); });
  expect_calls(some(), [&](auto f) { loop_.vertex_map(f, bitmap); });
  expect_calls({}, [&](auto f) { loop_.vertex_map(f, Frontier()); });
}

TEST_P(Operators, VertexReduceAddsUp) {
  const auto value = [](VertexId v) { return 1.0 / (1 + v); };
  double expected = 0;
  for (VertexId v = 0; v < n(); ++v) expected += value(v);
  EXPECT_NEAR(loop_.vertex_reduce(value), expected, 1e-12 * expected);
  EXPECT_EQ(loop_.vertex_reduce([](VertexId v) { return static_cast<double>(v); }, std::vector<VertexId>{7, 7, 4}),
            18.0);
  EXPECT_EQ(loop_.vertex_reduce(value, {}), 0.0);
}

TEST_P(Operators, FilterListsWhatIsKeptInAscendingOrder) {
  const Frontier kept = loop_.filter([](VertexId v) { return v % 3 == 0; });
  EXPECT_EQ(listed(kept), sorted(some()));
  EXPECT_EQ(listed(loop_.filter([](VertexId) { return true; })), everyone());
  EXPECT_TRUE(loop_.filter([](VertexId) { return false; }).empty());
}

TEST_P(Operators, FilterListsWhatIsKeptOfAFrontier) {
  const auto is_third = [](VertexId v) { return v % 3 == 0; };
  const auto is_odd = [](VertexId v) { return v % 2 == 1; };
  const std::vector<VertexId> both = listed(loop_.filter([&](VertexId v) { return is_third(v) && is_odd(v); }));
  EXPECT_EQ(listed(loop_.filter(is_odd, loop_.filter(is_third))), both);
  EXPECT_EQ(listed(loop_.filter(is_third, loop_.filter(is_odd))), both);
  EXPECT_EQ(listed(loop_.filter(is_third, loop_.all())), listed(loop_.filter(is_third)));
  EXPECT_EQ(listed(loop_.filter(is_odd, loop_.unite(loop_.filter(is_third), loop_.filter(is_odd)))),
            listed(loop_.filter(is_odd)));
  EXPECT_TRUE(loop_.filter(is_odd, loop_.filter([](VertexId) { return false; })).empty());
}

TEST_P(Operators, UniteTakesTheVerticesOfEither) {
  std::vector<VertexId> evens;
  for (VertexId v = 0; v < n(); v += 2) evens.push_back(v);
  std::set<VertexId> both(evens.begin(), evens.end());
  for (const VertexId v : some()) both.insert(v);
  const auto expect_both = [&](Frontier&& a, Frontier&& b) {
    const Frontier united = loop_.unite(std::move(a), std::move(b));
    EXPECT_EQ(united.size(), both.size());
    EXPECT_EQ(listed(context_.to_queue(united)), std::vector<VertexId>(both.begin(), both.end()));
  };
  expect_both(Frontier::of(some()), Frontier::of(evens));
  expect_both(context_.to_bitmap(Frontier::of(some())), Frontier::of(evens));
  expect_both(context_.to_bitmap(Frontier::of(evens)), context_.to_bitmap(Frontier::of(some())));
  EXPECT_EQ(loop_.unite(Frontier::all(n()), Frontier::of({1, 1})).size(), n());
  EXPECT_TRUE(loop_.unite(Frontier(), Frontier()).empty());
}

/// Counts how often each position of an adjacency is visited.
struct CountVisits {
  std::map<std::pair<VertexId, VertexId>, int>* visits;
  std::mutex* mutex;
  void operator()(VertexId u, VertexId v) const {
    const std::lock_guard lock(*mutex);
    ++(*visits)[{u, v}];
  }
};
struct CountVisitsOfEven : CountVisits {
  [[nodiscard]] static bool sends(VertexId u) { return u % 2 == 0; }
};

TEST_P(Operators, EdgeApplyVisitsTheRanksOfEveryRow) {
  std::mutex mutex;
  for (const Side side : {Side::out, Side::in}) {
    const Adjacency& arcs = side == Side::out ? graph_.out : graph_.in;
    for (const EdgeRanks ranks : {EdgeRanks{}, EdgeRanks{0, 1}, EdgeRanks{2, 5}, EdgeRanks{3}, EdgeRanks{4, 4}}) {
      std::map<std::pair<VertexId, VertexId>, int> all;
      std::map<std::pair<VertexId, VertexId>, int> even;
      for (VertexId u = 0; u < n(); ++u) {
        const auto row = arcs.row(u);
        for (EdgeId e = ranks.first; e < std::min<EdgeId>(row.size(), ranks.last); ++e) {
          ++all[{u, row[e]}];
          if (u % 2 == 0) ++even[{u, row[e]}];
        }
      }
      std::map<std::pair<VertexId, VertexId>, int> visits;
      loop_.edge_apply(CountVisits{&visits, &mutex}, side, ranks);
      EXPECT_EQ(visits, all);
      visits.clear();
      loop_.edge_apply(CountVisitsOfEven{{&visits, &mutex}}, side, ranks);
      EXPECT_EQ(visits, even);
    }
  }
}

/// Opens every vertex before its edges, be there any or not, and whether or not it sends.
struct OpenFirst {
  std::uint32_t* opened;
  std::uint32_t* visited;
  std::uint32_t* early;  ///< edges that came before their vertex was opened
  void open(VertexId u) const { atomic_add(opened[u], 1U); }
  [[nodiscard]] static bool sends(VertexId u) { return u % 3 != 0; }
  void operator()(VertexId u, VertexId) const {
    atomic_add(visited[u], 1U);
    if (relaxed_load(opened[u]) == 0) atomic_add(*early, 1U);
  }
};

TEST_P(Operators, EdgeApplyOpensEveryVertexOnceBeforeItsEdges) {
  for (const Side side : {Side::out, Side::in}) {
    const Adjacency& arcs = side == Side::out ? graph_.out : graph_.in;
    ASSERT_TRUE(std::ranges::any_of(everyone(), [&](VertexId u) { return arcs.row(u).empty(); }));
    for (const EdgeRanks ranks : {EdgeRanks{}, EdgeRanks{0, 2}, EdgeRanks{3}, EdgeRanks{4, 4}}) {
      std::vector<std::uint32_t> expected(n());
      for (VertexId u = 0; u < n(); ++u) {
        const EdgeId length = OpenFirst::sends(u) ? arcs.row(u).size() : 0;
        expected[u] = static_cast<std::uint32_t>(std::min(length, ranks.last) - std::min(length, ranks.first));
      }
      std::vector<std::uint32_t> opened(n());
      std::vector<std::uint32_t> visited(n());
      std::uint32_t early = 0;
      loop_.edge_apply(OpenFirst{opened.data(), visited.data(), &early}, side, ranks);
      EXPECT_EQ(opened, std::vector<std::uint32_t>(n(), 1));
      EXPECT_EQ(visited, expected);
      EXPECT_EQ(early, 0U);
    }
  }
}

struct Answer {
  std::uint32_t* answers;
  [[nodiscard]] std::uint32_t message(VertexId u) const { return u % 5; }
  void update(VertexId v, std::uint32_t value) { answers[v] = value; }
};

TEST_P(Operators, EdgeModeTellsWhatMostNeighborsSend) {
  constexpr std::uint32_t nothing = 99;
  for (const bool both_sides : {false, true}) {
    std::vector<std::uint32_t> answers(n(), nothing);
    loop_.edge_mode(Answer{answers.data()}, both_sides);
    for (VertexId v = 0; v < n(); ++v) {
      std::map<std::uint32_t, int> times;
      for (const VertexId u : graph_.in.row(v)) ++times[u % 5];
      if (both_sides) {
        for (const VertexId u : graph_.out.row(v)) ++times[u % 5];
      }
      std::uint32_t expected = nothing;
      for (const auto& [value, count] : times) {
        if (expected == nothing || count > times[expected]) expected = value;
      }
      ASSERT_EQ(answers[v], expected) << v;
    }
  }
}

/// How many arcs come with each key, a byte a key, as far as that goes.
struct Group {
  using Combine = Sum;
  std::uint64_t* answers;
  [[nodiscard]] std::uint32_t key(VertexId u) const { return u % 5; }
  [[nodiscard]] std::uint64_t value(VertexId, std::uint32_t key, std::uint64_t arcs) { return arcs << 8 * key; }
  void update(VertexId v, std::uint64_t combined) { answers[v] = combined; }
};

TEST_P(Operators, EdgeGroupCountsArcsByKeysWhateverTheReceiversAre) {
  const Frontier queue = Frontier::of(some());
  const Frontier bitmap = context_.to_bitmap(queue);
  const Frontier all = loop_.all();
  const Frontier none;
  for (const bool both_sides : {false, true}) {
    for (const Frontier* receivers : {&all, &queue, &bitmap, &none}) {
      std::vector<std::uint64_t> expected(n());
      for (VertexId v = 0; v < n(); ++v) {
        if (receivers == &none || (receivers != &all && v % 3 != 0)) continue;
        for (const VertexId u : graph_.in.row(v)) expected[v] += std::uint64_t{1} << 8 * (u % 5);
        if (!both_sides) continue;
        for (const VertexId u : graph_.out.row(v)) expected[v] += std::uint64_t{1} << 8 * (u % 5);
      }
      std::vector<std::uint64_t> answers(n());
      loop_.edge_group(Group{answers.data()}, both_sides, *receivers);
      ASSERT_EQ(answers, expected) << both_sides << ", " << receivers->size();
    }
  }
}

TEST_P(Operators, LoopsWithinAreOverAnotherGraph) {
  Specimen other = specimen_of(zoo_graph("grid_17x19"));
  VertexId vertices = 0;
  std::uint64_t arcs = 0;
  const EdgeId before = context_.arcs_expanded;
  context_.trace.enabled = true;
  loop_.within(other.graph(), [&](Loop& loop) {
    vertices = loop.num_vertices();
    EXPECT_EQ(loop.threads(), loop_.threads());
    loop.edge_apply([&](VertexId, VertexId) { std::atomic_ref(arcs).fetch_add(1); });
  });
  EXPECT_EQ(vertices, other.num_vertices());
  EXPECT_EQ(arcs, other.graph().num_arcs());
  EXPECT_EQ(context_.arcs_expanded, before + arcs) << "what a loop within follows, the run has followed";
  ASSERT_EQ(context_.trace.steps().size(), 1U) << "and traced";
  EXPECT_EQ(context_.trace.steps().front().arcs, arcs);
}

TEST_P(Operators, IterationsWithinCount) {
  Specimen other = specimen_of(zoo_graph("grid_17x19"));
  const std::uint64_t before = context_.iterations;
  EXPECT_TRUE(loop_.next_iteration());
  loop_.within(other.graph(), [&](Loop& loop) {
    EXPECT_TRUE(loop.next_iteration());
    EXPECT_TRUE(loop.next_iteration());
  });
  EXPECT_EQ(context_.iterations, before + 3);
}

TEST_P(Operators, SharedNumbersAreRaised) {
  std::vector<std::uint64_t> largest(7);
  const Shared<std::uint64_t> shared(largest.data());
  loop_.vertex_map([shared](VertexId v) { shared[v % 7].raise_to(v); });
  for (VertexId i = 0; i < 7; ++i) EXPECT_EQ(largest[i] % 7, i);
  EXPECT_EQ(std::ranges::max(largest), n() - 1);
}

TEST_P(Operators, ArcsAreLookedUpInEitherDirection) {
  const ArcLookup out = loop_.arcs(Side::out);
  const ArcLookup in = loop_.arcs(Side::in);
  std::mt19937_64 random(3);
  for (int i = 0; i < 20'000; ++i) {
    const auto u = static_cast<VertexId>(random() % n());
    const auto v = static_cast<VertexId>(random() % 64);
    const auto row = graph_.out.row(u);
    const bool expected = std::ranges::find(row, v) != row.end();
    ASSERT_EQ(out.has(u, v), expected);
    ASSERT_EQ(in.has(v, u), expected);
  }
}

TEST_P(Operators, SharedNumbersAreAddedToByAllThreads) {
  std::vector<std::uint32_t> sums(7);
  const Shared<std::uint32_t> shared(sums.data());
  loop_.vertex_map([shared](VertexId v) { shared[v % 7].add(v); });
  std::vector<std::uint32_t> expected(7);
  for (VertexId v = 0; v < n(); ++v) expected[v % 7] += v;
  EXPECT_EQ(sums, expected);
}

TEST_P(Operators, IterationsAreCountedUpToTheLimit) {
  RunContext limited(graph_, {.max_iterations = 2});
  limited.begin_run();
  Loop loop(limited);
  EXPECT_TRUE(loop.next_iteration());
  EXPECT_TRUE(loop.next_iteration());
  EXPECT_FALSE(limited.stopped_early());
  EXPECT_FALSE(loop.next_iteration());
  EXPECT_TRUE(limited.stopped_early());
  EXPECT_EQ(limited.iterations, 2U);
  limited.begin_run();
  EXPECT_FALSE(limited.stopped_early());
  EXPECT_TRUE(loop.next_iteration());
}

TEST_P(Operators, PopReplacesTheFrontierByTheNextBucket) {
  Buckets buckets = loop_.buckets(10);
  for (VertexId v = 0; v < 100; ++v) buckets.push(static_cast<int>(v) % GetParam(), buckets.bucket_of(v), v);
  Frontier frontier;
  std::size_t pops = 0;
  for (; loop_.pop(buckets, frontier); ++pops) {
    std::vector<VertexId> expected(10);
    std::iota(expected.begin(), expected.end(), static_cast<VertexId>(10 * pops));
    EXPECT_EQ(sorted(listed(frontier)), expected);
  }
  EXPECT_EQ(pops, 10U);
  EXPECT_TRUE(frontier.empty());
}

}  // namespace
}  // namespace mg
