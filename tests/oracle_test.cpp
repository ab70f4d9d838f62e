// The oracle itself, on cases that were worked out by hand and on real graphs whose answers others have computed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <sstream>
#include <string>

#include "tests/oracle/graph.hpp"
#include "tests/oracle/parsers.hpp"
#include "tests/oracle/references.hpp"
#include "tests/zoo.hpp"

namespace oracle {
namespace {

Graph clean(const Listing& listing) { return build(listing, Duplicates::min, SelfLoops::drop); }
Graph from_edges(const std::string& text, bool directed) { return clean(parse_edge_list(text, directed)); }

using Rows = std::vector<std::tuple<std::string, std::string, double>>;

TEST(OracleBuild, CleansDirectedGraphs) {
  const Listing listing = parse_edge_list("a b 3\nb a 1\na b 2\n# comment\na,a,5\n% comment\nb c 4\n", true);
  EXPECT_EQ(listing.edges.size(), 5U);
  const auto row = [](double ab, double aa) {
    return Rows{{"a", "a", aa}, {"a", "b", ab}, {"b", "a", 1}, {"b", "c", 4}};
  };
  EXPECT_EQ(arcs(build(listing, Duplicates::first, SelfLoops::keep)), row(3, 5));
  EXPECT_EQ(arcs(build(listing, Duplicates::min, SelfLoops::keep)), row(2, 5));
  EXPECT_EQ(arcs(build(listing, Duplicates::max, SelfLoops::keep)), row(3, 5));
  EXPECT_EQ(arcs(build(listing, Duplicates::sum, SelfLoops::keep)), row(5, 5));
  EXPECT_EQ(build(listing, Duplicates::keep, SelfLoops::keep).num_arcs(), 5U);
  EXPECT_EQ(build(listing, Duplicates::keep, SelfLoops::drop).num_arcs(), 4U);
}

TEST(OracleBuild, CleansUndirectedGraphs) {
  const Listing listing = parse_edge_list("1 2 3\n2 1 1\n2 2 9\n2 3 4\n", false);
  const Graph graph = build(listing, Duplicates::min, SelfLoops::keep);
  EXPECT_EQ(arcs(graph), (Rows{{"1", "2", 1}, {"2", "1", 1}, {"2", "2", 9}, {"2", "3", 4}, {"3", "2", 4}}));
  EXPECT_EQ(graph.num_edges(), 3U);
  EXPECT_EQ(build(listing, Duplicates::keep, SelfLoops::drop).num_edges(), 3U);
}

TEST(OracleBuild, OrdersNames) {
  EXPECT_EQ(from_edges("10 9\n100 2\n", true).names, (std::vector<std::string>{"2", "9", "10", "100"}));
  EXPECT_EQ(from_edges("z 9\nb z\n", true).names, (std::vector<std::string>{"z", "9", "b"}));
}

TEST(OracleParsers, ReadOneGraphInEveryFormat) {
  const Rows expected{{"1", "2", 5}, {"1", "3", 6}, {"2", "1", 5}, {"3", "1", 6}};
  const std::string banner = "%%MatrixMarket matrix coordinate integer ";
  const std::string arcs_both_ways = "1 2 5\n2 1 5\n1 3 6\n3 1 6\n";
  EXPECT_EQ(arcs(clean(parse_edge_list(arcs_both_ways, true))), expected);
  EXPECT_EQ(arcs(clean(parse_edge_list("1 2 5\n1 3 6\n", false))), expected);
  EXPECT_EQ(arcs(clean(parse_matrix_market(banner + "general\n% c\n4 4 4\n" + arcs_both_ways))), expected);
  EXPECT_EQ(arcs(clean(parse_matrix_market(banner + "symmetric\n4 4 2\n2 1 5\n3 1 6\n"))), expected);
  EXPECT_EQ(arcs(clean(parse_dimacs("c x\np sp 4 4\na 1 2 5\na 2 1 5\na 1 3 6\na 3 1 6\n"))), expected);
  EXPECT_EQ(arcs(clean(parse_metis("% c\n4 2 1\n2 5 3 6\n1 5\n1 6\n\n"))), expected);
  EXPECT_EQ(arcs(clean(parse_metis("4 2 111 2\n7 1 1 2 5 3 6\n7 1 1 1 5\n7 1 1 1 6\n7 1 1\n"))), expected);
  EXPECT_EQ(arcs(clean(parse_graphalytics("1\n2\n3\n4\n", "1 2 5\n1 3 6\n", false))), expected);
  EXPECT_EQ(clean(parse_metis("4 1\n2\n1\n\n\n")).names.size(), 4U);
  EXPECT_EQ(clean(parse_adjacency_lines("1 2 3\n2 1\n4\n", true)).num_arcs(), 3U);
  const Rows skew{{"1", "2", -3}, {"2", "1", 3}};
  EXPECT_EQ(arcs(clean(parse_matrix_market("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n"))),
            skew);
  EXPECT_THROW(static_cast<void>(parse_matrix_market("%%MatrixMarket matrix array real general\n")),
               std::runtime_error);
}

//        1
//   0 <     > 3 - 4     5 (alone)
//        2
const std::string diamond = "0 1 1\n0 2 4\n1 3 5\n2 3 1\n3 4 0\n5 5 1\n";

TEST(OracleReferences, Levels) {
  EXPECT_EQ(bfs_levels(from_edges(diamond, true), 0), (std::vector<std::int64_t>{0, 1, 1, 2, 3, -1}));
  EXPECT_EQ(bfs_levels(from_edges(diamond, true), 3), (std::vector<std::int64_t>{-1, -1, -1, 0, 1, -1}));
  EXPECT_EQ(bfs_levels(from_edges(diamond, false), 4), (std::vector<std::int64_t>{3, 2, 2, 1, 0, -1}));
}

TEST(OracleReferences, Distances) {
  const double far = std::numeric_limits<double>::infinity();
  EXPECT_EQ(distances(from_edges(diamond, true), 0), (std::vector<double>{0, 1, 4, 5, 5, far}));
  EXPECT_EQ(exact_distances(from_edges(diamond, true), 0),
            (std::vector<std::uint64_t>{0, 1, 4, 5, 5, unreached_distance}));
  const Graph heavy = mg::oracle_graph(mg::zoo_graph("weighted_largest"), Duplicates::min, SelfLoops::drop);
  EXPECT_EQ(exact_distances(heavy, 0)[99], 99 * 0xffffffffULL);
}

TEST(OracleReferences, PageRank) {
  // A cycle is uniform. Two vertices, 0 -> 1, rank of 1 spread over both: r0 = (1 - d) / 2 + d r1 / 2, r0 + r1 = 1,
  // so r0 = 1 / (2 + d).
  for (const double rank : pagerank(from_edges("0 1\n1 2\n2 3\n3 0\n", true)).ranks) EXPECT_DOUBLE_EQ(rank, 0.25);
  const PageRank two = pagerank(from_edges("0 1\n", true), {.tolerance = 1e-12});
  EXPECT_NEAR(two.ranks[0], 1 / 2.85, 1e-11);
  EXPECT_NEAR(two.ranks[0] + two.ranks[1], 1, 1e-12);
  // Rank lost instead: r0 = 0.15 / 2, r1 = 0.15 / 2 + 0.85 r0.
  const PageRank lost = pagerank(from_edges("0 1\n", true), {.iterations = 5, .spread_dangling = false});
  EXPECT_EQ(lost.iterations, 5);
  EXPECT_DOUBLE_EQ(lost.ranks[0], 0.075);
  EXPECT_DOUBLE_EQ(lost.ranks[1], 0.13875);
  EXPECT_TRUE(pagerank(Graph{}).ranks.empty());
}

TEST(OracleReferences, Components) {
  const Graph graph = from_edges("4 2\n5 1\n2 6\n3 3\n", true);
  EXPECT_EQ(components(graph), (std::vector<std::size_t>{0, 1, 2, 1, 0, 1}));  // names 1 to 6
}

TEST(OracleReferences, Betweenness) {
  // On a path of 5, vertex i lies between i pairs to its left times 4 - i to its right, both ways.
  EXPECT_EQ(betweenness(from_edges("0 1\n1 2\n2 3\n3 4\n", false)), (std::vector<double>{0, 6, 8, 6, 0}));
  EXPECT_EQ(betweenness(from_edges("0 1\n1 2\n2 3\n3 4\n", true)), (std::vector<double>{0, 3, 4, 3, 0}));
  EXPECT_EQ(betweenness(from_edges("0 1\n0 2\n0 3\n0 4\n", false)), (std::vector<double>{12, 0, 0, 0, 0}));
  // Between opposite corners of a square run two paths, half for each of the others.
  EXPECT_EQ(betweenness(from_edges("0 1\n1 2\n2 3\n3 0\n", false)), (std::vector<double>{1, 1, 1, 1}));
  // From 0 in the diamond: 1 and 2 carry half of {3, 4} each, 3 carries 4.
  EXPECT_EQ(betweenness(from_edges(diamond, true), {0}), (std::vector<double>{0, 1, 1, 1, 0, 0}));
}

TEST(OracleReferences, Triangles) {
  const auto count = [](const std::string& name) {
    return triangles(mg::oracle_graph(mg::zoo_graph(name), Duplicates::keep, SelfLoops::keep));
  };
  EXPECT_EQ(count("clique_3"), 1U);
  EXPECT_EQ(count("clique_5"), 10U);
  EXPECT_EQ(count("clique_33"), 5456U);
  EXPECT_EQ(count("cliques_and_bridge"), 240U);
  EXPECT_EQ(count("bipartite"), 0U);
  EXPECT_EQ(count("pieces_directed"), 10U);
  EXPECT_EQ(triangles(from_edges("0 1\n1 0\n1 2\n2 0\n2 0\n1 1\n", true)), 1U);
}

TEST(Zoo, EveryGraphIsWellFormedAndNamedOnce) {
  std::map<std::string, int> names;
  for (const mg::ZooGraph& graph : mg::zoo()) {
    SCOPED_TRACE(graph.name);
    EXPECT_EQ(++names[graph.name], 1);
    EXPECT_TRUE(std::all_of(graph.name.begin(), graph.name.end(), [](char c) { return std::isalnum(c) || c == '_'; }));
    EXPECT_TRUE(std::all_of(graph.edges.begin(), graph.edges.end(),
                            [&](const auto& e) { return e.first < graph.n && e.second < graph.n; }));
    const mg::EdgeList list = mg::edge_list(graph);
    EXPECT_EQ(list.num_vertices(), graph.n);
    EXPECT_EQ(list.edges.size(), graph.edges.size());
    const Graph seen = mg::oracle_graph(graph, Duplicates::keep, SelfLoops::keep);
    EXPECT_EQ(seen.num_vertices(), graph.n);
    EXPECT_EQ(seen.num_edges(), graph.edges.size());
    if (graph.weighted()) {
      const auto* integers = std::get_if<std::vector<std::uint32_t>>(&graph.weights);
      const std::size_t count = integers ? integers->size() : std::get<std::vector<float>>(graph.weights).size();
      EXPECT_EQ(count, graph.edges.size());
    }
  }
}

/// Answers of a graph from one source, as a table of known answers gives them.
struct Summary {
  std::size_t reached = 0;
  double depth = 0;
  double sum = 0;
  friend bool operator==(const Summary&, const Summary&) = default;
  friend void PrintTo(const Summary& s, std::ostream* out) { *out << s.reached << ", " << s.depth << ", " << s.sum; }
};

template <class Value>
Summary summary(const std::vector<Value>& values, Value unreached) {
  Summary result;
  for (const Value value : values) {
    if (value == unreached) continue;
    ++result.reached;
    result.depth = std::max(result.depth, static_cast<double>(value));
    result.sum += static_cast<double>(value);
  }
  return result;
}

Summary bfs_summary(const Graph& graph, const std::string& source) {
  return summary(bfs_levels(graph, graph.index.at(source)), unreached_level);
}

Summary sssp_summary(const Graph& graph, const std::string& source) {
  return summary(exact_distances(graph, graph.index.at(source)), unreached_distance);
}

/// Number of components and the size of the largest.
std::pair<std::size_t, std::size_t> component_sizes(const Graph& graph) {
  std::map<std::size_t, std::size_t> sizes;
  for (const std::size_t c : components(graph)) ++sizes[c];
  std::size_t largest = 0;
  for (const auto& [component, size] : sizes) largest = std::max(largest, size);
  return {sizes.size(), largest};
}

/// Real graphs with known answers: in the folder that MG_DATA_DIR names.
class RealData : public testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("MG_DATA_DIR");
    if (folder == nullptr) GTEST_SKIP() << "MG_DATA_DIR is not set: no real graphs to check the oracle with";
    folder_ = folder;
  }
  [[nodiscard]] std::string text(const std::string& name) const { return read_text(folder_ + "/" + name); }

