// The verifiers of core numbers, strongly connected components and independent sets accept what is right and find what
// is not.
#include <algorithm>
#include <utility>

#include "algorithms/mis.hpp"
#include "algorithms/verify/cores.hpp"
#include "algorithms/verify/independent.hpp"
#include "algorithms/verify/scc.hpp"
#include "tests/verified_graphs.hpp"

namespace mg {
namespace {

std::vector<VertexId> strong_components_of(const Graph& graph) {
  auto labels = by_vertex<VertexId>(graph, oracle::strong_components(oracle::from(graph)));
  for (VertexId& label : labels) label = graph.from_file(label);
  return labels;
}

std::vector<std::int32_t> cores_of(const Graph& graph) {
  return by_vertex<std::int32_t>(graph, oracle::core_numbers(oracle::from(graph)));
}

std::vector<std::uint32_t> set_of(const Graph& graph) {
  return by_vertex<std::uint32_t>(graph, oracle::independent_set(oracle::from(graph), 3));
}

/// Whatever entry is changed to whatever else, it is found.
template <class Values, class Verify>
void expect_damage_found(const Graph& graph, const Values& right, std::uint64_t end, Verify&& verify, Draw& draw) {
  for (int round = 0; round < damage_rounds / 4; ++round) {
    Values damaged = right;
    auto& entry = draw.from(damaged);
    const auto value = static_cast<typename Values::value_type>(draw(end));
    if (value == std::exchange(entry, value)) continue;
    ASSERT_FALSE(verify(graph, damaged).ok());
  }
}

TEST(VerifyCores, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) EXPECT_EQ(verify_cores(graph, cores_of(graph)).problem, "");
}

// A triangle 0 1 2 with a tail 2 -> 3 -> 4, and 5 with nobody but itself.
TEST(VerifyCores, RejectsDamage) {
  const Graph graph = small_graph(6, true, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {5, 5}});
  const auto verdict = [&](const std::vector<std::int32_t>& cores) { return verify_cores(graph, cores); };
  EXPECT_EQ(verdict({2, 2, 2, 1, 1, 0}).problem, "");
  expect_rejected(verdict({2, 2, 2, 1, 1}), "5 core numbers for 6 vertices");
  expect_rejected(verdict({2, 2, 2, 1, 1, 1}), "vertex 5 has the core number 1, expected 0");
  expect_rejected(verdict({2, 2, 3, 1, 1, 0}), "vertex 2 has the core number 3, expected 2");
  expect_rejected(verdict({2, 2, -1, 1, 1, 0}), "vertex 2 has the core number -1, expected 2");
  expect_rejected(verdict({1, 1, 1, 1, 1, 0}), "vertex 0 has the core number 1, expected 2");
  expect_rejected(verdict({2, 2, 2, 2, 1, 0}), "vertex 3");
}

TEST(VerifyCores, RejectsOneDamagedEntryAnywhere) {
  Draw draw(6);
  for (const Graph& graph : graphs_to_damage()) {
    expect_damage_found(
        graph, cores_of(graph), 9, [](const auto&... of) { return verify_cores(of...); }, draw);
  }
}

TEST(VerifyStrongComponents, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) {
    EXPECT_EQ(verify_strong_components(graph, strong_components_of(graph)).problem, "");
  }
}

// Circles 0 1 2 and 3 4, with arcs from the first to the second, and 5 at the end.
TEST(VerifyStrongComponents, RejectsDamage) {
  const Graph graph = small_graph(6, true, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 3}, {4, 5}});
  const auto verdict = [&](const std::vector<VertexId>& labels) { return verify_strong_components(graph, labels); };
  EXPECT_EQ(verdict({0, 0, 0, 3, 3, 5}).problem, "");
  expect_rejected(verdict({0, 0, 0, 3, 3}), "5 labels for 6 vertices");
  expect_rejected(verdict({0, 0, 0, 0, 0, 0}),
                  "vertex 3 is labelled 0, and the first vertex of its strong component is 3");
  expect_rejected(verdict({1, 1, 1, 3, 3, 5}), "vertex 0 is labelled 1");
  expect_rejected(verdict({0, 1, 2, 3, 4, 5}), "vertex 1 is labelled 1");
  expect_rejected(verdict({0, 0, 0, 3, 3, no_vertex}), "vertex 5 is labelled -1");
  expect_rejected(verdict({0, 0, 0, 3, 3, 6}), "vertex 5 is labelled number 6 (no vertex)");
}

