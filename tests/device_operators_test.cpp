// What loops on a GPU do for algorithms that no built-in one asks of them. Skipped, saying why, where there is none.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/pieces.hpp"
#include "engine/registry.hpp"
#include "engine/schedule/schedule.hpp"
#include "hybrid/kernels.hpp"
#include "preprocess/building/tiles_builder.hpp"
#include "tests/arc_probes.hpp"
#include "tests/loop_probes.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/specimen.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

const std::string probes_text = read_file(MG_SOURCE_DIR "/tests/loop_probes.hpp");
const std::string arc_probes_text = read_file(MG_SOURCE_DIR "/tests/arc_probes.hpp");

/// A source, a wide level whose vertices know each other, a narrow one that `bridges` edges lead to, and a tail.
ZooGraph funnel(std::uint32_t wide, std::uint32_t narrow, std::uint32_t bridges, bool directed) {
  constexpr std::uint32_t acquaintances = 20;
  constexpr std::uint32_t tail = 3;
  ZooGraph graph{.name = "funnel", .n = 1 + wide + narrow + tail, .directed = directed, .edges = {}, .weights = {}};
  for (std::uint32_t i = 0; i < wide; ++i) {
    graph.edges.emplace_back(0, 1 + i);
    for (std::uint32_t j = 1; j <= acquaintances; ++j) graph.edges.emplace_back(1 + i, 1 + (i + j * j) % wide);
  }
  for (std::uint32_t i = 0; i < bridges; ++i) graph.edges.emplace_back(1 + i / narrow, 1 + wide + i % narrow);
  for (std::uint32_t i = 0; i < tail; ++i) graph.edges.emplace_back(wide + narrow + i, wide + narrow + i + 1);
  return graph;
}
constexpr std::uint32_t wide = 300;
/// So many edges lead to the narrow level that those who send are as good as everybody, a part, or few.
constexpr std::uint32_t many_bridges = 6000;
constexpr std::uint32_t some_bridges = 3900;
constexpr std::uint32_t few_bridges = 40;

/// What a search from vertex 0 finds, by hand.
struct Found {
  std::vector<std::int64_t> levels, sums, largest;

  Found(const Graph& graph, Side side)
      : levels(graph.num_vertices(), -1), sums(graph.num_vertices()), largest(graph.num_vertices()) {
    const Adjacency& arcs = side == Side::out ? graph.out : graph.in;
    std::vector<VertexId> queue{0};
    levels[0] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const VertexId u = queue[i];
      for (const VertexId v : arcs.row(u)) {
        if (levels[v] < 0) {
          levels[v] = levels[u] + 1;
          queue.push_back(v);
        }
        if (levels[v] != levels[u] + 1) continue;
        sums[u] += v + 1;
        largest[u] = std::max<std::int64_t>(largest[u], v + 1);
      }
    }
  }
};

class DeviceOperators : public OnAGpu {
 protected:
  static void SetUpTestSuite() {
    register_built_in();
    const SourceText header{.name = "tests/loop_probes.hpp", .text = probes_text};
    register_algorithm<probe::SweepBothWays>(header);
    register_algorithm<probe::OpenRows>(header);
    register_algorithm<probe::TurnEdges>(header);
    register_algorithm<probe::RelaxFromAfar>(header);
    register_algorithm<probe::NoteArcs>({.name = "tests/arc_probes.hpp", .text = arc_probes_text});
    register_algorithm<probe::NoteEnds>({.name = "tests/arc_probes.hpp", .text = arc_probes_text});
    register_algorithm<probe::GroupByKeys>(header);
  }

