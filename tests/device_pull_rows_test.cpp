// Pulls on a GPU that leave rows early, whose lightest arcs come first. Skipped, saying why, where there is no GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/sssp.hpp"
#include "tests/device_pulls.hpp"
#include "tests/specimen.hpp"

namespace mg {
namespace {

/// Receivers below 1000 have rows of chosen lengths, among them those at which kernels change their ways. The heaviest
/// arc of each comes from vertex 0. Others have a few arcs.
constexpr VertexId num_rows = 6000;
template <class Weight>
ZooGraph graph_of_rows(bool wide_weights) {
  std::mt19937_64 random(5);
  ZooGraph graph{.name = "rows", .n = num_rows, .directed = true, .edges = {}, .weights = {}};
  std::vector<Weight> weights;
  const auto light = [&] {
    if (!wide_weights) return static_cast<Weight>(random() % 50);
    return static_cast<Weight>(random() % 4 == 0 ? random() % 4 : random() % 1'000'000);
  };
  const auto add = [&](std::uint32_t from, std::uint32_t to, Weight weight) {
    graph.edges.emplace_back(from, to);
    weights.push_back(weight);
  };
  std::uint32_t receiver = 100;
  for (const std::uint32_t length : {0,  1,  3,  4,  5,  15, 16, 17,  18,  19,   20,   31,   32,   33,
                                     36, 47, 48, 49, 79, 80, 81, 255, 256, 2047, 2048, 2049, 2304, 5000}) {
    receiver += 7;
    for (std::uint32_t i = 1; i < length; ++i) add(1000 + (receiver * 17 + i) % 5000, receiver, light());
    if (length > 0) add(0, receiver, wide_weights ? 1'000'000 : 60);
  }
  for (std::uint32_t v = 1000; v < num_rows; v += 3) {
    for (std::uint32_t i = 0; i < random() % 8; ++i)
      add(1 + i * 97 + static_cast<std::uint32_t>(random() % 90), v, light());
    if (v % 2 == 0) add(0, v, 60);
  }
  graph.weights = std::move(weights);
  return graph;
}

/// What a probe starts from.
template <class F>
struct Bench {
  using V = ValueOf<F>;
  std::vector<V> offers, cells;
  V best;

  /// Vertex 0 offers the best, and others something that is worse by more than `gap`.
  Bench(VertexId n, int gap) : offers(n), cells(n) {
    std::mt19937_64 random(11);
    constexpr bool grows = std::is_same_v<typename F::Combine, Min>;
    best = grows ? 51 : 5000;
    for (V& offer : offers) {
      const V more = static_cast<V>(gap + static_cast<int>(random() % 100));
      offer = grows ? best + more : best - more;
    }
    offers[0] = best;
    std::ranges::fill(cells, F::Combine::template identity<V>());
  }
  [[nodiscard]] F function(V* of_cells, std::uint32_t* updates) {
    return {.offers = offers.data(), .cells = of_cells, .updates = updates, .along = {best}};
  }
};

template <class V>
struct Expected {
  std::vector<V> cells;
  std::vector<std::uint32_t> updates;
  Vertices joined;
};

/// A pull, arc by arc.
template <class F>
Expected<ValueOf<F>> serial_pull(F f, const std::vector<ValueOf<F>>& cells, const Adjacency& arcs,
                                 const Vertices& from) {
  Expected<ValueOf<F>> after{.cells = cells, .updates = std::vector<std::uint32_t>(cells.size()), .joined = {}};
  for (VertexId v = 0; v < cells.size(); ++v) {
    if (!is_wanted(f, v)) continue;
    for (EdgeId e = arcs.offsets[v]; e < arcs.offsets[v + 1]; ++e) {
      const VertexId u = arcs.neighbors[e];
      if constexpr (HasSends<F>) {
        if (!f.sends(u)) continue;
      }
      if (!from.contains(u)) continue;
      const auto message = message_of(f, u, std::get<Array<WeightOf<F>>>(arcs.weights)[e]);
      after.cells[v] = F::Combine::combine(after.cells[v], message);
    }
    if (after.cells[v] == cells[v]) continue;
    if (F::is_picky) after.updates[v] = 1;
    if (F::joins(v)) after.joined.insert(v);
  }
  return after;
}

template <class F>
class DeviceReaches : public DevicePulls {
 protected:
  using V = ValueOf<F>;

