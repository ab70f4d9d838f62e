// Vertex orders: permutations, deterministic, and in the order they promise.
#include "preprocess/building/order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/building/build.hpp"

namespace mg {
namespace {

Graph graph_of(VertexId n, const std::vector<Edge>& edges, bool directed, const std::string& order = "original") {
  EdgeList list;
  list.names = VertexNames::counted(0, n);
  list.edges = Array<Edge>::copy_of(edges);
  BuildReport report;
  return build_graph(list, {.directed = directed, .order = order}, report, silent_progress());
}

std::vector<VertexId> to_file(const VertexOrder& order) { return {order.to_file.begin(), order.to_file.end()}; }

std::vector<Edge> random_edges(VertexId n, std::size_t m) {
  std::mt19937 random(n);
  const auto below = [&](VertexId bound) { return static_cast<VertexId>(random() % bound); };
  std::vector<Edge> edges(m);
  for (Edge& edge : edges) edge = {below(n), below(1 + below(n))};
  return edges;
}

TEST(Order, TextsAreChecked) {
  for (const char* text : {"original", "degree", "bfs", "random:0", "random:18446744073709551615"}) {
    EXPECT_NO_THROW(check_order(text)) << text;
  }
  for (const char* text : {"", "random", "random:", "random:x", "random:1:2", "degrees", "BFS"}) {
    EXPECT_THROW(check_order(text), Error) << text;
  }
}

TEST(Order, OriginalStoresNothing) {
  const VertexOrder order = make_order("original", graph_of(3, {{0, 1}}, true), 2);
  EXPECT_TRUE(order.to_file.empty());
  EXPECT_TRUE(order.from_file.empty());
}

TEST(Order, AllArePermutationsWithTheirInverseAndIndependentOfThreads) {
  for (const VertexId n : {1U, 2U, 33U, 1000U, 20000U}) {
    const Graph graph = graph_of(n, random_edges(n, 3 * std::size_t{n}), true);
    for (const char* text : {"degree", "bfs", "random:5"}) {
      const VertexOrder order = make_order(text, graph, 1);
      EXPECT_EQ(order.text, text);
      std::vector<VertexId> sorted = to_file(order);
      std::ranges::sort(sorted);
      std::vector<VertexId> all(n);
      std::iota(all.begin(), all.end(), 0);
      EXPECT_EQ(sorted, all);
      for (VertexId v = 0; v < n; ++v) ASSERT_EQ(order.from_file[order.to_file[v]], v);
      EXPECT_EQ(to_file(make_order(text, graph, 4)), to_file(order));
    }
  }
}

TEST(Order, DegreeCountsBothDirectionsAndKeepsTiesInFileOrder) {
  const std::vector<Edge> edges{{0, 4}, {1, 4}, {4, 2}, {2, 3}};
  EXPECT_EQ(to_file(make_order("degree", graph_of(6, edges, true), 2)), (std::vector<VertexId>{4, 2, 0, 1, 3, 5}));
  EXPECT_EQ(to_file(make_order("degree", graph_of(6, edges, false), 2)), (std::vector<VertexId>{4, 2, 0, 1, 3, 5}));
}

TEST(Order, DegreesBeyondTheLargestClassAreSortedToo) {
  const VertexId n = 140000;
  std::vector<Edge> edges;
  for (VertexId v = 3; v < n; ++v) {
    edges.push_back({2, v});
    if (v % 2 == 0) edges.push_back({0, v});
    if (v > 10) edges.push_back({1, v});
  }
  const auto order = to_file(make_order("degree", graph_of(n, edges, true), 2));
  EXPECT_EQ(std::vector(order.begin(), order.begin() + 3), (std::vector<VertexId>{2, 1, 0}));
}

TEST(Order, BreadthFirstGoesByComponentsFromTheHub) {
  // 5 is the hub of one component, 1 - 0 another, 6 alone; arcs are walked against their direction as well.
  const std::vector<Edge> edges{{5, 7}, {2, 5}, {5, 3}, {4, 3}, {1, 0}};
  const std::vector<VertexId> expected{5, 2, 3, 7, 4, 0, 1, 6};
  EXPECT_EQ(to_file(make_order("bfs", graph_of(8, edges, true), 2)), expected);
  EXPECT_EQ(to_file(make_order("bfs", graph_of(8, edges, false), 2)), expected);
}

TEST(Order, RandomOnesDifferBySeed) {
  const Graph graph = graph_of(1000, {}, true);
  EXPECT_NE(to_file(make_order("random:1", graph, 2)), to_file(make_order("random:2", graph, 2)));
}

TEST(Order, GraphsFindTheirVerticesInAnyOrder) {
  const std::vector<Edge> edges = random_edges(50, 200);
  for (const char* text : {"degree", "bfs", "random:5"}) {
    const Graph graph = graph_of(50, edges, true, text);
    const Graph plain = graph_of(50, edges, true);
    for (VertexId v = 0; v < 50; ++v) {
      const VertexId inside = graph.find(std::to_string(v)).value();
      EXPECT_EQ(graph.name(inside), std::to_string(v));
      EXPECT_EQ(graph.out.degree(inside), plain.out.degree(v));
      EXPECT_EQ(graph.in.degree(inside), plain.in.degree(v));
    }
  }
}

}  // namespace
}  // namespace mg
