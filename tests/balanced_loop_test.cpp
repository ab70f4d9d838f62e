// Loops that stay on the device, their frontiers shared out by each balancer.
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

class BalancedLoops : public LoopsOnDevice {};

TEST_F(BalancedLoops, AnswerAsLoopsThatAreLaunchedDo) {
  const std::vector<std::string> algorithms{"bfs", "sssp", "cc-label", "bc", "pagerank-delta"};
  const std::vector<std::string> blocks{"256", "128", "512", "1024"};
  std::vector<Specimen> specimens = specimens_for_loops();
  std::size_t turn = 0;
  for (const Balancer* balancer : registered_balancers()) {
    const std::string& algorithm = algorithms.at(turn % algorithms.size());
    const std::string driver = turn / algorithms.size() % 2 == 0 ? "fused" : "graph";
    const std::string schedule =
        fmt::format("driver={},balance={},cta={}", driver, balancer->name, blocks.at(turn % blocks.size()));
    SCOPED_TRACE(fmt::format("{} by {}", algorithm, schedule));
    const RunReport report = run_on_all(specimens, algorithm, schedule);
    for (const std::string& kernel : kernels_of_loops(report)) {
      EXPECT_EQ(kernel, "push " + balancer->name + ", all blocks");
    }
    ++turn;
  }
}

TEST_F(BalancedLoops, HaveTheFrontiersOfLoopsThatAreLaunched) {
  Specimen specimen = specimen_of(zoo_graph("rmat_10_directed"));
  for (const char* algorithm : {"bfs", "bc"}) {
    const auto launched = frontiers_of(run(specimen, algorithm, "driver=launched,direction=push"));
    for (const char* balance : {"strict", "twc-sorted"}) {
      EXPECT_EQ(frontiers_of(run(specimen, algorithm, std::string("driver=fused,balance=") + balance)), launched)
          << algorithm << " by " << balance;
    }
  }
}

}  // namespace
}  // namespace mg
