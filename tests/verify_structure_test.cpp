// The verifiers of connected components and triangle counts accept what is right and find what is not.
#include <algorithm>
#include <array>
#include <set>

#include "algorithms/verify/components.hpp"
#include "algorithms/verify/triangles.hpp"
#include "tests/verified_graphs.hpp"

namespace mg {
namespace {

std::vector<VertexId> components_of(const Graph& graph) {
  auto labels = by_vertex<VertexId>(graph, oracle::components(oracle::from(graph)));
  for (VertexId& label : labels) label = graph.from_file(label);
  return labels;
}

TEST(VerifyComponents, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) EXPECT_EQ(verify_components(graph, components_of(graph)).problem, "");
}

// 0 -> 1 <- 2, 3 -> 4, 5 alone.
TEST(VerifyComponents, RejectsDamage) {
  const Graph graph = small_graph(6, true, {{0, 1}, {2, 1}, {3, 4}});
  const auto labelled = [&](const std::vector<VertexId>& labels) { return verify_components(graph, labels); };
  EXPECT_EQ(labelled({0, 0, 0, 3, 3, 5}).problem, "");
  expect_rejected(labelled({0, 0, 0, 3, 3}), "5 labels for 6 vertices");
  expect_rejected(labelled({0, 0, 0, 3, 3, 5, 6}), "7 labels for 6 vertices");
  expect_rejected(labelled({3, 3, 3, 0, 0, 5}), "vertex 0 is labelled 3, which is not in its component, expected 0");
  expect_rejected(labelled({1, 1, 1, 3, 3, 5}), "vertex 0 is labelled 1, which is not the first vertex");
  expect_rejected(labelled({0, 0, 0, 4, 4, 5}), "vertex 3 is labelled 4, which is not the first vertex");
  expect_rejected(labelled({0, 0, 2, 3, 3, 5}), "vertex 2 is labelled 2");
  expect_rejected(labelled({0, 1, 1, 3, 3, 5}), "vertex 1 is labelled 1");
  expect_rejected(labelled({0, 0, 0, 0, 0, 5}), "vertex 3 is labelled 0, which is not in its component, expected 3");
  expect_rejected(labelled({0, 0, 0, 3, 3, 3}), "vertex 5 is labelled 3, which is not in its component, expected 5");
  expect_rejected(labelled({0, 0, 0, 3, 5, 5}), "vertex 4 is labelled 5");
  expect_rejected(labelled({0, 0, 0, 3, 3, 6}), "vertex 5 is labelled number 6 (no vertex)");
  expect_rejected(labelled({0, no_vertex, 0, 3, 3, 5}), "vertex 1 is labelled -1");
  expect_rejected(labelled({0, 1, 2, 3, 4, 5}), "vertex 1 is labelled 1");
}

TEST(VerifyComponents, WantsTheFirstVertexOfTheFileNotOfTheOrder) {
  const Graph graph = built(edge_list(zoo_graph("pieces")), "random:9");
  auto labels = components_of(graph);
  const VertexId clique = graph.from_file(11);
  EXPECT_EQ(labels[graph.from_file(15)], clique);
  VertexId smallest_inside = clique;
  for (const VertexId file_index : {12, 13, 14, 15})
    smallest_inside = std::min(smallest_inside, graph.from_file(file_index));
  ASSERT_NE(smallest_inside, clique) << "the order leaves nothing to test, take another seed";
  std::ranges::replace(labels, clique, smallest_inside);
  expect_rejected(verify_components(graph, labels),
                  "which is not the first vertex of its component in the file's order, "
                  "expected 11");
}

TEST(VerifyComponents, RejectsOneDamagedEntryAnywhere) {
  Draw draw(5);
  for (const Graph& graph : graphs_to_damage()) {
    const auto right = components_of(graph);
    for (int round = 0; round < damage_rounds; ++round) {
      auto labels = right;
      VertexId& label = draw.from(labels);
      const auto value = static_cast<VertexId>(draw(graph.num_vertices() + 3));
      if (value == std::exchange(label, value)) continue;
      ASSERT_FALSE(verify_components(graph, labels).ok());
    }
  }
}

TEST(VerifyComponents, NamesTheFirstOffenderOnAnyNumberOfThreads) {
  const Graph graph = graph_for_many_threads();
  auto labels = components_of(graph);
  on_one_and_four_threads([&] { EXPECT_EQ(verify_components(graph, labels).problem, ""); });
  for (VertexId v = 500; v < graph.num_vertices(); v += 7) labels[v] = graph.num_vertices();
  const std::string expected = fmt::format("vertex {} is labelled number 9000", graph.name(500));
  on_one_and_four_threads([&] { expect_rejected(verify_components(graph, labels), expected); });
}

struct Triangles {
  std::uint64_t total = 0;
  std::vector<std::uint64_t> corners;
};

/// Every pair of neighbours of every vertex.
Triangles triangles_of(const Graph& graph) {
  const VertexId n = graph.num_vertices();
  std::vector<std::set<VertexId>> neighbors(n);
  for (VertexId u = 0; u < n; ++u) {
    for (const VertexId v : graph.out.row(u)) {
      if (u == v) continue;
      neighbors[u].insert(v);
      neighbors[v].insert(u);
    }
  }
  Triangles triangles{.total = oracle::triangles(oracle::from(graph)), .corners = std::vector<std::uint64_t>(n)};
  for (VertexId v = 0; v < n; ++v) {
    for (const VertexId a : neighbors[v]) {
      for (const VertexId b : neighbors[v]) triangles.corners[v] += a < b && neighbors[a].contains(b) ? 1 : 0;
    }
  }
  return triangles;
}

TEST(VerifyTriangles, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) {
    const Triangles triangles = triangles_of(graph);
    EXPECT_EQ(verify_triangles(graph, triangles.total).problem, "");
    EXPECT_EQ(verify_triangles(graph, triangles.total, triangles.corners).problem, "");
  }
}

