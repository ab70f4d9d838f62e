// Loops that stay on the device, their frontiers shared out by each balancer.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/pieces.hpp"
#include "engine/session.hpp"
#include "tests/answers.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/specimen.hpp"
#include "tests/zoo.hpp"

namespace mg {
namespace {

class BalancedLoops : public OnAGpu {
 protected:
  static std::vector<std::string> sources_of(const std::string& algorithm) {
    if (algorithm == "bfs" || algorithm == "sssp" || algorithm == "bc") return {"0"};
    return {};
  }

  /// A run whose answer is proved.
  static RunReport run(Specimen& specimen, const std::string& algorithm, const std::string& schedule) {
    const RunRequest request{
        .algorithm = algorithm,
        .sources = sources_of(algorithm),
        .validate = true,
        .options = {
            .engine = "sparse", .schedule = parse_schedule(schedule), .device = "cuda", .threads = 2, .trace = true}};
    RunReport report = run_program(specimen.graph(), request);
    EXPECT_TRUE(report.verdict->ok()) << algorithm << " by " << schedule << ": " << report.verdict->problem;
    return report;
  }

  static std::vector<std::string> kernels_of_loops(const RunReport& report) {
    std::vector<std::string> kernels;
    for (const TraceStep& step : report.trace.steps()) {
      if (step.operation == "iterate") kernels.push_back(step.kernel);
    }
    return kernels;
  }

  /// Vertices and arcs of the frontiers, one after the other.
  static std::vector<std::pair<std::uint64_t, EdgeId>> frontiers_of(const RunReport& report) {
    std::vector<std::pair<std::uint64_t, EdgeId>> frontiers;
    for (const TraceStep& step : report.trace.steps()) {
      if (step.operation == "iterate" || step.operation == "edge_map") frontiers.emplace_back(step.vertices, step.arcs);
    }
    return frontiers;
  }
};

TEST_F(BalancedLoops, AnswerAsLoopsThatAreLaunchedDo) {
  const std::vector<std::string> algorithms{"bfs", "sssp", "cc-label", "bc", "pagerank-delta"};
  const std::vector<std::string> blocks{"256", "128", "512", "1024"};
  // A row of many pieces, and rows without arcs.
  std::vector<Specimen> specimens;
  for (const char* graph : {"rmat_10_directed", "grid_17x19", "star"}) {
    specimens.push_back(specimen_of(with_weights(zoo_graph(graph))));
  }
  std::size_t turn = 0;
  for (const Balancer* balancer : registered_balancers()) {
    const std::string& algorithm = algorithms.at(turn % algorithms.size());
    const std::string driver = turn / algorithms.size() % 2 == 0 ? "fused" : "graph";
    const std::string schedule =
        fmt::format("driver={},balance={},cta={}", driver, balancer->name, blocks.at(turn % blocks.size()));
    SCOPED_TRACE(fmt::format("{} by {}", algorithm, schedule));
    for (Specimen& specimen : specimens) {
      expect_right(specimen, {.algorithm = algorithm, .sources = sources_of(algorithm)},
                   {.engine = "sparse", .schedule = parse_schedule(schedule)});
    }
    const RunReport report = run(specimens.front(), algorithm, schedule);
    EXPECT_EQ(report.substitution, "");
    EXPECT_FALSE(kernels_of_loops(report).empty());
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
