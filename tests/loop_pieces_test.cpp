// Loops that stay on the device, by every piece that a schedule may name: layouts, pulls, and what frontiers are.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/pieces.hpp"
#include "tests/loops_on_device.hpp"

namespace mg {
namespace {

class LoopPieces : public LoopsOnDevice {
 protected:
  void SetUp() override {
    OnAGpu::SetUp();
    specimens_ = specimens_for_loops();
  }

  /// Right on all specimens, by the kernel of that name.
  void expect_loops(const std::string& algorithm, const std::string& schedule, const std::string& kernel) {
    SCOPED_TRACE(fmt::format("{} by {}", algorithm, schedule));
    const RunReport report = run_on_all(specimens_, algorithm, schedule);
    for (const std::string& other : kernels_of_loops(report)) EXPECT_EQ(other, kernel);
  }

  /// Those that a turn falls to: all programs, drivers and balancers come up, not all with all.
  static std::string algorithm_of(std::size_t turn) {
    static const std::vector<std::string> algorithms{"bfs", "cc-label", "bc", "pagerank-delta", "sssp"};
    return algorithms.at(turn % algorithms.size());
  }
  static std::string driver_of(std::size_t turn) { return turn / 2 % 2 == 0 ? "driver=fused" : "driver=graph"; }

  std::vector<Specimen> specimens_;
};

TEST_F(LoopPieces, FollowEveryLayout) {
  const std::vector<std::string> balances{"", "strict", "twc-sorted", "etwc", "edge", "vertex"};
  std::size_t turn = 0;
  for (const Layout* layout : registered_layouts()) {
    if (layout->name == "csr") continue;
    for (int i = 0; i < 2; ++i, ++turn) {
      const std::string& balance = balances.at(turn % balances.size());
      const std::string schedule =
          fmt::format("{},layout={}{}", driver_of(turn), layout->name, balance.empty() ? "" : ",balance=" + balance);
      SCOPED_TRACE(schedule);
      const std::string algorithm = algorithm_of(turn);
      const std::vector<std::string> kernels = kernels_of_loops(run(specimens_.front(), algorithm, schedule));
      ASSERT_FALSE(kernels.empty());
      EXPECT_TRUE(kernels.front().starts_with("push " + layout->name)) << kernels.front();
      expect_loops(algorithm, schedule, kernels.front());
    }
  }
}

TEST_F(LoopPieces, Pull) {
  expect_loops("bfs", "driver=fused,direction=pull", "pull, all blocks");
  expect_loops("cc-label", "driver=graph,direction=pull", "pull, all blocks");
  expect_loops("pagerank-delta", "driver=fused,direction=pull", "pull, all blocks");
  expect_loops("bc", "driver=fused,direction=pull,layout=ell", "pull ell, all blocks");
}

TEST_F(LoopPieces, HaveEveryKindOfFrontier) {
  std::size_t turn = 0;
  for (const char* frontier :
       {"frontier=bitmap", "frontier=bytemap", "frontier=counter", "creation=unfused", "creation=unfused,dedup=bytemap",
        "creation=unfused,dedup=counter", "dedup=bitmap", "dedup=bytemap"}) {
    for (int i = 0; i < 2; ++i, ++turn) {
      const std::string balance = turn % 3 == 0 ? "strict" : turn % 3 == 1 ? "twc-sorted" : "etwc";
      expect_loops(algorithm_of(turn), fmt::format("{},{},balance={}", driver_of(turn), frontier, balance),
                   fmt::format("push {}, all blocks", balance));
    }
  }
}

/// Whoever improves along the arcs and against them is listed once.
TEST_F(LoopPieces, PullBothWays) {
  const RunReport report = run(specimens_.front(), "cc-label", "driver=fused,direction=pull");
  for (const TraceStep& step : report.trace.steps()) {
    EXPECT_LE(step.vertices, specimens_.front().num_vertices());
    EXPECT_LE(step.next_vertices, specimens_.front().num_vertices());
  }
}

/// What is in a frontier does not depend on how it is kept.
TEST_F(LoopPieces, HaveTheSameFrontiers) {
  const auto frontiers_of = [](const RunReport& report) {
    std::vector<std::pair<std::uint64_t, EdgeId>> frontiers;
    for (const TraceStep& step : report.trace.steps()) {
      if (step.operation == "iterate" || step.operation == "edge_map") {
        frontiers.emplace_back(step.vertices, step.arcs);
      }
    }
    return frontiers;
  };
  for (const char* algorithm : {"bfs", "bc"}) {
    const auto launched = frontiers_of(run(specimens_.front(), algorithm, "driver=launched,direction=push"));
    for (const char* schedule :
         {"layout=hyb,balance=twc", "layout=gshards", "direction=pull", "frontier=bitmap", "creation=unfused"}) {
      EXPECT_EQ(frontiers_of(run(specimens_.front(), algorithm, fmt::format("driver=fused,{}", schedule))), launched)
          << algorithm << " by " << schedule;
    }
  }
}

}  // namespace
}  // namespace mg
