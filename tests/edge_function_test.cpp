// One step along edges, for every combination operator, with and without each optional member: pushed, pulled or
// gathered, from any kind of frontier, on any number of threads, it does what a loop over the edges does.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <vector>

#include "algorithms/built_in.hpp"
#include "engine/loop.hpp"
#include "hybrid/kernels.hpp"
#include "preprocess/building/tiles_builder.hpp"
#include "tests/edge_probe.hpp"
#include "tests/specimen.hpp"

namespace mg {
namespace {

constexpr Members none{};
constexpr Members all_members{true, true, true};
constexpr Members wants_only{.wants = true};
constexpr Members sends_only{.sends = true};
constexpr Members update_only{.update = true};
constexpr Members wants_and_update{.wants = true, .update = true};
constexpr Members both_ends{.ends = true};
constexpr Members all_and_both_ends{true, true, true, true};

using Probes =
    testing::Types<Probe<Min, std::uint32_t, NoWeight, none>, Probe<Min, std::uint32_t, std::uint32_t, all_members>,
                   Probe<Min, double, float, wants_only>, Probe<Max, std::uint32_t, NoWeight, sends_only>,
                   Probe<Max, float, float, update_only>, Probe<Max, std::int64_t, std::uint32_t, none>,
                   Probe<Or, std::uint64_t, NoWeight, none>, Probe<Or, std::uint32_t, std::uint32_t, all_members>,
                   Probe<Any, std::uint32_t, NoWeight, none>, Probe<First, std::uint32_t, NoWeight, update_only>,
                   Probe<Any, std::uint64_t, std::uint32_t, wants_and_update>,
                   Probe<Any, std::uint32_t, NoWeight, all_members>, Probe<Sum, std::uint32_t, NoWeight, none>,
                   Probe<Sum, double, float, all_members>, Probe<Sum, double, NoWeight, wants_and_update>,
                   Probe<Sum, float, std::uint32_t, update_only>, Probe<Min, std::uint32_t, NoWeight, both_ends>,
                   Probe<Sum, std::uint32_t, std::uint32_t, all_and_both_ends>,
                   Probe<Any, std::uint32_t, NoWeight, both_ends>, Probe<Max, double, float, both_ends>>;

/// Everything that a probe points to, drawn anew from a seed.
template <class F>
struct Bench {
  using V = ValueOf<F>;
  std::vector<V> states, cells;
  std::vector<std::uint8_t> wanted, sending;
  std::vector<std::uint32_t> updates;

  /// Sums stay below 2^24, so that they are exact in every type and any order. With Any most cells are empty, and some
  /// senders have nothing to say.
  Bench(VertexId n, std::uint64_t seed) : states(n), cells(n), wanted(n), sending(n), updates(n) {
    std::mt19937_64 random(seed);
    constexpr bool any = takes_any<typename F::Combine>;
    for (VertexId v = 0; v < n; ++v) {
      states[v] = static_cast<V>(random() % 1000);
      cells[v] = static_cast<V>(random() % 1000);
      if (any && random() % 4 != 0) cells[v] = Any::identity<V>();
      if (any && !is_weighted<F> && random() % 4 == 0) states[v] = Any::identity<V>();
      wanted[v] = static_cast<std::uint8_t>(random());
      sending[v] = static_cast<std::uint8_t>(random());
    }
  }

