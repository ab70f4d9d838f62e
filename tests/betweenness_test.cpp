// Betweenness along paths of least weight, and of edges, on the zoo and against damage.
#include "tests/oracle/betweenness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/verify/betweenness.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/verified_graphs.hpp"

namespace mg {
namespace {

/// With weights that are all above 0, and few, so that many paths are equally long.
ZooGraph with_lengths(ZooGraph animal) {
  animal = with_weights(std::move(animal));
  std::visit(
      [](auto& weights) {
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(weights)>, std::monostate>) {
          for (auto& weight : weights) {
            if (weight == 0) weight = 1;
            if (weight > 1000) weight = 1000;
          }
        }
      },
      animal.weights);
  if (auto* whole = std::get_if<std::vector<std::uint32_t>>(&animal.weights)) {
    for (auto& weight : *whole) weight = weight % 4 + 1;
  }
  return animal;
}

/// On a graph of n vertices: all sources of a small one.
std::vector<RunRequest> requests_for(VertexId n) {
  std::vector<std::string> sources;
  if (n > 64) sources = {"0", std::to_string(n / 2), std::to_string(n - 1)};
  return {{.algorithm = "bc", .parameters = {{"weighted", "true"}}, .sources = sources},
          {.algorithm = "edge-bc", .sources = sources},
          {.algorithm = "edge-bc", .parameters = {{"weighted", "true"}, {"normalised", "true"}}, .sources = sources}};
}

TEST(WeightedBetweenness, IsThatOfTheOracleOnTheWholeZoo) {
  register_built_in();
  for (const ZooGraph& animal : zoo()) {
    for (const DuplicatePolicy duplicates : {DuplicatePolicy::first, DuplicatePolicy::keep}) {
      Specimen specimen = specimen_of(with_lengths(animal), duplicates);
      for (RunRequest request : requests_for(animal.n)) {
        for (const char* order : {"original", "random:1"}) {
          request.options.device = "cpu";
          request.options.threads = *order == 'o' ? 1 : 3;
          EXPECT_EQ(specimen.problem_of(request, order), "") << request.algorithm << " on " << animal.name;
        }
      }
    }
  }
}

TEST(WeightedBetweenness, IsTheSameByAnyEngineAndDirection) {
  register_built_in();
  for (const char* name : {"rmat_8", "grid_17x19", "real_rmat_directed"}) {
    Specimen specimen = specimen_of(with_lengths(zoo_graph(name)));
    for (const char* engine : {"sparse", "dense", "hybrid"}) {
      for (RunRequest request : requests_for(specimen.num_vertices())) {
        request.options.device = "cpu";
        request.options.engine = engine;
        EXPECT_EQ(specimen.problem_of(request), "") << request.algorithm << " on " << name << " by " << engine;
      }
    }
    for (const char* schedule : {"direction=push", "direction=pull", "delta=0.5"}) {
      RunRequest request = requests_for(specimen.num_vertices()).front();
      request.options.device = "cpu";
      request.options.schedule = parse_schedule(schedule);
      EXPECT_EQ(specimen.problem_of(request), "") << name << " by " << schedule;
    }
  }
}

/// A row of so many diamonds whose sides all weigh 1, or 3: two paths each, 2^diamonds from end to end.
ZooGraph diamonds(std::uint32_t count, float weight) {
  ZooGraph graph{.name = "diamonds", .n = 3 * count + 1, .directed = true, .edges = {}, .weights = {}};
  for (std::uint32_t i = 0; i < 3 * count; i += 3) {
    for (const std::uint32_t side : {i + 1, i + 2}) {
      graph.edges.insert(graph.edges.end(), {{i, side}, {side, i + 3}});
    }
  }
  graph.weights = std::vector<float>(graph.edges.size(), weight);
  return graph;
}

TEST(WeightedBetweenness, TakesMorePathsThanADoubleCounts) {
  register_built_in();
  for (const char* algorithm : {"bc", "edge-bc"}) {
    for (const char* weighted : {"false", "true"}) {
      const Graph graph = built(edge_list(diamonds(1500, 0.25F)), "original");
      const RunReport report = run_program(graph, {.algorithm = algorithm,
                                                   .parameters = {{"weighted", weighted}},
                                                   .sources = {"0"},
                                                   .validate = true,
                                                   .options = {.device = "cpu"}});
      EXPECT_EQ(report.verdict.value().problem, "") << algorithm << ", weighted=" << weighted;
    }
  }
}

std::string refusal(const Graph& graph) {
  try {
    static_cast<void>(
        run_program(graph, {.algorithm = "bc", .parameters = {{"weighted", "true"}}, .options = {.device = "cpu"}}));
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(WeightedBetweenness, RefusesWeightsThatAreNoLengths) {
  register_built_in();
  const auto with = [](float weight) {
    return small_graph(3, true, {{0, 1}, {1, 2}}, Array<float>::copy_of(std::vector{1e30F, weight}));
  };
  EXPECT_EQ(refusal(with(1e20F)), "");
  EXPECT_NE(refusal(with(0)).find("the edge from '1' to '2' weighs 0"), std::string::npos);
  EXPECT_NE(refusal(with(-1)).find("negative"), std::string::npos);
  EXPECT_NE(refusal(with(1e-30F)).find("differ by more than doubles can add up"), std::string::npos);
  EXPECT_NE(refusal(small_graph(2, true, {{0, 1}})).find("needs edge weights"), std::string::npos);
  EXPECT_EQ(refusal(with(std::numeric_limits<float>::infinity())), "") << "leads nowhere";
}

class BetweennessOnAGpu : public OnAGpu {};

TEST_F(BetweennessOnAGpu, AlongWeightsAndOfEdgesIsThatOfTheOracle) {
  const std::vector<std::pair<const char*, const char*>> runs{{"star", "driver=launched"},
                                                              {"rmat_8", "driver=launched"},
                                                              {"rmat_8", "driver=fused"},
                                                              {"real_rmat_directed", "driver=graph"},
                                                              {"weighted_rmat_directed", "driver=fused"}};
  for (const auto& [name, schedule] : runs) {
    Specimen specimen = specimen_of(with_lengths(zoo_graph(name)));
    for (const RunRequest& request : requests_for(specimen.num_vertices())) {
      expect_right(specimen, request, {.schedule = parse_schedule(schedule)});
    }
  }
}

/// A square of which one way around is shorter by weight: 0 - 1 - 2 by 1 each, 0 - 3 - 2 by 1 and 2, and 4 beyond 2.
Graph square() {
  return small_graph(5, false, {{0, 1}, {1, 2}, {0, 3}, {3, 2}, {2, 4}},
                     Array<std::uint32_t>::copy_of(std::vector<std::uint32_t>{1, 1, 1, 2, 1}));
}

TEST(VerifyWeightedBetweenness, RejectsDamage) {
  const Graph graph = square();
  const auto right = oracle::betweenness_along(oracle::from(graph), {}, true).of_vertices;
  EXPECT_EQ(verify_weighted_betweenness(graph, {}, right).problem, "");
  expect_rejected(verify_betweenness(graph, {}, right), "expected");
  for (VertexId v = 0; v < graph.num_vertices(); ++v) {
    for (const double by : {-0.5, 1.0}) {
      auto damaged = right;
      damaged[v] += by;
      EXPECT_FALSE(verify_weighted_betweenness(graph, {}, damaged).ok()) << v;
    }
  }
  expect_rejected(verify_weighted_betweenness(graph, {}, std::vector<double>(2)), "2 centralities for 5 vertices");
  const std::vector<VertexId> none{7};
  expect_rejected(verify_weighted_betweenness(graph, none, right), "the source is vertex number 7");
}

/// The scores of arcs that a run leaves, by the directed graph of the same arcs.
TEST(VerifyEdgeBetweenness, RejectsDamage) {
  for (const bool weighted : {false, true}) {
    const Graph graph = small_graph(5, true, {{0, 1}, {1, 2}, {0, 3}, {3, 2}, {2, 4}},
                                    Array<std::uint32_t>::copy_of(std::vector<std::uint32_t>{1, 1, 1, 2, 1}));
    std::vector<double> right;  // arcs are in ascending order, as the oracle's
    for (const auto& edge : oracle::betweenness_along(oracle::from(graph), {}, weighted).of_edges) {
      right.push_back(edge.score);
    }
    EXPECT_EQ(verify_edge_betweenness(graph, {}, right, weighted).problem, "");
    EXPECT_FALSE(verify_edge_betweenness(graph, {}, right, !weighted).ok());
    for (std::size_t arc = 0; arc < right.size(); ++arc) {
      auto damaged = right;
      damaged[arc] += 0.25;
      expect_rejected(verify_edge_betweenness(graph, {}, damaged, weighted), "the arc from");
    }
    right.pop_back();
    expect_rejected(verify_edge_betweenness(graph, {}, right, weighted), "4 centralities for 5 arcs");
  }
}

// Numbers of paths are beyond what the serial algorithm counts: flows are what is left.
TEST(VerifyEdgeBetweenness, RejectsDamageOfFlowsThatAreTooManyToCount) {
  const Graph graph = built(edge_list(diamonds(17'000, 1)), "original");
  const std::vector<VertexId> sources{0};
  std::vector<double> right(graph.num_arcs());
  for (VertexId u = 0; u < graph.num_vertices(); ++u) {
    const VertexId joint = (u / 3 + 1) * 3;  // which the diamond ends in
    const double behind = graph.num_vertices() - 1 - joint;
    for (EdgeId e = graph.out.offsets[u]; e < graph.out.offsets[u + 1]; ++e) {
      right[e] = (1 + behind) / 2 + (u % 3 == 0 ? 1 : 0);
    }
  }
  EXPECT_EQ(verify_edge_betweenness(graph, sources, right, false).problem, "");
  for (const EdgeId arc : {EdgeId{0}, EdgeId{1001}, graph.num_arcs() - 1}) {
    for (const double by : {-1e9, 0.5}) {
      auto damaged = right;
      damaged[arc] += by;
      EXPECT_FALSE(verify_edge_betweenness(graph, sources, damaged, false).ok()) << arc;
    }
  }
}

}  // namespace
}  // namespace mg
