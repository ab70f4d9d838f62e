// The verifiers of BFS and SSSP accept what is right and find what is not.
#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/verify/bfs.hpp"
#include "algorithms/verify/sssp.hpp"
#include "tests/verified_graphs.hpp"

namespace mg {
namespace {

double weight_at(const Graph& graph, EdgeId arc) {
  if (const auto* integers = std::get_if<Array<std::uint32_t>>(&graph.out.weights)) return (*integers)[arc];
  if (const auto* reals = std::get_if<Array<float>>(&graph.out.weights)) return (*reals)[arc];
  return 1;
}

/// A tree of arcs u -> v with values[u] + weight == values[v], grown from the source so that zero weights are no trap.
template <class Value, class Weight>
std::vector<VertexId> tree(const Graph& graph, VertexId source, const std::vector<Value>& values, Weight&& weight) {
  std::vector<VertexId> parents(values.size(), no_vertex);
  std::vector<VertexId> queue{source};
  parents[source] = source;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const VertexId u = queue[i];
    for (EdgeId arc = graph.out.offsets[u]; arc < graph.out.offsets[u + 1]; ++arc) {
      const VertexId v = graph.out.neighbors[arc];
      if (parents[v] != no_vertex || values[u] + static_cast<Value>(weight(arc)) != values[v]) continue;
      parents[v] = u;
      queue.push_back(v);
    }
  }
  return parents;
}

bool leads_to(VertexId source, VertexId v, const std::vector<VertexId>& parents) {
  for (std::size_t step = 0; step < parents.size() && v != source; ++step) v = parents[v];
  return v == source;
}

struct Bfs {
  Graph graph;
  VertexId source;
  std::vector<std::int32_t> levels;
  std::vector<VertexId> parents;

  Bfs(const Graph& g, VertexId s)
      : graph(g),
        source(s),
        levels(by_vertex<std::int32_t>(g, oracle::bfs_levels(oracle::from(g), g.to_file(s)))),
        parents(tree(g, s, levels, [](EdgeId) { return 1; })) {}

  [[nodiscard]] Verdict verdict() const { return verify_bfs(graph, source, levels, parents); }
};

template <class Distance>
struct Sssp {
  Graph graph;
  VertexId source;
  std::vector<Distance> distances;
  std::vector<VertexId> parents;

  static constexpr Distance infinity = std::is_floating_point_v<Distance> ? std::numeric_limits<Distance>::infinity()
                                                                          : std::numeric_limits<Distance>::max();

  Sssp(const Graph& g, VertexId s) : graph(g), source(s) {
    for (const double d : by_vertex<double>(g, oracle::distances(oracle::from(g), g.to_file(s)))) {
      distances.push_back(std::isinf(d) ? infinity : static_cast<Distance>(d));
    }
    parents = tree(g, s, distances, [&](EdgeId arc) { return weight_at(g, arc); });
  }

  [[nodiscard]] Verdict verdict() const { return verify_sssp(graph, source, distances, parents); }
};

// 0 -> 1 -> 2 -> 3, 0 -> 4 -> 3, 5 -> 0, and 6 alone.
const std::vector<Edge> bfs_edges{{0, 1}, {1, 2}, {2, 3}, {0, 4}, {4, 3}, {5, 0}};

Bfs small_bfs() { return {small_graph(7, true, bfs_edges), 0}; }

TEST(VerifyBfs, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) {
    for (const VertexId source : {VertexId{0}, graph.num_vertices() / 2}) {
      if (source >= graph.num_vertices()) continue;
      EXPECT_EQ(Bfs(graph, source).verdict().problem, "");
    }
  }
}

TEST(VerifyBfs, AcceptsEveryShortestTree) {
  Bfs bfs(small_graph(4, false, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}), 0);
  for (const VertexId parent : {1, 2}) {
    bfs.parents[3] = parent;
    EXPECT_EQ(bfs.verdict().problem, "");
  }
}

TEST(VerifyBfs, RejectsWrongSizesAndSources) {
  Bfs bfs = small_bfs();
  bfs.levels.pop_back();
  expect_rejected(bfs.verdict(), "6 levels for 7 vertices");
  bfs = small_bfs();
  bfs.parents.push_back(0);
  expect_rejected(bfs.verdict(), "8 parents for 7 vertices");
  bfs = small_bfs();
  bfs.source = 7;
  expect_rejected(bfs.verdict(), "the source is vertex number 7");
  EXPECT_FALSE(verify_bfs(Graph{}, 0, {}, {}).ok());
}

