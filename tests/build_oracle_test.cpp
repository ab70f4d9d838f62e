// The builder against the oracle's own cleaning: every graph of the zoo, under every policy, in the order of the file
// and another.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/building/build.hpp"
#include "tests/oracle/from_graph.hpp"
#include "tests/oracle/graph.hpp"
#include "tests/zoo.hpp"

namespace mg {
namespace {

using Policies = std::tuple<DuplicatePolicy, SelfLoopPolicy>;

/// The two enumerations are apart on purpose; here is where they meet.
oracle::Duplicates of_oracle(DuplicatePolicy policy) {
  switch (policy) {
    case DuplicatePolicy::first: return oracle::Duplicates::first;
    case DuplicatePolicy::min: return oracle::Duplicates::min;
    case DuplicatePolicy::max: return oracle::Duplicates::max;
    case DuplicatePolicy::sum: return oracle::Duplicates::sum;
    case DuplicatePolicy::keep: return oracle::Duplicates::keep;
  }
  throw std::logic_error("an unknown policy");
}

oracle::SelfLoops of_oracle(SelfLoopPolicy policy) {
  return policy == SelfLoopPolicy::drop ? oracle::SelfLoops::drop : oracle::SelfLoops::keep;
}

/// Whether adding up duplicates leaves the range of u32, which the builder refuses.
bool leaves_range(const ZooGraph& zoo_graph, const oracle::Graph& graph) {
  if (!std::holds_alternative<std::vector<std::uint32_t>>(zoo_graph.weights)) return false;
  for (const auto& row : graph.out) {
    for (const oracle::Arc& arc : row) {
      if (arc.weight > 0xffffffffU) return true;
    }
  }
  return false;
}

using Rows = std::vector<std::vector<std::pair<std::size_t, double>>>;

Rows sorted_rows(const oracle::Graph& graph) {
  Rows rows;
  for (const auto& arcs : graph.out) {
    auto& row = rows.emplace_back();
    for (const oracle::Arc& arc : arcs) row.emplace_back(arc.target, arc.weight);
    std::sort(row.begin(), row.end());
  }
  return rows;
}

class BuildOracle : public testing::TestWithParam<Policies> {};

TEST_P(BuildOracle, MakesTheGraphsThatTheOracleMakes) {
  const auto& [duplicates, self_loops] = GetParam();
  for (const ZooGraph& zoo_graph : zoo()) {
    SCOPED_TRACE(zoo_graph.name);
    const oracle::Graph expected = oracle_graph(zoo_graph, of_oracle(duplicates), of_oracle(self_loops));
    for (const char* order : {"original", "random:7"}) {
      const BuildOptions options{.duplicates = duplicates, .self_loops = self_loops, .order = order};
      BuildReport report;
      if (leaves_range(zoo_graph, expected)) {
        EXPECT_THROW(static_cast<void>(build_graph(edge_list(zoo_graph), options, report, silent_progress())), Error);
        continue;
      }
      const Graph graph = build_graph(edge_list(zoo_graph), options, report, silent_progress());
      const oracle::Graph found = oracle::from(graph);
      EXPECT_EQ(found.names, expected.names);
      EXPECT_EQ(found.directed, expected.directed);
      EXPECT_EQ(sorted_rows(found), sorted_rows(expected));
      EXPECT_EQ(graph.num_edges(), expected.num_edges());
    }
  }
}

std::string test_name(const testing::TestParamInfo<Policies>& info) {
  const auto& [duplicates, self_loops] = info.param;
  return fmt::format("duplicates_{}_self_loops_{}", to_string(duplicates), to_string(self_loops));
}

INSTANTIATE_TEST_SUITE_P(Policies, BuildOracle,
                         testing::Combine(testing::Values(DuplicatePolicy::first, DuplicatePolicy::min,
                                                          DuplicatePolicy::max, DuplicatePolicy::sum,
                                                          DuplicatePolicy::keep),
                                          testing::Values(SelfLoopPolicy::drop, SelfLoopPolicy::keep)),
                         test_name);

}  // namespace
}  // namespace mg