  static std::vector<std::int64_t> column(const Graph& graph, const RunReport& report, std::size_t index) {
    return in_file_order<std::int64_t>(graph, report.program->results().at(index));
  }
  /// Runs a sweep and compares; the kernels that gathered sums for the wide level, and maxima.
  [[nodiscard]] static std::vector<std::string> sweep(const Graph& graph, const std::string& arcs, RunOptions options) {
    options.device = "cuda";
    options.trace = true;
    const RunReport report = run_program(
        graph, {.algorithm = "sweep-both-ways", .parameters = {{"arcs", arcs}}, .sources = {"0"}, .options = options});
    const Found right(graph, arcs == "forward" ? Side::out : Side::in);
    EXPECT_EQ(column(graph, report, 0), right.levels);
    EXPECT_EQ(column(graph, report, 1), right.sums);
    EXPECT_EQ(column(graph, report, 2), right.largest);
    std::vector<std::string> kernels;
    for (const TraceStep& step : report.trace.steps()) {
      if (step.operation == "gather" && step.vertices == wide) kernels.push_back(step.kernel);
    }
    return kernels;
  }
  static RunOptions launched(bool deterministic) {
    return {.schedule = parse_schedule("driver=launched"), .deterministic = deterministic};
  }
};

using Kernels = std::vector<std::string>;

TEST_F(DeviceOperators, GoOverArcsAsThoseOfTheHost) {
  // Rows that a lane takes alone, that a warp takes, and that have nothing.
  ZooGraph graph = funnel(wide, 50, some_bridges, true);
  for (std::uint32_t v = 1; v < graph.n; v += 3) graph.edges.emplace_back(0, v);
  const ZooGraph with_integers = with_weights(graph);
  ZooGraph with_floats = with_integers;
  const auto& weights = std::get<std::vector<std::uint32_t>>(with_integers.weights);
  with_floats.weights = std::vector<float>(weights.begin(), weights.end());
  std::vector<Specimen> specimens;
  for (const ZooGraph& weighted : {with_integers, with_floats}) specimens.push_back(specimen_of(weighted));
  for (const char* name : {"star", "rmat_directed"}) specimens.push_back(large_specimen(name));  // rows in pieces
  for (Specimen& specimen : specimens) {
    const probe::NotedArcs right(specimen.graph());
    for (const char* device : {"cpu", "cuda"}) {
      SCOPED_TRACE(specimen.name() + " on " + device);
      const RunReport report = run_program(specimen.graph(), {.algorithm = "note-arcs", .options = {.device = device}});
      EXPECT_EQ(column(specimen.graph(), report, 0), right.applied);
      EXPECT_EQ(column(specimen.graph(), report, 1), right.numbers);
      EXPECT_EQ(column(specimen.graph(), report, 2), right.weights);
      EXPECT_EQ(column(specimen.graph(), report, 3), right.rows);
    }
  }
}

/// Every driver, and a push and a pull by every layout.
std::vector<std::string> ways_of_messages() {
  std::vector<std::string> ways{"", "driver=launched", "driver=fused", "driver=graph", "direction=push,balance=etwc"};
  for (const Layout* layout : registered_layouts()) {
    const std::string heavy = layout->shaped_by.has(ScheduleKey::heavy) ? ",heavy=32" : "";
    ways.push_back("direction=push,layout=" + layout->name + heavy);
    if (layout->has_receiver_rows) ways.push_back("direction=pull,layout=" + layout->name);
  }
  return ways;
}

TEST_F(DeviceOperators, SendMessagesOfBothEndsByAnyDirectionLayoutAndDriver) {
  ZooGraph graph = with_weights(funnel(wide, 50, some_bridges, true));
  Specimen specimens[] = {specimen_of(graph), specimen_of(zoo_graph("weighted_rmat_directed"))};
  for (Specimen& specimen : specimens) {
    const probe::NotedEnds right(specimen.graph());
    for (const std::string& schedule : ways_of_messages()) {
      SCOPED_TRACE(specimen.name() + " " + schedule);
      const RunReport report =
          run_program(specimen.graph(),
                      {.algorithm = "note-ends", .options = {.schedule = parse_schedule(schedule), .device = "cuda"}});
      EXPECT_EQ(column(specimen.graph(), report, 0), right.sums);
      EXPECT_EQ(column(specimen.graph(), report, 1), right.sums) << "gathered";
      EXPECT_EQ(column(specimen.graph(), report, 2), right.sums) << "reduced";
      EXPECT_EQ(column(specimen.graph(), report, 3), right.lengths);
    }
    const RunReport report = run_program(specimen.graph(), {.algorithm = "note-ends", .options = {.device = "cpu"}});
    EXPECT_EQ(column(specimen.graph(), report, 0), right.sums);
    EXPECT_EQ(column(specimen.graph(), report, 3), right.lengths);
  }
}

