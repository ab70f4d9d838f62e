// Drivers change how the iterations of a loop follow each other on a GPU, never what they find. Skipped, saying why,
// where there is no GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/registry.hpp"
#include "engine/schedule/schedule.hpp"
#include "hybrid/kernels.hpp"
#include "tests/frontier_arcs_probe.hpp"
#include "tests/generator_specs.hpp"
#include "tests/loop_probes.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/specimen.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

/// Every algorithm with a loop over a frontier, on a graph of n vertices.
std::vector<RunRequest> looping_requests(VertexId n) {
  std::vector<RunRequest> requests{{.algorithm = "cc-label"}, {.algorithm = "pagerank-delta"}, {.algorithm = "scc"}};
  if (n == 0) return requests;
  const std::string middle = std::to_string(n / 2);
  requests.push_back({.algorithm = "closeness", .sources = {"0", middle}});
  requests.push_back({.algorithm = "diameter", .parameters = {{"searches", "2"}}, .sources = {middle}});
  requests.push_back({.algorithm = "bfs", .sources = {middle}});
  requests.push_back({.algorithm = "bfs", .parameters = {{"arcs", "backward"}}});
  requests.push_back({.algorithm = "sssp", .sources = {middle}});
  requests.push_back({.algorithm = "sssp", .parameters = {{"method", "bellman-ford"}}});
  requests.push_back({.algorithm = "bc", .sources = {"0", middle}});
  return requests;
}

/// Every algorithm that repeats reductions over the whole graph, on a graph of n vertices.
std::vector<RunRequest> repeating_requests(VertexId n) {
  std::vector<RunRequest> requests{{.algorithm = "pagerank"},
                                   {.algorithm = "pagerank", .parameters = {{"iterations", "3"}}},
                                   {.algorithm = "pagerank", .parameters = {{"definition", "gap"}}},
                                   {.algorithm = "hits", .parameters = {{"tolerance", "1e-3"}}},
                                   {.algorithm = "hits", .parameters = {{"iterations", "2"}}},
                                   {.algorithm = "salsa", .parameters = {{"iterations", "2"}}},
                                   {.algorithm = "mis"},
                                   {.algorithm = "katz"},
                                   {.algorithm = "eigenvector", .parameters = {{"tolerance", "1e-3"}}}};
  if (n == 0) return requests;
  requests.push_back({.algorithm = "ppr", .sources = {"0"}});  // isolated in some of the zoo
  requests.push_back({.algorithm = "pagerank", .parameters = {{"personalization", "0:1"}}});
  requests.push_back({.algorithm = "ppr", .parameters = {{"iterations", "4"}}, .sources = {std::to_string(n / 2)}});
  return requests;
}

class EveryDriver : public OnAGpu, public testing::WithParamInterface<std::string> {
 protected:
  static RunOptions options(const std::string& more = "") {
    return {.schedule = parse_schedule("driver=" + GetParam() + more), .device = "cuda"};
  }
  /// The zoo; on an emulated GPU, where it takes minutes, every other animal, so that each meets two of the drivers.
  static std::vector<ZooGraph> share_of_zoo() {
    if (!on_an_emulated_gpu()) return zoo();
    const bool odd = GetParam() == "launched" || GetParam() == "graph";
    std::vector<ZooGraph> share;
    for (std::size_t i = odd ? 1 : 0; i < zoo().size(); i += 2) share.push_back(zoo()[i]);
    return share;
  }
  /// Which have loops over frontiers launched, so that no driver may be asked for.
  static RunOptions deterministic_options() { return {.device = "cuda", .deterministic = true}; }
  static RunOptions stopping_after(std::uint64_t iterations) {
    RunOptions limited = options();
    limited.max_iterations = iterations;
    return limited;
  }
};

TEST_P(EveryDriver, IsRightOnTheWholeZoo) {
  for (const ZooGraph& animal : share_of_zoo()) {
    Specimen specimen = specimen_of(with_weights(animal));
    for (const RunRequest& request : looping_requests(specimen.num_vertices())) {
      expect_right(specimen, request, options());
    }
  }
}