TEST(VerifyBfs, RejectsDamage) {
  const auto damaged = [](auto damage) {
    Bfs bfs = small_bfs();
    damage(bfs.levels, bfs.parents);
    return bfs.verdict();
  };
  using Levels = std::vector<std::int32_t>&;
  using Parents = std::vector<VertexId>&;
  expect_rejected(damaged([](Levels l, Parents) { l[0] = 1; }), "the source 0 has level 1");
  expect_rejected(damaged([](Levels, Parents p) { p[0] = no_vertex; }), "the source 0 has level 0 and parent -1");
  expect_rejected(damaged([](Levels l, Parents) { l[3] = 3; }), "vertex 3 has level 3, but its parent 4 has level 1");
  expect_rejected(damaged([](Levels l, Parents p) { l[3] = 3, p[3] = 2; }),
                  "vertex 3 has level 3, but there is an edge");
  expect_rejected(damaged([](Levels, Parents p) { p[2] = 4; }), "there is no edge 4 -> 2");
  expect_rejected(damaged([](Levels, Parents p) { p[1] = 1; }), "vertex 1 has level 1, but its parent 1 has level 1");
  expect_rejected(damaged([](Levels, Parents p) { p[1] = 2, p[2] = 1; }), "vertex 1 has level 1, but its parent 2");
  expect_rejected(damaged([](Levels, Parents p) { p[1] = 7; }), "parent number 7 (no vertex)");
  expect_rejected(damaged([](Levels, Parents p) { p[1] = no_vertex; }), "vertex 1 has level 1, but parent -1");
  expect_rejected(damaged([](Levels l, Parents) { l[5] = 1; }), "vertex 5 has level 1, but parent -1");
  expect_rejected(damaged([](Levels l, Parents p) { l[5] = 1, p[5] = 0; }), "there is no edge 0 -> 5");
  expect_rejected(damaged([](Levels l, Parents p) { l[5] = 0, p[5] = 6; }), "its parent 6 has level -1");
  expect_rejected(damaged([](Levels, Parents p) { p[6] = 0; }), "vertex 6 has level -1 (unreached), but parent 0");
  expect_rejected(damaged([](Levels l, Parents) { l[1] = -2; }), "vertex 1 has level -2");
  expect_rejected(damaged([](Levels l, Parents p) { l[3] = -1, p[3] = no_vertex; }),
                  "vertex 3 has level -1 (unreached)");
  expect_rejected(damaged([](Levels l, Parents p) { std::swap(l[1], l[2]), std::swap(p[1], p[2]); }), "vertex 1 has");
  expect_rejected(damaged([](Levels l, Parents) {
                    for (auto& x : l) ++x;
                  }),
                  "the source 0 has level 1");
  expect_rejected(damaged([](Levels l, Parents) { l[2] = std::numeric_limits<std::int32_t>::max(); }), "2147483647");
}

TEST(VerifyBfs, RejectsDamageOfLevelsAlone) {
  const auto damaged = [](auto damage) {
    Bfs bfs = small_bfs();
    damage(bfs.levels);
    return verify_levels(bfs.graph, bfs.source, bfs.levels);
  };
  using Levels = std::vector<std::int32_t>&;
  EXPECT_EQ(damaged([](Levels) {}).problem, "");
  expect_rejected(damaged([](Levels l) { l.pop_back(); }), "6 levels for 7 vertices");
  expect_rejected(damaged([](Levels l) { l[0] = 1; }), "the source 0 has level 1, expected 0");
  expect_rejected(damaged([](Levels l) { l[3] = 3; }), "vertex 3 has level 3, but there is an edge 4 -> 3");
  expect_rejected(damaged([](Levels l) { l[2] = 3, l[3] = 4; }), "vertex 2 has level 3, but no edge leads to it");
  expect_rejected(damaged([](Levels l) { l[5] = 0; }), "no edge leads to it from a vertex at level -1");
  expect_rejected(damaged([](Levels l) { l[6] = 1; }), "vertex 6 has level 1, but no edge leads to it");
  expect_rejected(damaged([](Levels l) { l[1] = -2; }), "vertex 1 has level -2");
  expect_rejected(damaged([](Levels l) { l[3] = -1; }), "vertex 3 has level -1 (unreached)");
  expect_rejected(damaged([](Levels l) { l[2] = std::numeric_limits<std::int32_t>::max(); }), "2147483647");
  const Bfs bfs = small_bfs();
  EXPECT_FALSE(verify_levels(bfs.graph, 7, bfs.levels).ok());
}

