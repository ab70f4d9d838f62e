// Shortest paths between two vertices: what the verifier accepts and what it finds, and what is refused.
#include "algorithms/verify/path.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/built_in.hpp"
#include "engine/error.hpp"
#include "engine/results.hpp"
#include "engine/session.hpp"
#include "tests/oracle/tables.hpp"
#include "tests/specimen.hpp"
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

/// Places of all vertices, and arcs both ways between those that are near each other: as long as they are apart times
/// 1000, and up to `detour` times as long.
struct Country {
  std::vector<std::pair<double, double>> places;
  Graph graph;

  Country(std::uint64_t seed, VertexId n, double reach, double detour, bool whole) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> unit(0, 1);
    for (VertexId v = 0; v < n; ++v) places.emplace_back(unit(random), unit(random));
    std::vector<Edge> edges;
    std::vector<std::uint32_t> whole_lengths;
    std::vector<float> lengths;
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = 0; v < n; ++v) {
        const double apart = std::hypot(places[u].first - places[v].first, places[u].second - places[v].second);
        if (u == v || apart > reach) continue;
        const double length = 1000 * apart * (1 + (detour - 1) * unit(random));
        edges.push_back({u, v});
        whole_lengths.push_back(static_cast<std::uint32_t>(std::ceil(length)));
        lengths.push_back(static_cast<float>(length));
      }
    }
    graph = whole ? small_graph(n, true, edges, Array<std::uint32_t>::copy_of(whole_lengths))
                  : small_graph(n, true, edges, Array<float>::copy_of(lengths));
  }

  /// For a path to a target, with the places by the names of both coordinates and in other units.
  [[nodiscard]] std::map<std::string, std::string> parameters(VertexId target, const std::string& first = "x",
                                                              const std::string& second = "y", double unit = 1) const {
    std::map<std::string, std::string> all{{"target", std::to_string(target)}};
    for (std::size_t v = 0; v < places.size(); ++v) {
      all[first] += fmt::format("{} {}\n", v, unit * places[v].first);
      all[second] += fmt::format("{} {}\n", v, unit * places[v].second);
    }
    return all;
  }
};

double number_of(const RunReport& report, const std::string& name) {
  for (const auto& [fact, value] : report.summary) {
    if (fact == name) return std::visit([](auto number) { return static_cast<double>(number); }, value);
  }
  ADD_FAILURE() << "there is no " << name;
  return 0;
}

std::vector<VertexId> vertices_of(const RunReport& report) {
  const auto vertices = std::get<Array<VertexId>>(report.program->results()[1].values);
  return {vertices.begin(), vertices.end()};
}

TEST_F(Path, IsTheSameWithPlacesThatGuideIt) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const double detour = seed % 3 == 0 ? 1 : 1.0 + 0.2 * static_cast<double>(seed);
    const Country country(seed, 150, 0.15, detour, seed % 2 == 0);
    for (const VertexId target : {1U, 77U, 149U}) {
      const RunReport plain = run(country.graph, {{"target", std::to_string(target)}});
      for (const auto& parameters : {country.parameters(target), country.parameters(target, "y", "x", 1e-90),
                                     country.parameters(target, "x", "y", 1e6), country.parameters(target, "x", "y", 0),
                                     country.parameters(target, "latitude", "longitude", 80)}) {
        const RunReport guided = run(country.graph, parameters);
        EXPECT_EQ(vertices_of(guided), vertices_of(plain)) << "seed " << seed << ", to " << target;
      }
    }
  }
}

TEST_F(Path, IsTheSameWithPlacesOnGraphsOfTheZoo) {
  for (const Graph& graph : zoo_in_all_forms()) {
    const VertexId n = graph.num_vertices();
    if (n == 0 || graph.weight_type() == WeightType::none) continue;
    std::map<std::string, std::string> parameters = places_on_a_plane(n);
    parameters["target"] = std::to_string(n - 1);
    EXPECT_EQ(vertices_of(run(graph, parameters)), vertices_of(run(graph, {{"target", std::to_string(n - 1)}})));
  }
}