TEST_P(EveryDriver, RepeatsReductionsOnTheWholeZoo) {
  for (const ZooGraph& animal : share_of_zoo()) {
    Specimen specimen = specimen_of(animal);
    for (const RunRequest& request : repeating_requests(specimen.num_vertices())) {
      expect_right(specimen, request, options());
    }
  }
}

/// Rows that are cut into pieces: those of hubs whose arcs lead both ways, to them, and from them.
TEST_P(EveryDriver, RepeatsReductionsOverHubs) {
  constexpr VertexId leaves = 9'000;
  GeneratorSpec from_hub = spec_of(GeneratorKind::star, leaves + 1);
  from_hub.directed = true;
  std::vector<Specimen> specimens;
  specimens.push_back(large_specimen("rmat_directed"));
  specimens.push_back(generated_specimen("hub", spec_of(GeneratorKind::star, leaves + 1)));
  specimens.push_back(generated_specimen("hub_directed", from_hub));
  for (Specimen& specimen : specimens) {
    for (const char* algorithm : {"pagerank", "ppr", "hits"}) {
      expect_right(specimen, {.algorithm = algorithm, .parameters = {{"iterations", "4"}}}, options());
    }
  }
  for (const bool directed : {false, true}) {
    for (const std::uint32_t between : {400U, 9'000U}) {
      Specimen patient = specimen_of(patient_hubs(directed, between));
      expect_right(patient, {.algorithm = "mis"}, options());
    }
  }
}

TEST_P(EveryDriver, RepeatsReductionsOnLargerGraphs) {
  for (Specimen& specimen : large_specimens()) {
    for (const RunRequest& request : repeating_requests(specimen.num_vertices())) {
      expect_right(specimen, request, options());
    }
  }
}

TEST_P(EveryDriver, IsRightOnLargerGraphs) {
  std::vector<Specimen> specimens = large_specimens();
  for (const VertexId size : {1 << 12, 1 << 14}) {
    specimens.push_back(generated_specimen("rmat_" + std::to_string(size), spec_of(GeneratorKind::rmat, size)));
  }
  for (Specimen& specimen : specimens) {
    for (const RunRequest& request : looping_requests(specimen.num_vertices())) {
      expect_right(specimen, request, options());
    }
    for (const char* delta : {",delta=1", ",delta=1000"}) {
      expect_right(specimen, {.algorithm = "sssp"}, options(delta));
    }
  }
}

/// The frontier of a million leaves is more than the lists of all blocks hold.
TEST_P(EveryDriver, EnduresAHub) {
  constexpr VertexId leaves = 1'000'000;
  static Specimen hub = generated_specimen("hub", spec_of(GeneratorKind::star, leaves + 1));
  const Graph& graph = hub.graph();
  for (const bool from_hub : {true, false}) {
    const std::string source = from_hub ? "max-degree" : "7";
    const RunReport report = run_program(graph, {.algorithm = "bfs", .sources = {source}, .options = options()});
    const auto levels = in_file_order<std::int64_t>(graph, report.program->results().front());
    EXPECT_EQ(std::ranges::count(levels, 0), 1);
    EXPECT_EQ(std::ranges::count(levels, 1), from_hub ? leaves : 1);
    EXPECT_EQ(std::ranges::count(levels, 2), from_hub ? 0 : leaves - 1);
  }
  const RunReport labels = run_program(graph, {.algorithm = "cc-label", .options = options()});
  const auto components = in_file_order<std::int64_t>(graph, labels.program->results().front());
  EXPECT_EQ(std::ranges::count(components, 0), leaves + 1);
}

TEST_P(EveryDriver, TakesSeveralSourcesInOneRun) {
  Specimen graph = large_specimen("rmat");
  expect_right(graph, {.algorithm = "bc", .sources = {"0", "1", "17", "400", "8000"}}, options());
}

/// What is kept from one run to the next fits the next one: the last of several runs is the one that is compared.
TEST_P(EveryDriver, RunsAgainFromAnotherSource) {
  Specimen graph = large_specimen("road");
  for (const char* algorithm : {"bfs", "sssp"}) {
    std::vector<std::string> sources;
    for (const char* source : {"40", "3", "1000", "77", "40"}) {
      sources.emplace_back(source);
      expect_right(graph, {.algorithm = algorithm, .sources = sources, .runs = 3}, options());
    }
  }
}

TEST_P(EveryDriver, StopsAtTheLimitAndSaysSo) {
  Specimen path = large_specimen("path");
  const Graph& graph = path.graph("random:1");  // else labels run along it in one iteration
  const std::vector<RunRequest> requests{{.algorithm = "bfs", .sources = {"0"}},
                                         {.algorithm = "sssp", .sources = {"0"}},
                                         {.algorithm = "sssp", .parameters = {{"method", "bellman-ford"}}},
                                         {.algorithm = "bc", .sources = {"0"}},
                                         {.algorithm = "cc-label"},
                                         {.algorithm = "pagerank-delta"},
                                         {.algorithm = "pagerank"},
                                         {.algorithm = "ppr"},
                                         {.algorithm = "hits"}};
  for (RunRequest request : requests) {
    for (const std::uint64_t limit : {0, 1, 2, 7}) {
      request.options = stopping_after(limit);
      request.validate = true;
      const RunReport report = run_program(graph, request);
      EXPECT_EQ(report.runs.front().iterations, limit) << request.algorithm;
      EXPECT_TRUE(report.runs.front().stopped_early()) << request.algorithm << ", " << limit;
      EXPECT_FALSE(report.verdict) << request.algorithm << ": " << report.verdict->problem;
      EXPECT_NE(report.not_validated, "") << request.algorithm << ", " << limit;
    }
  }
}

TEST_P(EveryDriver, IsNotStoppedByALimitThatItReachesWithItsLastIteration) {
  Specimen path = large_specimen("path");
  for (const char* algorithm : {"bfs", "bc"}) {
    RunRequest request{.algorithm = algorithm, .sources = {"0"}, .options = options()};
    const std::uint64_t needed = run_program(path.graph(), request).runs.front().iterations;
    EXPECT_EQ(needed, path.num_vertices());
    request.options = stopping_after(needed);
    EXPECT_FALSE(run_program(path.graph(), request).runs.front().stopped_early()) << algorithm;
    request.options = stopping_after(needed - 1);
    EXPECT_TRUE(run_program(path.graph(), request).runs.front().stopped_early()) << algorithm;
  }
}

TEST_P(EveryDriver, StopsARepetitionThatIsNotOver) {
  Specimen road = large_specimen("road");
  for (const char* algorithm : {"pagerank", "ppr", "hits"}) {
    RunRequest request{.algorithm = algorithm, .parameters = {{"iterations", "4"}}};
    for (const std::uint64_t limit : {3, 4, 5}) {
      request.options = stopping_after(limit);
      const TimedRun run = run_program(road.graph(), request).runs.front();
      EXPECT_EQ(run.stopped_early(), limit < 4) << algorithm << ", " << limit;
      EXPECT_EQ(run.iterations, std::min<std::uint64_t>(limit, 4)) << algorithm << ", " << limit;
      const EdgeId each = request.algorithm == "hits" ? 2 * road.graph().num_arcs() : road.graph().num_arcs();
      EXPECT_EQ(run.edges_traversed, run.iterations * each) << algorithm << ", " << limit;
    }
  }
}

TEST_P(EveryDriver, AddsUpInAnOrderOfItsOwn) {
  Specimen specimen = large_specimen("rmat");
  for (const char* algorithm : {"pagerank", "ppr", "hits"}) {
    RunRequest request{.algorithm = algorithm, .parameters = {{"iterations", "5"}}, .options = options()};
    request.options.deterministic = true;
    std::vector<std::vector<double>> found;
    for (int run = 0; run < 2; ++run) {
      const ResultColumn column = run_program(specimen.graph(), request).program->results().front();
      found.push_back(in_file_order<double>(specimen.graph(), column));
    }
    EXPECT_EQ(found[0], found[1]) << algorithm;
  }
}

TEST_P(EveryDriver, LeavesTheLevelsUpToTheLimit) {
  for (const char* name : {"path", "road", "rmat", "star"}) {
    Specimen specimen = large_specimen(name);
    const Graph& graph = specimen.graph();
    const std::vector<std::int64_t>& levels = specimen.right().levels(40);
    for (const std::int64_t limit : {0, 1, 2, 3, 100}) {
      const RunReport report = run_program(
          graph, {.algorithm = "bfs", .sources = {"40"}, .options = stopping_after(static_cast<std::uint64_t>(limit))});
      std::vector<std::int64_t> expected = levels;
      for (std::int64_t& level : expected) level = level > limit ? -1 : level;
      EXPECT_EQ(in_file_order<std::int64_t>(graph, report.program->results().front()), expected)
          << name << ", " << limit;
    }
  }
}

/// A sweep back goes through as much of a loop as there was.
TEST_P(EveryDriver, SweepsBackThroughALoopThatWasStopped) {
  for (const char* name : {"path", "road", "rmat"}) {
    Specimen specimen = large_specimen(name);
    const Graph& graph = specimen.graph();
    for (const std::uint64_t limit : {1, 2, 5}) {
      RunRequest request{.algorithm = "bc", .sources = {"40"}, .options = stopping_after(limit)};
      const RunReport here = run_program(graph, request);
      request.options = {.max_iterations = limit};
      const RunReport on_cpu = run_program(graph, request);
      const auto found = in_file_order<double>(graph, here.program->results().front());
      const auto expected = in_file_order<double>(graph, on_cpu.program->results().front());
      for (std::size_t v = 0; v < expected.size(); ++v) {
        ASSERT_NEAR(found[v], expected[v], 1e-9 * (1 + expected[v])) << name << ", " << limit << ", vertex " << v;
      }
    }
  }
}

TEST_P(EveryDriver, IsTheOneThatTheTraceNames) {
  if (GetParam() == "adaptive") GTEST_SKIP() << "two drivers take turns";
  const bool stays = GetParam() != "launched";
  Specimen road = large_specimen("road");
  for (const char* algorithm : {"bfs", "sssp", "cc-label"}) {
    RunRequest request{.algorithm = algorithm, .options = options()};
    request.options.trace = true;
    const RunReport report = run_program(road.graph(), request);
    EXPECT_EQ(report.substitution, "");
    std::uint64_t expected = 1;
    for (const TraceStep& step : report.trace.steps()) {
      if (step.operation != "iterate") continue;
      EXPECT_EQ(step.driver, GetParam()) << algorithm;
      EXPECT_EQ(step.reason, "the schedule says " + GetParam());
      EXPECT_EQ(step.iteration, expected++);
      EXPECT_GT(step.vertices, 0U);
    }
    EXPECT_EQ(expected, stays ? report.runs.front().iterations + 1 : 1) << algorithm;
  }
}

TEST_P(EveryDriver, IsTheOneThatTheTraceOfARepetitionNames) {
  const bool adapts = GetParam() == "adaptive";
  for (const char* name : {"road", "star"}) {
    Specimen specimen = large_specimen(name);
    const bool stays = adapts ? std::string(name) == "road" : GetParam() != "launched";
    for (const char* algorithm : {"pagerank", "ppr", "hits"}) {
      RunRequest request{.algorithm = algorithm, .parameters = {{"iterations", "4"}}, .options = options()};
      request.options.engine = "sparse";
      request.options.trace = true;
      const RunReport report = run_program(specimen.graph(), request);
      EXPECT_EQ(report.substitution, "");
      std::uint64_t repeated = 0;
      for (const TraceStep& step : report.trace.steps()) {
        if (step.operation != "repeat") continue;
        EXPECT_EQ(step.driver, adapts ? "fused" : GetParam()) << algorithm;
        EXPECT_EQ(step.reason, adapts ? "no row is long" : "the schedule says " + GetParam());
        EXPECT_EQ(step.iteration, ++repeated);
        EXPECT_EQ(step.vertices, specimen.num_vertices());
        EXPECT_EQ(step.arcs % specimen.graph().num_arcs(), 0U);
      }
      EXPECT_EQ(repeated, stays ? 4U : 0U) << algorithm << " on " << name;
    }
  }
}

class AdaptiveDriver : public OnAGpu {};

TEST_F(AdaptiveDriver, StaysOnTheGpuOnceAnIterationHasDoneWithoutTiles) {
  Specimen road = large_specimen("road");
  RunRequest request{.algorithm = "pagerank", .parameters = {{"iterations", "6"}}};
  request.options = {.engine = "hybrid", .device = "cuda", .trace = true};
  const RunReport report = run_program(road.graph(), request);
  std::uint64_t launched = 0;
  std::uint64_t repeated = 0;
  std::string_view engine;
  for (const TraceStep& step : report.trace.steps()) {
    if (step.operation == "repeat") {
      EXPECT_EQ(engine, "sparse");
      ++repeated;
    } else if (step.operation == "edge_reduce") {
      EXPECT_EQ(repeated, 0U);
      engine = step.engine;
      ++launched;
    }
  }
  EXPECT_GE(launched, 1U);
  EXPECT_EQ(launched + repeated, 6U);
}

const std::string probes_text = read_file(MG_SOURCE_DIR "/tests/loop_probes.hpp");

/// A step that nobody waits for is seen by whoever reads what it has written: in the same iteration, in the next one,
/// one element of it, and another step.
class EveryReader : public EveryDriver {
 protected:
  static void SetUpTestSuite() {
    register_built_in();
    register_algorithm<probe::QuietSearch>({.name = "tests/loop_probes.hpp", .text = probes_text});
    register_algorithm<probe::SentSearch>({.name = "tests/loop_probes.hpp", .text = probes_text});
    static const std::string follow_text = read_file(MG_SOURCE_DIR "/tests/frontier_arcs_probe.hpp");
    register_algorithm<probe::FollowFrontiers>({.name = "tests/frontier_arcs_probe.hpp", .text = follow_text});
  }

  static void expect_seen(Specimen& specimen, std::size_t source) {
    const Graph& graph = specimen.graph();
    const std::vector<std::int64_t>& levels = specimen.right().levels(source);
    const std::int64_t depth = std::ranges::max(levels);
    ASSERT_GT(depth, 1) << specimen.name();
    for (const std::string reader : {"map-next", "vertex-map", "load", "next-step"}) {
      const RunReport report = run_program(graph, {.algorithm = "quiet-search",
                                                   .parameters = {{"reader", reader}},
                                                   .sources = {std::to_string(source)},
                                                   .options = options()});
      std::vector<std::int64_t> notes(levels.size(), 0);
      if (reader == "load") {
        for (std::int64_t i = 0; i <= depth; ++i) notes[static_cast<std::size_t>(i)] = std::min(i + 1, depth);
      } else if (reader != "next-step") {
        for (std::size_t v = 0; v < notes.size(); ++v) notes[v] = levels[v] + 1;
      }
      const auto results = report.program->results();
      EXPECT_EQ(in_file_order<std::int64_t>(graph, results[0]), levels) << specimen.name() << ", " << reader;
      EXPECT_EQ(in_file_order<std::int64_t>(graph, results[1]), notes) << specimen.name() << ", " << reader;
    }
  }
};

TEST_P(EveryReader, SeesWhatAQuietSearchHasWritten) {
  for (const char* name : {"path", "road", "grid", "rmat", "star"}) {
    Specimen specimen = large_specimen(name);
    expect_seen(specimen, 40);
  }
}

TEST_P(EveryReader, SeesWhatASmallQuietSearchHasWritten) {
  Specimen grid = generated_specimen("small_grid", extent_of(GeneratorKind::grid, 30, 30));
  expect_seen(grid, 0);
  Specimen rmat = generated_specimen("small_rmat", spec_of(GeneratorKind::rmat, 1 << 10));
  expect_seen(rmat, 1);
}

/// Arcs that a search's frontiers are followed along and against: how many come to each vertex, and the largest number
/// at the other end, and one.
struct Followed {
  std::vector<std::int64_t> along, along_largest, against, against_largest;
};

Followed followed_by(const Graph& graph, const std::vector<std::int64_t>& levels) {
  const VertexId n = graph.num_vertices();
  Followed right{std::vector<std::int64_t>(n), std::vector<std::int64_t>(n), std::vector<std::int64_t>(n),
                 std::vector<std::int64_t>(n)};
  const auto note = [](std::vector<std::int64_t>& counts, std::vector<std::int64_t>& largest, VertexId at,
                       VertexId by) {
    ++counts[at];
    largest[at] = std::max<std::int64_t>(largest[at], by + 1);
  };
  for (VertexId u = 0; u < n; ++u) {
    for (const VertexId v : graph.out.row(u)) {
      const VertexId from = graph.to_file(u);
      const VertexId to = graph.to_file(v);
      if (levels[from] >= 0) note(right.along, right.along_largest, to, u);
      const bool is_reached = levels[from] >= 0 && levels[from] <= levels[to] + 1;
      if (levels[to] >= 0 && is_reached) note(right.against, right.against_largest, from, v);
    }
  }
  return right;
}

TEST_P(EveryReader, FollowsTheArcsOfAFrontier) {
  for (const std::string name : {"rmat", "rmat_directed", "grid", "star", "duplicates"}) {
    Specimen specimen =
        name == "duplicates" ? specimen_of(zoo_graph(name), DuplicatePolicy::keep) : large_specimen(name);
    const Graph& graph = specimen.graph();
    const Followed right = followed_by(graph, specimen.right().levels(0));
    for (const std::string device : {"cuda", "cpu"}) {
      RunOptions on = options();
      on.device = device;
      if (device == "cpu") on.schedule = {};
      const RunReport report = run_program(
          graph, {.algorithm = "follow-frontiers", .sources = {graph.name(graph.from_file(0))}, .options = on});
      const auto results = report.program->results();
      EXPECT_EQ(in_file_order<std::int64_t>(graph, results.at(1)), right.along) << name << " on " << device;
      EXPECT_EQ(in_file_order<std::int64_t>(graph, results.at(2)), right.along_largest) << name << " on " << device;
      EXPECT_EQ(in_file_order<std::int64_t>(graph, results.at(3)), right.against) << name << " on " << device;
      EXPECT_EQ(in_file_order<std::int64_t>(graph, results.at(4)), right.against_largest) << name << " on " << device;
    }
  }
}

/// A path, and a star at the end of a short one.
Specimen tailed(const std::string& name, VertexId n) {
  if (name == "path") return generated_specimen(name, spec_of(GeneratorKind::path, n));
  ZooGraph broom{.name = name, .n = n, .edges = {{n - 1, n - 2}, {n - 2, 0}}, .weights = {}};
  for (VertexId leaf = 1; leaf < n - 2; ++leaf) broom.edges.emplace_back(0, leaf);
  return specimen_of(with_weights(broom));
}

/// Messages of a search: along each arc of a vertex that was reached but the one back, where it is said that nothing is
/// taken there. The star's row is in pieces, each of which knows whom it was reached from. The source was not reached
/// by anybody: it is sent to, and where it holds nothing, takes what comes.
TEST_P(EveryReader, HasNothingSentBackByTeams) {
  for (const auto& [name, n] : {std::pair<std::string, VertexId>{"path", 200}, {"broom", 1200}}) {
    Specimen specimen = tailed(name, n);
    for (const std::string once : {"true", "false"}) {
      for (const std::string source : {"own", "none"}) {
        const RunReport report = run_program(specimen.graph(), {.algorithm = "sent-search",
                                                                .parameters = {{"once", once}, {"source", source}},
                                                                .sources = {std::to_string(n - 1)},
                                                                .options = options()});
        const auto parents = in_file_order<double>(specimen.graph(), report.program->results().at(0));
        EXPECT_EQ(std::ranges::count(parents, static_cast<double>(no_vertex)), 0) << name << ", " << once << source;
        if (source == "none") continue;
        const auto messages = std::get<std::uint64_t>(report.program->summary().at(0).second);
        if (GetParam() == "launched") {
          EXPECT_GE(messages, n - 1) << name;  // it may gather, which ends at the first
        } else {
          EXPECT_EQ(messages, once == "true" ? n : 2 * (n - 1)) << name << ", once " << once;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Drivers, EveryReader, testing::Values("launched", "fused", "graph", "adaptive"), name_of_text);

/// Levels of a search that reached others stay where they are, and count for nothing.
TEST_P(EveryDriver, StopsAtTheShoreAfterASearchOfAnotherIsland) {
  ZooGraph islands{.name = "islands", .n = 700, .edges = {}, .weights = {}};
  for (std::uint32_t v = 0; v < 300; ++v) islands.edges.emplace_back(v, v + 1);
  for (std::uint32_t v = 1; v < 300; ++v) islands.edges.emplace_back(400, 400 + v);
  Specimen specimen = specimen_of(with_weights(islands));
  for (const char* algorithm : {"bfs", "sssp", "bc"}) {
    for (const bool deterministic : {false, true}) {
      RunRequest request{.algorithm = algorithm, .sources = {"0", "400", "401", "650"}, .validate = true};
      request.options = deterministic ? deterministic_options() : options();
      if (request.algorithm == "sssp") request.parameters = {{"method", "bellman-ford"}};
      EXPECT_EQ(run_program(specimen.graph(), request).verdict->problem, "") << algorithm;
    }
  }
}

/// Iterations that the GPU has begun before the host knows of the sums of those before: none is where steps are timed.
TEST_F(OnAGpu, GoesOnWhileTheHostWaits) {
  for (const char* name : {"rmat", "grid"}) {  // with vertices without arcs, and without
    Specimen specimen = large_specimen(name);
    for (const char* engine : {"dense", "hybrid"}) {
      for (const auto& [algorithm, iterations] :
           {std::pair{"pagerank", "1"}, {"pagerank", "6"}, {"ppr", "5"}, {"pagerank", "0"}}) {
        RunRequest request{.algorithm = algorithm, .parameters = {{"iterations", iterations}}, .runs = 2};
        request.options = {
            .engine = engine, .policy = engine == std::string("dense") ? "auto" : "random:5", .device = "cuda"};
        expect_right(specimen, request, request.options);
        const auto ranks =
            in_file_order<double>(specimen.graph(), run_program(specimen.graph(), request).program->results().at(0));
        request.options.trace = true;
        const RunReport timed = run_program(specimen.graph(), request);
        EXPECT_EQ(in_file_order<double>(specimen.graph(), timed.program->results().at(0)), ranks)
            << algorithm << " on " << name << ", " << iterations;
      }
    }
  }
}

/// A wide level goes back by itself, and whom it gathers from is what a team began with.
TEST_P(EveryDriver, PushesBackFromFewSenders) {
  constexpr std::uint32_t wide = 2500;
  constexpr std::uint32_t acquaintances = 30;  // more arcs than a team is begun for
  ZooGraph funnel{.name = "funnel", .n = wide + 5, .edges = {}, .weights = {}};
  for (std::uint32_t i = 0; i < wide; ++i) {
    funnel.edges.emplace_back(0, 1 + i);
    for (std::uint32_t j = 1; j <= acquaintances; ++j) funnel.edges.emplace_back(1 + i, 1 + (i + j * j) % wide);
    if (i % 50 == 0) funnel.edges.emplace_back(1 + i, wide + 1 + i % 100 / 50);
  }
  for (const std::uint32_t v : {wide + 1, wide + 2, wide + 3}) funnel.edges.emplace_back(v, v + 1);
  Specimen specimen = specimen_of(funnel);
  for (const bool deterministic : {false, true}) {
    RunRequest request{.algorithm = "bc", .sources = {"0"}};
    request.options = deterministic ? deterministic_options() : options();
    expect_right(specimen, request, request.options);
    request.options.trace = true;
    const RunReport report = run_program(specimen.graph(), request);
    std::vector<std::string> kernels;
    for (const TraceStep& step : report.trace.steps()) {
      if (step.operation == "gather" && step.vertices == wide) kernels.push_back(step.kernel);
    }
    const bool stays = GetParam() == "fused" || GetParam() == "graph";
    if (stays) continue;
    EXPECT_EQ(kernels, std::vector<std::string>{deterministic ? "gather from some" : "scatter"});
  }
}

INSTANTIATE_TEST_SUITE_P(Drivers, EveryDriver, testing::Values("launched", "fused", "graph", "adaptive"), name_of_text);

}  // namespace
}  // namespace mg