  /// One step by rows with their lightest arcs first, and one by rows as they are.
  void expect_both(const DeviceFrontier& from, const Vertices& members, Side side, Bench<F>& bench) {
    const Expected<V> expected =
        serial_pull(bench.function(bench.cells.data(), nullptr), bench.cells, this->rows(opposite(side)), members);
    for (const Schedule& schedule : {no_layout, plain}) {
      const OnDevice<V> offers(this->device_, bench.offers);
      const OnDevice<V> cells(this->device_, bench.cells);
      const OnDevice<std::uint32_t> updates(this->device_, std::vector<std::uint32_t>(bench.cells.size()));
      F f = bench.function(cells.data(), updates.data());
      f.offers = offers.data();
      const Stepped done = this->step(Direction::pull, from, side, f, schedule);
      SCOPED_TRACE(done.chosen);
      EXPECT_EQ(done.chosen, schedule == plain ? "pull" : "pull, lightest first");
      EXPECT_EQ(cells.values(), expected.cells);
      EXPECT_EQ(updates.values(), expected.updates);
      ASSERT_EQ(this->members_of(done.to), expected.joined);
      EXPECT_EQ(done.to.size(), expected.joined.size());
      EdgeId arcs = 0;
      for (const VertexId v : expected.joined) arcs += this->rows(side).row(v).size();
      EXPECT_EQ(this->gpu_->known_arcs(done.to, side), arcs);
    }
  }