  F function() {
    F f;
    f.states = states.data();
    f.cells = cells.data();
    f.wanted = wanted.data();
    f.sending = sending.data();
    f.updates = updates.data();
    return f;
  }
};

Graph with_real_weights(Graph graph) {
  for (Adjacency* arcs : {&graph.out, &graph.in}) {
    const auto& integers = std::get<Array<std::uint32_t>>(arcs->weights);
    auto reals = Array<float>::uninitialized(integers.size());
    std::ranges::copy(integers, reals.begin());
    arcs->weights = std::move(reals);
  }
  return graph;
}

/// The same with weights that take 16 bits in tiles where they took eight.
Graph with_larger_weights(Graph graph) {
  for (Adjacency* arcs : {&graph.out, &graph.in}) {
    const auto& weights = std::get<Array<std::uint32_t>>(arcs->weights);
    auto larger = Array<std::uint32_t>::uninitialized(weights.size());
    std::ranges::transform(weights, larger.begin(), [](std::uint32_t weight) { return 10 * weight; });
    arcs->weights = std::move(larger);
  }
  return graph;
}

/// The frontiers that a step starts from: a set of vertices and a frontier of it.
struct Start {
  std::string name;
  std::vector<bool> members;
  Frontier frontier;
};

std::vector<Start> starts_of(RunContext& context) {
  const VertexId n = context.graph.num_vertices();
  std::mt19937_64 random(9);
  std::vector<bool> half(n);
  std::vector<VertexId> listed;
  for (VertexId v = 0; v < n; ++v) {
    half[v] = random() % 2 == 0;
    if (half[v]) listed.push_back(v);
  }
  std::ranges::shuffle(listed, random);
  std::vector<bool> one(n);
  one[n / 2] = true;
  Frontier bitmap = context.to_bitmap(Frontier::of(listed));

  std::vector<Start> starts;
  starts.push_back({"nobody", std::vector<bool>(n), Frontier()});
  starts.push_back({"one", one, Frontier::of({n / 2})});
  starts.push_back({"half, queue", half, Frontier::of(listed)});
  starts.push_back({"half, bitmap", half, std::move(bitmap)});
  starts.push_back({"all", std::vector<bool>(n, true), Frontier::all(n)});
  return starts;
}

/// The ways in which a step with a cell may be run.
template <class F>
std::vector<RunOptions> ways_of_a_step() {
  std::vector<RunOptions> ways{
      {.engine = "sparse", .schedule = parse_schedule("direction=push,dedup=none")},
      {.engine = "sparse", .schedule = parse_schedule("direction=push,balance=edge,dedup=bitmap")},
      {.engine = "sparse", .schedule = parse_schedule("direction=pull")},
      {.engine = "sparse", .schedule = parse_schedule("direction=optimized")}};
  if (ComesApart<F>) ways.push_back({.engine = "dense"});
  return ways;
}

std::vector<VertexId> listed(RunContext& context, const Frontier& frontier) {
  const Frontier queue = context.to_queue(frontier);
  return {queue.queue().begin(), queue.queue().end()};
}

template <class F>
class EdgeStepOf : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_built_in(); }

  using V = ValueOf<F>;
  static constexpr bool any = takes_any<typename F::Combine>;

  /// A skewed directed graph, large enough for threads, and a small even one.
  static std::vector<Graph> graphs() {
    std::vector<Graph> graphs;
    for (const char* name : {"rmat_directed", "road"}) graphs.push_back(large_specimen(name).graph());
    graphs.front() = with_larger_weights(std::move(graphs.front()));
    graphs.push_back(specimen_of(zoo_graph("weighted_rmat_directed")).graph());
    if constexpr (std::is_same_v<WeightOf<F>, float>) {
      for (Graph& graph : graphs) graph = with_real_weights(graph);
    }
    return graphs;
  }

  /// What is left at the vertices. With Any the cell holds one of the messages, whichever came first.
  static void expect_left(const std::vector<Arrivals<V>>& expected, const Bench<F>& bench,
                          const std::vector<V>& before) {
    for (VertexId v = 0; v < expected.size(); ++v) {
      if (any && expected[v].changed) {
        ASSERT_NE(std::ranges::count(expected[v].messages, bench.cells[v]), 0) << v;
        ASSERT_NE(bench.cells[v], before[v]) << v;
      } else {
        ASSERT_EQ(bench.cells[v], expected[v].cell) << v;
      }
    }
  }

  /// Update is called once for each vertex that changed; a push with Min, Max or Or may call it more often.
  static void expect_updates(const std::vector<Arrivals<V>>& expected, const Bench<F>& bench, bool once) {
    for (VertexId v = 0; v < expected.size(); ++v) {
      const std::uint32_t least = F::has.update && expected[v].changed ? 1 : 0;
      ASSERT_GE(bench.updates[v], least) << v;
      if (once || least == 0) {
        ASSERT_EQ(bench.updates[v], least) << v;
      }
    }
  }

  static void expect_joined(const std::vector<Arrivals<V>>& expected, std::vector<VertexId> joined, bool each_once) {
    std::ranges::sort(joined);
    const auto repeats = std::unique(joined.begin(), joined.end());
    if (each_once) {
      EXPECT_EQ(joined.end() - repeats, 0);
    }
    joined.erase(repeats, joined.end());
    std::vector<VertexId> joining;
    for (VertexId v = 0; v < expected.size(); ++v) {
      if (expected[v].joins) joining.push_back(v);
    }
    EXPECT_EQ(joined, joining);
  }
};