  /// "name value" a line.
  [[nodiscard]] std::map<std::string, std::string> answers(const std::string& name) const {
    std::istringstream lines(text(name));
    std::map<std::string, std::string> result;
    for (std::string vertex, value; lines >> vertex >> value;) result[vertex] = value;
    return result;
  }

  template <class Value>
  void expect_near(const Graph& graph, const std::vector<Value>& found, const std::string& name,
                   double relative) const {
    const auto expected = answers(name);
    ASSERT_EQ(expected.size(), graph.num_vertices()) << name;
    for (std::size_t v = 0; v < found.size(); ++v) {
      const double want = std::stod(expected.at(graph.names[v]));
      const auto got = static_cast<double>(found[v]);
      if (std::isinf(want)) {
        ASSERT_TRUE(std::isinf(got)) << name << ", vertex " << graph.names[v];
      } else {
        ASSERT_NEAR(got, want, relative * std::abs(want) + 1e-12) << name << ", vertex " << graph.names[v];
      }
    }
  }

  void expect_levels(const Graph& graph, const std::string& source, const std::string& name) const {
    const auto expected = answers(name);
    ASSERT_EQ(expected.size(), graph.num_vertices()) << name;
    const auto levels = bfs_levels(graph, graph.index.at(source));
    for (std::size_t v = 0; v < levels.size(); ++v) {
      const std::string level = levels[v] == unreached_level ? "9223372036854775807" : std::to_string(levels[v]);
      ASSERT_EQ(level, expected.at(graph.names[v])) << name << ", vertex " << graph.names[v];
    }
  }