  /// Cells that hold nothing, something good, or just what the best message would bring, in turn.
  void hold_something(Bench<F>& bench, const Vertices& members, Side side) {
    const auto best =
        serial_pull(bench.function(bench.cells.data(), nullptr), bench.cells, this->rows(opposite(side)), members);
    std::mt19937_64 random(13);
    for (VertexId v = 0; v < bench.cells.size(); ++v) {
      const V less = static_cast<V>(random() % 100);
      constexpr bool grows = std::is_same_v<typename F::Combine, Min>;
      if (v % 3 == 1) bench.cells[v] = grows ? bench.best + less : bench.best - less;
      if (v % 3 == 2) bench.cells[v] = best.cells[v];
    }
  }
};

using Probes =
    testing::Types<probe::Worsen<Min, std::uint32_t, std::uint32_t, false>, probe::Worsen<Max, float, float, true>,
                   probe::Worsen<Max, std::uint32_t, std::uint32_t, true>, probe::Worsen<Min, double, float, false>>;
TYPED_TEST_SUITE(DeviceReaches, Probes);

/// All weights are less than what anybody may have to say, and the best comes along the last arc of each row.
TYPED_TEST(DeviceReaches, FindWhatComesAlongTheLastArc) {
  Specimen specimen = specimen_of(graph_of_rows<WeightOf<TypeParam>>(false));
  this->open(specimen.graph());
  const Vertices all = this->everybody();
  Bench<TypeParam> bench(num_rows, 200);
  this->expect_both(DeviceFrontier::all(num_rows), all, Side::out, bench);
  this->hold_something(bench, all, Side::out);
  this->expect_both(DeviceFrontier::all(num_rows), all, Side::out, bench);
}

TYPED_TEST(DeviceReaches, LeaveRowsWithoutLosingAMessage) {
  Specimen specimen = specimen_of(graph_of_rows<WeightOf<TypeParam>>(true));
  this->open(specimen.graph());
  Vertices half;
  for (VertexId v = 0; v < num_rows; ++v) {
    if (v * 7919 % 13 < 6) half.insert(half.end(), v);
  }
  Bench<TypeParam> empty(num_rows, 1);
  this->expect_both(this->map_of(half, gpu::MapForm::bitmap), half, Side::out, empty);
  Bench<TypeParam> bench(num_rows, 1);
  this->hold_something(bench, half, Side::out);
  this->expect_both(this->queue_of(half), half, Side::out, bench);
  this->expect_both(this->queue_of({0}), {0}, Side::out, bench);
  this->expect_both(this->queue_of({}), {}, Side::out, bench);
}

TYPED_TEST(DeviceReaches, ReadFrontiersOfEveryForm) {
  Specimen specimen = specimen_of(graph_of_rows<WeightOf<TypeParam>>(false));
  this->open(specimen.graph());
  Vertices members;
  for (VertexId v = 0; v < num_rows; v += 3) members.insert(members.end(), v);
  Bench<TypeParam> bench(num_rows, 1);
  this->hold_something(bench, members, Side::out);
  for (const gpu::MapForm form : {gpu::MapForm::bytemap, gpu::MapForm::counter}) {
    this->expect_both(this->map_of(members, form), members, Side::out, bench);
  }
}

TYPED_TEST(DeviceReaches, FollowArcsBackwards) {
  ZooGraph turned = graph_of_rows<WeightOf<TypeParam>>(true);
  for (auto& [source, target] : turned.edges) std::swap(source, target);
  Specimen specimen = specimen_of(turned);
  this->open(specimen.graph());
  Bench<TypeParam> bench(num_rows, 1);
  this->expect_both(DeviceFrontier::all(num_rows), this->everybody(), Side::in, bench);
  this->expect_both(DeviceFrontier::all(num_rows), this->everybody(), Side::out, bench);
}

/// Of arcs that better nothing no message is asked for.
TEST_F(DevicePulls, RowsAreLeftAtTheFirstArcThatReachesNobody) {
  Specimen specimen = specimen_of(graph_of_rows<std::uint32_t>(true));
  open(specimen.graph());
  constexpr std::uint32_t held = 3;
  std::uint32_t reaching = 0;
  for (const std::uint32_t weight : std::get<Array<std::uint32_t>>(graph_->in.weights)) reaching += weight + 1 < held;
  const auto asked = [&](std::uint32_t in_cells, const Schedule& schedule) {
    const OnDevice<std::uint32_t> cells(device_, std::vector<std::uint32_t>(num_rows, in_cells));
    const OnDevice<std::uint32_t> count(device_, {0});
    const probe::CountAsked f{.cells = cells.data(), .along = {count.data()}};
    static_cast<void>(step(Direction::pull, DeviceFrontier::all(num_rows), Side::out, f, schedule));
    return count.values().front();
  };
  EXPECT_EQ(asked(held, plain), graph_->num_arcs()) << "the control";
  EXPECT_GT(reaching, 1000U);
  EXPECT_GT(asked(held, no_layout), 0U);
  EXPECT_LE(asked(held, no_layout), reaching);
  EXPECT_EQ(asked(1, no_layout), 0U) << "nothing can be better";
}

/// No GPU is needed: what a length promises is what sums keep.
TEST(RelaxReaches, WhomASumMayBetter) {
  const Flag no_flag(nullptr);
  const Plus<std::uint32_t> f{no_flag};
  EXPECT_TRUE(f.reaches(4, std::uint32_t{5}));
  EXPECT_FALSE(f.reaches(5, std::uint32_t{5})) << "at best as near";
  EXPECT_FALSE(f.reaches(6, std::uint32_t{5}));
  EXPECT_FALSE(f.reaches(0, std::uint32_t{0}));
  constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  EXPECT_TRUE(f.reaches(most, std::uint32_t{most})) << "a sum that does not fit must be seen";
  EXPECT_FALSE(f.reaches(most, std::uint32_t{most} - 1));
  EXPECT_TRUE(f.reaches(most, std::uint64_t{most} + 1));
  EXPECT_FALSE(f.reaches(most, std::uint64_t{most}));
  const Plus<float> real{no_flag};
  EXPECT_TRUE(real.reaches(0.5F, 0.75));
  EXPECT_FALSE(real.reaches(0.75F, 0.75));
}

class DeviceShortestPaths : public OnAGpu, public testing::WithParamInterface<std::string> {};

TEST_P(DeviceShortestPaths, ArePulledAsTheOracleFindsThem) {
  Specimen specimen = specimen_of(with_weights(zoo_graph(GetParam())));
  const std::string last = std::to_string(specimen.num_vertices() - 1);
  for (const char* engine : {"sparse", "hybrid"}) {
    for (const char* arcs : {"forward", "backward"}) {
      for (const std::string& source : {std::string("0"), last}) {
        for (const char* schedule : {"driver=launched,direction=pull", "direction=pull"}) {
          expect_right(
              specimen,
              {.algorithm = "sssp", .parameters = {{"method", "bellman-ford"}, {"arcs", arcs}}, .sources = {source}},
              {.engine = engine, .schedule = parse_schedule(schedule)});
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Zoo, DeviceShortestPaths,
                         testing::Values("weighted_detour", "weighted_zeros", "weighted_some_zeros", "weighted_grid",
                                         "weighted_rmat_directed", "weighted_largest", "weighted_large", "real_grid",
                                         "real_rmat_directed", "star", "star_in", "two_vertices_apart", "rmat_10"),
                         name_of_text);

TEST_F(OnAGpu, ShortestPathsArePulledLightestFirstUnlessALayoutIsNamed) {
  Specimen specimen = specimen_of(zoo_graph("weighted_rmat"));
  for (const auto& [schedule, kernel] : {std::pair("driver=launched,direction=pull", "pull, lightest first"),
                                         std::pair("driver=launched,direction=pull,layout=csr", "pull")}) {
    const RunReport report = run_program(
        specimen.graph(),
        {.algorithm = "sssp",
         .parameters = {{"method", "bellman-ford"}},
         .sources = {"0"},
         .options = {.engine = "sparse", .schedule = parse_schedule(schedule), .device = "cuda", .trace = true}});
    EXPECT_EQ(problem_of(specimen.graph(), specimen.right(), report), "");
    ASSERT_FALSE(engine_steps(report).empty());
    for (const TraceStep& step : engine_steps(report)) EXPECT_EQ(step.kernel, kernel);
  }
}

}  // namespace
}  // namespace mg
