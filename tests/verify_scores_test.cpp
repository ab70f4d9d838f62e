// The verifiers of PageRank and betweenness accept what is right and find what is not.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "algorithms/verify/betweenness.hpp"
#include "algorithms/verify/fixed_point.hpp"
#include "algorithms/verify/hits.hpp"
#include "algorithms/verify/pagerank.hpp"
#include "algorithms/verify/recommendations.hpp"
#include "algorithms/verify/salsa.hpp"
#include "tests/verified_graphs.hpp"

namespace mg {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// By its number in the file, as the oracle has it.
std::optional<std::size_t> source_of(const Graph& graph, const PageRankClaim& claim) {
  if (claim.source == no_vertex) return {};
  return graph.to_file(claim.source);
}

std::vector<double> restarts_in_file(const Graph& graph, const PageRankClaim& claim) {
  std::vector<double> in_file(claim.restarts.size());
  for (VertexId v = 0; v < in_file.size(); ++v) in_file[graph.to_file(v)] = claim.restarts[v];
  return in_file;
}

template <class Rank>
std::vector<Rank> ranks_of(const Graph& graph, const PageRankClaim& claim) {
  const oracle::PageRank result =
      oracle::pagerank(oracle::from(graph), {.damping = claim.damping,
                                             .tolerance = claim.tolerance,
                                             .iterations = static_cast<int>(claim.iterations.value_or(0)),
                                             .spread_dangling = claim.redistribute_dangling,
                                             .source = source_of(graph, claim),
                                             .restarts = restarts_in_file(graph, claim)});
  return by_vertex<Rank>(graph, result.ranks);
}

template <class Rank>
class VerifyPageRank : public testing::Test {
 protected:
  static Verdict verdict(const Graph& graph, const std::vector<Rank>& ranks, const PageRankClaim& claim = {}) {
    return verify_pagerank(graph, std::span<const Rank>(ranks), claim);
  }
};

using RankTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(VerifyPageRank, RankTypes);

const PageRankClaim standard{};
const PageRankClaim gap{.tolerance = 1e-4, .redistribute_dangling = false};
const PageRankClaim ten_steps{.iterations = 10};
const PageRankClaim ten_gap_steps{.damping = 0.5, .iterations = 10, .redistribute_dangling = false};

TYPED_TEST(VerifyPageRank, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) {
    for (const PageRankClaim& claim : {standard, gap, ten_steps, ten_gap_steps}) {
      EXPECT_EQ(this->verdict(graph, ranks_of<TypeParam>(graph, claim), claim).problem, "");
    }
  }
}

TYPED_TEST(VerifyPageRank, RejectsDamage) {
  // Directed, with a vertex (3) that drops rank and one (4) that none reaches.
  const Graph graph = small_graph(5, true, {{0, 1}, {1, 2}, {2, 0}, {0, 2}, {2, 3}, {4, 0}});
  for (const PageRankClaim& claim : {standard, gap, ten_steps, ten_gap_steps}) {
    const auto right = ranks_of<TypeParam>(graph, claim);
    const auto damaged = [&](auto damage) { return this->verdict(graph, with_damage(right, damage), claim); };
    using Ranks = std::vector<TypeParam>&;
    expect_rejected(damaged([](Ranks r) { r.pop_back(); }), "4 ranks for 5 vertices");
    expect_rejected(damaged([](Ranks r) { r[1] = -r[1]; }), "vertex 1 has rank -");
    expect_rejected(damaged([](Ranks r) { r[1] = static_cast<TypeParam>(std::nan("")); }), "vertex 1 has rank nan");
    expect_rejected(damaged([](Ranks r) { r[2] = static_cast<TypeParam>(infinity); }), "vertex 2 has rank inf");
    expect_rejected(damaged([](Ranks r) { r[4] *= TypeParam(0.25); }), "vertex 4 has rank");
    expect_rejected(damaged([](Ranks r) { std::ranges::fill(r, TypeParam(0)); }), "vertex 0 has rank 0");
    EXPECT_FALSE(damaged([](Ranks r) { r[1] *= TypeParam(1.01); }).ok());
    EXPECT_FALSE(damaged([](Ranks r) { r[3] += TypeParam(0.001); }).ok());
    EXPECT_FALSE(damaged([](Ranks r) { std::swap(r[0], r[4]); }).ok());
    EXPECT_FALSE(damaged([](Ranks r) { std::ranges::fill(r, TypeParam(0.2)); }).ok());
    EXPECT_FALSE(damaged([](Ranks r) {
                   for (auto& x : r) x *= TypeParam(1.01);
                 }).ok());
    EXPECT_FALSE(damaged([](Ranks r) {
                   for (auto& x : r) x += TypeParam(0.001);
                 }).ok());
    EXPECT_FALSE(damaged([](Ranks r) { r[0] -= TypeParam(0.001), r[1] += TypeParam(0.001); }).ok());
  }
}