  /// The same partition, whatever the labels.
  void expect_components(const Graph& graph, const std::string& name) const {
    const auto expected = answers(name);
    const auto found = components(graph);
    std::map<std::size_t, std::string> label_of;
    std::map<std::string, std::size_t> component_of;
    for (std::size_t v = 0; v < found.size(); ++v) {
      const std::string& label = expected.at(graph.names[v]);
      ASSERT_EQ(label_of.try_emplace(found[v], label).first->second, label) << name;
      ASSERT_EQ(component_of.try_emplace(label, found[v]).first->second, found[v]) << name;
    }
  }

 private:
  std::string folder_;
};

TEST_F(RealData, Rome) {
  const Graph rome = clean(parse_dimacs(text("roads/rome99.gr")));
  EXPECT_EQ(rome.num_vertices(), 3353U);
  EXPECT_EQ(rome.num_arcs(), 8859U);
  EXPECT_EQ(component_sizes(rome).first, 1U);
  EXPECT_EQ(triangles(rome), 132U);
  EXPECT_EQ(bfs_summary(rome, "1"), (Summary{3353, 47, 92781}));
  EXPECT_EQ(sssp_summary(rome, "1"), (Summary{3353, 69102, 116006476}));
}

TEST_F(RealData, Luxembourg) {
  const Graph luxembourg = from_edges(text("roads/luxembourg_osm.pairs"), false);
  EXPECT_EQ(luxembourg.num_vertices(), 114599U);
  EXPECT_EQ(luxembourg.num_edges(), 119666U);
  EXPECT_EQ(component_sizes(luxembourg).first, 1U);
  EXPECT_EQ(triangles(luxembourg), 68U);
  EXPECT_EQ(bfs_summary(luxembourg, "1"), (Summary{114599, 1034, 43781025}));
}

