// A schedule in parts: each step is executed by the one that holds for it, under every driver.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/session.hpp"
#include "tests/answers.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/specimen.hpp"
#include "tests/zoo.hpp"

namespace mg {
namespace {

/// Runs with a search, a loop from all vertices and one of sums, on one graph.
class Parts : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_built_in(); }

  explicit Parts(std::string device = "cpu") : device_(std::move(device)) {}

  [[nodiscard]] RunReport run(const std::string& algorithm, const std::string& schedule,
                              const std::map<std::string, std::string>& parameters = {}) {
    RunRequest request{
        .algorithm = algorithm,
        .parameters = parameters,
        .validate = true,
        .options = {
            .engine = "sparse", .schedule = parse_schedule(schedule), .device = device_, .threads = 2, .trace = true}};
    if (algorithm == "bfs" || algorithm == "bc") request.sources = {"0"};
    RunReport report = run_program(specimen_.graph(), request);
    EXPECT_TRUE(report.verdict->ok()) << algorithm << " by " << schedule << ": " << report.verdict->problem;
    return report;
  }

  /// Runs, and expects of each step that its part is the one that the schedule says for it, whose driver it had.
  /// Returns the parts that had their turn. `loop`: of all steps; those of a search's are the only ones there.
  std::set<std::size_t> parts_of(const std::string& algorithm, const std::string& text, const std::string& loop = {}) {
    SCOPED_TRACE(algorithm + " by " + text);
    const HybridSchedule schedule = parse_schedule(text);
    const WholeGraph whole{specimen_.num_vertices(), specimen_.graph().num_arcs()};
    const RunReport report = run(algorithm, text);
    std::set<std::size_t> parts;
    for (const TraceStep& step : report.trace.steps()) {
      if (step.operation != "edge_map" && step.operation != "iterate") continue;
      const std::size_t part =
          schedule.part_for({.label = step.label, .loop = loop, .vertices = step.vertices, .arcs = step.arcs}, whole);
      EXPECT_EQ(step.part, part) << step.operation << " from " << step.vertices << " vertices and " << step.arcs
                                 << " arcs";
      const Driver driver = schedule.part(part).driver;
      if (driver != Driver::automatic) {
        EXPECT_EQ(step.driver, to_string(driver)) << "iteration " << step.iteration;
      }
      parts.insert(part);
    }
    return parts;
  }

  std::string device_;
  Specimen specimen_ = specimen_of(with_weights(zoo_graph("rmat_10_directed")));
};

TEST_F(Parts, HoldForTheStepsThatTheyNameAndUnderTheirConditions) {
  for (const char* algorithm : {"bfs", "cc-label", "pagerank-delta"}) {
    EXPECT_EQ(parts_of(algorithm, "direction=push ; direction=push,balance=edge if arcs>30%"),
              (std::set<std::size_t>{0, 1}));
    EXPECT_TRUE(parts_of(algorithm, "balance=edge if size<1% ; direction=push if arcs>30% and size>10%").contains(2));
  }
  EXPECT_EQ(parts_of("bfs", "direction=push ; Visit: direction=pull if arcs>30% ; Visit: balance=edge if size<5%"),
            (std::set<std::size_t>{0, 1, 2}));
  EXPECT_EQ(parts_of("cc-label", "Spread: direction=push,balance=edge"), std::set<std::size_t>{1});
}

TEST_F(Parts, SayWhichWayAStepGoes) {
  const RunReport report = run("bfs", "direction=push ; Visit: direction=pull if arcs>30%");
  std::map<std::size_t, std::set<std::string>> kernels;
  for (const TraceStep& step : engine_steps(report)) kernels[step.part].insert(step.kernel);
  EXPECT_EQ(kernels[0], std::set<std::string>{"push"});
  EXPECT_EQ(kernels[1], std::set<std::string>{"pull"});
}