TEST_F(DeviceOperators, FewSendersPushToWhoGathers) {
  // Each edge is an arc both ways: the narrow level has so many, and the wide one these and its own.
  Specimen few = specimen_of(funnel(wide, 2, few_bridges, false));
  for (const char* arcs : {"forward", "backward"}) {
    EXPECT_EQ(sweep(few.graph(), arcs, launched(false)), (Kernels{"scatter", "scatter"}));
    EXPECT_EQ(sweep(few.graph(), arcs, launched(true)), (Kernels{"gather from some", "scatter"}))
        << "sums have an order";
  }
}

TEST_F(DeviceOperators, ManySendersAreGatheredFrom) {
  for (const auto& [bridges, kernel] :
       {std::pair(some_bridges, "gather from some"), std::pair(many_bridges, "gather")}) {
    Specimen specimen = specimen_of(funnel(wide, 50, bridges, false));
    for (const bool deterministic : {false, true}) {
      EXPECT_EQ(sweep(specimen.graph(), "forward", launched(deterministic)), (Kernels{kernel, kernel})) << bridges;
    }
  }
}

/// The arcs of those who send are counted along the search, and those that lead to them may be many more.
TEST_F(DeviceOperators, GatherInBothDirectionsOfADirectedGraph) {
  std::vector<Specimen> specimens;
  for (const std::uint32_t bridges : {few_bridges, some_bridges, many_bridges}) {
    ZooGraph graph = funnel(wide, 50, bridges, true);
    specimens.push_back(specimen_of(graph));
    for (auto& [source, target] : graph.edges) std::swap(source, target);
    specimens.push_back(specimen_of(graph));
  }
  specimens.push_back(large_specimen("rmat_directed"));
  specimens.push_back(large_specimen("uniform_directed"));
  for (Specimen& specimen : specimens) {
    for (const char* arcs : {"forward", "backward"}) {
      for (const bool deterministic : {false, true}) {
        static_cast<void>(sweep(specimen.graph(), arcs, launched(deterministic)));
      }
      static_cast<void>(sweep(specimen.graph(), arcs, {.schedule = parse_schedule("driver=fused")}));
      static_cast<void>(sweep(specimen.graph(), arcs, {}));
    }
    for (const bool deterministic : {false, true}) {
      const std::string last = std::to_string(specimen.num_vertices() - 1);
      expect_right(specimen, {.algorithm = "bc", .sources = {"0", last}}, launched(deterministic));
    }
  }
}

/// Frontiers in each of their forms, as receivers and as senders.
TEST_F(DeviceOperators, FewSendersPushWhateverTheFrontiersAre) {
  Specimen few = specimen_of(funnel(wide, 2, few_bridges, false));
  for (const char* form : {"queue", "bitmap", "bytemap", "counter"}) {
    for (const char* direction : {"push", "pull"}) {
      const std::string schedule = std::string("driver=launched,direction=") + direction + ",frontier=" + form;
      EXPECT_EQ(sweep(few.graph(), "forward", {.schedule = parse_schedule(schedule)}), (Kernels{"scatter", "scatter"}))
          << schedule;
    }
  }
}