TEST(VerifyBfs, LevelsAloneAreRightOrNot) {
  Draw draw(2);
  for (const Graph& graph : graphs_to_damage()) {
    Bfs bfs(graph, static_cast<VertexId>(draw(graph.num_vertices())));
    EXPECT_EQ(verify_levels(graph, bfs.source, bfs.levels).problem, "");
    for (int round = 0; round < damage_rounds; ++round) {
      auto& level = draw.from(bfs.levels);
      const auto value = static_cast<std::int32_t>(draw(10)) - 1;
      const std::int32_t right = std::exchange(level, value);
      if (value != right) {
        ASSERT_FALSE(verify_levels(graph, bfs.source, bfs.levels).ok());
      }
      level = right;
    }
  }
}

TEST(VerifyBfs, NamesVerticesAsTheFileDoes) {
  const ZooGraph& path = zoo_graph("path_one_way");
  const Graph graph = built(edge_list(path), "random:3");
  Bfs bfs(graph, graph.from_file(0));
  bfs.levels[graph.from_file(42)] = 7;
  expect_rejected(bfs.verdict(), "vertex 42 has level 7");
}

TEST(VerifyBfs, RejectsOneDamagedEntryAnywhere) {
  Draw draw(1);
  for (const Graph& graph : graphs_to_damage()) {
    const VertexId n = graph.num_vertices();
    const Bfs right(graph, static_cast<VertexId>(draw(n)));
    for (int round = 0; round < damage_rounds; ++round) {
      Bfs bfs = right;
      if (round % 2 == 0) {
        auto& level = draw.from(bfs.levels);
        const auto value = static_cast<std::int32_t>(draw(10)) - 1;
        if (value == std::exchange(level, value)) continue;
      } else {
        const auto v = static_cast<VertexId>(draw(n));
        const auto parent = static_cast<VertexId>(draw(n + 1));
        bfs.parents[v] = parent == n ? no_vertex : parent;
        const auto row = parent == n ? std::span<const VertexId>{} : graph.out.row(parent);
        const bool also_right = bfs.parents[v] == right.parents[v] ||
                                (v != bfs.source && std::ranges::binary_search(row, v) && right.levels[parent] >= 0 &&
                                 right.levels[parent] + 1 == right.levels[v]);
        if (also_right) continue;
      }
      ASSERT_FALSE(bfs.verdict().ok());
    }
  }
}

TEST(VerifyBfs, NamesTheFirstOffenderOnAnyNumberOfThreads) {
  const Graph graph = graph_for_many_threads();
  Bfs bfs(graph, graph.from_file(0));
  on_one_and_four_threads([&] { EXPECT_EQ(bfs.verdict().problem, ""); });
  for (VertexId v = 500; v < graph.num_vertices(); v += 7) bfs.parents[v] = graph.num_vertices();
  on_one_and_four_threads([&] { expect_rejected(bfs.verdict(), fmt::format("vertex {} has level", graph.name(500))); });
}

// 0 -1-> 1 -2-> 2 -3-> 3, 0 -5-> 2, 0 -9-> 3, 4 -1-> 0, and 5 alone: distances 0 1 3 6 inf inf.
const std::vector<Edge> sssp_edges{{0, 1}, {1, 2}, {2, 3}, {0, 2}, {0, 3}, {4, 0}};

Graph small_weighted(WeightType type) {
  const std::vector<std::uint32_t> integers{1, 2, 3, 5, 9, 1};
  if (type == WeightType::u32) return small_graph(6, true, sssp_edges, Array<std::uint32_t>::copy_of(integers));
  const std::vector<float> reals(integers.begin(), integers.end());
  return small_graph(6, true, sssp_edges, Array<float>::copy_of(reals));
}

template <class Distance>
class VerifySssp : public testing::Test {
 protected:
  static constexpr bool real = std::is_floating_point_v<Distance>;
  static constexpr Distance infinity = Sssp<Distance>::infinity;

  static Sssp<Distance> small() { return {small_weighted(real ? WeightType::f32 : WeightType::u32), 0}; }

  /// Whether the distances of the graph are sums that this type can hold.
  static bool fits(const Graph& graph) {
    if (graph.weight_type() == WeightType::none) return false;
    if (graph.weight_type() == WeightType::f32) return real;
    return sizeof(Distance) == 8 || std::ranges::all_of(std::get<Array<std::uint32_t>>(graph.out.weights),
                                                        [](std::uint32_t w) { return w < 1000000; });
  }
};