TYPED_TEST(VerifyPageRank, AcceptsAndRejectsPersonalRanks) {
  using Ranks = std::vector<TypeParam>&;
  for (const Graph& graph : zoo_in_all_forms()) {
    if (graph.num_vertices() == 0) continue;
    const VertexId source = graph.num_vertices() / 2;
    for (const PageRankClaim& claim :
         {PageRankClaim{.source = source}, PageRankClaim{.iterations = 5, .source = source}}) {
      EXPECT_EQ(this->verdict(graph, ranks_of<TypeParam>(graph, claim), claim).problem, "");
    }
  }
  const Graph graph = small_graph(5, true, {{0, 1}, {1, 2}, {2, 0}, {0, 2}, {2, 3}, {4, 0}});
  for (const PageRankClaim& claim : {PageRankClaim{.source = 1}, PageRankClaim{.iterations = 5, .source = 1}}) {
    const auto right = ranks_of<TypeParam>(graph, claim);
    const auto damaged = [&](auto damage) { return this->verdict(graph, with_damage(right, damage), claim); };
    expect_rejected(damaged([](Ranks r) { r[1] = TypeParam(0.1); }), "expected at least 1 - damping");
    expect_rejected(damaged([](Ranks r) { r[4] = TypeParam(-0.1); }), "expected at least 0");
    EXPECT_FALSE(damaged([](Ranks r) { r[4] = TypeParam(0.001); }).ok());
    EXPECT_FALSE(damaged([](Ranks r) { r[2] *= TypeParam(1.01); }).ok());
    EXPECT_FALSE(damaged([](Ranks r) { std::swap(r[1], r[2]); }).ok());
    EXPECT_FALSE(this->verdict(graph, right, {.iterations = claim.iterations, .source = 2}).ok());
    EXPECT_FALSE(this->verdict(graph, right, {.iterations = claim.iterations}).ok());
  }
}

TYPED_TEST(VerifyPageRank, AcceptsAndRejectsRanksOfWalksThatBeginAtSeveral) {
  using Ranks = std::vector<TypeParam>&;
  for (const Graph& graph : zoo_in_all_forms()) {
    const VertexId n = graph.num_vertices();
    if (n == 0) continue;
    std::vector<double> restarts(n);
    restarts[0] += 0.25;
    restarts[n / 2] += 0.25;
    restarts[n - 1] += 0.5;
    for (const PageRankClaim& claim :
         {PageRankClaim{.restarts = restarts}, PageRankClaim{.iterations = 5, .restarts = restarts}}) {
      EXPECT_EQ(this->verdict(graph, ranks_of<TypeParam>(graph, claim), claim).problem, "");
    }
  }
  const Graph graph = small_graph(5, true, {{0, 1}, {1, 2}, {2, 0}, {0, 2}, {2, 3}, {4, 0}});
  const std::vector<double> restarts{0, 0.25, 0, 0.75, 0};
  const std::vector<double> others{0, 0.75, 0, 0.25, 0};
  for (const PageRankClaim& claim :
       {PageRankClaim{.restarts = restarts}, PageRankClaim{.iterations = 5, .restarts = restarts}}) {
    const auto right = ranks_of<TypeParam>(graph, claim);
    const auto damaged = [&](auto damage) { return this->verdict(graph, with_damage(right, damage), claim); };
    expect_rejected(damaged([](Ranks r) { r[3] = TypeParam(0.1); }), "expected at least 1 - damping times its share");
    expect_rejected(damaged([](Ranks r) { r[4] = TypeParam(-0.1); }), "expected at least 0");
    EXPECT_FALSE(damaged([](Ranks r) { r[4] = TypeParam(0.001); }).ok());
    EXPECT_FALSE(damaged([](Ranks r) { r[2] *= TypeParam(1.01); }).ok());
    EXPECT_FALSE(damaged([](Ranks r) { std::swap(r[1], r[2]); }).ok());
    EXPECT_FALSE(this->verdict(graph, right, {.iterations = claim.iterations, .restarts = others}).ok());
    EXPECT_FALSE(this->verdict(graph, right, {.iterations = claim.iterations, .source = 3}).ok());
    EXPECT_FALSE(this->verdict(graph, right, {.iterations = claim.iterations}).ok());
  }
  expect_rejected(this->verdict(graph, std::vector<TypeParam>(5), {.restarts = std::span(restarts).first(4)}),
                  "4 restarts for 5 vertices");
}

