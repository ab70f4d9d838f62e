// The verifier of communities accepts what is right and finds what is not; and modularity.
#include <cmath>

#include "algorithms/modularity.hpp"
#include "algorithms/verify/communities.hpp"
#include "tests/verified_graphs.hpp"

namespace mg {
namespace {

// Triangles 0 1 2 and 3 4 5, joined by 2 - 3; 6 alone.
Graph two_triangles() { return small_graph(7, false, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 3}}); }
constexpr double of_triangles = 6.0 / 7 - 0.5;

TEST(VerifyCommunities, RejectsDamage) {
  const Graph graph = two_triangles();
  const auto verdict = [&](const std::vector<VertexId>& community, double modularity, double tolerance = 0) {
    return verify_communities(graph, community, {.tolerance = tolerance, .modularity = modularity});
  };
  EXPECT_EQ(verdict({0, 0, 0, 3, 3, 3, 6}, of_triangles).problem, "");
  expect_rejected(verdict({0, 0, 0, 3, 3, 3}, of_triangles), "6 communities for 7 vertices");
  expect_rejected(verdict({0, 0, 0, 3, 3, 9, 6}, of_triangles), "vertex 5 is in the community number 9 (no vertex)");
  expect_rejected(verdict({0, 0, 0, 3, 3, 4, 6}, of_triangles), "community of 4, which is in another one");
  expect_rejected(verdict({1, 1, 1, 3, 3, 3, 6}, of_triangles), "community of 1 has the vertex 0, which comes before");
  expect_rejected(verdict({0, 0, 0, 3, 3, 3, 6}, of_triangles + 1e-6), "the modularity is said to be 0.35714");
  expect_rejected(verdict({0, 0, 0, 3, 3, 3, 6}, std::nan("")), "the modularity is said to be nan");
  // 2 with the others: 11 of 14 arc ends' weight less (16 + 100) / 196 lies within.
  const double worse = 10.0 / 14 - (16.0 + 100) / 196;
  expect_rejected(verdict({0, 0, 2, 2, 2, 2, 6}, worse), "moving vertex 2 from the community of 2 to that of 0");
  EXPECT_EQ(verdict({0, 0, 2, 2, 2, 2, 6}, worse, 0.5).problem, "") << "no more than it may";
}

// What two vertices gain by being together where nothing joins them: nothing, so that only connection speaks against
// it.
TEST(VerifyCommunities, RejectsCommunitiesThatAreNotConnected) {
  for (const bool directed : {false, true}) {
    const Graph graph = small_graph(6, directed, {{0, 1}, {2, 1}, {3, 4}, {5, 4}});
    const auto verdict = [&](const std::vector<VertexId>& community, bool are_connected) {
      return verify_communities(
          graph, community,
          {.tolerance = 1, .modularity = modularity(graph, community, 1, 1), .are_connected = are_connected});
    };
    EXPECT_EQ(verdict({0, 0, 0, 3, 3, 3}, true).problem, "");
    const std::vector<VertexId> torn{0, 0, 2, 3, 3, 2};
    EXPECT_EQ(verdict(torn, false).problem, "") << "nothing is said of connection";
    expect_rejected(verdict(torn, true),
                    "the community of 2 is not connected: edges within it do not lead to vertex 5");
    expect_rejected(verdict({0, 1, 0, 3, 3, 3}, true), "the community of 0 is not connected");
    expect_rejected(verdict({0, 0, 0, 0, 0, 0}, true), "edges within it do not lead to vertex 3");
  }
}

TEST(VerifyCommunities, RejectsPartsThatAreInSeveralCommunities) {
  const Graph graph = two_triangles();
  const std::vector<VertexId> community{0, 0, 0, 3, 3, 3, 6};
  const auto verdict = [&](const std::vector<VertexId>& first_level) {
    return verify_communities(graph, community, {.modularity = of_triangles, .first_level = first_level});
  };
  EXPECT_EQ(verdict({0, 0, 2, 3, 4, 4, 6}).problem, "");
  expect_rejected(verdict({0, 0, 2, 3, 4, 4}), "6 parts for 7 vertices");
  expect_rejected(verdict({0, 0, 2, 2, 4, 4, 6}), "the vertices 3 and 2 are in one part, but in different communities");
  expect_rejected(verdict({0, 0, 2, 3, 5, 5, 6}), "the part of 5 has the vertex 4, which comes before it");
  expect_rejected(verdict({0, 0, 1, 3, 4, 4, 6}), "vertex 2 is in the part of 1, which is in another one");
}

TEST(VerifyCommunities, KnowsDirectionsAndWeights) {
  const Graph directed = small_graph(4, true, {{0, 1}, {1, 0}, {2, 3}, {3, 2}, {1, 2}});
  const double modularity = 4.0 / 5 - (3.0 * 2 + 2.0 * 3) / 25;
  EXPECT_EQ(verify_communities(directed, std::vector<VertexId>{0, 0, 2, 2}, {.modularity = modularity}).problem, "");
  expect_rejected(verify_communities(directed, std::vector<VertexId>{0, 1, 2, 2},
                                     {.modularity = 2.0 / 5 - (1.0 + 2 * 1 + 2 * 3) / 25}),
                  "moving vertex 0 from the community of 0 to that of 1");
  const std::vector<std::uint32_t> weights{10, 1, 10};
  const Graph weighted = small_graph(4, false, {{0, 1}, {1, 2}, {2, 3}}, Array<std::uint32_t>::copy_of(weights));
  EXPECT_EQ(verify_communities(weighted, std::vector<VertexId>{0, 0, 2, 2}, {.modularity = 20.0 / 21 - 0.5}).problem,
            "");
}

std::vector<std::size_t> some_parts(const Graph& graph, std::size_t parts) {
  std::vector<std::size_t> part(graph.num_vertices());
  for (VertexId v = 0; v < part.size(); ++v) part[graph.to_file(v)] = graph.to_file(v) * 31 % 97 % parts;
  return part;
}

TEST(Modularity, IsTheOraclesWhateverTheGraph) {
  std::vector<Graph> graphs = zoo_in_all_forms();
  graphs.push_back(graph_for_many_threads());
  for (const Graph& graph : graphs) {
    const std::vector<std::size_t> part = some_parts(graph, 5);
    std::vector<VertexId> community = by_vertex<VertexId>(graph, part);
    for (VertexId& c : community) c = std::min(c, graph.num_vertices() - 1);
    const auto by_place = [&] {
      std::vector<std::size_t> places(part.size());
      for (VertexId v = 0; v < places.size(); ++v) places[graph.to_file(v)] = community[v];
      return places;
    }();
    for (const double resolution : {1.0, 0.3}) {
      EXPECT_NEAR(modularity(graph, community, resolution, 2),
                  oracle::modularity(oracle::from(graph), by_place, resolution), 1e-9);
    }
  }
}

}  // namespace
}  // namespace mg