using DistanceTypes = testing::Types<std::uint32_t, std::uint64_t, double>;
TYPED_TEST_SUITE(VerifySssp, DistanceTypes);

TYPED_TEST(VerifySssp, AcceptsRightResults) {
  int checked = 0;
  for (const Graph& graph : zoo_in_all_forms()) {
    if (!this->fits(graph)) continue;
    for (const VertexId source : {VertexId{0}, graph.num_vertices() / 2}) {
      EXPECT_EQ(Sssp<TypeParam>(graph, source).verdict().problem, "");
      ++checked;
    }
  }
  EXPECT_GT(checked, 20);
}

TYPED_TEST(VerifySssp, RejectsWrongSizesSourcesAndWeights) {
  auto sssp = this->small();
  sssp.distances.pop_back();
  expect_rejected(sssp.verdict(), "5 distances for 6 vertices");
  sssp = this->small();
  sssp.parents.push_back(0);
  expect_rejected(sssp.verdict(), "7 parents for 6 vertices");
  sssp = this->small();
  sssp.source = no_vertex;
  expect_rejected(sssp.verdict(), "the source is vertex number 4294967295");
  sssp = this->small();
  sssp.graph = small_graph(6, true, sssp_edges);
  expect_rejected(sssp.verdict(), "weights of type none");
  sssp.graph = small_weighted(WeightType::f32);
  EXPECT_EQ(sssp.verdict().ok(), this->real);
}

TYPED_TEST(VerifySssp, RejectsDamage) {
  const auto damaged = [&](auto damage) {
    auto sssp = this->small();
    damage(sssp.distances, sssp.parents);
    return sssp.verdict();
  };
  using Distances = std::vector<TypeParam>&;
  using Parents = std::vector<VertexId>&;
  expect_rejected(damaged([](Distances d, Parents) { d[0] = 1; }), "the source 0 has distance 1");
  expect_rejected(damaged([](Distances, Parents p) { p[0] = no_vertex; }), "parent -1, expected distance 0 and itself");
  expect_rejected(damaged([](Distances d, Parents) { d[3] = 7; }), "vertex 3 has distance 7, but its parent 2");
  expect_rejected(damaged([](Distances d, Parents) { d[3] = 2; }), "vertex 3 has distance 2, but its parent 2");
  expect_rejected(damaged([](Distances d, Parents p) { d[3] = 9, p[3] = 0; }), "the edge 2 -> 3 of weight 3");
  expect_rejected(damaged([](Distances, Parents p) { p[3] = 0; }), "its parent 0 has distance 0 and the edge");
  expect_rejected(damaged([](Distances, Parents p) { p[3] = 1; }), "there is no edge 1 -> 3");
  expect_rejected(damaged([](Distances, Parents p) { p[1] = 2, p[2] = 1; }), "there is no edge 2 -> 1");
  expect_rejected(damaged([](Distances, Parents p) { p[1] = 6; }), "parent number 6 (no vertex)");
  expect_rejected(damaged([](Distances, Parents p) { p[1] = no_vertex; }), "vertex 1 has distance 1, but parent -1");
  expect_rejected(damaged([](Distances, Parents p) { p[1] = 4; }), "parent 4, expected a reached vertex");
  expect_rejected(damaged([](Distances d, Parents) { d[4] = 1; }), "vertex 4 has distance 1, but parent -1");
  expect_rejected(damaged([](Distances d, Parents p) { d[4] = 1, p[4] = 0; }), "there is no edge 0 -> 4");
  expect_rejected(damaged([](Distances, Parents p) { p[5] = 0; }),
                  "vertex 5 has distance inf (unreached), but parent 0");
  expect_rejected(damaged([&](Distances d, Parents p) { d[3] = this->infinity, p[3] = no_vertex; }),
                  "vertex 3 has distance inf");
  expect_rejected(damaged([&](Distances d, Parents) { d[2] = this->infinity - 1; }), "vertex 2 has distance");
  expect_rejected(damaged([](Distances d, Parents) { std::swap(d[1], d[2]); }), "vertex 1 has distance 3");
  expect_rejected(damaged([](Distances d, Parents) {
                    for (auto& x : d) x *= 2;
                  }),
                  "vertex 1 has distance 2");
}