TYPED_TEST(VerifyPageRank, RejectsRanksOfAnotherClaim) {
  const Graph graph = built(edge_list(zoo_graph("rmat_8_directed")), "degree");
  for (const PageRankClaim& wrong : {PageRankClaim{.damping = 0.8}, PageRankClaim{.tolerance = 0.1}, gap}) {
    EXPECT_FALSE(this->verdict(graph, ranks_of<TypeParam>(graph, wrong), standard).ok());
  }
  const auto ranks = ranks_of<TypeParam>(graph, standard);
  EXPECT_FALSE(this->verdict(graph, ranks, gap).ok());
  EXPECT_FALSE(this->verdict(built(edge_list(zoo_graph("rmat_8_directed")), "original"), ranks, standard).ok());
  EXPECT_FALSE(this->verdict(graph, ranks_of<TypeParam>(graph, {.iterations = 3}), {.iterations = 4}).ok());
  Graph reversed = graph;
  reversed.out = graph.in;
  reversed.in = graph.out;
  EXPECT_FALSE(this->verdict(reversed, ranks, standard).ok());
}

TYPED_TEST(VerifyPageRank, NamesTheVertexThatChangesMost) {
  const Graph graph = built(edge_list(zoo_graph("grid_17x19")), "random:3");
  auto ranks = ranks_of<TypeParam>(graph, gap);
  ranks[graph.from_file(42)] *= 2;
  expect_rejected(this->verdict(graph, ranks, gap), "vertex 42 changes most");
}

TYPED_TEST(VerifyPageRank, RejectsOneDamagedEntryAnywhere) {
  Draw draw(3);
  for (const Graph& graph : graphs_to_damage()) {
    const PageRankClaim& claim = draw(2) == 0 ? standard : ten_steps;
    const auto right = ranks_of<TypeParam>(graph, claim);
    for (int round = 0; round < damage_rounds; ++round) {
      auto ranks = right;
      auto& rank = draw.from(ranks);
      const auto value = static_cast<TypeParam>(static_cast<double>(draw(10000)) / 100000.0);
      // One rank off by x leaves a residual of at least (1 - damping) x.
      if (std::abs(std::exchange(rank, value) - value) < TypeParam(3e-5)) continue;
      ASSERT_FALSE(this->verdict(graph, ranks, claim).ok());
    }
  }
}

TYPED_TEST(VerifyPageRank, GivesTheSameVerdictOnAnyNumberOfThreads) {
  const Graph graph = graph_for_many_threads();
  for (const PageRankClaim& claim : {standard, gap, ten_steps}) {
    auto ranks = ranks_of<TypeParam>(graph, claim);
    on_one_and_four_threads([&] { EXPECT_EQ(this->verdict(graph, ranks, claim).problem, ""); });
    ranks[4321] += TypeParam(0.001);
    std::set<std::string> problems;
    on_one_and_four_threads([&] { problems.insert(this->verdict(graph, ranks, claim).problem); });
    EXPECT_EQ(problems.size(), 1U);
    EXPECT_FALSE(problems.contains(""));
  }
}

struct Scores {
  std::vector<double> hubs;
  std::vector<double> authorities;
};

Scores scores_of(const Graph& graph, std::uint64_t iterations) {
  const oracle::Hits right = oracle::hits(oracle::from(graph), iterations);
  return {by_vertex<double>(graph, right.hubs), by_vertex<double>(graph, right.authorities)};
}

Verdict verdict_of(const Graph& graph, const Scores& scores, const HitsClaim& claim) {
  return verify_hits(graph, scores.hubs, scores.authorities, claim);
}

TEST(VerifyHits, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) {
    EXPECT_EQ(verdict_of(graph, scores_of(graph, 7), {.iterations = 7}).problem, "");
    EXPECT_EQ(verdict_of(graph, scores_of(graph, 2000), {.tolerance = 1e-3}).problem, "");
  }
}

