// The verifiers of random walks and of similarities of neighbors accept what is right and find what is not.
#include <cmath>
#include <vector>

#include "algorithms/verify_similarity.hpp"
#include "algorithms/verify_walks.hpp"
#include "tests/oracle/tables.hpp"
#include "tests/verified_graphs.hpp"

namespace mg {
namespace {

using Vertices = std::vector<VertexId>;

/// Walks from every vertex in the order of the file, as the algorithm holds them.
Vertices paths_of(const Graph& graph, std::size_t walks, std::size_t length, bool weighted) {
  oracle::Walking walking{.starts = {}, .walks = walks, .length = length, .seed = 5, .weighted = weighted};
  for (std::size_t v = 0; v < graph.num_vertices(); ++v) walking.starts.push_back(v);
  Vertices paths(graph.num_vertices() * walks * (length + 1), no_vertex);
  for (const oracle::WalkStep& step : oracle::walks(oracle::from(graph), walking)) {
    paths[step.walk * (length + 1) + step.step] = graph.from_file(static_cast<VertexId>(step.vertex));
  }
  return paths;
}

Vertices starts_of(const Graph& graph) {
  Vertices starts;
  for (VertexId f = 0; f < graph.num_vertices(); ++f) starts.push_back(graph.from_file(f));
  return starts;
}

TEST(VerifyWalks, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) {
    const Vertices starts = starts_of(graph);
    EXPECT_EQ(verify_walks(graph, {starts, 2, 3, false}, paths_of(graph, 2, 3, false)).problem, "");
  }
}

// 0 -> 1, 0 -> 2, 1 -> 0 and 2 -> 0 of weight 0; nothing leads on from 3.
TEST(VerifyWalks, RejectsDamage) {
  const Graph graph = small_graph(4, true, {{0, 1}, {0, 2}, {1, 0}, {2, 0}, {0, 3}},
                                  Array<std::uint32_t>::copy_of(std::vector<std::uint32_t>{4, 1, 2, 0, 1}));
  const Vertices starts{0, 3};
  const auto verdict = [&](const Vertices& paths, bool weighted = false) {
    return verify_walks(graph, {starts, 1, 2, weighted}, paths);
  };
  const VertexId none = no_vertex;
  EXPECT_EQ(verdict({0, 1, 0, 3, none, none}).problem, "");
  EXPECT_EQ(verdict({0, 2, 0, 3, none, none}).problem, "");
  EXPECT_EQ(verdict({0, 2, none, 3, none, none}, true).problem, "");
  expect_rejected(verdict({0, 2, 0, 3, none, none}, true), "from 2 to 0 in step 2, and there is no such arc");
  expect_rejected(verdict({0, 1, 0, 3, none}), "5 places for 2 walks of 2 steps");
  expect_rejected(verdict({1, 0, 1, 3, none, none}), "walk 0 begins at 1, expected 0");
  expect_rejected(verdict({0, 1, 0, none, none, none}), "walk 1 begins at -1, expected 3");
  expect_rejected(verdict({0, 1, 2, 3, none, none}), "walk 0 goes from 1 to 2 in step 2");
  expect_rejected(verdict({0, 1, none, 3, none, none}), "walk 0 ends in step 1 at 1, which has arcs");
  expect_rejected(verdict({0, 1, 0, 3, none, 0}), "walk 1 goes on in step 2, behind its end");
  expect_rejected(verdict({0, 77, 0, 3, none, none}), "number 77 (no vertex)");
}

TEST(VerifyWalks, RejectsStepsThatAreNoArcsAnywhere) {
  Draw draw(41);
  for (const Graph& graph : graphs_to_damage()) {
    const Vertices starts = starts_of(graph);
    const Vertices right = paths_of(graph, 1, 4, false);
    for (int round = 0; round < damage_rounds / 4; ++round) {
      Vertices damaged = right;
      draw.from(damaged) = graph.num_vertices() + static_cast<VertexId>(draw(9));
      ASSERT_FALSE(verify_walks(graph, {starts, 1, 4, false}, damaged).ok());
    }
  }
}

struct Similarities {
  Vertices firsts;
  Vertices seconds;
  std::vector<double> coefficients;

