// Betweenness where shortest paths outnumber what a double can hold.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "algorithms/built_in.hpp"
#include "engine/session.hpp"
#include "preprocess/building/build.hpp"

namespace mg {
namespace {

Graph graph_of(VertexId vertices, const std::vector<Edge>& edges) {
  EdgeList list;
  list.names = VertexNames::counted(0, vertices);
  list.edges = Array<Edge>::copy_of(edges);
  BuildReport report;
  return build_graph(std::move(list), {}, report, silent_progress());
}

/// `count` squares in a row, each sharing a corner with the next: 2^k shortest paths lead across k of them.
Graph diamonds(VertexId count) {
  std::vector<Edge> edges;
  for (VertexId d = 0; d < count; ++d) {
    const VertexId corner = 3 * d;
    for (const VertexId side : {corner + 1, corner + 2}) {
      edges.push_back({corner, side});
      edges.push_back({side, corner + 3});
    }
  }
  return graph_of(3 * count + 1, edges);
}

std::vector<double> scores(const Graph& graph) {
  register_built_in();
  const RunReport report = run_program(graph, {.algorithm = "bc", .sources = {"0"}, .validate = true});
  EXPECT_TRUE(report.verdict.has_value() && report.verdict->ok())
      << report.verdict.value_or(Verdict{"no verdict"}).problem;
  const auto values = std::get<Array<double>>(report.program->results().front().values);
  return {values.begin(), values.end()};
}

class Diamonds : public testing::TestWithParam<VertexId> {};

/// Beyond the corner 3 d lie 3 (count - d) vertices, and every path to them passes it; a side is on half of the paths
/// to all that lies beyond it.
TEST_P(Diamonds, AreScoredExactly) {
  const VertexId count = GetParam();
  const std::vector<double> found = scores(diamonds(count));
  for (VertexId d = 0; d < count; ++d) {
    const double beyond = 3.0 * (count - d - 1) + 1;  // the next corner and all behind it
    ASSERT_NEAR(found[3 * d + 1], beyond / 2, 1e-6 * beyond) << "a side of diamond " << d;
    ASSERT_NEAR(found[3 * d + 3], beyond - 1, 1e-6 * beyond) << "the far corner of diamond " << d;
  }
}

/// Around the number at which levels are scaled (2^400), the largest double (2^1024) and long double (2^16384).
INSTANTIATE_TEST_SUITE_P(Counts, Diamonds, testing::Values(1, 2, 399, 400, 401, 801, 1023, 1024, 1100, 16400, 20000));

/// A row of diamonds beside a path of the same length: on one level, 2^k paths lead to one vertex and one to another.
TEST(Betweenness, CountsInLongDoublesWhereOneLevelSpansTooMuch) {
  constexpr VertexId count = 1500;
  std::vector<Edge> edges;
  for (VertexId d = 0; d < count; ++d) {
    for (const VertexId side : {3 * d + 1, 3 * d + 2}) {
      edges.push_back({3 * d, side});
      edges.push_back({side, 3 * d + 3});
    }
  }
  const VertexId path = 3 * count + 1;
  edges.push_back({0, path});
  for (VertexId step = 0; step + 1 < 2 * count; ++step) edges.push_back({path + step, path + step + 1});
  const Graph graph = graph_of(path + 2 * count, edges);
  const std::vector<double> found = scores(graph);
  for (VertexId d = 0; d < count; ++d) {
    ASSERT_NEAR(found[3 * d + 3], 3.0 * (count - d - 1), 1e-3) << "the far corner of diamond " << d;
  }
  for (VertexId step = 0; step < 2 * count; ++step) ASSERT_NEAR(found[path + step], 2.0 * count - step - 1, 1e-3);
  const RunReport of_edges = run_program(graph, {.algorithm = "edge-bc", .sources = {"0"}, .validate = true});
  EXPECT_EQ(of_edges.verdict.value().problem, "");
}

}  // namespace
}  // namespace mg