TEST(VerifyHits, RejectsDamage) {
  const Graph graph = small_graph(6, true, {{0, 1}, {1, 2}, {2, 0}, {0, 2}, {2, 3}, {4, 0}, {0, 3}});
  const auto converged = scores_of(graph, 500);
  for (const auto& [claim, right] :
       {std::pair{HitsClaim{}, converged}, {HitsClaim{.iterations = 6}, scores_of(graph, 6)}}) {
    const auto damaged = [&claim = claim, &graph, &right = right](auto damage) {
      Scores scores = right;
      damage(scores);
      return verdict_of(graph, scores, claim);
    };
    EXPECT_EQ(damaged([](Scores&) {}).problem, "");
    expect_rejected(damaged([](Scores& s) { s.hubs.pop_back(); }), "5 hub scores for 6 vertices");
    expect_rejected(damaged([](Scores& s) { s.authorities.pop_back(); }), "5 authority scores for 6 vertices");
    expect_rejected(damaged([](Scores& s) { s.hubs[1] = -s.hubs[1]; }), "vertex 1 has the hub score -");
    expect_rejected(damaged([](Scores& s) { s.authorities[2] = std::nan(""); }),
                    "vertex 2 has the authority score nan");
    expect_rejected(damaged([](Scores& s) { s.authorities[2] = infinity; }), "vertex 2 has the authority score inf");
    expect_rejected(damaged([](Scores& s) { std::ranges::fill(s.hubs, 0.0); }), "the squares of the hub scores");
    expect_rejected(damaged([](Scores& s) {
                      for (double& x : s.authorities) x *= 1.01;
                    }),
                    "the squares of the authority");
    EXPECT_FALSE(damaged([](Scores& s) { std::swap(s.hubs, s.authorities); }).ok());
    EXPECT_FALSE(damaged([](Scores& s) { std::swap(s.hubs[0], s.hubs[1]); }).ok());
    EXPECT_FALSE(damaged([](Scores& s) { std::swap(s.authorities[0], s.authorities[3]); }).ok());
    EXPECT_FALSE(damaged([](Scores& s) { std::rotate(s.hubs.begin(), s.hubs.begin() + 1, s.hubs.end()); }).ok());
  }
  const Graph other = small_graph(6, true, {{0, 1}, {1, 2}, {2, 0}, {0, 2}, {2, 3}, {4, 0}, {5, 3}});
  EXPECT_FALSE(verdict_of(other, converged, {}).ok());
  EXPECT_FALSE(verdict_of(graph, scores_of(graph, 2), {}).ok()) << "far from settled";
  EXPECT_FALSE(verdict_of(graph, scores_of(graph, 5), {.iterations = 6}).ok());
  const Graph empty = small_graph(2, true, {});
  EXPECT_TRUE(verdict_of(empty, {{0, 0}, {0, 0}}, {}).ok());
  EXPECT_FALSE(verdict_of(empty, {{1, 0}, {0, 0}}, {}).ok());
}

Scores salsa_of(const Graph& graph, std::uint64_t iterations) {
  const oracle::Hits right = oracle::salsa(oracle::from(graph), iterations);
  return {by_vertex<double>(graph, right.hubs), by_vertex<double>(graph, right.authorities)};
}

Verdict salsa_verdict(const Graph& graph, const Scores& scores, const SalsaClaim& claim) {
  return verify_salsa(graph, scores.hubs, scores.authorities, claim);
}

TEST(VerifySalsa, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) {
    EXPECT_EQ(salsa_verdict(graph, salsa_of(graph, 7), {.iterations = 7}).problem, "");
    EXPECT_EQ(salsa_verdict(graph, salsa_of(graph, 1000), {.tolerance = 1e-3}).problem, "");
  }
}

/// Two components of hubs and authorities: 0, 1, 5 point to 2, 3 (twice from 0 to 3), and 2 to 4. Vertex 6 is alone.
Graph graph_of_two_walks() {
  EdgeList list;
  list.names = VertexNames::counted(0, 7);
  list.edges = Array<Edge>::copy_of(std::vector<Edge>{{0, 2}, {0, 3}, {0, 3}, {1, 3}, {5, 2}, {2, 4}});
  return built(std::move(list), "original", DuplicatePolicy::keep);
}

TEST(VerifySalsa, AcceptsScoresInProportionToArcsWithinAComponent) {
  const Scores limit{{0.75 * 3 / 5, 0.75 / 5, 0.25, 0, 0, 0.75 / 5, 0},
                     {0, 0, 2.0 / 3 * 2 / 5, 2.0 / 3 * 3 / 5, 1.0 / 3, 0, 0}};
  EXPECT_EQ(salsa_verdict(graph_of_two_walks(), limit, {.tolerance = 1e-15}).problem, "");
  const Scores right = salsa_of(graph_of_two_walks(), 500);
  for (std::size_t v = 0; v < 7; ++v) {
    EXPECT_NEAR(right.hubs[v], limit.hubs[v], 1e-12) << v;
    EXPECT_NEAR(right.authorities[v], limit.authorities[v], 1e-12) << v;
  }
}