TEST_F(RealData, Enron) {
  const Graph enron = from_edges(text("edge-lists/email-Enron.txt.gz"), false);
  EXPECT_EQ(enron.num_vertices(), 36692U);
  EXPECT_EQ(enron.num_edges(), 183831U);
  EXPECT_EQ(component_sizes(enron), (std::pair<std::size_t, std::size_t>{1065, 33696}));
  EXPECT_EQ(triangles(enron), 727044U);
  EXPECT_EQ(bfs_summary(enron, "0"), (Summary{33696, 9, 146222}));
}

TEST_F(RealData, WikiVote) {
  const Graph votes = from_edges(text("edge-lists/wiki-Vote.txt"), true);
  EXPECT_EQ(votes.num_vertices(), 7115U);
  EXPECT_EQ(votes.num_arcs(), 103689U);
  EXPECT_EQ(component_sizes(votes).first, 24U);
  EXPECT_EQ(triangles(votes), 608389U);
  EXPECT_EQ(bfs_summary(votes, "30"), (Summary{2316, 5, 6920}));
}

TEST_F(RealData, Mit) {
  const Graph mit = from_edges(text("edge-lists/MIT8.edgelist"), false);
  EXPECT_EQ(mit.num_vertices(), 6440U);
  EXPECT_EQ(mit.num_edges(), 251252U);
  EXPECT_EQ(component_sizes(mit).first, 18U);
  EXPECT_EQ(triangles(mit), 2370587U);
  EXPECT_EQ(bfs_summary(mit, "1"), (Summary{6402, 6, 16076}));
}

