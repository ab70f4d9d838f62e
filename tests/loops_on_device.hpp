// What tests of loops that stay on the device share.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/session.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/specimen.hpp"
#include "tests/zoo.hpp"

namespace mg {

class LoopsOnDevice : public OnAGpu {
 protected:
  /// A row of many pieces, rows without arcs, and both directions apart.
  static std::vector<Specimen> specimens_for_loops() {
    std::vector<Specimen> specimens;
    for (const char* graph : {"rmat_10_directed", "grid_17x19", "star"}) {
      specimens.push_back(specimen_of(with_weights(zoo_graph(graph))));
    }
    return specimens;
  }

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

  /// Right on all specimens, without anything put in the schedule's place. Returns the run on the first of them.
  static RunReport run_on_all(std::vector<Specimen>& specimens, const std::string& algorithm,
                              const std::string& schedule) {
    for (Specimen& specimen : specimens) {
      expect_right(specimen, {.algorithm = algorithm, .sources = sources_of(algorithm)},
                   {.engine = "sparse", .schedule = parse_schedule(schedule)});
    }
    RunReport report = run(specimens.front(), algorithm, schedule);
    EXPECT_EQ(report.substitution, "");
    EXPECT_FALSE(kernels_of_loops(report).empty());
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

}  // namespace mg