TEST(VerifySalsa, RejectsDamage) {
  const Graph graph = graph_of_two_walks();
  const Scores converged = salsa_of(graph, 500);
  for (const auto& [claim, right] :
       {std::pair{SalsaClaim{}, converged}, {SalsaClaim{.iterations = 3}, salsa_of(graph, 3)}}) {
    const auto damaged = [&claim = claim, &graph, &right = right](auto damage) {
      Scores scores = right;
      damage(scores);
      return salsa_verdict(graph, scores, claim);
    };
    EXPECT_EQ(damaged([](Scores&) {}).problem, "");
    expect_rejected(damaged([](Scores& s) { s.hubs.pop_back(); }), "6 hub scores for 7 vertices");
    expect_rejected(damaged([](Scores& s) { s.authorities.pop_back(); }), "6 authority scores for 7 vertices");
    expect_rejected(damaged([](Scores& s) { s.hubs[1] = -s.hubs[1]; }), "vertex 1 has the hub score -");
    expect_rejected(damaged([](Scores& s) { s.authorities[2] = std::nan(""); }),
                    "vertex 2 has the authority score nan");
    expect_rejected(damaged([](Scores& s) { s.hubs[2] = infinity; }), "vertex 2 has the hub score inf");
    expect_rejected(damaged([](Scores& s) { s.hubs[6] = 0.1; }), "vertex 6 has the hub score 0.1, but no arcs");
    expect_rejected(damaged([](Scores& s) { s.authorities[0] = 0.1; }), "vertex 0 has the authority score 0.1, but no");
    expect_rejected(damaged([](Scores& s) { std::ranges::fill(s.hubs, 0.0); }),
                    "the hub scores of the component of vertex 0 sum to 0, expected 0.75");
    expect_rejected(damaged([](Scores& s) { s.authorities[4] *= 1 + 1e-6; }),
                    "the authority scores of the component of vertex 4 sum to 0.3333336");
    EXPECT_FALSE(damaged([](Scores& s) { s.hubs[0] -= 0.01, s.hubs[2] += 0.01; }).ok()) << "another component's";
    EXPECT_FALSE(damaged([](Scores& s) { s.hubs[0] -= 0.01, s.hubs[1] += 0.01; }).ok()) << "within a component";
    EXPECT_FALSE(damaged([](Scores& s) { std::swap(s.hubs, s.authorities); }).ok());
    EXPECT_FALSE(damaged([](Scores& s) { std::swap(s.hubs[0], s.hubs[1]); }).ok());
    EXPECT_FALSE(damaged([](Scores& s) { std::swap(s.authorities[2], s.authorities[3]); }).ok());
  }
  expect_rejected(salsa_verdict(graph, salsa_of(graph, 1), {}), "an iteration changes the hub scores by");
  expect_rejected(salsa_verdict(graph, salsa_of(graph, 2), {.iterations = 3}), "after 3 iterations, expected");
  EXPECT_FALSE(salsa_verdict(small_graph(7, true, {{0, 2}, {0, 3}, {1, 3}, {5, 2}, {2, 4}}), converged, {}).ok());
  const Graph empty = small_graph(2, true, {});
  EXPECT_TRUE(salsa_verdict(empty, {{0, 0}, {0, 0}}, {}).ok());
  EXPECT_FALSE(salsa_verdict(empty, {{1, 0}, {0, 0}}, {}).ok());
}

/// What is recommended to 0 by those whom it trusts, and ranks by which they are trusted.
struct Recommended {
  std::vector<double> recommended;
  std::vector<double> hubs;
  std::vector<double> authorities;
  std::vector<float> ranks;

  [[nodiscard]] Verdict verdict(const Graph& graph, const RecommendationsClaim& claim) const {
    return verify_recommendations(graph, {recommended, hubs, authorities, ranks}, claim);
  }
};

Recommended recommended_of(const Graph& graph, const RecommendationsClaim& claim, const std::vector<float>& ranks) {
  std::vector<VertexId> places(graph.num_vertices());
  for (VertexId place = 0; place < places.size(); ++place) places[place] = graph.from_file(place);
  std::ranges::stable_sort(places, [&](VertexId u, VertexId v) { return ranks[u] > ranks[v]; });
  oracle::Graph followed = oracle::from(graph);
  followed.directed = true;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i >= claim.circle || ranks[places[i]] == 0) followed.out[graph.to_file(places[i])].clear();
  }
  const oracle::Hits right = oracle::salsa(followed, claim.scores.iterations);
  const auto authorities = by_vertex<double>(graph, right.authorities);
  Recommended all{authorities, by_vertex<double>(graph, right.hubs), authorities, ranks};
  all.recommended[claim.source] = 0;
  for (const VertexId v : graph.out.row(claim.source)) all.recommended[v] = 0;
  return all;
}

TEST(VerifyRecommendations, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) {
    if (graph.num_vertices() == 0) continue;
    for (const std::uint64_t circle : {1, 4, 2000}) {
      const RecommendationsClaim claim{
          .source = graph.num_vertices() / 2, .circle = circle, .scores = {.iterations = 6}};
      const auto ranks = ranks_of<float>(graph, {.iterations = 3, .source = claim.source});
      EXPECT_EQ(recommended_of(graph, claim, ranks).verdict(graph, claim).problem, "");
    }
  }
}

