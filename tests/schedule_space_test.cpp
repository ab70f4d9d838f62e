// The schedules that there are: counted, named, and drawn to be run against the references.
#include "sparse/schedule_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "engine/registry.hpp"
#include "sparse/layouts/push_layout.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/zoo.hpp"

namespace mg {
namespace {

/// A search, and what it finds in a queue: as breadth-first search takes them.
ProgramSteps search_steps() {
  return {.taken = {{.stops_early = true, .has_cell = true}, {.pattern = Pattern::gather}}, .loops = {"Round"}};
}

TEST(ScheduleSpace, HoldsTheProductOfItsPieces) {
  const ScheduleSpace space(search_steps());
  const auto layouts = registered_layouts();
  const std::uint64_t rows = static_cast<std::uint64_t>(std::ranges::count(layouts, true, &Layout::has_receiver_rows));
  const auto lists = static_cast<std::uint64_t>(
      std::ranges::count_if(layouts, [](const Layout* layout) { return layout->push->lists_arcs(); }));
  const auto balancers = registered_balancers();
  const auto numbering = static_cast<std::uint64_t>(std::ranges::count(balancers, Needs::ranks, &Balancer::needs));
  constexpr std::uint64_t emissions = 4 * 3 + 3 + 3;  // queues by dedup and aggregate, unfused ones by marks, maps
  constexpr std::uint64_t culled = 3;                 // queues by aggregate, but not where arcs of rows are numbered
  constexpr std::uint64_t block_sizes = 4;
  constexpr std::uint64_t drivers = 2;  // that go by steps, and as many that do not
  const std::uint64_t by_steps =
      layouts.size() * balancers.size() * (emissions + culled) - (layouts.size() - lists) * numbering * culled;
  constexpr std::uint64_t emissions_of_loops = 3 + 3 + 3;  // queues by dedup, unfused ones by marks, maps
  const std::uint64_t by_loops = layouts.size() * balancers.size() * emissions_of_loops;
  const std::uint64_t pushes = (by_steps + by_loops) * block_sizes * drivers;
  EXPECT_EQ(space.count(), 2 * pushes + rows * 4 * 2 * drivers) << "push and optimized, and pulls by frontiers";
  EXPECT_GT(space.count(), 30'000U);
}

TEST(ScheduleSpace, NamesEachPointOnce) {
  const ScheduleSpace space(search_steps());
  std::set<std::string> texts;
  std::uint64_t points = 0;
  space.for_each([&](const Schedule& point) {
    ++points;
    const std::string text = space.text(point);
    ASSERT_EQ(parse_schedule(text), HybridSchedule(point)) << text;
    texts.insert(text);
  });
  EXPECT_EQ(texts.size(), points);
}

TEST(ScheduleSpace, ASampleIsDrawnAgainByItsSeed) {
  const ScheduleSpace space(search_steps());
  const auto drawn = space.sample(50, 7);
  EXPECT_EQ(drawn, space.sample(50, 7));
  EXPECT_NE(drawn, space.sample(50, 8));
  EXPECT_EQ(std::set<std::string>(drawn.begin(), drawn.end()).size(), 50U);
  const ScheduleSpace reductions({.taken = {{.pattern = Pattern::reduce, .sums = true}}});
  EXPECT_EQ(reductions.sample(1'000'000, 1).size(), reductions.count());
}

/// Labels improve again and again: a queue that lists a vertex repeatedly has no numbers of its arcs.
TEST(ScheduleSpace, LeavesOutWhatAPushRefuses) {
  const ScheduleSpace labels({.taken = {{.has_cell = true}}, .loops = {"Round"}});
  std::uint64_t along_lists = 0;
  labels.for_each([&](const Schedule& point) {
    if (point.dedup != Dedup::none || point.balance != "strict") return;
    EXPECT_TRUE(point.layout == "coo" || point.layout == "blocked" || point.layout == "hyb" || point.layout == "dia");
    ++along_lists;
  });
  EXPECT_GT(along_lists, 0U) << "a list of arcs is numbered by itself";
  EXPECT_LT(labels.count(), ScheduleSpace(search_steps()).count());
}

TEST(ScheduleSpace, PairsAreOfStepsFromFrontiers) {
  const ScheduleSpace searches(search_steps());
  EXPECT_GT(searches.count_pairs(), 100'000'000U);
  for (const std::string& text : searches.sample_pairs(20, 3)) {
    const HybridSchedule pair = parse_schedule(text);
    ASSERT_EQ(pair.num_parts(), 2U) << text;
    EXPECT_NE(pair.first, pair.part(1)) << text;
  }
  const ScheduleSpace reductions({.taken = {{.pattern = Pattern::reduce, .sums = true}}});
  EXPECT_EQ(reductions.count_pairs(), 0U);
  EXPECT_TRUE(reductions.sample_pairs(3, 1).empty());
}

TEST(ScheduleSpace, APointSaysNothingThatIsNotRead) {
  const ScheduleSpace pulls({.taken = {{.pattern = Pattern::reduce, .sums = true}}});
  pulls.for_each([&](const Schedule& point) {
    const bool pushes = std::ranges::any_of(registered_layouts(), [&](const Layout* layout) {
      return layout->name == point.layout && !layout->has_receiver_rows;
    });
    EXPECT_EQ(point.balance != automatic_piece, pushes) << to_text(point);
    EXPECT_EQ(point.dedup, Dedup::automatic);
  });
}

/// An algorithm, and which of so many draws: most of the time goes into compiling, which draws do side by side.
constexpr int draws = 4;
using DrawOf = std::tuple<std::string, int>;
class DrawnSchedules : public OnAGpu, public testing::WithParamInterface<DrawOf> {};

/// Of a draw. As many as a run of all tests has time for where the GPU is emulated, and more with MG_TEST_POINTS.
std::size_t num_points() {
  constexpr std::size_t usual = 300 / draws;
  constexpr std::size_t emulated = 1;
  if (const char* given = std::getenv("MG_TEST_POINTS")) return std::stoull(given);
  return on_an_emulated_gpu() ? emulated : usual;
}

/// Every point of an algorithm's space is one that it takes, and gives the right answer by; and so are pairs of them.
TEST_P(DrawnSchedules, GiveTheRightAnswers) {
  const char* given = std::getenv("MG_TEST_SEED");
  const std::uint64_t seed = given != nullptr ? std::stoull(given) : std::random_device{}();
  fmt::print("MG_TEST_SEED={} draws these again\n", seed);
  std::vector<Specimen> graphs;
  for (const char* name : {"duplicates", "cliques_and_bridge", "real_rmat_directed", "star_out"}) {
    graphs.push_back(specimen_of(with_weights(zoo_graph(name))));
  }
  std::string name = std::get<std::string>(GetParam());
  std::ranges::replace(name, '_', '-');
  const AlgorithmEntry algorithm = find_algorithm(name);
  const auto program = algorithm.make(graphs.front().graph(), Parameters(algorithm.info.parameters, {}));
  const ScheduleSpace space(program->steps(true).value());
  std::vector<std::string> drawn = space.sample(num_points(), seed);
  std::ranges::copy(space.sample_pairs(std::max<std::size_t>(num_points() / 3, 1), seed), std::back_inserter(drawn));
  for (const std::string& text : drawn) {
    for (Specimen& graph : graphs) {
      expect_right(graph, {.algorithm = name}, {.engine = "sparse", .schedule = parse_schedule(text)});
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, DrawnSchedules,
                         testing::Combine(testing::Values("bfs", "sssp", "cc_label", "pagerank", "pagerank_delta"),
                                          testing::Range(1, draws + 1)),
                         [](const testing::TestParamInfo<DrawOf>& test) {
                           return std::get<0>(test.param) + "_" + std::to_string(std::get<1>(test.param));
                         });

}  // namespace
}  // namespace mg
