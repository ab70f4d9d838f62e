// Betweenness where shortest paths outnumber what a double can hold.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "algorithms/built_in.hpp"
#include "engine/session.hpp"
#include "preprocess/build.hpp"

namespace mg {
namespace {

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
  EdgeList list;
  list.names = VertexNames::counted(0, 3 * count + 1);
  list.edges = Array<Edge>::copy_of(edges);
  BuildReport report;
  return build_graph(std::move(list), {}, report, silent_progress());
}

std::vector<double> scores(const Graph& graph) {
  register_built_in();
  const RunReport report = run_program(graph, {.algorithm = "bc", .sources = {"0"}, .validate = true});
  EXPECT_TRUE(report.verdict.has_value() && report.verdict->ok()) << report.verdict.value_or(Verdict{"no verdict"}).problem;
  const auto values = std::get<Array<double>>(report.program->results().front().values);
  return {values.begin(), values.end()};
}

class Diamonds : public testing::TestWithParam<VertexId> {};

/// Beyond the corner 3 d lie 3 (count - d) vertices, and every path to them passes it; a side is on half of the paths to
/// all that lies beyond it.
TEST_P(Diamonds, AreScoredExactly) {
  const VertexId count = GetParam();
  const std::vector<double> found = scores(diamonds(count));
  for (VertexId d = 0; d < count; ++d) {
    const double beyond = 3.0 * (count - d - 1) + 1;  // the next corner and all behind it
    ASSERT_NEAR(found[3 * d + 1], beyond / 2, 1e-6 * beyond) << "a side of diamond " << d;
    ASSERT_NEAR(found[3 * d + 3], beyond - 1, 1e-6 * beyond) << "the far corner of diamond " << d;
  }
}

/// Around the largest double (2^1024), the largest long double (2^16384), and beyond both.
INSTANTIATE_TEST_SUITE_P(Counts, Diamonds, testing::Values(1, 2, 996, 997, 1023, 1024, 1100, 16400, 20000));

}  // namespace
}  // namespace mg