/// 0 trusts itself, 1, and of 2 and 3, which have one rank, the first; they follow 1, 2, 4 and 5.
TEST(VerifyRecommendations, RejectsDamage) {
  const Graph graph = small_graph(7, true, {{0, 1}, {0, 2}, {1, 2}, {1, 4}, {2, 4}, {2, 5}, {3, 6}, {2, 0}});
  const RecommendationsClaim claim{.source = 0, .circle = 3, .scores = {.iterations = 5}};
  const Recommended right = recommended_of(graph, claim, {0.5F, 0.2F, 0.1F, 0.1F, 0, 0, 0});
  ASSERT_EQ(right.verdict(graph, claim).problem, "");
  ASSERT_GT(right.recommended[4], right.recommended[5]);
  ASSERT_GT(right.recommended[5], 0);
  const auto damaged = [&](auto damage) {
    Recommended copy = right;
    damage(copy);
    return copy.verdict(graph, claim);
  };
  using All = Recommended;
  expect_rejected(damaged([](All& a) { a.recommended.pop_back(); }), "6 recommendations for 7 vertices");
  expect_rejected(damaged([](All& a) { a.ranks.pop_back(); }), "6 ranks for 7 vertices");
  expect_rejected(damaged([](All& a) { a.hubs.pop_back(); }), "6 hub scores for 7 vertices");
  expect_rejected(damaged([](All& a) { a.recommended[2] = a.authorities[2]; }), "expected 0: the source follows it");
  expect_rejected(damaged([](All& a) { a.recommended[0] = a.authorities[0]; }), "expected 0: it is the source");
  expect_rejected(damaged([](All& a) { a.recommended[4] = 0; }), "vertex 4 is recommended by 0, expected ");
  expect_rejected(damaged([](All& a) { std::swap(a.recommended[4], a.recommended[5]); }), ", its authority");
  expect_rejected(damaged([](All& a) { a.recommended[5] = std::nan(""); }), "vertex 5 is recommended by nan");
  expect_rejected(damaged([](All& a) { a.authorities[4] *= 1.001; }), "the authority scores of the component");
  expect_rejected(damaged([](All& a) { std::swap(a.hubs[0], a.hubs[2]); }), "hub score");
  EXPECT_FALSE(damaged([](All& a) { a.ranks[3] = 0.15F; }).ok()) << "3 is trusted more than 2 is";
  EXPECT_FALSE(damaged([](All& a) { a.ranks[1] = 0; }).ok()) << "nobody trusts 1";
  RecommendationsClaim other = claim;
  other.circle = 2;
  EXPECT_FALSE(right.verdict(graph, other).ok());
  other.circle = 4;
  expect_rejected(right.verdict(graph, other), "component");
  other = claim;
  other.source = 7;
  expect_rejected(right.verdict(graph, other), "the source is vertex number 7");
  other.source = 1;
  EXPECT_FALSE(right.verdict(graph, other).ok());
}

TEST(VerifyFixedPoint, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) {
    const auto eigenvector = by_vertex<double>(graph, oracle::eigenvector(oracle::from(graph), 50));
    EXPECT_EQ(verify_fixed_point(graph, eigenvector, {.own = 1, .scales = true, .normalised = true, .last_change = 0.5})
                  .problem,
              "");
  }
}

TEST(VerifyFixedPoint, RejectsDamage) {
  // 0 -> 1 -> 2, 0 -> 2: x = 0.5 A' x + 1.
  const Graph graph = small_graph(3, true, {{0, 1}, {1, 2}, {0, 2}});
  const FixedPoint claim{.factor = 0.5, .constant = 1, .last_change = 1e-3};
  const auto verdict = [&](const std::vector<double>& scores) { return verify_fixed_point(graph, scores, claim); };
  EXPECT_EQ(verdict({1, 1.5, 2.25}).problem, "");
  EXPECT_EQ(verdict({1, 1.5, 2.2505}).problem, "");
  expect_rejected(verdict({1, 1.5}), "2 scores for 3 vertices");
  expect_rejected(verdict({1, -1.5, 2.25}), "vertex 1 has the score -1.5");
  expect_rejected(verdict({1, 1.5, std::nan("")}), "vertex 2 has the score nan");
  expect_rejected(verdict({infinity, 1.5, 2.25}), "vertex 0 has the score inf");
  expect_rejected(verdict({1, 1.5, 2.26}), "that of vertex 2 most, from 2.26 to 2.25");
  expect_rejected(verdict({1.1, 1.5, 2.25}), "that of vertex 0 most");
  expect_rejected(verdict({1, 2.25, 1.5}), "a sweep changes the scores");
  FixedPoint scaled = claim;
  scaled.normalised = true;
  expect_rejected(verify_fixed_point(graph, std::vector<double>{1, 1.5, 2.25}, scaled),
                  "the squares of the scores sum to");

  const Graph triangle = small_graph(3, false, {{0, 1}, {1, 2}, {2, 0}});
  const FixedPoint eigenvector{.own = 1, .scales = true, .normalised = true, .last_change = 1e-6};
  const double equal = 1 / std::sqrt(3.0);
  EXPECT_EQ(verify_fixed_point(triangle, std::vector<double>(3, equal), eigenvector).problem, "");
  expect_rejected(verify_fixed_point(triangle, std::vector<double>{1, 0, 0}, eigenvector), "that of vertex 1 most");
  expect_rejected(verify_fixed_point(triangle, std::vector<double>(3, 0.0), eigenvector), "sum to 0, expected 1");
}