TYPED_TEST_SUITE(EdgeStepOf, Probes);

TYPED_TEST(EdgeStepOf, IsTheSamePushedAndPulledAsEdgeByEdge) {
  using F = TypeParam;
  for (const Graph& graph : this->graphs()) {
    for (RunOptions way : ways_of_a_step<F>()) {
      for (const int threads : {1, 3}) {
        way.threads = threads;
        RunContext context(graph, way);
        context.begin_run();
        Loop loop(context);
        for (const Side side : {Side::out, Side::in}) {
          for (const Start& start : starts_of(context)) {
            SCOPED_TRACE(start.name + ", " + way.engine + " " + to_text(way.schedule) + ", " + std::to_string(threads) +
                         " threads, " + (side == Side::out ? "out" : "in"));
            Bench<F> bench(graph.num_vertices(), 5);
            const auto before = bench.cells;
            const auto expected = expected_step(bench.function(), graph, start.members, side);
            Frontier next = loop.edge_map(bench.function(), start.frontier, side);

            const bool pulled = next.kind() == Frontier::Kind::bitmap;
            const bool once = pulled || this->any || !F::Combine::idempotent;
            this->expect_left(expected, bench, before);
            this->expect_updates(expected, bench, once);
            this->expect_joined(expected, listed(context, next),
                                once || context.schedule.asked().first.dedup == Dedup::bitmap);
            if (next.arcs != Frontier::unknown_arcs) {
              const Adjacency& arcs = side == Side::out ? graph.out : graph.in;
              EXPECT_EQ(next.arcs, count_arcs(arcs, next, threads));
            }
            loop.recycle(std::move(next));
            if (testing::Test::HasFailure()) return;
          }
        }
      }
    }
  }
}