/// Rounds of Bellman-Ford from where all are in the beginning, a sum that does not fit being dropped; whether there was
/// one.
std::pair<std::vector<std::uint32_t>, bool> relaxed(const Graph& graph, std::uint32_t base) {
  const auto& weights = std::get<Array<std::uint32_t>>(graph.out.weights);
  const VertexId n = graph.num_vertices();
  std::vector<std::uint32_t> distances(n);
  for (VertexId v = 0; v < n; ++v) distances[v] = probe::BeginAfar::at(v, base);
  std::vector<bool> active(n, true);
  bool overflow = false;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    std::vector<std::uint32_t> nearer = distances;
    std::vector<bool> next(n);
    for (VertexId u = 0; u < n; ++u) {
      if (!active[u] || distances[u] == UINT32_MAX) continue;
      for (EdgeId e = graph.out.offsets[u]; e < graph.out.offsets[u + 1]; ++e) {
        const std::uint64_t far = std::uint64_t{distances[u]} + weights[e];
        const VertexId v = graph.out.neighbors[e];
        overflow = overflow || far >= UINT32_MAX;
        if (far >= nearer[v]) continue;
        nearer[v] = static_cast<std::uint32_t>(far);
        next[v] = goes_on = true;
      }
    }
    distances = std::move(nearer);
    active = std::move(next);
  }
  return {distances, overflow};
}

