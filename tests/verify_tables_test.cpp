// The verifiers of random walks and of similarities accept what is right and find what is not.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "algorithms/verify/similarity.hpp"
#include "algorithms/verify/walks.hpp"
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

/// The same triangle with a tail.
TEST(VerifyGivenSimilarity, RejectsDamage) {
  const Graph graph = small_graph(4, false, {{0, 1}, {1, 2}, {2, 0}, {2, 3}});
  const Vertices firsts{0, 3, 1, 2};
  const Vertices seconds{3, 0, 1, 3};
  const auto verdict = [&](const std::vector<double>& coefficients) {
    return verify_given_similarity(graph, jaccard::Measure::jaccard, {firsts, seconds}, coefficients);
  };
  EXPECT_EQ(verdict({0.5, 0.5, 1, 0}).problem, "");
  expect_rejected(verdict({0.5, 0.5, 1}), "3 coefficients of 4 pairs");
  expect_rejected(verdict({0.5, 0.25, 1, 0}), "the pair of 3 and 0 has the coefficient 0.25, expected 0.5");
  expect_rejected(verdict({0.5, 0.5, 0, 0}), "the pair of 1 and 1 has the coefficient 0, expected 1");
  expect_rejected(verdict({0.5, 0.5, 1, std::nan("")}), "the pair of 2 and 3");
}

struct MostAlike : Similarities {
  [[nodiscard]] Verdict verdict_of(const Graph& graph, std::uint64_t top) const {
    return verify_most_similar(graph, jaccard::Measure::jaccard, top, {firsts, seconds}, coefficients);
  }
};

MostAlike most_alike(const Graph& graph, std::size_t top) {
  const auto value = [](const oracle::SimilarPair& pair) {
    return static_cast<double>(pair.shared) / static_cast<double>(pair.degree + pair.other_degree - pair.shared);
  };
  auto pairs = oracle::pairs_that_share(oracle::from(graph));
  std::ranges::stable_sort(pairs, [&](const oracle::SimilarPair& a, const oracle::SimilarPair& b) {
    return a.first != b.first ? a.first < b.first : value(a) > value(b);
  });
  MostAlike found;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (i > 0 && pairs[i - 1].first != pairs[i].first) kept = 0;
    if (kept++ >= top) continue;
    found.firsts.push_back(graph.from_file(static_cast<VertexId>(pairs[i].first)));
    found.seconds.push_back(graph.from_file(static_cast<VertexId>(pairs[i].second)));
    found.coefficients.push_back(value(pairs[i]));
  }
  return found;
}

TEST(VerifyMostSimilar, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) EXPECT_EQ(most_alike(graph, 3).verdict_of(graph, 3).problem, "");
}

TEST(VerifyMostSimilar, RejectsDamage) {
  const Graph graph = small_graph(4, false, {{0, 1}, {1, 2}, {2, 0}, {2, 3}});
  const double third = 1.0 / 3;
  const MostAlike right{
      {{0, 0, 1, 1, 2, 2, 3, 3}, {3, 1, 3, 0, 0, 1, 0, 1}, {0.5, third, 0.5, third, 0.25, 0.25, 0.5, 0.5}}};
  EXPECT_EQ(right.verdict_of(graph, 2).problem, "");
  const auto rejected = [&](const std::string& words, std::uint64_t top, auto&& damage) {
    expect_rejected(with_damage(right, damage).verdict_of(graph, top), words);
  };
  const auto nothing = [](MostAlike&) {};
  rejected("there are more than 1 pairs of 0", 1, nothing);
  rejected("2 pairs of 0 are listed, expected 3", 3, nothing);
  rejected("1 pairs of 3 are listed, expected 2", 2, [](MostAlike& list) {
    list.firsts.pop_back();
    list.seconds.pop_back();
    list.coefficients.pop_back();
  });
  rejected("7 coefficients of 8 pairs", 2, [](MostAlike& list) { list.coefficients.pop_back(); });
  rejected("the vertex in place 1 by similarity to 2 is 1 with 0.25, expected 0 with 0.25", 2,
           [](MostAlike& list) { std::swap(list.seconds[4], list.seconds[5]); });
  rejected("the vertex in place 2 by similarity to 0 is 2 with 0.25, expected 1 with 0.333333333", 2,
           [](MostAlike& list) {
             list.seconds[1] = 2;
             list.coefficients[1] = 0.25;
           });
  rejected("the vertex in place 2 by similarity to 3 is 0", 2, [](MostAlike& list) { list.seconds[7] = 0; });
  rejected("is 1 with 0.4, expected 1 with 0.333333333", 2, [](MostAlike& list) { list.coefficients[1] = 0.4; });
  rejected("pair 1, of 0, is more similar than the one before it", 2,
           [](MostAlike& list) { list.coefficients[1] = 0.75; });
  rejected("pair 1, of 0, is more similar", 2, [](MostAlike& list) { list.coefficients[1] = std::nan(""); });
  rejected("pair 5, of 0, is not in the order of the file", 2, [](MostAlike& list) { list.firsts[5] = 0; });
  rejected("pair 5 is of 2 and 2", 2, [](MostAlike& list) { list.seconds[5] = 2; });
  rejected("pair 6 is of number 99 (no vertex) and 0", 2, [](MostAlike& list) { list.firsts[6] = 99; });
}

TEST(VerifyMostSimilar, RejectsOneDamagedEntryAnywhere) {
  Draw draw(43);
  for (const Graph& graph : graphs_to_damage()) {
    const MostAlike right = most_alike(graph, 3);
    for (int round = 0; round < damage_rounds / 10; ++round) {
      MostAlike damaged = right;
      draw.from(damaged.coefficients) += 0.125;
      ASSERT_FALSE(damaged.verdict_of(graph, 3).ok());
      damaged = right;
      auto& entry = draw.from(damaged.seconds);
      const auto other = static_cast<VertexId>(draw(graph.num_vertices()));
      if (other == std::exchange(entry, other)) continue;
      ASSERT_FALSE(damaged.verdict_of(graph, 3).ok());
    }
  }
}

}  // namespace
}  // namespace mg
