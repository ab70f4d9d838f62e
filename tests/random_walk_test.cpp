// Random numbers by counter against the published ones, and steps of random walks against the shares that they should
// have.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "algorithms/built_in.hpp"
#include "engine/error.hpp"
#include "engine/random.hpp"
#include "engine/results.hpp"
#include "engine/session.hpp"
#include "tests/oracle/tables.hpp"
#include "tests/verified_graphs.hpp"

namespace mg {
namespace {

using Words = std::array<std::uint32_t, 4>;

Words words_of(std::uint64_t seed, std::uint64_t low, std::uint64_t high) {
  const RandomWords drawn = random_words(seed, low, high);
  return {drawn.word[0], drawn.word[1], drawn.word[2], drawn.word[3]};
}

// Those of the file kat_vectors of Random123, by the authors of Philox.
TEST(RandomWords, AreThePublishedOnes) {
  EXPECT_EQ(words_of(0, 0, 0), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(words_of(~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(words_of(0x299f31d0a4093822, 0x85a308d3243f6a88, 0x0370734413198a2e),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
  EXPECT_EQ(words_of(0x299f31d0a4093822, 17, 99), oracle::philox({17, 0, 99, 0}, {0xa4093822, 0x299f31d0}));
}

TEST(RandomWords, BecomeSharesAndNumbersBelowABound) {
  constexpr std::uint64_t most = ~std::uint64_t{0};
  static_assert(random_share(0) == 0);
  static_assert(random_share(most) < 1);
  static_assert(random_share(std::uint64_t{1} << 63) == 0.5);
  static_assert(random_below(0, 7) == 0);
  static_assert(random_below(most, 7) == 6);
  static_assert(random_below(most, std::uint64_t{1} << 32) == 0xFFFFFFFF);
  static_assert(random_below(std::uint64_t{1} << 63, 10) == 5);
}

/// Sum over the outcomes of (found - expected)^2 / expected, where all with an expected share of 0 must not be found.
double chi_square(const std::map<VertexId, double>& shares, const std::map<VertexId, std::uint64_t>& found) {
  std::uint64_t all = 0;
  for (const auto& [vertex, count] : found) {
    EXPECT_TRUE(shares.contains(vertex)) << vertex;
    all += count;
  }
  double sum = 0;
  for (const auto& [vertex, share] : shares) {
    const double expected = share * static_cast<double>(all);
    const double count = found.contains(vertex) ? static_cast<double>(found.at(vertex)) : 0;
    sum += (count - expected) * (count - expected) / expected;
  }
  return sum;
}

/// Of chi-square with 1, 2, 3 and 4 degrees of freedom, what is exceeded once in 10^4.
constexpr std::array<double, 5> once_in_10000{0, 15.14, 18.42, 21.11, 23.51};

class WalkFrequencies : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_built_in(); }

  /// After `before` (any vertex without it) and `at`, how often walks went where.
  static std::map<VertexId, std::uint64_t> next(const Graph& graph,
                                                const std::map<std::string, std::string>& parameters, VertexId at,
                                                VertexId before = no_vertex) {
    RunRequest request{.algorithm = "random-walk", .parameters = parameters, .validate = true};
    request.parameters.insert({{"walks", "2000"}, {"length", "20"}, {"seed", "3"}});
    const RunReport report = run_program(graph, request);
    EXPECT_TRUE(report.verdict->ok()) << report.verdict->problem;
    const std::vector<ResultColumn> columns = report.program->results();
    std::map<VertexId, std::uint64_t> counts;
    const auto step = [&](std::uint64_t row) { return std::get<Array<std::uint32_t>>(columns[1].values)[row]; };
    for (std::uint64_t row = 1; row + 1 < num_rows(columns[2]); ++row) {
      if (step(row) + 1 != step(row + 1) || named_vertex(columns[2], row) != at) continue;
      if (before != no_vertex && (step(row) == 0 || named_vertex(columns[2], row - 1) != before)) continue;
      ++counts[named_vertex(columns[2], row + 1)];
    }
    return counts;
  }
  static void expect_shares(const std::map<VertexId, std::uint64_t>& found, const std::map<VertexId, double>& shares) {
    EXPECT_LT(chi_square(shares, found), once_in_10000.at(shares.size() - 1));
  }
};

// 0 with neighbors 1, 2, 3, 4, of which 1 and 2 are neighbors, too.
Graph fan(const std::vector<std::uint32_t>& weights) {
  return small_graph(5, false, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}}, Array<std::uint32_t>::copy_of(weights));
}

TEST_F(WalkFrequencies, AreEvenUnlessAskedOtherwise) {
  const Graph graph = fan({9, 1, 1, 1, 1});
  expect_shares(next(graph, {}, 0), {{1, 0.25}, {2, 0.25}, {3, 0.25}, {4, 0.25}});
  expect_shares(next(graph, {}, 1), {{0, 0.5}, {2, 0.5}});
}

TEST_F(WalkFrequencies, FollowWeights) {
  const Graph graph = fan({6, 3, 1, 0, 3});
  expect_shares(next(graph, {{"weighted", "true"}}, 0), {{1, 0.6}, {2, 0.3}, {3, 0.1}});
  expect_shares(next(graph, {{"weighted", "true"}}, 1), {{0, 2.0 / 3}, {2, 1.0 / 3}});
}

// From 1 to 0: back to 1 weighs 1/p, 2 is a neighbor of 1 and weighs 1, 3 and 4 weigh 1/q.
TEST_F(WalkFrequencies, FollowTheBiasesOfNode2vec) {
  const Graph graph = fan({1, 1, 1, 1, 1});
  expect_shares(next(graph, {{"p", "0.5"}, {"q", "4"}}, 0, 1),
                {{1, 2 / 3.5}, {2, 1 / 3.5}, {3, 0.25 / 3.5}, {4, 0.25 / 3.5}});
  expect_shares(next(graph, {{"p", "4"}, {"q", "0.5"}}, 0, 1),
                {{1, 0.25 / 5.25}, {2, 1 / 5.25}, {3, 2 / 5.25}, {4, 2 / 5.25}});
  const Graph weighted = fan({6, 3, 1, 2, 3});
  expect_shares(next(weighted, {{"p", "2"}, {"q", "0.5"}, {"weighted", "true"}}, 0, 1),
                {{1, 3 / 12.0}, {2, 3 / 12.0}, {3, 2 / 12.0}, {4, 4 / 12.0}});
}

TEST_F(WalkFrequencies, DependOnTheSeed) {
  const Graph graph = fan({1, 1, 1, 1, 1});
  EXPECT_NE(next(graph, {{"seed", "1"}}, 0), next(graph, {{"seed", "2"}}, 0));
}

std::string refusal(const Graph& graph, const std::map<std::string, std::string>& parameters) {
  try {
    static_cast<void>(run_program(graph, {.algorithm = "random-walk", .parameters = parameters}));
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "did not fail";
  return {};
}

TEST_F(WalkFrequencies, AreNotOfWeightsThatAreNone) {
  const auto expect_refused = [](const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  expect_refused(refusal(small_graph(2, true, {{0, 1}}), {{"weighted", "true"}}), "random-walk needs edge weights");
  const auto with_weight = [](float weight) {
    return small_graph(2, true, {{0, 1}}, Array<float>::copy_of(std::vector<float>{weight}));
  };
  expect_refused(refusal(with_weight(-1), {{"weighted", "true"}}), "must not be negative");
  expect_refused(refusal(with_weight(INFINITY), {{"weighted", "true"}}), "infinite weights");
  EXPECT_EQ(run_program(with_weight(-1), {.algorithm = "random-walk"}).summary.front().first, "walks");
  expect_refused(refusal(small_graph(5000, true, {{0, 1}}), {{"walks", "1000000"}}), "fewer than 2^32 walks");
}

}  // namespace
}  // namespace mg
