// Which kernels the drivers of loops launch, with what, and what becomes of what these leave. No GPU is needed.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/bc.hpp"
#include "algorithms/bfs.hpp"
#include "algorithms/built_in.hpp"
#include "engine/gpu/device_context.hpp"
#include "sparse/drivers/fused_driver.hpp"
#include "sparse/drivers/graph_driver.hpp"
#include "sparse/drivers/repeat_driver.hpp"
#include "tests/generator_specs.hpp"
#include "tests/host_device.hpp"
#include "tests/specimen.hpp"

namespace mg {

namespace repetition_plan {

/// Of a loop without a frontier: how many iterations it has had.
struct Body {
  std::uint64_t done = 0;
};

}  // namespace repetition_plan

namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

/// A launch of a loop's kernel.
struct Launch {
  std::string team;  ///< "cluster", "device", or of the graph driver "step"
  std::uint32_t blocks = 0;
  std::size_t shared_bytes = 0;
  sparse::LoopArguments arguments;
};

std::string team_of(const std::string& agent) {
  if (agent.find("LoopStep<") != std::string::npos) return "step";
  if (agent.find("SearchLoop<") != std::string::npos) return "search";
  if (agent.find("FusedLoop<") == std::string::npos) return "";
  return agent.find("ClusterTeam") != std::string::npos ? "cluster" : "device";
}

class DriverPlan : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_built_in(); }

  void open(int architecture = 90, const RunOptions& options = {}) {
    device_ = std::make_shared<HostDevice>(architecture);
    device_->run = [this](const std::string& agent, std::uint32_t blocks, std::size_t shared_bytes,
                          const void* arguments, const void*) {
      const std::string team = team_of(agent);
      if (team.empty()) return;
      launches_.push_back({team, blocks, shared_bytes, *static_cast<const sparse::LoopArguments*>(arguments)});
      if (team == "step") HostDevice::set_condition(launches_.back().arguments.condition, false);
      kernel_(launches_.back().arguments);
    };
    context_ = std::make_unique<RunContext>(specimen_.graph(), options);
    gpu_ = std::make_unique<DeviceContext>(device_, specimen_.graph(), 1);
  }

  /// A frontier of one vertex that claims so many arcs.
  [[nodiscard]] DeviceFrontier frontier_of(EdgeId arcs) { return gpu_->single(0, arcs); }

  template <class DriverOf>
  bool iterate(DriverOf& driver, DeviceHistory* history = nullptr) {
    launches_.clear();
    DeviceIterations loop{.body = device_function(body_),
                          .side = Side::out,
                          .frontier = frontier_,
                          .first = first_,
                          .history = history,
                          .is_search = is_search_,
                          .driver = driver_,
                          .most_arcs = most_arcs_,
                          .most_iterations = most_iterations_};
    const bool ran = driver.iterate(loop);
    EXPECT_EQ(ran, loop.done > 0);
    done_ = loop.done;
    return ran;
  }
  /// The team that a driver chooses for a frontier; empty: none.
  [[nodiscard]] std::string team_for(sparse::FusedDriver& driver, EdgeId arcs) {
    frontier_ = frontier_of(arcs);
    if (!iterate(driver)) return "";
    EXPECT_EQ(launches_.size(), 1U);
    return launches_.front().team;
  }
  [[nodiscard]] std::string team_for(Driver driver, EdgeId arcs) {
    driver_ = driver;
    sparse::FusedDriver fresh(*context_, *gpu_);
    return team_for(fresh, arcs);
  }

  Specimen specimen_ = generated_specimen("rmat", spec_of(GeneratorKind::rmat, 1 << 10));
  std::shared_ptr<HostDevice> device_;
  std::unique_ptr<RunContext> context_;
  std::unique_ptr<DeviceContext> gpu_;
  /// What the kernel does: an iteration that leaves no frontier, unless set. A step is the last that is launched unless
  /// this says otherwise.
  std::function<void(const sparse::LoopArguments&)> kernel_ = [](const sparse::LoopArguments& arguments) {
    arguments.state->done = 1;
  };
  Search<bfs::Visit> body_{};
  DeviceFrontier frontier_;
  std::uint64_t first_ = 1;
  bool is_search_ = false;
  Driver driver_ = Driver::fused;
  std::uint64_t most_arcs_ = unlimited;
  std::uint64_t most_iterations_ = unlimited;
  std::uint64_t done_ = 0;
  std::vector<Launch> launches_;
};

