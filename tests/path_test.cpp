// Shortest paths between two vertices: what the verifier accepts and what it finds, and what is refused.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "algorithms/built_in.hpp"
#include "algorithms/verify_path.hpp"
#include "engine/error.hpp"
#include "engine/results.hpp"
#include "engine/session.hpp"
#include "tests/oracle/tables.hpp"
#include "tests/verified_graphs.hpp"

namespace mg {
namespace {

struct Found {
  std::vector<VertexId> vertices;
  std::vector<double> distances;

  [[nodiscard]] Verdict verdict(const Graph& graph, const PathEnds& ends) const {
    if (ends.weighted && graph.weight_type() == WeightType::f32) {
      return verify_path(graph, ends, vertices, std::span<const double>(distances));
    }
    const std::vector<std::uint64_t> whole(distances.begin(), distances.end());
    return verify_path(graph, ends, vertices, std::span<const std::uint64_t>(whole));
  }
};

Found path_of(const Graph& graph, const PathEnds& ends) {
  Found found;
  for (const oracle::PlaceOnPath& place :
       oracle::path(oracle::from(graph), graph.to_file(ends.source), graph.to_file(ends.target), ends.weighted)) {
    found.vertices.push_back(graph.from_file(static_cast<VertexId>(place.vertex)));
    found.distances.push_back(place.distance);
  }
  return found;
}

TEST(VerifyPath, AcceptsRightResults) {
  for (const Graph& graph : zoo_in_all_forms()) {
    if (graph.num_vertices() == 0) continue;
    const bool weighted = graph.weight_type() != WeightType::none;
    const PathEnds ends{graph.from_file(0), graph.from_file(graph.num_vertices() - 1), weighted};
    EXPECT_EQ(path_of(graph, ends).verdict(graph, ends).problem, "");
  }
}

// 0 -> 1 -> 2 of 1 and 2, 0 -> 2 of 4; nothing leads to 3.
TEST(VerifyPath, RejectsDamage) {
  const Graph graph = small_graph(4, true, {{0, 1}, {1, 2}, {0, 2}, {3, 0}},
                                  Array<std::uint32_t>::copy_of(std::vector<std::uint32_t>{1, 2, 4, 1}));
  const auto verdict = [&](const Found& found, VertexId target = 2, bool weighted = true) {
    return found.verdict(graph, {0, target, weighted});
  };
  EXPECT_EQ(verdict({{0, 1, 2}, {0, 1, 3}}).problem, "");
  EXPECT_EQ(verdict({{0, 2}, {0, 1}}, 2, false).problem, "");
  EXPECT_EQ(verdict({{0}, {0}}, 0).problem, "");
  EXPECT_EQ(verdict({{}, {}}, 3).problem, "");
  expect_rejected(verdict({{0, 2}, {0, 4}}), "the path is of length 4, and there is one of length 3");
  expect_rejected(verdict({{0, 1, 2}, {0, 1, 2}}, 2, false), "of length 2, and there is one of length 1");
  expect_rejected(verdict({{}, {}}), "there is no path, expected one of length 3");
  expect_rejected(verdict({{0, 1, 2}, {0, 1, 4}}), "2 is at the distance 4, expected 3");
  expect_rejected(verdict({{0, 1, 2}, {0, 1}}), "2 distances for 3 vertices");
  expect_rejected(verdict({{1, 2}, {0, 2}}), "the path goes from 1, at the distance 0, to 2, expected from 0 to 2");
  expect_rejected(verdict({{0, 1}, {0, 1}}), "expected from 0 to 2");
  expect_rejected(verdict({{0, 1, 2}, {1, 2, 4}}), "at the distance 1");
  expect_rejected(verdict({{0, 3}, {0, 1}}, 3), "from 0 to 3, and there is no such arc");
  expect_rejected(verdict({{0, 77, 2}, {0, 1, 3}}), "number 77 (no vertex)");
}

TEST(VerifyPath, RejectsDamageAnywhere) {
  Draw draw(53);
  for (const Graph& graph : graphs_to_damage()) {
    const bool weighted = graph.weight_type() != WeightType::none;
    const PathEnds ends{graph.from_file(0), graph.from_file(graph.num_vertices() - 1), weighted};
    const Found right = path_of(graph, ends);
    if (right.vertices.size() < 2) continue;
    for (int round = 0; round < damage_rounds / 4; ++round) {
      Found damaged = right;
      draw.from(damaged.distances) += 1 + static_cast<double>(draw(9));
      ASSERT_FALSE(damaged.verdict(graph, ends).ok());
    }
  }
}

class Path : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_built_in(); }

  static RunReport run(const Graph& graph, const std::map<std::string, std::string>& parameters) {
    RunReport report =
        run_program(graph, {.algorithm = "path", .parameters = parameters, .sources = {"0"}, .validate = true});
    EXPECT_TRUE(report.verdict->ok()) << report.verdict->problem;
    return report;
  }
  static std::string refusal(const Graph& graph, const std::map<std::string, std::string>& parameters) {
    try {
      static_cast<void>(run(graph, parameters));
    } catch (const Error& error) {
      return error.what();
    }
    ADD_FAILURE() << "did not fail";
    return {};
  }
};

TEST_F(Path, FollowsWeightsUnlessToldNotTo) {
  const Graph graph = small_graph(4, true, {{0, 1}, {1, 2}, {0, 2}, {3, 0}},
                                  Array<std::uint32_t>::copy_of(std::vector<std::uint32_t>{1, 2, 4, 1}));
  const auto rows = [&](const std::map<std::string, std::string>& parameters) {
    return num_rows(run(graph, parameters).program->results()[0]);
  };
  EXPECT_EQ(rows({{"target", "2"}}), 3U);
  EXPECT_EQ(rows({{"target", "2"}, {"weighted", "true"}}), 3U);
  EXPECT_EQ(rows({{"target", "2"}, {"weighted", "false"}}), 2U);
  EXPECT_EQ(rows({{"target", "0"}}), 1U);
  EXPECT_EQ(rows({{"target", "3"}}), 0U);
  EXPECT_EQ(run(graph, {{"target", "3"}}).summary, (Summary{{"reached", std::uint64_t{0}}}));
}

TEST_F(Path, HasLengthsThatNeedMoreThan32Bits) {
  const std::uint32_t most = 0xFFFFFFFF;
  const Graph graph = small_graph(4, true, {{0, 1}, {1, 2}, {2, 3}},
                                  Array<std::uint32_t>::copy_of(std::vector<std::uint32_t>{most, most, most}));
  EXPECT_EQ(run(graph, {{"target", "3"}}).summary.back().second,
            (Summary::value_type::second_type{std::uint64_t{3} * most}));
}

TEST_F(Path, RefusesWhatIsNoVertexAndWeightsThatAreNone) {
  const Graph graph = small_graph(2, true, {{0, 1}});
  EXPECT_NE(refusal(graph, {{"target", "9"}}).find("there is no vertex '9'"), std::string::npos);
  EXPECT_NE(refusal(graph, {{"target", ""}}).find("there is no vertex ''"), std::string::npos);
  EXPECT_NE(refusal(graph, {{"target", "1"}, {"weighted", "true"}}).find("path needs edge weights"), std::string::npos);
  const Graph negative = small_graph(2, true, {{0, 1}}, Array<float>::copy_of(std::vector<float>{-1}));
  EXPECT_NE(refusal(negative, {{"target", "1"}}).find("must not be negative"), std::string::npos);
  EXPECT_EQ(num_rows(run(negative, {{"target", "1"}, {"weighted", "false"}}).program->results()[0]), 2U);
}

}  // namespace
}  // namespace mg