TYPED_TEST(VerifySssp, NamesTheFirstOffenderOnAnyNumberOfThreads) {
  const Graph graph = graph_for_many_threads();
  Sssp<TypeParam> sssp(graph, graph.from_file(0));
  on_one_and_four_threads([&] { EXPECT_EQ(sssp.verdict().problem, ""); });
  for (VertexId v = 500; v < graph.num_vertices(); v += 7) sssp.parents[v] = graph.num_vertices();
  on_one_and_four_threads(
      [&] { expect_rejected(sssp.verdict(), fmt::format("vertex {} has distance", graph.name(500))); });
}

TEST(VerifySsspDouble, RejectsWhatIsNoDistance) {
  for (const double bad : {-1.0, -0.5, std::nan(""), -std::numeric_limits<double>::infinity()}) {
    Sssp<double> sssp(small_weighted(WeightType::f32), 0);
    sssp.distances[1] = bad;
    expect_rejected(sssp.verdict(), "vertex 1 has distance");
  }
}

TEST(VerifySsspDouble, TakesIntegerWeightsAndInfiniteOnes) {
  EXPECT_EQ(Sssp<double>(small_weighted(WeightType::u32), 0).verdict().problem, "");
  const std::vector<float> weights{1, std::numeric_limits<float>::infinity()};
  Sssp<double> sssp(small_graph(3, true, {{0, 1}, {1, 2}}, Array<float>::copy_of(weights)), 0);
  sssp.parents[2] = no_vertex;
  EXPECT_EQ(sssp.verdict().problem, "");
}

TYPED_TEST(VerifySssp, RejectsCirclesOfWeightZero) {
  // The source reaches 1 by weight 1; 1, 2 and 3 are joined by weight 0 and all at distance 1.
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 3}, {3, 1}};
  const std::vector<std::uint32_t> weights{1, 0, 0, 0};
  Sssp<TypeParam> sssp(small_graph(4, false, edges, Array<std::uint32_t>::copy_of(weights)), 0);
  EXPECT_EQ(sssp.verdict().problem, "");
  sssp.parents = {0, 0, 3, 1};
  EXPECT_EQ(sssp.verdict().problem, "");
  sssp.parents = {0, 0, 3, 2};
  expect_rejected(sssp.verdict(), "following parents from vertex 2 leads around in a circle");
  sssp.parents = {0, 2, 3, 1};
  expect_rejected(sssp.verdict(), "following parents from vertex 1 leads around in a circle");
}

TYPED_TEST(VerifySssp, RejectsALoopOfWeightZeroAsParent) {
  const std::vector<std::uint32_t> weights{1, 0};
  Sssp<TypeParam> sssp(small_graph(2, true, {{0, 1}, {1, 1}}, Array<std::uint32_t>::copy_of(weights)), 0);
  EXPECT_EQ(sssp.verdict().problem, "");
  sssp.parents[1] = 1;
  expect_rejected(sssp.verdict(), "following parents from vertex 1");
}

TYPED_TEST(VerifySssp, RejectsOneDamagedEntryAnywhere) {
  Draw draw(2);
  for (const char* name : {"weighted_grid", "weighted_rmat_directed", "weighted_some_zeros", "weighted_zeros"}) {
    const Graph graph = built(edge_list(zoo_graph(name)), "random:11");
    const VertexId n = graph.num_vertices();
    const Sssp<TypeParam> right(graph, static_cast<VertexId>(draw(n)));
    for (int round = 0; round < damage_rounds; ++round) {
      Sssp<TypeParam> sssp = right;
      if (round % 2 == 0) {
        auto& distance = draw.from(sssp.distances);
        const auto value = draw(20) == 0 ? sssp.infinity : static_cast<TypeParam>(draw(2000));
        if (value == std::exchange(distance, value)) continue;
      } else {
        const auto v = static_cast<VertexId>(draw(n));
        const auto parent = static_cast<VertexId>(draw(n));
        if (parent == std::exchange(sssp.parents[v], parent)) continue;
        bool also_right = false;
        for (EdgeId arc = graph.out.offsets[parent]; arc < graph.out.offsets[parent + 1]; ++arc) {
          also_right |= v != sssp.source && graph.out.neighbors[arc] == v && right.parents[parent] != no_vertex &&
                        right.distances[parent] + static_cast<TypeParam>(weight_at(graph, arc)) == right.distances[v];
        }
        if (also_right && leads_to(sssp.source, v, sssp.parents)) continue;
      }
      ASSERT_FALSE(sssp.verdict().ok());
    }
  }
}

}  // namespace
}  // namespace mg