TEST(VerifyPageRankDampingOne, StillNeedsRanksThatSumToOne) {
  const Graph graph = small_graph(3, true, {{0, 1}, {1, 2}, {2, 0}});
  const PageRankClaim claim{.damping = 1};
  EXPECT_EQ(verify_pagerank(graph, std::vector<double>(3, 1.0 / 3), claim).problem, "");
  expect_rejected(verify_pagerank(graph, std::vector<double>(3, 0.0), claim), "the ranks sum to 0");
}

std::vector<double> betweenness_of(const Graph& graph, const std::vector<VertexId>& sources) {
  if (sources.empty()) return by_vertex<double>(graph, oracle::betweenness(oracle::from(graph)));
  std::vector<std::size_t> in_file;
  in_file.reserve(sources.size());
  for (const VertexId source : sources) in_file.push_back(graph.to_file(source));
  return by_vertex<double>(graph, oracle::betweenness(oracle::from(graph), in_file));
}

std::vector<VertexId> all_of(const Graph& graph) {
  std::vector<VertexId> all(graph.num_vertices());
  std::iota(all.begin(), all.end(), VertexId{0});
  return all;
}

Verdict by_brandes(const Graph& graph, const std::vector<VertexId>& sources, const std::vector<double>& scores) {
  return verify_betweenness_by_brandes(graph, sources, scores).value();
}

Verdict by_distances(const Graph& graph, const std::vector<VertexId>& sources, const std::vector<double>& scores) {
  return verify_betweenness_by_distances(graph, sources, scores);
}

TEST(VerifyBetweenness, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) {
    const VertexId n = graph.num_vertices();
    if (n == 0) {
      EXPECT_EQ(verify_betweenness(graph, {}, {}).problem, "");
      continue;
    }
    const std::vector<VertexId> sources{0, n / 2, n / 3};
    const auto sampled = betweenness_of(graph, sources);
    EXPECT_EQ(verify_betweenness(graph, sources, sampled).problem, "");
    EXPECT_EQ(by_distances(graph, sources, sampled).problem, "");
  }
}

TEST(VerifyBetweenness, AcceptsExactScores) {
  for (const char* name : {"rmat_8", "rmat_8_directed", "pieces_directed", "grid_17x19", "duplicates", "self_loops"}) {
    const Graph graph = built(edge_list(zoo_graph(name)), "degree", DuplicatePolicy::keep);
    const auto exact = betweenness_of(graph, {});
    EXPECT_EQ(verify_betweenness(graph, {}, exact).problem, "");
    EXPECT_EQ(by_distances(graph, all_of(graph), exact).problem, "");
  }
}

TEST(VerifyBetweenness, RejectsWrongSizesAndSources) {
  const Graph graph = small_graph(3, false, {{0, 1}, {1, 2}});
  expect_rejected(verify_betweenness(graph, {}, std::vector<double>(2)), "2 centralities for 3 vertices");
  const std::vector<VertexId> sources{0, 3};
  expect_rejected(verify_betweenness(graph, sources, std::vector<double>(3)), "the source is vertex number 3");
}

// A path 0 - 1 - 2 - 3 with 4 hanging on 1, and the edge 5 - 6 apart, from all sources: 0 10 6 0 0 0 0.
TEST(VerifyBetweenness, RejectsDamage) {
  const Graph graph = small_graph(7, false, {{0, 1}, {1, 2}, {2, 3}, {1, 4}, {5, 6}});
  const auto right = betweenness_of(graph, {});
  EXPECT_EQ(right, (std::vector<double>{0, 10, 6, 0, 0, 0, 0}));
  for (const auto& verify : {by_brandes, by_distances}) {
    const auto damaged = [&](auto damage) { return verify(graph, all_of(graph), with_damage(right, damage)); };
    using Damaged = std::vector<double>&;
    expect_rejected(damaged([](Damaged s) { s[1] = -10; }), "vertex 1 has centrality -10");
    expect_rejected(damaged([](Damaged s) { s[0] = -1, s[1] = 11; }), "vertex 0 has centrality -1");
    expect_rejected(damaged([](Damaged s) { s[2] = std::nan(""); }), "vertex 2 has centrality nan");
    expect_rejected(damaged([](Damaged s) { s[2] = infinity; }), "vertex 2 has centrality inf");
    EXPECT_FALSE(damaged([](Damaged s) { s[2] = 7; }).ok());
    EXPECT_FALSE(damaged([](Damaged s) { s[1] = 0; }).ok());
    EXPECT_FALSE(damaged([](Damaged s) { s[5] = 1; }).ok());
    EXPECT_FALSE(damaged([](Damaged s) {
                   for (double& x : s) x /= 2;
                 }).ok());  // each pair once
    EXPECT_FALSE(damaged([](Damaged s) {
                   for (double& x : s) x /= 30;
                 }).ok());  // normalised
    EXPECT_FALSE(damaged([](Damaged s) {
                   for (double& x : s) x += 6;
                 }).ok());  // ends of paths counted
    EXPECT_FALSE(damaged([](Damaged s) { std::ranges::fill(s, 0); }).ok());
  }
  auto swapped = right;
  std::swap(swapped[1], swapped[2]);
  expect_rejected(verify_betweenness(graph, {}, swapped), "vertex 1 has centrality 6, expected 10");
}

