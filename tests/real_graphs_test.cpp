// Graphs that people use, with answers found by other people's programs. They lie in the folder that MG_DATA_DIR names.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/built_in.hpp"
#include "engine/session.hpp"
#include "preprocess/building/build.hpp"
#include "preprocess/read.hpp"
#include "tests/answers.hpp"

namespace mg {
namespace {

/// Tests of real graphs: skipped where there are none.
class RealGraphs : public testing::Test {
 protected:
  void SetUp() override {
    register_built_in();
    if (folder().empty()) GTEST_SKIP() << "MG_DATA_DIR does not name a folder with real graphs";
  }

 public:
  static std::string folder() {
    const char* path = std::getenv("MG_DATA_DIR");
    return path == nullptr ? "" : path;
  }
};

Graph load(std::vector<std::string> files, bool directed, const std::string& order,
           const std::string& format = "auto") {
  for (std::string& file : files) file = fmt::format("{}/{}", RealGraphs::folder(), file);
  BuildReport report;
  return build_graph(read_graph(files, {.format = format}, silent_progress()), {.directed = directed, .order = order},
                     report, silent_progress());
}

std::uint64_t fact(const RunReport& report, const std::string& name) {
  for (const auto& [key, value] : report.program->summary()) {
    if (key == name) return std::get<std::uint64_t>(value);
  }
  ADD_FAILURE() << "the summary lacks " << name;
  return 0;
}

/// Runs and expects the verifier's consent.
RunReport proven(const Graph& graph, RunRequest request) {
  request.validate = true;
  RunReport report = run_program(graph, request);
  EXPECT_TRUE(report.verdict->ok()) << request.algorithm << ": " << report.verdict->problem;
  return report;
}

struct Search {
  std::string source;
  std::uint64_t reached = 0;
  std::uint64_t farthest = 0;
  std::uint64_t sum = 0;
};

struct KnownGraph {
  std::string name;
  std::vector<std::string> files;
  bool directed;
  std::uint64_t vertices;
  std::uint64_t edges;
  std::uint64_t components;
  std::uint64_t triangles;
  Search bfs;
  std::optional<Search> sssp = {};
};

const std::vector<KnownGraph> known_graphs{
    {"rome99",
     {"roads/rome99.gr"},
     true,
     3353,
     8859,
     1,
     132,
     {"1", 3353, 47, 92781},
     Search{"1", 3353, 69102, 116006476}},
    {"luxembourg", {"roads/luxembourg_osm.pairs"}, false, 114599, 119666, 1, 68, {"1", 114599, 1034, 43781025}},
    {"enron", {"edge-lists/email-Enron.txt.gz"}, false, 36692, 183831, 1065, 727044, {"0", 33696, 9, 146222}},
    {"wiki_vote", {"edge-lists/wiki-Vote.txt"}, true, 7115, 103689, 24, 608389, {"30", 2316, 5, 6920}},
    {"mit8", {"edge-lists/MIT8.edgelist"}, false, 6440, 251252, 18, 2370587, {"1", 6402, 6, 16076}},
    {"p2p_directed",
     {"p2p-31/p2p-31.v", "p2p-31/p2p-31.e"},
     true,
     62586,
     147892,
     12,
     2024,
     {"6", 60826, 26, 586197},
     Search{"6", 60826, 1302, 25821917}},
    {"p2p_undirected",
     {"p2p-31/p2p-31.v", "p2p-31/p2p-31.e"},
     false,
     62586,
     147892,
     12,
     2024,
     {"6", 62561, 8, 321122},
     Search{"6", 62561, 347, 8977329}},
};

class KnownRealGraph : public RealGraphs, public testing::WithParamInterface<std::tuple<KnownGraph, std::string>> {};

TEST_P(KnownRealGraph, HasTheKnownAnswers) {
  const auto& [known, order] = GetParam();
  const Graph graph = load(known.files, known.directed, order);
  EXPECT_EQ(graph.num_vertices(), known.vertices);
  EXPECT_EQ(graph.num_edges(), known.edges);

  for (const char* schedule : {"direction=push", "direction=pull", "direction=optimized"}) {
    const RunReport bfs = proven(
        graph, {.algorithm = "bfs", .sources = {known.bfs.source}, .options = {.schedule = parse_schedule(schedule)}});
    EXPECT_EQ(fact(bfs, "reached"), known.bfs.reached) << schedule;
    EXPECT_EQ(fact(bfs, "depth"), known.bfs.farthest) << schedule;
    EXPECT_EQ(fact(bfs, "level_sum"), known.bfs.sum) << schedule;
  }
  if (known.sssp) {
    for (const char* method : {"delta", "bellman-ford"}) {
      const RunReport sssp =
          proven(graph, {.algorithm = "sssp", .parameters = {{"method", method}}, .sources = {known.sssp->source}});
      EXPECT_EQ(fact(sssp, "reached"), known.sssp->reached) << method;
      EXPECT_EQ(fact(sssp, "max"), known.sssp->farthest) << method;
      EXPECT_EQ(fact(sssp, "sum"), known.sssp->sum) << method;
    }
  }
  for (const char* method : {"afforest", "hook"}) {
    const RunReport cc = proven(graph, {.algorithm = "cc", .parameters = {{"method", method}}});
    EXPECT_EQ(fact(cc, "components"), known.components) << method;
  }
  EXPECT_EQ(fact(proven(graph, {.algorithm = "cc-label"}), "components"), known.components);
  EXPECT_EQ(fact(proven(graph, {.algorithm = "tc"}), "triangles"), known.triangles);
  static_cast<void>(proven(graph, {.algorithm = "pagerank"}));
  for (const char* algorithm : {"pagerank-delta", "coloring", "lcc", "cdlp", "leiden", "louvain", "diameter", "jaccard",
                                "random-walk", "spmv"}) {
    static_cast<void>(proven(graph, {.algorithm = algorithm}));
  }
  static_cast<void>(proven(graph, {.algorithm = "path", .parameters = {{"target", graph.name(0)}}}));
  for (const char* algorithm : {"closeness", "harmonic"}) {
    static_cast<void>(proven(graph, {.algorithm = algorithm, .sources = {known.bfs.source, "max-degree"}}));
  }
  static_cast<void>(proven(graph, {.algorithm = "bc", .sources = {known.bfs.source, "max-degree"}}));
}

INSTANTIATE_TEST_SUITE_P(Answers, KnownRealGraph,
                         testing::Combine(testing::ValuesIn(known_graphs), testing::Values("original", "degree")),
                         [](const auto& test) { return std::get<0>(test.param).name + "_" + std::get<1>(test.param); });

TEST_F(RealGraphs, EnronsLargestComponent) {
  const Graph graph = load({"edge-lists/email-Enron.txt.gz"}, false, "original");
  EXPECT_EQ(fact(proven(graph, {.algorithm = "cc"}), "largest"), 33696U);
}

double modularity_of(const RunReport& report) {
  for (const auto& [key, value] : report.program->summary()) {
    if (key == "modularity") return std::get<double>(value);
  }
  throw std::logic_error("no modularity is told");
}

/// What networkit's and igraph's Louvain and Leiden come to, and what the best partition of the karate club is known to
/// have.
TEST_F(RealGraphs, CommunitiesAreAsGoodAsThoseOfOthers) {
  const std::vector<std::tuple<std::string, double>> known{{"matrix-market/karate.mtx", 0.415},
                                                           {"edge-lists/email-Enron.txt.gz", 0.594},
                                                           {"edge-lists/MIT8.edgelist", 0.38},
                                                           {"roads/luxembourg_osm.pairs", 0.988}};
  // By seeds, either algorithm's vary by 0.012 at most, on the second of these graphs.
  constexpr double spread = 0.02;
  for (const auto& [file, least] : known) {
    const Graph graph = load({file}, false, "original");
    const double louvain = modularity_of(proven(graph, {.algorithm = "louvain"}));
    const double leiden = modularity_of(proven(graph, {.algorithm = "leiden"}));
    EXPECT_GE(louvain, least) << file;
    EXPECT_GE(leiden, std::max(least, louvain - spread)) << file;
  }
}

TEST_F(RealGraphs, TrianglesOfMatrices) {
  const std::vector<std::tuple<std::string, VertexId, std::uint64_t>> known{
      {"karate", 34, 45}, {"jagmesh7", 1138, 2016}, {"bcsstk13", 2003, 342300}};
  for (const auto& [name, vertices, triangles] : known) {
    const Graph graph = load({"matrix-market/" + name + ".mtx"}, false, "original");
    EXPECT_EQ(graph.num_vertices(), vertices) << name;
    EXPECT_EQ(fact(proven(graph, {.algorithm = "tc"}), "triangles"), triangles) << name;
  }
}

/// The second column of a file of lines "vertex value", by the vertex's name.
std::map<std::string, std::string> reference(const std::string& file) {
  std::ifstream input(RealGraphs::folder() + "/" + file);
  std::map<std::string, std::string> values;
  for (std::string vertex, value; input >> vertex >> value;) values[vertex] = value;
  EXPECT_FALSE(values.empty()) << file;
  return values;
}

/// Compares the first column of the results, vertex by vertex, by good(found, expected text).
template <class T, class Good>
void expect_reference(const Graph& graph, const RunReport& report, const std::string& file, Good&& good) {
  const auto expected = reference(file);
  const std::vector<T> found = in_file_order<T>(graph, report.program->results().front());
  ASSERT_EQ(expected.size(), found.size()) << file;
  for (VertexId v = 0; v < found.size(); ++v) {
    const std::string& text = expected.at(graph.names.name(v));
    ASSERT_TRUE(good(found[v], text)) << file << ": vertex " << graph.names.name(v) << " is " << found[v]
                                      << ", expected " << text;
  }
}

void expect_levels(const Graph& graph, const std::string& source, const std::string& file) {
  const RunReport report = proven(graph, {.algorithm = "bfs", .sources = {source}});
  expect_reference<std::int64_t>(graph, report, file, [](std::int64_t level, const std::string& text) {
    return text == "9223372036854775807" ? level == -1 : level == std::stoll(text);
  });
}

void expect_distances(const Graph& graph, const std::string& source, const std::string& file) {
  const RunReport report = proven(graph, {.algorithm = "sssp", .sources = {source}});
  const bool integers = graph.weight_type() == WeightType::u32;
  expect_reference<double>(graph, report, file, [&](double distance, const std::string& text) {
    if (text == "Infinity" || text == "infinity") return integers ? distance >= 4294967295.0 : std::isinf(distance);
    return std::abs(distance - std::stod(text)) <= 1e-6 * std::max(1.0, std::stod(text));
  });
}

void expect_ranks(const Graph& graph, int iterations, const std::string& file, double tolerance) {
  const RunReport report = proven(
      graph,
      {.algorithm = "pagerank", .parameters = {{"damping", "0.85"}, {"iterations", std::to_string(iterations)}}});
  expect_reference<double>(graph, report, file, [=](double rank, const std::string& text) {
    return std::abs(rank - std::stod(text)) <= tolerance * std::stod(text);
  });
}

/// The same partition, whatever its parts are called.
void expect_components(const Graph& graph, const std::string& file) {
  for (const char* algorithm : {"cc", "cc-label"}) {
    std::map<std::string, VertexId> ours;
    std::map<VertexId, std::string> theirs;
    expect_reference<VertexId>(graph, proven(graph, {.algorithm = algorithm}), file,
                               [&](VertexId component, const std::string& label) {
                                 return ours.emplace(label, component).first->second == component &&
                                        theirs.emplace(component, label).first->second == label;
                               });
  }
}

void expect_labels(const Graph& graph, int rounds, const std::string& file) {
  const RunReport report = proven(graph, {.algorithm = "cdlp", .parameters = {{"rounds", std::to_string(rounds)}}});
  expect_reference<VertexId>(graph, report, file,
                             [&](VertexId label, const std::string& text) { return graph.name(label) == text; });
}

void expect_clustering(const Graph& graph, const std::string& file) {
  expect_reference<double>(graph, proven(graph, {.algorithm = "lcc"}), file,
                           [](double coefficient, const std::string& text) {
                             return std::abs(coefficient - std::stod(text)) <= 1e-6 * std::max(1e-6, std::stod(text));
                           });
}

TEST_F(RealGraphs, P2pAgreesWithTheReferenceOutputs) {
  for (const char* order : {"original", "bfs"}) {
    const std::vector<std::string> files{"p2p-31/p2p-31.v", "p2p-31/p2p-31.e"};
    const Graph directed = load(files, true, order);
    expect_levels(directed, "6", "p2p-31/p2p-31-BFS-directed");
    expect_distances(directed, "6", "p2p-31/p2p-31-SSSP-directed");
    expect_components(directed, "p2p-31/p2p-31-WCC");
    const Graph undirected = load(files, false, order);
    expect_levels(undirected, "6", "p2p-31/p2p-31-BFS");
    expect_distances(undirected, "6", "p2p-31/p2p-31-SSSP");
    expect_ranks(undirected, 10, "p2p-31/p2p-31-PR", 1e-4);
    expect_labels(undirected, 10, "p2p-31/p2p-31-CDLP");
    expect_clustering(undirected, "p2p-31/p2p-31-LCC");
    expect_components(undirected, "p2p-31/p2p-31-WCC");
  }
}

TEST_F(RealGraphs, GraphalyticsExamplesAgree) {
  const std::string prefix = "graphalytics/example/example-";
  for (const auto& [kind, source] : {std::pair("directed", "1"), std::pair("undirected", "2")}) {
    const std::string name = prefix + kind;
    const Graph graph = load({name + ".v", name + ".e"}, kind == std::string("directed"), "original");
    expect_levels(graph, source, name + "-BFS");
    expect_distances(graph, source, name + "-SSSP");
    expect_ranks(graph, 2, name + "-PR", 1e-6);
    expect_labels(graph, 2, name + "-CDLP");
    expect_clustering(graph, name + "-LCC");
    expect_components(graph, name + "-WCC");
  }
}

TEST_F(RealGraphs, GraphalyticsValidationGraphsAgree) {
  for (const std::string kind : {"dir", "undir"}) {
    const bool directed = kind == "dir";
    const auto graph = [&](const std::string& test) {
      return load({fmt::format("graphalytics/{}/{}-input", test, kind)}, directed, "original", "adj");
    };
    expect_levels(graph("bfs"), "1", "graphalytics/bfs/" + kind + "-output");
    expect_ranks(graph("pr"), 26, "graphalytics/pr/" + kind + "-output", 1e-5);
    expect_components(graph("wcc"), "graphalytics/wcc/" + kind + "-output");
    expect_labels(graph("cdlp"), 5, "graphalytics/cdlp/" + kind + "-output");
    expect_clustering(graph("lcc"), "graphalytics/lcc/" + kind + "-output");
    const std::string sssp = "graphalytics/sssp/" + kind;
    expect_distances(load({sssp + "-input.v", sssp + "-input.e"}, directed, "original"), "1", sssp + "-output");
  }
}

}  // namespace
}  // namespace mg
