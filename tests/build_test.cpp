// The graph builder against a reference that does one obvious thing after the other.
#include "preprocess/building/build.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

#include "engine/error.hpp"
#include "preprocess/building/arc_partition.hpp"

namespace mg {
namespace {

using Arcs = std::vector<std::tuple<VertexId, VertexId, double>>;

EdgeList edge_list(VertexId n, const std::vector<Edge>& edges) {
  EdgeList list;
  list.names = VertexNames::counted(0, n);
  list.edges = Array<Edge>::copy_of(edges);
  return list;
}

EdgeList weighted_list(VertexId n, const std::vector<Edge>& edges, const std::vector<std::uint32_t>& weights) {
  EdgeList list = edge_list(n, edges);
  list.weights = Array<std::uint32_t>::copy_of(weights);
  return list;
}

double weight_of(const Weights& weights, EdgeId e) {
  if (const auto* u32 = std::get_if<Array<std::uint32_t>>(&weights)) return (*u32)[e];
  if (const auto* f32 = std::get_if<Array<float>>(&weights)) return (*f32)[e];
  return 0;
}

/// The arcs that an adjacency stores, named as in the file, after checking that rows ascend.
Arcs arcs_of(const Graph& graph, const Adjacency& rows, bool transposed) {
  Arcs arcs;
  EXPECT_EQ(rows.offsets.size(), graph.num_vertices() + std::size_t{1});
  EXPECT_EQ(rows.offsets[0], 0U);
  EXPECT_EQ(rows.offsets[graph.num_vertices()], rows.neighbors.size());
  for (VertexId v = 0; v < rows.num_rows(); ++v) {
    EXPECT_TRUE(std::ranges::is_sorted(rows.row(v)));
    for (EdgeId e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
      VertexId source = graph.to_file(v);
      VertexId target = graph.to_file(rows.neighbors[e]);
      if (transposed) std::swap(source, target);
      arcs.emplace_back(source, target, weight_of(rows.weights, e));
    }
  }
  std::ranges::stable_sort(arcs, {}, [](const auto& arc) { return std::pair(std::get<0>(arc), std::get<1>(arc)); });
  return arcs;
}

double merged(const std::vector<double>& weights, DuplicatePolicy policy) {
  switch (policy) {
    case DuplicatePolicy::min: return *std::ranges::min_element(weights);
    case DuplicatePolicy::max: return *std::ranges::max_element(weights);
    case DuplicatePolicy::sum: {
      float sum = 0;
      for (const double w : weights) sum += static_cast<float>(w);
      return sum;
    }
    default: return weights.front();
  }
}

/// What the arcs should be: edges gathered in a map, in file order.
Arcs reference_arcs(const EdgeList& list, bool directed, const BuildOptions& options) {
  std::map<std::pair<VertexId, VertexId>, std::vector<double>> edges;
  for (std::size_t i = 0; i < list.edges.size(); ++i) {
    auto [source, target] = list.edges[i];
    if (source == target && options.self_loops == SelfLoopPolicy::drop) continue;
    if (!directed && source > target) std::swap(source, target);
    edges[{source, target}].push_back(weight_of(list.weights, i));
  }
  Arcs arcs;
  for (const auto& [ends, weights] : edges) {
    const bool keep = options.duplicates == DuplicatePolicy::keep;
    for (const double w : keep ? weights : std::vector{merged(weights, options.duplicates)}) {
      arcs.emplace_back(ends.first, ends.second, w);
      if (!directed && ends.first != ends.second) arcs.emplace_back(ends.second, ends.first, w);
    }
  }
  std::ranges::stable_sort(arcs, {}, [](const auto& arc) { return std::pair(std::get<0>(arc), std::get<1>(arc)); });
  return arcs;
}

EdgeList random_list(VertexId n, std::size_t m, WeightType type, std::mt19937_64& random) {
  std::vector<Edge> edges(m);
  // A few vertices attract most edges, so that there are long rows, duplicates and self loops.
  const auto vertex = [&] {
    return static_cast<VertexId>(random() % (random() % 2 == 0 ? n : std::min<VertexId>(n, 9)));
  };
  for (Edge& edge : edges) edge = {vertex(), vertex()};
  EdgeList list = edge_list(n, edges);
  if (type == WeightType::u32) {
    auto weights = Array<std::uint32_t>::uninitialized(m);
    for (auto& w : weights) w = static_cast<std::uint32_t>(random() % 1000);
    list.weights = weights;
  } else if (type == WeightType::f32) {
    auto weights = Array<float>::uninitialized(m);
    for (auto& w : weights) w = static_cast<float>(random() % 1000) / 16;
    list.weights = weights;
  }
  return list;
}

Graph build(const EdgeList& list, const BuildOptions& options, BuildReport& report) {
  return build_graph(list, options, report, silent_progress());
}
Graph build(const EdgeList& list, const BuildOptions& options) {
  BuildReport report;
  return build(list, options, report);
}

void expect_same_arrays(const Adjacency& a, const Adjacency& b) {
  EXPECT_TRUE(std::ranges::equal(a.offsets, b.offsets));
  EXPECT_TRUE(std::ranges::equal(a.neighbors, b.neighbors));
  ASSERT_EQ(type_of(a.weights), type_of(b.weights));
  for (EdgeId e = 0; e < a.num_edges(); ++e) ASSERT_EQ(weight_of(a.weights, e), weight_of(b.weights, e));
}

struct Shape {
  VertexId vertices;
  std::size_t edges;
};

class BuildAgainstReference : public testing::TestWithParam<std::tuple<Shape, WeightType, DuplicatePolicy>> {};

TEST_P(BuildAgainstReference, HasTheSameArcsInBothDirections) {
  const auto [shape, type, duplicates] = GetParam();
  std::mt19937_64 random(std::uint64_t{shape.vertices} * 1000003 + shape.edges);
  const EdgeList list = random_list(shape.vertices, shape.edges, type, random);
  for (const bool directed : {true, false}) {
    for (const auto loops : {SelfLoopPolicy::keep, SelfLoopPolicy::drop}) {
      for (const char* order : {"original", "degree", "random:7", "bfs"}) {
        BuildOptions options{
            .directed = directed, .duplicates = duplicates, .self_loops = loops, .order = order, .threads = 1};
        const Graph graph = build(list, options);
        const Arcs expected = reference_arcs(list, directed, options);
        EXPECT_EQ(arcs_of(graph, graph.out, false), expected) << order;
        EXPECT_EQ(arcs_of(graph, graph.in, true), expected) << order;
        EXPECT_EQ(graph.in.neighbors.same_storage(graph.out.neighbors), !directed || graph.num_arcs() == 0);
        if (order == std::string_view("random:7") || order == std::string_view("bfs")) continue;
        options.threads = 3;
        const Graph parallel = build(list, options);
        expect_same_arrays(parallel.out, graph.out);
        expect_same_arrays(parallel.in, graph.in);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, BuildAgainstReference,
    testing::Combine(testing::Values(Shape{0, 0}, Shape{1, 0}, Shape{1, 3}, Shape{2, 1}, Shape{5, 40}, Shape{33, 31},
                                     Shape{256, 1024}, Shape{1025, 700}, Shape{5000, 20000}),
                     testing::Values(WeightType::none, WeightType::u32, WeightType::f32),
                     testing::Values(DuplicatePolicy::first, DuplicatePolicy::min, DuplicatePolicy::max,
                                     DuplicatePolicy::sum, DuplicatePolicy::keep)));

TEST(Build, ManyBucketsOfManyRowsGiveTheSameArcs) {
  std::mt19937_64 random(99);
  const EdgeList list = random_list(300000, 400000, WeightType::u32, random);
  for (const bool directed : {true, false}) {
    const BuildOptions options{.directed = directed, .threads = 3};
    const Graph graph = build(list, options);
    EXPECT_EQ(arcs_of(graph, graph.out, false), reference_arcs(list, directed, options));
    EXPECT_EQ(arcs_of(graph, graph.in, true), reference_arcs(list, directed, options));
  }
}

TEST(Build, SortedInputTakesTheShortWay) {
  std::mt19937_64 random(4);
  EdgeList list = random_list(2000, 100000, WeightType::none, random);
  const Graph expected = build(list, {});
  const auto by_target = [](const Edge& a, const Edge& b) {
    return std::pair(a.target, a.source) < std::pair(b.target, b.source);
  };
  const auto by_source = [](const Edge& a, const Edge& b) {
    return std::pair(a.source, a.target) < std::pair(b.source, b.target);
  };
  for (int i = 0; i < 2; ++i) {
    list.edges = Array<Edge>::copy_of(list.edges.span());
    if (i == 0) std::sort(list.edges.begin(), list.edges.end(), by_target);
    if (i == 1) std::sort(list.edges.begin(), list.edges.end(), by_source);
    const Graph graph = build(list, {});
    expect_same_arrays(graph.out, expected.out);
    expect_same_arrays(graph.in, expected.in);
  }
}

TEST(Build, FirstMeansFileOrderInEitherDirection) {
  const EdgeList list = weighted_list(3, {{2, 0}, {0, 2}, {0, 2}, {1, 1}, {1, 1}}, {7, 6, 5, 9, 8});
  BuildReport report;
  const Graph undirected = build(list, {.directed = false, .duplicates = DuplicatePolicy::first}, report);
  EXPECT_EQ(arcs_of(undirected, undirected.out, false), (Arcs{{0, 2, 7}, {1, 1, 9}, {2, 0, 7}}));
  EXPECT_EQ(report.duplicates, 3U);
  EXPECT_EQ(report.self_loops, 2U);
  EXPECT_EQ(report.reverse_arcs, 1U);
  EXPECT_EQ(undirected.cleaning.self_loop_count, 1U);
  EXPECT_EQ(undirected.num_edges(), 2U);
  const Graph directed = build(list, {.directed = true, .duplicates = DuplicatePolicy::first}, report);
  EXPECT_EQ(arcs_of(directed, directed.out, false), (Arcs{{0, 2, 6}, {1, 1, 9}, {2, 0, 7}}));
  EXPECT_EQ(report.duplicates, 2U);
  EXPECT_EQ(report.reverse_arcs, 0U);
}

TEST(Build, CountsWhatItDrops) {
  BuildReport report;
  const EdgeList list = edge_list(6, {{0, 0}, {0, 1}, {1, 0}, {3, 3}, {0, 1}});
  const Graph graph =
      build(list, {.directed = true, .self_loops = SelfLoopPolicy::drop, .isolated = IsolatedPolicy::drop}, report);
  EXPECT_EQ(report.edges_read, 5U);
  EXPECT_EQ(report.self_loops, 2U);
  EXPECT_EQ(report.duplicates, 1U);
  EXPECT_EQ(report.isolated, 4U);
  EXPECT_EQ(graph.num_vertices(), 2U);
  EXPECT_EQ(graph.cleaning.self_loop_count, 0U);
  EXPECT_EQ(graph.num_edges(), 2U);
}

TEST(Build, DirectionIsTheListsUnlessChosen) {
  EdgeList list = edge_list(2, {{0, 1}});
  list.directed = false;
  EXPECT_FALSE(build(list, {}).directed);
  EXPECT_TRUE(build(list, {.directed = true}).directed);
}

TEST(Build, IntegerSumThatOverflowsIsRefusedByName) {
  EdgeList list = weighted_list(3, {{1, 2}, {1, 2}, {0, 1}}, {4000000000U, 400000000U, 1});
  list.names = VertexNames::counted(100, 3);
  const BuildOptions sum{.duplicates = DuplicatePolicy::sum};
  try {
    build(list, sum);
    FAIL() << "an overflowing sum was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    EXPECT_NE(std::string(error.what()).find("between 101 and 102"), std::string::npos) << error.what();
  }
  list.weights = Array<float>::copy_of(std::vector<float>{4e9F, 4e8F, 1});
  EXPECT_NO_THROW(build(list, sum));
}

TEST(Build, EdgeBeyondTheVerticesIsRefused) {
  EXPECT_THROW(build(edge_list(2, {{0, 2}}), {}), Error);
  EXPECT_THROW(build(edge_list(0, {{0, 0}}), {}), Error);
}

TEST(Build, IsolatedVerticesLeaveWithTheirNames) {
  const std::vector<Edge> edges{{1, 3}, {3, 4}};
  const auto names_after = [&](const VertexNames& names, bool directed, const char* order) {
    EdgeList list = edge_list(6, edges);
    list.names = names;
    const Graph graph = build(list, {.directed = directed, .isolated = IsolatedPolicy::drop, .order = order});
    EXPECT_EQ(arcs_of(graph, graph.out, false).size(), directed ? 2U : 4U);
    std::vector<std::string> found;
    for (VertexId v = 0; v < graph.num_vertices(); ++v) found.push_back(graph.names.name(v));
    for (const std::string& name : found) EXPECT_EQ(graph.name(graph.find(name).value()), name);
    // The middle of the path 1 - 3 - 4 keeps its neighbours, whatever it is called inside.
    const VertexId middle = *graph.find(found[1]);
    EXPECT_EQ(graph.out.degree(middle), directed ? 1U : 2U);
    EXPECT_EQ(graph.in.degree(middle), directed ? 1U : 2U);
    return found;
  };
  const std::string letters = "fedcba";
  const auto offsets = Array<std::uint64_t>::copy_of(std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6});
  const auto strings = VertexNames::strings(offsets, Array<char>::copy_of(letters));
  const auto ids =
      VertexNames::integers(Array<std::uint64_t>::copy_of(std::vector<std::uint64_t>{1, 5, 7, 9, 100, 1000}));
  using Names = std::vector<std::string>;
  for (const bool directed : {true, false}) {
    for (const char* order : {"original", "degree", "random:3"}) {
      EXPECT_EQ(names_after(strings, directed, order), (Names{"e", "c", "b"}));
      EXPECT_EQ(names_after(ids, directed, order), (Names{"5", "9", "100"}));
      EXPECT_EQ(names_after(VertexNames::counted(1, 6), directed, order), (Names{"2", "4", "5"}));
    }
  }
}

TEST(Build, KeptIsolatedVerticesAreCounted) {
  BuildReport report;
  EXPECT_EQ(build(edge_list(5, {{0, 1}, {2, 2}}), {}, report).num_vertices(), 5U);
  EXPECT_EQ(report.isolated, 2U);
}

TEST(Build, ReportReadsWell) {
  BuildReport report;
  EdgeList list = edge_list(4, {{0, 1}, {1, 0}, {2, 2}});
  list.directed = false;
  build(list, {}, report);
  EXPECT_EQ(report.sentences(),
            (std::vector<std::string>{
                "3 edges read", "taken as undirected, the convention of the format; --directed makes it directed",
                "1 self loop kept", "1 duplicate edge merged", "1 reverse arc added", "1 isolated vertex kept",
                "no edge weights", "the graph has 4 vertices and 2 edges"}));
}

TEST(Weights, PolicyTextGoesBothWays) {
  for (const char* text : {"auto", "none", "unit", "random:1:255:42", "random:0:4294967295:18446744073709551615"}) {
    EXPECT_EQ(WeightPolicy::parse(text).text(), text);
  }
  EXPECT_EQ(WeightPolicy::parse("file"), WeightPolicy{});
  for (const char* text : {"", "units", "random", "random:1:2", "random:2:1:0", "random:1:4294967296:0",
                           "random:-1:2:3", "random:1:2:3:4", "random:1:2:", "random: 1:2:3", "random:1.5:2:3"}) {
    EXPECT_THROW(WeightPolicy::parse(text), Error) << text;
  }
}

TEST(Weights, NoneDropsAndUnitReplaces) {
  const EdgeList list = weighted_list(2, {{0, 1}, {0, 1}}, {5, 6});
  EXPECT_EQ(build(list, {.weights = WeightPolicy::parse("none")}).weight_type(), WeightType::none);
  const Graph unit = build(list, {.weights = WeightPolicy::parse("unit")});
  EXPECT_EQ(arcs_of(unit, unit.out, false), (Arcs{{0, 1, 1}}));
  EXPECT_EQ(unit.cleaning.weights, "unit");
  EXPECT_EQ(build(list, {}).cleaning.weights, "file");
  EXPECT_EQ(build(edge_list(1, {}), {}).cleaning.weights, "none");
}

TEST(Weights, UnitWeightsAddedUpCountRepetitions) {
  const EdgeList list = edge_list(2, {{0, 1}, {1, 0}, {0, 1}});
  const Graph graph =
      build(list, {.directed = false, .duplicates = DuplicatePolicy::sum, .weights = WeightPolicy::parse("unit")});
  EXPECT_EQ(arcs_of(graph, graph.out, false), (Arcs{{0, 1, 3}, {1, 0, 3}}));
}

TEST(Weights, RandomOnesAreAFunctionOfTheEndpointsInTheFile) {
  std::mt19937_64 random(5);
  const EdgeList list = random_list(200, 3000, WeightType::none, random);
  const auto policy = WeightPolicy::parse("random:10:20:77");
  for (const bool directed : {true, false}) {
    const Graph plain = build(list, {.directed = directed, .weights = policy, .threads = 1});
    std::vector<int> seen(21, 0);
    for (const auto& [u, v, w] : arcs_of(plain, plain.out, false)) {
      ASSERT_EQ(w, computed_weight(policy, directed, u, v));
      ++seen.at(static_cast<std::size_t>(w));
    }
    for (int w = 0; w <= 20; ++w) EXPECT_EQ(seen[w] > 0, w >= 10) << w;
    const Graph other = build(list, {.directed = directed, .weights = policy, .order = "degree", .threads = 4});
    EXPECT_EQ(arcs_of(other, other.out, false), arcs_of(plain, plain.out, false));
    EXPECT_EQ(arcs_of(other, other.in, true), arcs_of(plain, plain.out, false));
  }
  EXPECT_EQ(computed_weight(policy, false, 3, 9), computed_weight(policy, false, 9, 3));
}

TEST(RowRanges, CoverTheRowsAndStayNarrowHoweverFewTheArcs) {
  for (const EdgeId rows : {EdgeId{0}, EdgeId{1}, EdgeId{5000}, EdgeId{1} << 31, (EdgeId{1} << 31) + 1, max_vertices}) {
    for (const EdgeId arcs : {EdgeId{0}, EdgeId{2}, EdgeId{65'535}, EdgeId{1} << 33}) {
      SCOPED_TRACE(std::to_string(rows) + " rows, " + std::to_string(arcs) + " arcs");
      const RowRanges ranges(static_cast<VertexId>(rows), arcs);
      EXPECT_LE(ranges.width(), std::size_t{1} << 22);
      EXPECT_LE(ranges.size(), 2048U);
      EXPECT_EQ(ranges.first(ranges.size()), rows);
      if (rows == 0) continue;
      EXPECT_EQ(ranges.of(0), 0U);
      EXPECT_EQ(ranges.of(static_cast<VertexId>(rows - 1)), ranges.size() - 1);
    }
  }
}

}  // namespace
}  // namespace mg