TEST_F(RealData, Gnutella) {
  const std::string vertices = text("p2p-31/p2p-31.v");
  const std::string edges = text("p2p-31/p2p-31.e");
  for (const bool directed : {true, false}) {
    const Graph p2p = clean(parse_graphalytics(vertices, edges, directed));
    EXPECT_EQ(p2p.num_vertices(), 62586U);
    EXPECT_EQ(p2p.num_edges(), 147892U);
    EXPECT_EQ(component_sizes(p2p).first, 12U);
    EXPECT_EQ(triangles(p2p), 2024U);
    EXPECT_EQ(bfs_summary(p2p, "6"), directed ? (Summary{60826, 26, 586197}) : (Summary{62561, 8, 321122}));
    EXPECT_EQ(sssp_summary(p2p, "6"), directed ? (Summary{60826, 1302, 25821917}) : (Summary{62561, 347, 8977329}));
    const std::string suffix = directed ? "-directed" : "";
    expect_levels(p2p, "6", "p2p-31/p2p-31-BFS" + suffix);
    expect_near(p2p, distances(p2p, p2p.index.at("6")), "p2p-31/p2p-31-SSSP" + suffix, 1e-12);
    expect_components(p2p, "p2p-31/p2p-31-WCC");
    if (!directed) expect_near(p2p, pagerank(p2p, {.iterations = 10}).ranks, "p2p-31/p2p-31-PR", 1e-4);
  }
}

