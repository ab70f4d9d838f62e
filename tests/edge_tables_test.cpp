// Algorithms whose results are edges, on the zoo and against damage.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "algorithms/edge_results.hpp"
#include "algorithms/verify/spanning.hpp"
#include "algorithms/verify/trusses.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/verified_graphs.hpp"

namespace mg {
namespace {

/// Nothing where the algorithm is not for directed graphs, and this is one.
std::vector<std::string> algorithms_for(const ZooGraph& animal) {
  return animal.directed ? std::vector<std::string>{"mst"} : std::vector<std::string>{"mst", "ktruss"};
}

TEST(EdgeTables, AreThoseOfTheOracleOnTheWholeZoo) {
  register_built_in();
  for (const ZooGraph& animal : zoo()) {
    Specimen specimen = specimen_of(with_weights(animal));
    for (const std::string& algorithm : algorithms_for(animal)) {
      for (const std::string& order : all_orders) {
        for (const int threads : {1, 3}) {
          RunRequest request{.algorithm = algorithm};
          request.options.device = "cpu";
          request.options.threads = threads;
          EXPECT_EQ(specimen.problem_of(request, order), "") << algorithm << " on " << animal.name << ", " << order;
        }
      }
    }
  }
}

TEST(EdgeTables, AreRightWhereParallelEdgesStay) {
  register_built_in();
  for (const ZooGraph& animal : zoo()) {
    Specimen specimen = specimen_of(with_weights(animal), DuplicatePolicy::keep);
    for (const std::string& algorithm : algorithms_for(animal)) {
      EXPECT_EQ(specimen.problem_of({.algorithm = algorithm, .options = {.device = "cpu"}}), "")
          << algorithm << " on " << animal.name;
    }
  }
}

TEST(EdgeTables, OfTrussesAreRefusedForDirectedGraphs) {
  register_built_in();
  const Graph graph = small_graph(2, true, {{0, 1}});
  try {
    static_cast<void>(run_program(graph, {.algorithm = "ktruss"}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::wrong_use);
    EXPECT_NE(std::string(error.what()).find("--undirected"), std::string::npos) << error.what();
  }
}

class EdgeTablesOnAGpu : public OnAGpu {};

TEST_F(EdgeTablesOnAGpu, AreThoseOfTheOracle) {
  for (const char* name : {"duplicates", "star", "clique_33", "rmat_10", "weighted_rmat", "real_rmat_directed"}) {
    const ZooGraph animal = with_weights(zoo_graph(name));
    Specimen specimen = specimen_of(animal);
    for (const std::string& algorithm : algorithms_for(animal)) {
      expect_right(specimen, {.algorithm = algorithm}, {});
    }
  }
}

// A circle of four with a diagonal: edges of weight 1 and 2 are the tree.
TEST(VerifySpanningForest, RejectsDamage) {
  const std::vector<std::uint32_t> weights{1, 2, 5, 1, 2, 4};
  const Graph graph =
      small_graph(5, true, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {3, 4}}, Array<std::uint32_t>::copy_of(weights));
  const auto arc = [&](VertexId u, VertexId v) {
    for (EdgeId e = graph.out.offsets[u]; e < graph.out.offsets[u + 1]; ++e) {
      if (graph.out.neighbors[e] == v) return e;
    }
    return no_arc;
  };
  const auto verdict = [&](std::vector<EdgeId> arcs) {
    std::sort(arcs.begin(), arcs.end());
    return verify_spanning_forest(graph, arcs).problem;
  };
  EXPECT_EQ(verdict({arc(0, 1), arc(1, 2), arc(3, 0), arc(3, 4)}), "");
  EXPECT_EQ(verdict({arc(0, 1), arc(0, 2), arc(3, 0), arc(3, 4)}), "") << "two edges are equally light";
  EXPECT_NE(verdict({arc(0, 1), arc(1, 2), arc(3, 0)}), "") << "an edge is missing";
  EXPECT_NE(verdict({arc(0, 1), arc(1, 2), arc(0, 2), arc(3, 0), arc(3, 4)}), "") << "a circle";
  EXPECT_NE(verdict({arc(0, 1), arc(1, 2), arc(2, 3), arc(3, 4)}), "") << "a heavier edge";
  EXPECT_NE(verdict({graph.num_arcs()}), "") << "no such arc";
}

// A clique of four, and a vertex that hangs at it.
TEST(VerifyTrusses, RejectsDamage) {
  const Graph graph = small_graph(5, false, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {3, 4}});
  std::vector<std::int32_t> trussness(graph.num_arcs(), 0);
  for (const EdgeId edge : edges_of(graph)) trussness[edge] = graph.out.neighbors[edge] == 4 ? 2 : 4;
  EXPECT_EQ(verify_trusses(graph, trussness).problem, "");
  for (const EdgeId edge : edges_of(graph)) {
    for (const int by : {-1, 1}) {
      auto damaged = trussness;
      damaged[edge] += static_cast<std::uint32_t>(by);
      EXPECT_NE(verify_trusses(graph, damaged).problem, "") << edge;
    }
  }
  for (const std::int32_t all : {-1, 0, 1, 2, 3, 5}) {  // which agree with each other
    auto damaged = trussness;
    for (std::int32_t& one : damaged) one = one == 4 ? all : one;
    EXPECT_NE(verify_trusses(graph, damaged).problem, "") << all;
  }
  trussness.pop_back();
  EXPECT_NE(verify_trusses(graph, trussness).problem, "");
}

}  // namespace
}  // namespace mg