TYPED_TEST(EdgeStepOf, IsTheSameGathered) {
  using F = TypeParam;
  for (const Graph& graph : this->graphs()) {
    const std::vector<bool> everyone(graph.num_vertices(), true);
    for (const auto& [engine, threads] : {std::pair{"sparse", 1}, {"sparse", 3}, {"dense", 1}, {"dense", 3}}) {
      if (!ComesApart<F> && std::string_view(engine) == "dense") continue;
      RunContext context(graph, {.engine = engine, .threads = threads});
      context.begin_run();
      for (const Side side : {Side::out, Side::in}) {
        for (const Start& receivers : starts_of(context)) {
          SCOPED_TRACE(receivers.name);
          Bench<F> bench(graph.num_vertices(), 6);
          const auto before = bench.cells;
          // Messages against the side that is gathered along are those along the other.
          auto expected = expected_step(bench.function(), graph, everyone, side == Side::out ? Side::in : Side::out);
          for (VertexId v = 0; v < expected.size(); ++v) {
            if (!receivers.members[v]) expected[v] = {.messages = {}, .cell = before[v]};
          }
          Loop(context).gather(bench.function(), receivers.frontier, side);
          this->expect_left(expected, bench, before);
          this->expect_updates(expected, bench, true);
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

/// With priorities, what changes goes into buckets: what a cell holds, or what is said of that.
using Hasten = Probe<Min, std::uint32_t, std::uint32_t, none>;
struct HastenByHalf : Hasten {
  [[nodiscard]] static double priority(std::uint32_t held) { return held / 2.0; }
};

TEST(EdgeStepIntoBuckets, PutsEveryChangedVertexWhereItsPriorityBelongs) {
  register_built_in();
  Specimen specimen = large_specimen("rmat_directed");
  const Graph& graph = specimen.graph();
  for (const char* schedule : {"direction=push", "direction=pull,dedup=bitmap", "balance=edge"}) {
    for (const int threads : {1, 3}) {
      RunContext context(graph, {.schedule = parse_schedule(schedule), .threads = threads});
      context.begin_run();
      Loop loop(context);
      Bench<Hasten> bench(graph.num_vertices(), 7);
      const auto expected =
          expected_step(bench.function(), graph, std::vector<bool>(graph.num_vertices(), true), Side::out);
      Buckets buckets = loop.buckets(64);
      loop.edge_map(bench.function(), Frontier::all(graph.num_vertices()), buckets);

      std::vector<bool> waits(expected.size());
      Frontier due;
      while (loop.pop(buckets, due)) {
        for (const VertexId v : due.queue()) {
          EXPECT_LE(expected[v].cell / 64, buckets.current()) << "an entry is never due before its priority";
          if (expected[v].cell / 64 == buckets.current()) waits[v] = true;
        }
      }
      for (VertexId v = 0; v < expected.size(); ++v) ASSERT_EQ(waits[v], expected[v].changed) << v;
    }
  }
}

/// A sum that says when its receivers are reached.
struct CountPaths {
  using Combine = Stamped<Sum>;
  std::uint64_t* paths;
  Stamp stamp;
  [[nodiscard]] std::uint64_t message(VertexId source) const { return paths[source]; }
  [[nodiscard]] std::uint64_t& cell(VertexId v) { return paths[v]; }
};

/// Senders were reached before, so that what they send does not change while it is read. Of the others, some were
/// reached before, some by another step of the same level, and some of the senders have nothing to send.
TEST(AStampedSum, IsTakenInTheStepThatReachesAVertexAndInNoLaterOne) {
  register_built_in();
  constexpr std::int32_t level = 3;
  for (const char* name : {"rmat_directed", "road"}) {
    Specimen specimen = large_specimen(name);
    const Graph& graph = specimen.graph();
    const VertexId n = graph.num_vertices();
    for (RunOptions way : ways_of_a_step<Hasten>()) {
      for (const int threads : {1, 3}) {
        way.threads = threads;
        RunContext context(graph, way);
        context.begin_run();
        Loop loop(context);
        for (const Side side : {Side::out, Side::in}) {
          for (const Start& start : starts_of(context)) {
            SCOPED_TRACE(std::string(name) + ", " + start.name + ", " + way.engine + " " + to_text(way.schedule) +
                         ", " + std::to_string(threads) + " threads, " + (side == Side::out ? "out" : "in"));
            std::mt19937_64 random(11);
            std::vector<std::int32_t> levels(n, not_stamped);
            std::vector<std::uint64_t> paths(n, 0);
            for (VertexId v = 0; v < n; ++v) {
              const bool is_empty = random() % 4 == 0;
              const std::uint64_t drawn = random() % 8;
              if (start.members[v]) levels[v] = level - 1;
              if (!start.members[v] && drawn < 2) levels[v] = drawn == 0 ? level - 2 : level;
              if (levels[v] != not_stamped && !is_empty) paths[v] = random() % 1000 + 1;
            }
            std::vector<std::int32_t> right_levels = levels;
            std::vector<std::uint64_t> right_paths = paths;
            std::vector<VertexId> joining;
            const Adjacency& into = side == Side::out ? graph.in : graph.out;
            for (VertexId v = 0; v < n; ++v) {
              if (levels[v] != not_stamped && levels[v] != level) continue;
              std::uint64_t sum = 0;
              for (const VertexId u : into.row(v)) sum += start.members[u] ? paths[u] : 0;
              right_paths[v] += sum;
              if (sum == 0) continue;
              right_levels[v] = level;
              if (levels[v] == not_stamped) joining.push_back(v);
            }

            const std::vector<std::int32_t> before = levels;
            const Frontier next = loop.edge_map(CountPaths{paths.data(), {levels.data(), level}}, start.frontier, side);
            EXPECT_EQ(levels, right_levels);
            EXPECT_EQ(paths, right_paths);
            std::vector<VertexId> joined = listed(context, next);
            std::erase_if(joined, [&](VertexId v) { return before[v] == level; });  // they have joined already
            std::ranges::sort(joined);
            EXPECT_EQ(joined, joining);
            if (testing::Test::HasFailure()) return;
          }
        }
      }
    }
  }
}

/// Level by level, as a search does: whoever was reached takes nothing from later levels, nor from its own.
TEST(AStampedSum, CountsShortestPaths) {
  register_built_in();
  Specimen specimen = large_specimen("rmat_directed");
  const Graph& graph = specimen.graph();
  const VertexId n = graph.num_vertices();
  const VertexId source = 40;
  std::vector<std::int32_t> right_levels(n, not_stamped);
  std::vector<std::uint64_t> right_paths(n, 0);
  right_levels[source] = 0;
  right_paths[source] = 1;
  std::vector<VertexId> queue{source};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const VertexId u = queue[i];
    for (const VertexId v : graph.out.row(u)) {
      if (right_levels[v] == not_stamped) {
        right_levels[v] = right_levels[u] + 1;
        queue.push_back(v);
      }
      if (right_levels[v] == right_levels[u] + 1) right_paths[v] += right_paths[u];
    }
  }
  ASSERT_GT(right_levels[queue.back()], 2);
  for (RunOptions way : ways_of_a_step<Hasten>()) {
    for (const int threads : {1, 3}) {
      SCOPED_TRACE(way.engine + " " + to_text(way.schedule) + ", " + std::to_string(threads) + " threads");
      way.threads = threads;
      RunContext context(graph, way);
      context.begin_run();
      Loop loop(context);
      std::vector<std::int32_t> levels(n, not_stamped);
      std::vector<std::uint64_t> paths(n, 0);
      levels[source] = 0;
      paths[source] = 1;
      Frontier frontier = loop.single(source);
      for (std::int32_t level = 1; !frontier.empty(); ++level) {
        loop.replace(frontier, loop.edge_map(CountPaths{paths.data(), {levels.data(), level}}, frontier));
        ASSERT_EQ(frontier.size(), static_cast<std::size_t>(std::ranges::count(right_levels, level))) << level;
      }
      EXPECT_EQ(levels, right_levels);
      EXPECT_EQ(paths, right_paths);
    }
  }
}

/// Has no cell: receivers own their values.
struct CountSenders {
  using Value = std::uint64_t;
  using Combine = Sum;
  const std::uint8_t* wanted;
  std::uint64_t* counts;
  [[nodiscard]] Value message(VertexId) const { return 1; }
  [[nodiscard]] bool wants(VertexId v) const { return wanted[v] % 2 == 1; }
  [[nodiscard]] bool update(VertexId v, Value count) {
    counts[v] = count;
    return count > 3;
  }
};

TEST(AFunctionWithoutACell, IsPulledWhateverTheSchedule) {
  register_built_in();
  Specimen specimen = large_specimen("rmat_directed");
  const Graph& graph = specimen.graph();
  const VertexId n = graph.num_vertices();
  for (const RunOptions& options : {RunOptions{.schedule = parse_schedule("direction=push"), .threads = 3},
                                    RunOptions{.schedule = parse_schedule("direction=pull"), .threads = 3},
                                    RunOptions{.schedule = parse_schedule("direction=optimized"), .threads = 3},
                                    RunOptions{.engine = "dense", .threads = 3}}) {
    RunContext context(graph, options);
    context.begin_run();
    Loop loop(context);
    for (const Start& start : starts_of(context)) {
      std::vector<std::uint8_t> wanted(n);
      for (VertexId v = 0; v < n; ++v) wanted[v] = v % 5 == 0 ? 0 : 1;
      std::vector<std::uint64_t> counts(n, 99);
      const Frontier next = loop.edge_map(CountSenders{wanted.data(), counts.data()}, start.frontier);
      std::vector<VertexId> joining;
      for (VertexId v = 0; v < n; ++v) {
        const auto senders = std::ranges::count_if(graph.in.row(v), [&](VertexId u) { return start.members[u]; });
        ASSERT_EQ(counts[v], wanted[v] == 0 ? 99U : static_cast<std::uint64_t>(senders)) << v;
        if (wanted[v] != 0 && senders > 3) joining.push_back(v);
      }
      EXPECT_EQ(listed(context, next), joining);
    }
  }
}

/// A reduction with a cell, which collects over calls, and one without.
struct Collect {
  using Value = double;
  using Combine = Sum;
  const double* states;
  double* cells;
  [[nodiscard]] Value message(VertexId source) const { return states[source]; }
  [[nodiscard]] Value& cell(VertexId v) { return cells[v]; }
  [[nodiscard]] bool wants(VertexId v) const { return v % 7 != 0; }
  [[nodiscard]] double update(VertexId, Value total) { return total; }
};
struct LargestNeighbor {
  using Combine = Max;
  struct Further {
    using Weight = std::uint32_t;
    [[nodiscard]] std::uint32_t operator()(std::uint32_t sent, Weight weight) const {
      return sent == 0 ? 0 : sent - 1 + weight;
    }
  };
  Further along{};
  [[nodiscard]] std::uint32_t message(VertexId source) const { return source + 1; }
  [[nodiscard]] double update(VertexId, std::uint32_t largest) { return largest; }
};

TEST(AReduction, AddsUpWhatUpdateReturnsForEveryVertexThatIsWanted) {
  register_built_in();
  Specimen specimen = large_specimen("rmat_directed");
  const Graph& graph = specimen.graph();
  const VertexId n = graph.num_vertices();
  std::vector<double> states(n);
  std::mt19937_64 random(3);
  for (double& state : states) state = static_cast<double>(random() % 1000);
  for (const Side side : {Side::out, Side::in}) {
    const Adjacency& into = side == Side::out ? graph.in : graph.out;
    double expected = 0;
    double expected_largest = 0;
    std::vector<double> left(n, 1);
    for (VertexId v = 0; v < n; ++v) {
      std::uint32_t largest = 0;
      for (EdgeId e = into.offsets[v]; e < into.offsets[v + 1]; ++e) {
        const VertexId u = into.neighbors[e];
        largest = std::max(largest, u + std::get<Array<std::uint32_t>>(into.weights)[e]);
        if (v % 7 != 0) left[v] += states[u];
      }
      if (v % 7 != 0) expected += left[v];
      expected_largest += largest;
    }
    for (const char* engine : {"sparse", "dense"}) {
      for (const int threads : {1, 2, 7}) {
        RunContext context(graph, {.engine = engine, .threads = threads});
        context.begin_run();
        std::vector<double> cells(n, 1);
        EXPECT_EQ(Loop(context).edge_reduce(Collect{states.data(), cells.data()}, side), expected);
        EXPECT_EQ(cells, left);
        EXPECT_EQ(Loop(context).edge_reduce(LargestNeighbor{}, side), expected_largest);
      }
    }
  }
}

/// What is sent is made of what the sender holds, with and without a message and a weight.
struct OneAfterTheOther {
  using Combine = Min;
  std::uint32_t* cells;
  [[nodiscard]] static std::uint32_t message(VertexId, std::uint32_t held) { return held + 10; }
  [[nodiscard]] std::uint32_t& cell(VertexId v) { return cells[v]; }
};
struct Spread {
  using Combine = Min;
  std::uint32_t* cells;
  [[nodiscard]] std::uint32_t& cell(VertexId v) { return cells[v]; }
};
struct SpreadAlong {
  using Combine = Min;
  std::uint32_t* cells;
  AddWeight<Min, std::uint32_t> along{};
  [[nodiscard]] std::uint32_t& cell(VertexId v) { return cells[v]; }
};

/// Senders hold least, so that nothing reaches them while they send.
TEST(HeldMessages, AreOfWhatTheSenderHolds) {
  register_built_in();
  Specimen specimen = large_specimen("rmat_directed");
  const Graph graph = with_larger_weights(Graph(specimen.graph()));
  const VertexId n = graph.num_vertices();
  const auto expect_sent = [&]<class F>(const RunOptions& way, F (*make)(std::uint32_t*), auto&& sent) {
    RunContext context(graph, way);
    context.begin_run();
    Loop loop(context);
    for (const Start& start : starts_of(context)) {
      std::vector<std::uint32_t> cells(n);
      for (VertexId v = 0; v < n; ++v) cells[v] = start.members[v] ? 5 : 1000 + v % 100;
      std::vector<std::uint32_t> expected = cells;
      const auto& weights = std::get<Array<std::uint32_t>>(graph.out.weights);
      for (VertexId u = 0; u < n; ++u) {
        if (!start.members[u]) continue;
        for (EdgeId e = graph.out.offsets[u]; e < graph.out.offsets[u + 1]; ++e) {
          std::uint32_t& cell = expected[graph.out.neighbors[e]];
          cell = std::min(cell, sent(std::uint32_t{5}, weights[e]));
        }
      }
      loop.recycle(loop.edge_map(make(cells.data()), start.frontier));
      EXPECT_EQ(cells, expected) << start.name << ", " << way.engine << " " << to_text(way.schedule);
    }
  };
  for (const RunOptions& way : ways_of_a_step<Hasten>()) {
    expect_sent(
        way, +[](std::uint32_t* cells) { return OneAfterTheOther{cells}; },
        [](std::uint32_t held, std::uint32_t) { return held + 10; });
    expect_sent(
        way, +[](std::uint32_t* cells) { return Spread{cells}; },
        [](std::uint32_t held, std::uint32_t) { return held; });
    expect_sent(
        way, +[](std::uint32_t* cells) { return SpreadAlong{cells}; },
        [](std::uint32_t held, std::uint32_t weight) { return held + weight; });
  }
}

/// A weighted function that does not say what its messages are made of.
struct WholeMessages {
  using Value = std::uint32_t;
  using Combine = Min;
  using Weight = std::uint32_t;
  Value* cells;
  [[nodiscard]] Value message(VertexId source, Weight weight) const { return source + weight; }
  [[nodiscard]] Value& cell(VertexId v) { return cells[v]; }
};

TEST(TheDenseEngine, RefusesWhatItCannotRunAndSaysWhatToDo) {
  register_built_in();
  Specimen specimen = large_specimen("rmat_directed");
  const VertexId n = specimen.num_vertices();
  RunContext context(specimen.graph(), {.engine = "dense"});
  context.begin_run();
  Loop loop(context);
  const auto refused = [](const char* part, auto&& run) {
    try {
      run();
      ADD_FAILURE() << "not refused: " << part;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::wrong_use);
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  std::vector<std::uint32_t> cells(n, no_vertex);
  refused("by a relation `along`", [&] { static_cast<void>(loop.edge_map(WholeMessages{cells.data()}, loop.all())); });
  Bench<Hasten> bench(n, 7);
  Buckets buckets = loop.buckets(64);
  refused("priority buckets", [&] { loop.edge_map(bench.function(), loop.all(), buckets); });
}

/// Sums of doubles that travel as floats.
struct Narrow {
  using Combine = Sum;
  const float* states;
  double* sums;
  [[nodiscard]] float message(VertexId source) const { return states[source]; }
  [[nodiscard]] bool update(VertexId v, double sum) {
    sums[v] = sum;
    return sum > 0;
  }
};

TEST(ANarrowWire, LosesNothingButItsOwnPrecision) {
  register_built_in();
  Specimen specimen = large_specimen("rmat_directed");
  const Graph& graph = specimen.graph();
  const VertexId n = graph.num_vertices();
  std::mt19937_64 random(4);
  std::vector<float> states(n);
  for (float& state : states) state = static_cast<float>(random() % 1'000'000) / 1000;
  std::vector<double> exact(n, 0);
  std::vector<std::vector<double>> found;
  for (const auto& [engine, threads] : {std::pair{"sparse", 1}, {"dense", 1}, {"dense", 2}, {"dense", 7}}) {
    RunContext context(graph, {.engine = engine, .threads = threads});
    context.begin_run();
    std::vector<double> sums(n, -1);
    static_cast<void>(Loop(context).edge_map(Narrow{states.data(), sums.data()}, Frontier::all(n)));
    found.push_back(sums);
  }
  for (VertexId v = 0; v < n; ++v) ASSERT_NEAR(found[1][v], found[0][v], 1e-7 * found[0][v]) << v;
  EXPECT_EQ(found[2], found[1]) << "to the last bit, whatever the number of threads";
  EXPECT_EQ(found[3], found[1]);
}

/// Frontiers that come and go leave panels idle whose partials were used by another function before.
TEST(TheDenseEngine, RemembersWhichPanelsAreIdleAndForWhom) {
  register_built_in();
  Specimen specimen = large_specimen("rmat_directed");
  Graph graph = specimen.graph("random:2");
  graph.tiles = std::make_shared<const Tiles>(
      build_tiles(graph.in, graph.num_vertices(), {.panel_columns = 512, .group_rows = 128}, 2));
  const VertexId n = graph.num_vertices();
  using Smallest = Probe<Min, std::uint32_t, NoWeight, none>;
  using Total = Probe<Sum, std::uint32_t, NoWeight, none>;
  RunContext context(graph, {.engine = "dense", .threads = 2});
  context.begin_run();
  Loop loop(context);
  std::mt19937_64 random(8);
  for (int round = 0; round < 60; ++round) {
    std::vector<bool> members(n);
    std::vector<VertexId> listed;
    for (const std::uint64_t last = random() % 40; listed.size() < last;) {
      listed.push_back(static_cast<VertexId>(random() % n));
      members[listed.back()] = true;
    }
    const auto expect_right = [&]<class F>(F) {
      Bench<F> bench(n, 9);
      const auto expected = expected_step(bench.function(), graph, members, Side::out);
      loop.recycle(loop.edge_map(bench.function(), Frontier::of(listed)));
      for (VertexId v = 0; v < n; ++v) ASSERT_EQ(bench.cells[v], expected[v].cell) << v << " in round " << round;
    };
    if (random() % 3 == 0)
      expect_right(Total{});
    else
      expect_right(Smallest{});
  }
}

}  // namespace
}  // namespace mg