TEST_F(DriverPlan, AClusterTakesSmallFrontiersAndTheDeviceTheOthers) {
  open();
  for (const Driver driver : {Driver::fused, Driver::adaptive}) {
    EXPECT_EQ(team_for(driver, 1), "cluster");
    EXPECT_EQ(launches_.front().blocks, 16U);
    EXPECT_EQ(launches_.front().shared_bytes, 2 * 98304U);
    EXPECT_EQ(launches_.front().arguments.most_arcs, 24'576U);
    EXPECT_EQ(launches_.front().arguments.patience, unlimited) << "nobody is smaller";
    EXPECT_EQ(launches_.front().arguments.lists[0], nullptr);
  }
  EXPECT_EQ(team_for(Driver::fused, 24'576), "cluster");
  EXPECT_EQ(team_for(Driver::fused, 24'577), "device");
  EXPECT_EQ(launches_.front().blocks, 4U);
  EXPECT_EQ(launches_.front().shared_bytes, 0U);
  EXPECT_NE(launches_.front().arguments.lists[1], nullptr);
  EXPECT_EQ(launches_.front().arguments.most_arcs, unlimited) << "there is nobody to hand over to";
  EXPECT_EQ(launches_.front().arguments.patience, 64U);
  EXPECT_EQ(launches_.front().arguments.least_arcs, 8192U);
}

TEST_F(DriverPlan, AClusterSearchesAlongShortRowsByArcs) {
  static_assert(is_quiet_search<Search<bfs::Visit>>);
  is_search_ = true;
  open();
  EXPECT_GT(gpu_->longest_row(Side::out), 16U);
  EXPECT_EQ(team_for(Driver::fused, 1), "cluster");
  EXPECT_EQ(launches_.front().arguments.nodes, nullptr);
  for (const VertexId longest : {16, 17}) {
    specimen_ = generated_specimen("star", spec_of(GeneratorKind::star, longest + 1));
    open();
    is_search_ = false;
    EXPECT_EQ(team_for(Driver::fused, 1), "cluster");
    is_search_ = true;
    EXPECT_EQ(team_for(Driver::fused, 1), longest == 16 ? "search" : "cluster");
    EXPECT_EQ(launches_.front().arguments.nodes != nullptr, longest == 16);
    EXPECT_EQ(launches_.front().shared_bytes, longest == 16 ? 2 * 16384U : 2 * 98304U);
    EXPECT_EQ(launches_.front().arguments.most_arcs, 24'576U);
    EXPECT_EQ(launches_.front().blocks, 16U);
    EXPECT_EQ(team_for(Driver::fused, 24'577), "device");
    DeviceHistory history;
    frontier_ = frontier_of(1);
    sparse::FusedDriver fused(*context_, *gpu_);
    EXPECT_TRUE(iterate(fused, &history));
    EXPECT_EQ(launches_.front().team, "cluster") << "a history is of vertices";
  }
  device_->has = [](const KernelRequest& request) { return team_of(request.agent) != "search"; };
  specimen_ = generated_specimen("path", spec_of(GeneratorKind::path, 10));
  gpu_ = std::make_unique<DeviceContext>(device_, specimen_.graph(), 1);
  EXPECT_EQ(team_for(Driver::fused, 1), "cluster") << "there is no kernel for it";
  device_ = std::make_shared<HostDevice>();
  device_->free = 0;
  gpu_ = std::make_unique<DeviceContext>(device_, specimen_.graph(), 1);
  EXPECT_EQ(gpu_->layouts().linked_rows(Side::out), nullptr) << "there is no memory for them";
}

TEST_F(DriverPlan, BlocksRespawnWhereEveryRowIsOneEntry) {
  open();
  EXPECT_LE(gpu_->longest_row(Side::out), sparse::arcs_per_entry);
  EXPECT_EQ(team_for(Driver::fused, 1), "cluster");
  EXPECT_GT(launches_.front().arguments.respawns, 0U);
  // A hub that improves a thousand times would be listed a thousand times, in pieces.
  specimen_ = generated_specimen("star", spec_of(GeneratorKind::star, sparse::arcs_per_entry + 2));
  open();
  EXPECT_EQ(team_for(Driver::fused, 1), "cluster");
  EXPECT_EQ(launches_.front().arguments.respawns, 0U);
}

TEST_F(DriverPlan, WhatAdaptsLeavesLargeAndSteeplyGrowingFrontiersToLaunches) {
  open();
  EXPECT_EQ(team_for(Driver::adaptive, (1 << 17) + 1), "");
  EXPECT_EQ(team_for(Driver::adaptive, 1025), "") << "from nothing";
  EXPECT_EQ(team_for(Driver::adaptive, 1024), "cluster");
  EXPECT_EQ(team_for(Driver::fused, EdgeId{1} << 30), "device") << "whatever its size";

  driver_ = Driver::adaptive;
  sparse::FusedDriver driver(*context_, *gpu_);
  EXPECT_EQ(team_for(driver, 20'000), "");
  EXPECT_EQ(team_for(driver, 160'001), "");
  EXPECT_EQ(team_for(driver, 100'000), "device");
  EXPECT_EQ(launches_.front().arguments.most_arcs, EdgeId{1} << 20);
  EXPECT_EQ(team_for(driver, 2'000), "") << "the frontier that was left is the one before";
}

/// A part of a schedule that holds up to a number of arcs, or has to be looked for anew.
TEST_F(DriverPlan, ALoopComesBackWhereAnotherPartOfTheScheduleMayHold) {
  open();
  most_arcs_ = 100;
  for (const Driver driver : {Driver::fused, Driver::adaptive}) {
    EXPECT_EQ(team_for(driver, 1), "cluster");
    EXPECT_EQ(launches_.front().arguments.most_arcs, 100U);
  }
  most_arcs_ = 50'000;
  EXPECT_EQ(team_for(Driver::fused, 1), "cluster");
  EXPECT_EQ(launches_.front().arguments.most_arcs, 24'576U) << "a cluster's own limit is lower";
  EXPECT_EQ(team_for(Driver::fused, 40'000), "device");
  EXPECT_EQ(launches_.front().arguments.most_arcs, 50'000U);
  most_iterations_ = 1;
  EXPECT_EQ(team_for(Driver::fused, 1), "cluster");
  EXPECT_EQ(launches_.front().arguments.most_iterations, 1U);
}

TEST_F(DriverPlan, ThereAreClustersFromComputeCapabilityNineOn) {
  open(80);
  EXPECT_EQ(team_for(Driver::fused, 1), "device");
  EXPECT_EQ(launches_.front().arguments.patience, unlimited) << "there is nobody to hand over to";
  open(100);
  EXPECT_EQ(team_for(Driver::fused, 1), "cluster");
}

TEST_F(DriverPlan, WithoutKernelsOperatorsAreLaunched) {
  open();
  device_->has = [](const KernelRequest& request) { return team_of(request.agent) != "cluster"; };
  EXPECT_EQ(team_for(Driver::fused, 1), "device");
  open();
  device_->has = [](const KernelRequest& request) { return team_of(request.agent).empty(); };
  EXPECT_EQ(team_for(Driver::fused, 1), "");
  sparse::GraphDriver graph(*context_, *gpu_);
  frontier_ = frontier_of(1);
  EXPECT_FALSE(iterate(graph));
  EXPECT_TRUE(launches_.empty());
  EXPECT_EQ(frontier_.size(), 1U) << "nothing was done";
}

TEST_F(DriverPlan, TheLimitOfIterationsIsPassedOn) {
  open(90, {.max_iterations = 10});
  kernel_ = [](const sparse::LoopArguments& arguments) {
    arguments.state->done = 4;
    arguments.state->listed = 1;
    arguments.state->arcs = 5;
    arguments.state->expanded = 50;
  };
  sparse::FusedDriver fused(*context_, *gpu_);
  sparse::GraphDriver graph(*context_, *gpu_);
  frontier_ = frontier_of(3);
  EXPECT_TRUE(iterate(fused));
  EXPECT_EQ(launches_.front().arguments.most_iterations, 10U);
  EXPECT_EQ(launches_.front().arguments.size, 1U);
  EXPECT_EQ(frontier_.size(), 1U);
  EXPECT_EQ(frontier_.arcs, 5U);
  first_ = 5;
  EXPECT_TRUE(iterate(graph));
  EXPECT_EQ(launches_.front().arguments.most_iterations, 6U);
  EXPECT_EQ(launches_.front().arguments.first, 5U);
  EXPECT_EQ(context_->iterations, 8U);
  EXPECT_EQ(context_->arcs_expanded, 100U);
  context_->iterations = 10;
  EXPECT_FALSE(iterate(fused));
  EXPECT_FALSE(iterate(graph));
  EXPECT_TRUE(launches_.empty());
}

TEST_F(DriverPlan, AGraphRepeatsAStepUntilItSaysThatItIsOver) {
  open();
  kernel_ = [](const sparse::LoopArguments& arguments) {
    arguments.state->done += 1;
    HostDevice::set_condition(arguments.condition, arguments.state->done < 5);
  };
  sparse::GraphDriver graph(*context_, *gpu_);
  for (int round = 0; round < 2; ++round) {
    frontier_ = frontier_of(EdgeId{1} << 40);
    EXPECT_TRUE(iterate(graph));
    EXPECT_EQ(done_, 5U) << "each loop begins anew";
    EXPECT_EQ(launches_.size(), 5U);
    EXPECT_EQ(launches_.front().team, "step");
    EXPECT_EQ(launches_.front().blocks, 4U);
    EXPECT_EQ(launches_.front().arguments.most_arcs, unlimited);
    EXPECT_NE(launches_.front().arguments.lists[1], nullptr);
    EXPECT_TRUE(frontier_.empty());
  }
  EXPECT_EQ(gpu_->substitution, "");
}

TEST_F(DriverPlan, WhereNothingRepeatsItselfTheFusedDriverStandsIn) {
  for (const bool refuses : {false, true}) {
    open();
    device_->repeats = refuses;
    device_->refuses_to_repeat = refuses;
    sparse::GraphDriver graph(*context_, *gpu_);
    frontier_ = frontier_of(1);
    EXPECT_FALSE(iterate(graph));
    EXPECT_EQ(frontier_.size(), 1U) << "nothing was done";
    EXPECT_EQ(context_->iterations, 0U);
    const std::string said = gpu_->substitution;
    EXPECT_TRUE(said.starts_with("driver=fused in place of driver=graph, which takes a driver for CUDA 12.4")) << said;
    EXPECT_NE(said.find("12.2"), std::string::npos) << said;
    driver_ = Driver::graph;
    sparse::FusedDriver stand_in(*context_, *gpu_);
    EXPECT_EQ(team_for(stand_in, EdgeId{1} << 30), "device") << "as if the schedule said fused";
  }
}

TEST_F(DriverPlan, WhatIsMissingIsSaidOnce) {
  open();
  device_->has = [](const KernelRequest& request) { return team_of(request.agent) != "step"; };
  sparse::GraphDriver graph(*context_, *gpu_);
  frontier_ = frontier_of(1);
  EXPECT_FALSE(iterate(graph));
  const std::string said = gpu_->substitution;
  EXPECT_TRUE(said.starts_with("driver=fused in place of driver=graph, whose kernels are not built in for sm_90"))
      << said;
  EXPECT_NE(said.find("MG_NVRTC"), std::string::npos) << said;
  device_->has = [](const KernelRequest&) { return true; };
  EXPECT_FALSE(iterate(graph)) << "of one run, loops are run by one driver";
  EXPECT_EQ(gpu_->substitution, said);
}

TEST_F(DriverPlan, EachLaunchLeavesItsPartOfAHistory) {
  open();
  kernel_ = [](const sparse::LoopArguments& arguments) {
    arguments.state->done = 3;
    arguments.state->kept = 5;
    arguments.state->listed = 1;
  };
  sparse::FusedDriver fused(*context_, *gpu_);
  sparse::GraphDriver graph(*context_, *gpu_);
  DeviceHistory history;
  frontier_ = frontier_of(1);
  EXPECT_TRUE(iterate(fused, &history));
  EXPECT_EQ(launches_.front().arguments.history, history.vertices.as<VertexId>());
  first_ = 4;
  EXPECT_TRUE(iterate(graph, &history));
  ASSERT_EQ(history.parts.size(), 2U);
  EXPECT_EQ(history.parts[0].first, 1U);
  EXPECT_EQ(history.parts[1].first, 4U);
  for (const DeviceHistory::Part& part : history.parts) {
    EXPECT_EQ(part.count, 3U);
  }
  EXPECT_EQ(history.parts[1].vertices, history.parts[0].vertices + 5) << "parts share one room";
  EXPECT_EQ(history.parts[1].begins, history.parts[0].begins + 4);
}

TEST_F(DriverPlan, ATraceNamesDriverAndTeam) {
  open(90, {.trace = true});
  kernel_ = [](const sparse::LoopArguments& arguments) {
    arguments.records[0] = {.entries = 1, .arcs = 7, .nanoseconds = 1000};
    arguments.records[1] = {.entries = 4, .arcs = 9, .nanoseconds = 501'000};
    arguments.state->done = 1;
  };
  sparse::FusedDriver fused(*context_, *gpu_);
  sparse::GraphDriver graph(*context_, *gpu_);
  for (const bool by_graph : {false, true}) {
    frontier_ = frontier_of(7);
    EXPECT_TRUE(by_graph ? iterate(graph) : iterate(fused));
    const TraceStep& step = context_->trace.steps().back();
    EXPECT_EQ(step.driver, by_graph ? "graph" : "fused");
    EXPECT_EQ(step.kernel, by_graph ? "push, all blocks" : "push, one cluster");
    EXPECT_EQ(step.reason, by_graph ? "the schedule says graph" : "the schedule says fused");
    EXPECT_EQ(step.vertices, 1U);
    EXPECT_EQ(step.next_vertices, 4U);
    EXPECT_EQ(step.arcs, 7U);
    EXPECT_DOUBLE_EQ(step.ms, 0.5);
  }
}

/// A loop without a frontier.
class RepetitionPlan : public DriverPlan {
 protected:
  /// Iterations that the loop takes if nobody stops it.
  static constexpr std::uint64_t needed = 5;

  void open_repetition(const std::string& lacking = "none", const RunOptions& options = {}) {
    open(90, options);
    device_->has = [lacking](const KernelRequest& request) { return request.agent.find(lacking) == std::string::npos; };
    device_->run = [](const std::string& agent, std::uint32_t, std::size_t, const void* arguments, const void*) {
      const auto& given = *static_cast<const sparse::RepeatArguments*>(arguments);
      const std::uint64_t at_most = agent.find("RepeatStep") != std::string::npos ? given.state->done + 1 : needed;
      given.state->done = std::min({needed, given.most_iterations, at_most});
      given.state->sweeps = given.state->done;
      given.state->goes_on = given.state->done < needed ? 1 : 0;
      if (given.condition != 0) {
        HostDevice::set_condition(given.condition,
                                  given.state->goes_on != 0 && given.state->done < given.most_iterations);
      }
      *reinterpret_cast<Body*>(given.state + 1) = {.done = given.state->done};
    };
  }
  bool repeat(Driver driver) {
    device_->launched.clear();
    body_ = {};
    goes_on_ = true;
    DeviceRepetition loop{.body = device_function(body_), .kept = &body_, .driver = driver};
    const bool ran = sparse::RepeatDriver(*context_, *gpu_).repeat(loop);
    goes_on_ = loop.goes_on;
    return ran;
  }

  using Body = repetition_plan::Body;
  Body body_;
  bool goes_on_ = true;
};

TEST_F(RepetitionPlan, AKernelRunsItWholeAndAGraphAStepAtATime) {
  open_repetition();
  for (const Driver driver : {Driver::fused, Driver::graph}) {
    EXPECT_TRUE(repeat(driver));
    EXPECT_EQ(device_->launched.size(), driver == Driver::fused ? 1 : needed);
    EXPECT_EQ(body_.done, needed) << "the body comes back";
    EXPECT_FALSE(goes_on_);
  }
  EXPECT_EQ(context_->iterations, 2 * needed);
  EXPECT_EQ(context_->arcs_expanded, 2 * needed * gpu_->num_arcs());
  EXPECT_EQ(gpu_->substitution, "");
  EXPECT_FALSE(repeat(Driver::launched));
}

TEST_F(RepetitionPlan, TheLimitOfIterationsIsPassedOn) {
  for (const Driver driver : {Driver::fused, Driver::graph}) {
    open_repetition("none", {.max_iterations = 3});
    EXPECT_TRUE(repeat(driver));
    EXPECT_EQ(body_.done, 3U);
    EXPECT_TRUE(goes_on_);
    EXPECT_FALSE(repeat(driver)) << "there is no room";
    EXPECT_FALSE(context_->stopped_early()) << "that is for whoever asks for another one to say";
  }
}

TEST_F(RepetitionPlan, WhatIsMissingIsSaid) {
  const auto said = [this] { return gpu_->substitution; };
  open_repetition("RepeatStep");
  EXPECT_TRUE(repeat(Driver::graph));
  EXPECT_EQ(device_->launched.size(), 1U) << "fused";
  EXPECT_TRUE(said().starts_with("driver=fused in place of driver=graph, whose kernels are not built in")) << said();
  open_repetition("FusedRepeat");
  EXPECT_FALSE(repeat(Driver::adaptive));
  EXPECT_EQ(said(), "") << "nobody has asked";
  EXPECT_FALSE(repeat(Driver::fused));
  EXPECT_TRUE(said().starts_with("driver=launched in place of driver=fused, whose kernels are not built in")) << said();
  for (const bool refuses : {false, true}) {
    open_repetition();
    device_->repeats = refuses;
    device_->refuses_to_repeat = refuses;
    EXPECT_TRUE(repeat(Driver::graph));
    EXPECT_TRUE(said().starts_with("driver=fused in place of driver=graph, which takes a driver for CUDA 12.4"))
        << said();
  }
}

TEST_F(RepetitionPlan, WhatAdaptsLaunchesWhereRowsAreLongOrTheScheduleSpeaksOfSteps) {
  open_repetition();
  EXPECT_TRUE(repeat(Driver::adaptive));
  open_repetition("none", {.schedule = parse_schedule("layout=ell,driver=adaptive")});
  EXPECT_FALSE(repeat(Driver::adaptive));
  specimen_ = generated_specimen("hub", spec_of(GeneratorKind::star, 1 << 13));
  open_repetition();
  EXPECT_FALSE(repeat(Driver::adaptive));
  EXPECT_TRUE(repeat(Driver::fused));
}

TEST_F(DriverPlan, ASweepTakesTheTeamThatItsMeanIterationFits) {
  open();
  const bc::Backward body{};
  const auto sweep = [&](std::uint64_t iterations) {
    device_->launched.clear();
    DeviceHistory::Part part;
    part.count = iterations;
    sparse::FusedDriver(*context_, *gpu_)
        .sweep({.body = device_function(body), .side = Side::out, .part = part, .last = iterations});
    return device_->launched.back();
  };
  EXPECT_NE(sweep(100).find("ClusterSweepers"), std::string::npos);
  specimen_ = generated_specimen("wide", spec_of(GeneratorKind::rmat, 1 << 14));
  open();
  EXPECT_NE(sweep(1).find("DeviceSweepers"), std::string::npos);
}

}  // namespace
}  // namespace mg