TEST_F(Path, FollowsFewerArcsWithPlaces) {
  for (const bool whole : {true, false}) {
    const Country country(5, 1500, 0.06, 1.05, whole);
    const auto nearest_to = [&](double x, double y) {
      const auto apart = [&](const auto& place) { return std::hypot(place.first - x, place.second - y); };
      return static_cast<VertexId>(std::min_element(country.places.begin(), country.places.end(),
                                                    [&](const auto& a, const auto& b) { return apart(a) < apart(b); }) -
                                   country.places.begin());
    };
    const VertexId target = nearest_to(1 - country.places[0].first, 1 - country.places[0].second);
    const RunReport plain = run(country.graph, {{"target", std::to_string(target)}});
    const RunReport guided = run(country.graph, country.parameters(target));
    EXPECT_EQ(vertices_of(guided), vertices_of(plain));
    EXPECT_LT(2 * guided.runs.back().edges_traversed, plain.runs.back().edges_traversed);
    EXPECT_NEAR(number_of(guided, "scale"), 1000, 2);
  }
}

// 0 -> 1 -> 2 of 30 and 20, on a line: an arc that is shorter than the places make believe lowers the scale.
TEST_F(Path, TakesTheScaleFromTheShortestArcForItsDistance) {
  const Graph graph = small_graph(3, true, {{0, 1}, {1, 2}, {0, 2}},
                                  Array<std::uint32_t>::copy_of(std::vector<std::uint32_t>{30, 20, 60}));
  const auto scale = [&](const std::string& xs) {
    return number_of(run(graph, {{"target", "2"}, {"x", xs}, {"y", "0:0,1:0,2:0"}}), "scale");
  };
  EXPECT_NEAR(scale("0:0,1:3,2:5"), 10, 0.01);
  EXPECT_NEAR(scale("0:0,1:3,2:7"), 5, 0.01);
  EXPECT_NEAR(scale("0:0,1:-3,2:-3"), 10, 0.01);  // an arc between vertices at one place says nothing
  EXPECT_EQ(scale("0:4,1:4,2:4"), 0);
  EXPECT_EQ(scale("0:0,1:1e-150,2:2"), 0);  // too near to tell how far
}

TEST_F(Path, RefusesPlacesThatAreNotRight) {
  const Graph graph = small_graph(2, true, {{0, 1}}, Array<std::uint32_t>::copy_of(std::vector<std::uint32_t>{3}));
  const auto problem = [&](std::map<std::string, std::string> parameters) {
    parameters["target"] = "1";
    return refusal(graph, parameters);
  };
  const auto expect = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  expect(problem({{"x", "0:1,1:2"}}), "the parameter 'x' needs 'y' beside it: give both, or none");
  expect(problem({{"longitude", "0:1,1:2"}}), "the parameter 'longitude' needs 'latitude' beside it");
  expect(problem({{"x", "0:1,1:2"}, {"y", "0:1"}}), "the vertex '1' has no y: give the places of all vertices");
  expect(problem({{"latitude", "0:1"}, {"longitude", "0:1"}}), "the vertex '1' has no latitude");
  expect(problem({{"x", "0:1,1:2,7:1"}, {"y", "0:1,1:2"}}), "there is no vertex '7'");
  expect(problem({{"latitude", "0:91,1:2"}, {"longitude", "0:1,1:2"}}), "-90 to 90");
  expect(problem({{"x", "0:1e61,1:2"}, {"y", "0:1,1:2"}}), "to 1e+60");
  expect(problem({{"x", "0:1,1:2"}, {"y", "0:1,1:2"}, {"latitude", "0:1,1:2"}, {"longitude", "0:1,1:2"}}),
         "vertices are on Earth or on a plane");
  expect(problem({{"x", "0:1,1:2"}, {"y", "0:1,1:2"}, {"weighted", "false"}}), "places guide a search along weights");
}

}  // namespace
}  // namespace mg