TEST(VerifyBetweenness, RejectsScoresWhereNoPathCanPass) {
  // 3 has no edges to it, 2 none from it, and the circle of 4 and 5 is out of reach. Sums stay right.
  const Graph graph = small_graph(6, true, {{0, 1}, {1, 2}, {3, 0}, {4, 5}, {5, 4}});
  const std::vector<VertexId> sources{0, 3};
  const auto right = betweenness_of(graph, sources);
  const auto with_moved = [&](VertexId to) {
    auto scores = right;
    scores[0] -= 0.5;
    scores[to] += 0.5;
    return by_distances(graph, sources, scores);
  };
  EXPECT_TRUE(by_distances(graph, sources, right).ok());
  expect_rejected(with_moved(2), "vertex 2 has centrality 0.5, but no edges from it");
  expect_rejected(with_moved(3), "vertex 3 has centrality 0.5, but no edges to it");
  expect_rejected(with_moved(4), "vertex 4 has centrality 0.5, but no other source reaches it");
}

/// `diamonds` diamonds in a row: 2^diamonds shortest paths from end to end.
Graph diamonds_in_a_row(VertexId diamonds) {
  std::vector<Edge> edges;
  for (VertexId i = 0; i < diamonds; ++i) {
    const VertexId joint = 3 * i;
    for (const VertexId side : {joint + 1, joint + 2}) edges.insert(edges.end(), {{joint, side}, {side, joint + 3}});
  }
  return small_graph(3 * diamonds + 1, true, edges);
}

std::vector<double> betweenness_from_the_first_joint(VertexId diamonds) {
  std::vector<double> scores(3 * std::size_t{diamonds} + 1);
  for (std::size_t i = 0; i < diamonds; ++i) {
    const double after_next_joint = 3.0 * static_cast<double>(diamonds - i - 1);
    scores[3 * i + 1] = scores[3 * i + 2] = (1 + after_next_joint) / 2;
    if (i > 0) scores[3 * i] = 3.0 * static_cast<double>(diamonds - i);
  }
  return scores;
}

TEST(VerifyBetweenness, SurvivesMorePathsThanNumbersCanCount) {
  const std::vector<VertexId> sources{0};
  for (const VertexId diamonds : {10U, 1100U, 20000U}) {
    const Graph graph = diamonds_in_a_row(diamonds);
    auto scores = betweenness_from_the_first_joint(diamonds);
    EXPECT_EQ(verify_betweenness(graph, sources, scores).problem, "");
    scores[4] += 1e-3 * std::accumulate(scores.begin(), scores.end(), 0.0);
    EXPECT_FALSE(verify_betweenness(graph, sources, scores).ok());
    scores[4] = std::nan("");
    expect_rejected(verify_betweenness(graph, sources, scores), "vertex 4 has centrality nan");
  }
}

TEST(VerifyBetweenness, GivesTheSameVerdictOnAnyNumberOfThreads) {
  const Graph graph = graph_for_many_threads();
  const std::vector<VertexId> sources{graph.from_file(0), graph.from_file(2)};
  auto scores = betweenness_of(graph, sources);
  on_one_and_four_threads([&] { EXPECT_EQ(by_brandes(graph, sources, scores).problem, ""); });
  on_one_and_four_threads([&] { EXPECT_EQ(by_distances(graph, sources, scores).problem, ""); });
  scores[4321] = scores[8765] = -1;
  const std::string expected = fmt::format("vertex {} has centrality -1", graph.name(4321));
  on_one_and_four_threads([&] { expect_rejected(by_brandes(graph, sources, scores), expected); });
  on_one_and_four_threads([&] { expect_rejected(by_distances(graph, sources, scores), expected); });
}

TEST(VerifyBetweenness, RejectsOneDamagedEntryAnywhere) {
  Draw draw(4);
  for (const Graph& graph : graphs_to_damage()) {
    const std::vector<VertexId> sources{static_cast<VertexId>(draw(graph.num_vertices()))};
    const auto right = betweenness_of(graph, sources);
    const double sum = std::accumulate(right.begin(), right.end(), 0.0);
    for (int round = 0; round < damage_rounds; ++round) {
      auto scores = right;
      double& score = draw.from(scores);
      const double value = static_cast<double>(draw(1000)) / 7;
      if (std::abs(std::exchange(score, value) - value) <= 1e-5 * sum) continue;
      ASSERT_FALSE(by_brandes(graph, sources, scores).ok());
      ASSERT_FALSE(by_distances(graph, sources, scores).ok());
    }
  }
}

}  // namespace
}  // namespace mg