// Two triangles that share the edge 1 - 2, listed both ways with a loop and a repetition, and a tail.
TEST(VerifyTriangles, RejectsDamage) {
  const std::vector<Edge> edges{{0, 1}, {1, 0}, {1, 2}, {2, 0}, {3, 1}, {2, 3}, {2, 3}, {3, 3}, {3, 4}};
  EdgeList list;
  list.names = VertexNames::counted(0, 5);
  list.edges = Array<Edge>::copy_of(edges);
  const Graph graph = built(std::move(list), "original", DuplicatePolicy::keep);
  using Counts = std::vector<std::uint64_t>;
  const auto counted = [&](std::uint64_t total, const Counts& corners) {
    return verify_triangles(graph, total, corners);
  };
  EXPECT_EQ(counted(2, {1, 2, 2, 1, 0}).problem, "");
  for (const std::uint64_t total : {0, 1, 3, 4, 6, 12}) {
    expect_rejected(verify_triangles(graph, total), "triangles were counted, expected 2");
  }
  expect_rejected(counted(3, {1, 2, 2, 1, 0}), "3 triangles were counted, expected 2");
  expect_rejected(counted(2, {1, 2, 2, 1}), "4 counts for 5 vertices");
  expect_rejected(counted(2, {}), "0 counts for 5 vertices");
  expect_rejected(counted(2, {1, 2, 2, 1, 1}), "vertex 4 was counted in 1 triangles, expected 0");
  expect_rejected(counted(2, {1, 1, 2, 1, 0}), "vertex 1 was counted in 1 triangles, expected 2");
  expect_rejected(counted(2, {2, 1, 2, 1, 0}), "vertex 0 was counted in 2 triangles, expected 1");  // same sum
  expect_rejected(counted(2, {1, 2, 2, 0, 1}), "vertex 3 was counted in 0 triangles, expected 1");
  expect_rejected(counted(2, {2, 4, 4, 2, 0}), "vertex 0");
  expect_rejected(counted(2, {0, 0, 0, 0, 0}), "vertex 0");
  expect_rejected(counted(2, {6, 0, 0, 0, 0}), "vertex 0");
}

TEST(VerifyTriangles, NamesTheFirstOffenderOnAnyNumberOfThreads) {
  const Graph graph = graph_for_many_threads();
  Triangles triangles = triangles_of(graph);
  on_one_and_four_threads([&] { EXPECT_EQ(verify_triangles(graph, triangles.total, triangles.corners).problem, ""); });
  for (VertexId v = 500; v < graph.num_vertices(); v += 7) triangles.corners[v] += 1;
  const std::string expected = fmt::format("vertex {} was counted in", graph.name(500));
  on_one_and_four_threads(
      [&] { expect_rejected(verify_triangles(graph, triangles.total, triangles.corners), expected); });
}

TEST(VerifyTriangles, RejectsOneDamagedEntryAnywhere) {
  Draw draw(6);
  for (const Graph& graph : graphs_to_damage()) {
    const Triangles right = triangles_of(graph);
    for (int round = 0; round < damage_rounds; ++round) {
      Triangles triangles = right;
      std::uint64_t& count = round % 10 == 0 ? triangles.total : draw.from(triangles.corners);
      const std::uint64_t value = draw(100);
      if (value == std::exchange(count, value)) continue;
      ASSERT_FALSE(verify_triangles(graph, triangles.total, triangles.corners).ok());
    }
  }
}

}  // namespace
}  // namespace mg