  [[nodiscard]] Verdict verdict(const Graph& graph, jaccard::Measure measure = jaccard::Measure::cosine) const {
    return verify_similarity(graph, measure, {firsts, seconds}, coefficients);
  }
};

Similarities cosines_of(const Graph& graph) {
  Similarities found;
  for (const oracle::SimilarPair& pair : oracle::neighbor_pairs(oracle::from(graph))) {
    found.firsts.push_back(graph.from_file(static_cast<VertexId>(pair.first)));
    found.seconds.push_back(graph.from_file(static_cast<VertexId>(pair.second)));
    found.coefficients.push_back(static_cast<double>(pair.shared) /
                                 std::sqrt(static_cast<double>(pair.degree * pair.other_degree)));
  }
  return found;
}

TEST(VerifySimilarity, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) EXPECT_EQ(cosines_of(graph).verdict(graph).problem, "");
}

// The triangle 0 1 2 with a tail 2 - 3.
TEST(VerifySimilarity, RejectsDamage) {
  using enum jaccard::Measure;
  const Graph graph = small_graph(4, false, {{0, 1}, {1, 2}, {2, 0}, {2, 3}});
  const Vertices firsts{0, 0, 1, 2};
  const Vertices seconds{1, 2, 2, 3};
  const double third = 1.0 / 3;
  EXPECT_EQ((Similarities{firsts, seconds, {third, 0.25, 0.25, 0}}.verdict(graph, jaccard::Measure::jaccard).problem),
            "");
  EXPECT_EQ((Similarities{firsts, seconds, {0.5, 0.5, 0.5, 0}}.verdict(graph, overlap).problem), "");
  EXPECT_EQ((Similarities{firsts, seconds, {0.5, 0.4, 0.4, 0}}.verdict(graph, sorensen).problem), "");
  expect_rejected(Similarities{firsts, seconds, {0.5, 0.4, 0.5, 0}}.verdict(graph, sorensen),
                  "the pair of 1 and 2 has the coefficient 0.5, expected 0.4");
  expect_rejected(Similarities{{0, 0, 1}, {1, 2, 2}, {0.5, 0.4, 0.4}}.verdict(graph, sorensen), "expected 4");
  expect_rejected(Similarities{{0, 0, 1, 1}, seconds, {0.5, 0.4, 0.4, 0}}.verdict(graph, sorensen),
                  "which are no neighbors");
  expect_rejected(Similarities{{0, 0, 1, 99}, seconds, {0.5, 0.4, 0.4, 0}}.verdict(graph, sorensen), "(no vertex)");
  expect_rejected(Similarities{{0, 0, 0, 2}, {1, 2, 2, 3}, {0.5, 0.4, 0.4, 0}}.verdict(graph, sorensen),
                  "is not in the order of the file");
  expect_rejected(Similarities{{1, 0, 1, 2}, {0, 2, 2, 3}, {0.5, 0.4, 0.4, 0}}.verdict(graph, sorensen),
                  "is not in the order of the file");
}

TEST(VerifySimilarity, RejectsOneDamagedEntryAnywhere) {
  Draw draw(42);
  for (const Graph& graph : graphs_to_damage()) {
    const Similarities right = cosines_of(graph);
    if (right.firsts.empty()) continue;
    for (int round = 0; round < damage_rounds / 4; ++round) {
      Similarities damaged = right;
      draw.from(damaged.coefficients) += 0.125;
      ASSERT_FALSE(damaged.verdict(graph).ok());
      damaged = right;
      auto& entry = draw.from(damaged.seconds);
      const auto other = static_cast<VertexId>(draw(graph.num_vertices()));
      if (other == std::exchange(entry, other)) continue;
      ASSERT_FALSE(damaged.verdict(graph).ok());
    }
  }
}

}  // namespace
}  // namespace mg