TEST(VerifyStrongComponents, RejectsOneDamagedEntryAnywhere) {
  Draw draw(7);
  for (const Graph& graph : graphs_to_damage()) {
    expect_damage_found(
        graph, strong_components_of(graph), graph.num_vertices() + std::uint64_t{3},
        [](const auto&... of) { return verify_strong_components(of...); }, draw);
  }
}

TEST(VerifyStrongComponents, GoesDownALongPath) {
  constexpr VertexId n = 300'000;
  std::vector<Edge> arcs;
  for (VertexId v = 0; v + 1 < n; ++v) arcs.push_back({v, v + 1});
  std::vector<VertexId> labels(n);
  for (VertexId v = 0; v < n; ++v) labels[v] = v;
  EXPECT_EQ(verify_strong_components(small_graph(n, true, arcs), labels).problem, "");
  arcs.push_back({n - 1, 0});
  EXPECT_EQ(verify_strong_components(small_graph(n, true, arcs), std::vector<VertexId>(n, 0)).problem, "");
}

TEST(VerifyIndependentSet, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) EXPECT_EQ(verify_independent_set(graph, set_of(graph)).problem, "");
}

// 0 -> 1 -> 2 -> 3, and 4 with nobody but itself.
TEST(VerifyIndependentSet, RejectsDamage) {
  const Graph graph = small_graph(5, true, {{0, 1}, {1, 2}, {2, 3}, {4, 4}});
  const auto verdict = [&](const std::vector<std::uint32_t>& set) { return verify_independent_set(graph, set); };
  EXPECT_EQ(verdict({1, 0, 1, 0, 1}).problem, "");
  EXPECT_EQ(verdict({1, 0, 0, 1, 1}).problem, "");
  EXPECT_EQ(verdict({0, 1, 0, 1, 1}).problem, "");
  expect_rejected(verdict({1, 0, 1, 0}), "4 members for 5 vertices");
  expect_rejected(verdict({1, 0, 2, 0, 1}), "vertex 2 has the entry 2, expected 0 or 1");
  expect_rejected(verdict({1, 1, 0, 1, 1}), "vertices 0 and 1 are in the set, and neighbors");
  expect_rejected(verdict({0, 1, 1, 0, 1}), "vertices 1 and 2 are in the set, and neighbors");
  expect_rejected(verdict({0, 1, 0, 0, 1}), "vertex 3 could be in the set");
  expect_rejected(verdict({1, 0, 1, 0, 0}), "vertex 4 could be in the set");
}

TEST(VerifyIndependentSet, RejectsOneDamagedEntryAnywhere) {
  Draw draw(8);
  for (const Graph& graph : graphs_to_damage()) {
    expect_damage_found(
        graph, set_of(graph), 3, [](const auto&... of) { return verify_independent_set(of...); }, draw);
  }
}

TEST(DrawnNumbers, AreAllDifferentAndFollowTheFilesOrder) {
  const Graph graph = built(edge_list(zoo_graph("pieces")), "original");
  const Graph other = built(edge_list(zoo_graph("pieces")), "random:9");
  const auto numbers = [&](const Graph& of, std::uint64_t seed) {
    const ArcLookup out{of.out.offsets.data(), of.out.neighbors.data(), true};
    const ArcLookup in{of.in.offsets.data(), of.in.neighbors.data(), true};
    const mis::Draw draw{out, in, of.directed, {of.order.to_file.data()}, salt_of(seed)};
    std::vector<std::uint64_t> drawn(of.num_vertices());
    for (VertexId place = 0; place < drawn.size(); ++place) drawn[place] = draw(of.from_file(place));
    return drawn;
  };
  std::vector<std::uint64_t> sorted = numbers(graph, 4);
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(std::adjacent_find(sorted.begin(), sorted.end()), sorted.end());
  EXPECT_GT(sorted.front(), 0U);
  EXPECT_EQ(numbers(other, 4), numbers(graph, 4));
  EXPECT_NE(numbers(graph, 5)[0], numbers(graph, 4)[0]);
}

}  // namespace
}  // namespace mg