/// Weights of 8, 10, 16 and 32 bits, and far distances whose sums fit, do not, or may not; and one panel for everybody,
/// or one for every 32, of which some hold near vertices alone.
TEST_F(DeviceOperators, DenseSumsFitOrAreSeenNotTo) {
  constexpr std::uint32_t n = 1500;
  constexpr std::uint32_t degree = 4;  // columns are ordered by it
  std::mt19937_64 random(5);
  for (const std::uint32_t heaviest : {255U, 1023U, 65'535U, 1'000'000U}) {
    ZooGraph zoo{.name = "far", .n = n, .directed = true, .edges = {}, .weights = {}};
    std::vector<std::uint32_t> weights;
    for (std::uint32_t e = 0; e < n * degree; ++e) {
      zoo.edges.emplace_back(e / degree, random() % n);
      weights.push_back(e == 0 ? heaviest : static_cast<std::uint32_t>(random() % (heaviest + 1)));
    }
    zoo.weights = weights;
    Specimen specimen = specimen_of(zoo);
    const Graph& in_one_panel = specimen.graph();
    Graph in_many = in_one_panel;
    in_many.tiles = std::make_shared<const Tiles>(build_tiles(in_one_panel.in, n, {.panel_columns = 32}, 2));
    Graph in_a_large_one = in_one_panel;  // too large for a GPU's shared memory
    in_a_large_one.tiles = std::make_shared<const Tiles>(build_tiles(in_one_panel.in, n, {.panel_columns = 65'504}, 2));
    constexpr std::uint32_t spread = probe::BeginAfar::spread;
    for (const std::uint32_t base : {0U, UINT32_MAX - 2 * heaviest - spread, UINT32_MAX - 2 * heaviest - spread / 2,
                                     UINT32_MAX - heaviest - spread / 2, UINT32_MAX - spread}) {
      const auto [distances, overflow] = relaxed(in_one_panel, base);
      for (const auto& [graph, device] :
           {std::pair(&in_one_panel, "cpu"), {&in_one_panel, "cuda"}, {&in_many, "cuda"}, {&in_a_large_one, "cuda"}}) {
        const RunReport report = run_program(*graph, {.algorithm = "relax-from-afar",
                                                      .parameters = {{"base", std::to_string(base)}},
                                                      .options = {.engine = "dense", .device = device}});
        const std::string panels = graph->tiles ? fmt::format("{}", graph->tiles->shape.panel_columns) : "all";
        const std::string where =
            fmt::format("{}, panels of {} columns, weights up to {}, from {} on", device, panels, heaviest, base);
        EXPECT_EQ(in_file_order<std::uint32_t>(*graph, report.program->results().at(0)), distances) << where;
        const Summary summary = report.program->summary();
        EXPECT_EQ(std::get<std::uint64_t>(summary.at(0).second) != 0, overflow) << where;
      }
    }
  }
}

TEST_F(DeviceOperators, EdgeModeTellsWhatMostNeighborsSend) {
  for (const char* name : {"rmat_directed", "star", "road"}) {  // long runs of one value, and none
    Specimen specimen = large_specimen(name);
    for (const char* rounds : {"1", "3"}) {
      const RunRequest request{.algorithm = "cdlp", .parameters = {{"rounds", rounds}}};
      expect_right(specimen, request, {});
    }
  }
}

/// A hub of so many neighbors that groups have several parts, and others, who know some.
ZooGraph hub_and_others(bool directed) {
  constexpr std::uint32_t n = 4000;
  ZooGraph graph{.name = "hub", .n = n, .directed = directed, .edges = {}, .weights = {}};
  std::mt19937_64 random(8);
  for (std::uint32_t v = 1; v < n - 10; ++v) {
    graph.edges.emplace_back(v, 0);
    graph.edges.emplace_back(v, random() % 200);
  }
  return graph;
}

/// By hand: what comes to each vertex by its key.
template <class WeightAt>
std::pair<std::vector<std::uint64_t>, std::vector<std::uint64_t>> grouped(const Graph& graph, bool both, bool odd,
                                                                          WeightAt weight_at) {
  using Heaviest = probe::HeaviestKey<NoWeight>;
  std::vector<std::uint64_t> heaviest(graph.num_vertices());
  std::vector<std::uint64_t> counts(graph.num_vertices());
  for (VertexId v = 0; v < graph.num_vertices(); ++v) {
    if (odd && v % 2 == 0) continue;
    std::map<std::uint32_t, double> sums;
    for (const Adjacency* rows : {&graph.in, &graph.out}) {
      if (rows == &graph.out && !both) continue;
      for (EdgeId e = rows->offsets[v]; e < rows->offsets[v + 1]; ++e) {
        sums[Heaviest::key_of(rows->neighbors[e])] += weight_at(*rows, e);
      }
    }
    counts[v] = sums.size();
    for (const auto& [key, sum] : sums) heaviest[v] = std::max(heaviest[v], Heaviest::packed(key, sum));
  }
  return {heaviest, counts};
}

double weight_at(const Adjacency& rows, EdgeId e) {
  if (const auto* whole = std::get_if<Array<std::uint32_t>>(&rows.weights)) return (*whole)[e];
  if (const auto* real = std::get_if<Array<float>>(&rows.weights)) return (*real)[e];
  return 1;
}

TEST_F(DeviceOperators, EdgeGroupAddsWeightsUpByKeys) {
  for (const bool directed : {false, true}) {
    ZooGraph plain = hub_and_others(directed);
    ZooGraph whole = plain;
    ZooGraph real = plain;
    std::vector<std::uint32_t> numbers;
    std::vector<float> eighths;
    for (std::size_t e = 0; e < plain.edges.size(); ++e) {
      numbers.push_back(static_cast<std::uint32_t>(e * 7919 % 1000));
      eighths.push_back(static_cast<float>(numbers.back()) / 8);
    }
    whole.weights = numbers;
    real.weights = eighths;
    for (const ZooGraph& zoo : {plain, whole, real}) {
      Specimen specimen = specimen_of(zoo);
      const Graph& graph = specimen.graph();
      for (const auto& [both, odd] : {std::pair("false", "false"), {"true", "true"}, {"false", "true"}}) {
        const auto [heaviest, counts] =
            grouped(graph, both == std::string("true"), odd == std::string("true"), weight_at);
        for (const char* device : {"cpu", "cuda"}) {
          const RunReport report = run_program(graph, {.algorithm = "group-by-keys",
                                                       .parameters = {{"both", both}, {"odd", odd}},
                                                       .options = {.device = device}});
          EXPECT_EQ(in_file_order<std::uint64_t>(graph, report.program->results().at(0)), heaviest) << device;
          EXPECT_EQ(in_file_order<std::uint64_t>(graph, report.program->results().at(1)), counts) << device;
        }
      }
    }
  }
}

/// Levels after the first are runs on graphs that the program has made.
TEST_F(DeviceOperators, CommunitiesAreTheSameOnEitherMachine) {
  const std::pair<const char*, const char*> graphs[] = {{"rmat_10_directed", "original"},
                                                        {"weighted_rmat_directed", "original"},
                                                        {"grid_17x19", "original"},
                                                        {"grid_17x19", "random:7"}};
  for (const auto& [name, order] : graphs) {
    Specimen specimen = specimen_of(zoo_graph(name));
    const Graph& graph = specimen.graph(order);
    for (const char* algorithm : {"louvain", "leiden"}) {
      std::vector<std::int64_t> first;
      for (const char* device : {"cpu", "cuda"}) {
        SCOPED_TRACE(fmt::format("{}, {}, {}, {}", algorithm, name, order, device));
        const RunRequest request{.algorithm = algorithm, .validate = true, .options = {.device = device}};
        const RunReport report = run_program(graph, request);
        EXPECT_EQ(report.verdict->problem, "");
        const auto communities = column(graph, report, 0);
        if (first.empty()) first = communities;
        EXPECT_EQ(communities, first);
      }
    }
  }
}

TEST_F(DeviceOperators, EdgesAreTurnedAsOnACpu) {
  const ZooGraph lonely{.name = "lonely", .n = 3, .directed = false, .edges = {}, .weights = {}};
  const ZooGraph looped{
      .name = "looped", .n = 4, .directed = true, .edges = {{0, 0}, {1, 2}, {2, 1}, {3, 1}}, .weights = {}};
  std::vector<Specimen> specimens;
  for (const char* name : {"rmat_directed", "rmat", "star"}) specimens.push_back(large_specimen(name));
  for (const ZooGraph& graph : {lonely, looped}) specimens.push_back(specimen_of(graph));
  for (Specimen& specimen : specimens) {
    const Graph& graph = specimen.graph();
    const RunReport host = run_program(graph, {.algorithm = "turn-edges", .options = {.device = "cpu"}});
    const RunReport device = run_program(graph, {.algorithm = "turn-edges", .options = {.device = "cuda"}});
    EXPECT_EQ(device.program->summary(), host.program->summary());
    EXPECT_EQ(column(graph, device, 0), column(graph, host, 0));
    EXPECT_EQ(column(graph, device, 1), column(graph, host, 1));
  }
}

TEST_F(DeviceOperators, EdgeApplyOpensEveryVertexOnceBeforeItsEdges) {
  for (const char* name : {"rmat_directed", "star"}) {
    Specimen specimen = large_specimen(name);
    const Graph& graph = specimen.graph();
    const VertexId n = graph.num_vertices();
    for (const char* arcs : {"forward", "backward"}) {
      const Adjacency& rows = arcs == std::string("forward") ? graph.out : graph.in;
      for (const std::uint64_t first : {0, 2}) {
        const RunReport report = run_program(graph, {.algorithm = "open-rows",
                                                     .parameters = {{"arcs", arcs}, {"first", std::to_string(first)}},
                                                     .options = {.device = "cuda"}});
        std::vector<std::int64_t> expected(n);
        for (VertexId u = 0; u < n; ++u) {
          const EdgeId length = probe::OpenFirst::sends(u) ? rows.row(u).size() : 0;
          expected[u] = static_cast<std::int64_t>(first == 0 ? length : std::min(length, first));
        }
        EXPECT_EQ(column(graph, report, 0), std::vector<std::int64_t>(n, 1)) << name << ", " << arcs;
        EXPECT_EQ(column(graph, report, 1), expected) << name << ", " << arcs;
        EXPECT_EQ(column(graph, report, 2), std::vector<std::int64_t>(n, 0)) << name << ", " << arcs;
      }
    }
  }
}

}  // namespace
}  // namespace mg