TEST_F(Parts, NameLoopsByTheirBodies) {
  const RunReport report = run("bc", "direction=push ; Forward: balance=edge");
  std::set<std::string_view> forward;
  for (const TraceStep& step : report.trace.steps()) {
    if (step.part == 1) forward.insert(step.label);
    if (step.operation == "edge_map") {
      EXPECT_EQ(step.part, 1U) << step.label;
    }
  }
  EXPECT_TRUE(forward.contains("CountPaths"));
}

TEST_F(Parts, ThatHoldForNoStepAreNamed) {
  const auto idle = [this](const std::string& text) { return run("bfs", text).idle_parts; };
  EXPECT_EQ(idle("direction=push"), std::vector<std::string>{});
  EXPECT_EQ(idle("direction=push ; Visit: direction=pull if arcs>30%"), std::vector<std::string>{});
  EXPECT_EQ(idle("direction=push ; direction=pull if size>99% ; balance=edge if size<1%"),
            std::vector<std::string>{"direction=pull if size>99%"});
  // The loop's part comes before that of its step.
  EXPECT_EQ(run("bc", "Forward: balance=edge ; CountPaths: balance=vertex").idle_parts,
            std::vector<std::string>{"CountPaths: balance=vertex"});
}

class PartsOnAGpu : public OnAGpu {
 protected:
  /// As of a CPU, with the GPU's schedules.
  struct Runs : Parts {
    Runs() : Parts("cuda") {}
    using Parts::parts_of, Parts::run;
    void TestBody() override {}
  };
  Runs runs_;
};

TEST_F(PartsOnAGpu, HaveEachTheirDriver) {
  const std::set<std::size_t> both{0, 1};
  for (const char* algorithm : {"bfs", "cc-label"}) {
    for (const char* schedule :
         {"driver=launched ; driver=fused if arcs<30%", "driver=launched ; driver=graph if arcs<30%",
          "driver=fused ; driver=launched if size>20%", "driver=graph ; driver=fused if size<10%",
          "driver=fused ; balance=twc,cta=512 if arcs>30%"}) {
      EXPECT_EQ(runs_.parts_of(algorithm, schedule), both) << algorithm << " by " << schedule;
    }
  }
  EXPECT_EQ(runs_.parts_of("bfs", "driver=launched ; Visit: driver=fused if arcs<30% ; Visit: direction=pull"),
            (std::set<std::size_t>{1, 2}));
}

TEST_F(PartsOnAGpu, NameLoopsThatStay) {
  for (const char* driver : {"fused", "graph"}) {
    const RunReport report = runs_.run("bc", std::string("driver=launched ; Forward: driver=") + driver);
    bool any = false;
    for (const TraceStep& step : report.trace.steps()) {
      if (step.operation != "iterate") continue;
      any = true;
      EXPECT_EQ(step.label, "Forward");
      EXPECT_EQ(step.part, 1U);
      EXPECT_EQ(step.driver, driver);
    }
    EXPECT_TRUE(any);
  }
  const RunReport report = runs_.run("pagerank", "driver=launched ; Round: driver=fused");
  for (const TraceStep& step : report.trace.steps()) {
    if (step.operation == "repeat") {
      EXPECT_EQ(step.driver, "fused");
    }
    EXPECT_NE(step.operation, "edge_reduce") << "the loop stays";
  }
}

/// Distances come from a loop over buckets, whose driver no condition chooses; the paths along them from another one.
TEST_F(PartsOnAGpu, ChooseTheDriverOfALoopBesideOneOverBuckets) {
  const std::map<std::string, std::string> weighted{{"weighted", "true"}};
  const RunReport report = runs_.run("bc", "driver=launched ; InOrder: driver=fused if size<50%", weighted);
  EXPECT_TRUE(report.idle_parts.empty());
  EXPECT_THROW(runs_.run("bc", "driver=launched ; Relax: driver=fused if size<50%", weighted), Error);
}

}  // namespace
}  // namespace mg