TEST_F(RealData, GraphalyticsExamples) {
  const std::string folder = "graphalytics/example/example-";
  for (const auto& [kind, source] : {std::pair{"directed", "1"}, std::pair{"undirected", "2"}}) {
    const std::string base = folder + kind;
    const Graph graph =
        clean(parse_graphalytics(text(base + ".v"), text(base + ".e"), kind == std::string("directed")));
    expect_levels(graph, source, base + "-BFS");
    expect_near(graph, distances(graph, graph.index.at(source)), base + "-SSSP", 1e-12);
    expect_components(graph, base + "-WCC");
    expect_near(graph, pagerank(graph, {.iterations = 2}).ranks, base + "-PR", 1e-9);
  }
}

TEST_F(RealData, GraphalyticsValidation) {
  for (const bool directed : {true, false}) {
    const std::string kind = directed ? "dir" : "undir";
    const int iterations = directed ? 14 : 26;
    const auto adjacency = [&](const std::string& name) {
      return clean(parse_adjacency_lines(text(fmt::format("graphalytics/{}/{}-input", name, kind)), directed));
    };
    const std::string output = "/" + kind + "-output";
    expect_levels(adjacency("bfs"), "1", "graphalytics/bfs" + output);
    expect_components(adjacency("wcc"), "graphalytics/wcc" + output);
    const Graph ranked = adjacency("pr");
    expect_near(ranked, pagerank(ranked, {.iterations = iterations}).ranks, "graphalytics/pr" + output, 1e-4);
    const std::string base = "graphalytics/sssp/" + kind + "-input";
    const Graph roads = clean(parse_graphalytics(text(base + ".v"), text(base + ".e"), directed));
    expect_near(roads, distances(roads, roads.index.at("1")), "graphalytics/sssp" + output, 1e-12);
  }
}

TEST_F(RealData, MatrixMarket) {
  const auto count = [&](const std::string& name) {
    return triangles(clean(parse_matrix_market(text("matrix-market/" + name))));
  };
  EXPECT_EQ(count("karate.mtx"), 45U);
  EXPECT_EQ(count("jagmesh7.mtx"), 2016U);
  EXPECT_EQ(count("bcsstk13.mtx"), 342300U);
}

// Freeman's betweenness of the club's two leaders and of vertex 33, normalised by 33 * 32, as the literature has it.
TEST_F(RealData, BetweennessOfTheKarateClub) {
  const Graph karate = clean(parse_matrix_market(text("matrix-market/karate.mtx")));
  const auto score = betweenness(karate);
  EXPECT_NEAR(score[0] / (33 * 32), 0.43763528, 1e-8);
  EXPECT_NEAR(score[33] / (33 * 32), 0.30407498, 1e-8);
  EXPECT_NEAR(score[32] / (33 * 32), 0.14524711, 1e-8);
}

TEST_F(RealData, OneGraphInEveryForm) {
  const auto same_from_one = [](Listing listing) {  // names from 0 become names from 1
    for (Listing::Edge& edge : listing.edges) {
      edge.source = std::to_string(std::stoi(edge.source) + 1);
      edge.target = std::to_string(std::stoi(edge.target) + 1);
    }
    return arcs(clean(listing));
  };
  const auto plain = same_from_one(parse_edge_list(text("gap-formats/4.el"), true));
  EXPECT_EQ(arcs(clean(parse_matrix_market(text("gap-formats/4.mtx")))), plain);
  const auto weighted = same_from_one(parse_edge_list(text("gap-formats/4.wel"), true));
  EXPECT_EQ(arcs(clean(parse_dimacs(text("gap-formats/4.gr")))), weighted);
  EXPECT_EQ(arcs(clean(parse_matrix_market(text("gap-formats/4w.mtx")))), weighted);
  Listing metis = parse_metis(text("gap-formats/4w.graph"));
  metis.weighted = false;  // of parallel edges it has kept one, with a weight of its own choice
  EXPECT_EQ(arcs(clean(metis)), same_from_one(parse_edge_list(text("gap-formats/4.el"), false)));
}

}  // namespace
}  // namespace oracle
