// A key of a schedule that nobody reads is refused before the run, and what is known before it of who reads which key
// is what readers then ask for.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "algorithms/built_in.hpp"
#include "engine/algorithm.hpp"
#include "engine/registry.hpp"
#include "engine/session.hpp"
#include "hybrid/kernels.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/specimen.hpp"

namespace mg {
namespace {

using Names = std::vector<std::string>;

class ScheduleKeys : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_built_in(); }

  static const Graph& graph() {
    static Specimen specimen = specimen_of(with_weights(zoo_graph("rmat_10_directed")));
    return specimen.graph();
  }
  static RunRequest request_of(const std::string& algorithm, const std::string& schedule, RunOptions options = {}) {
    options.schedule = parse_schedule(schedule);
    return {.algorithm = algorithm, .options = options};
  }
  /// What the refusal says, or nothing where the schedule is accepted.
  static std::string refusal(const RunRequest& request) {
    try {
      static_cast<void>(run_program(graph(), request));
      return {};
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::wrong_use) << error.what();
      return error.what();
    }
  }
  static void expect_refused(const RunRequest& request, const std::string& key) {
    EXPECT_NE(refusal(request).find("schedule: " + key + " is not read by " + request.algorithm), std::string::npos)
        << request.algorithm << " by " << to_text(request.options.schedule) << ": " << refusal(request);
  }
  static void expect_accepted(const RunRequest& request) {
    EXPECT_EQ(refusal(request), "") << request.algorithm << " by " << to_text(request.options.schedule);
  }
};

TEST_F(ScheduleKeys, OfPushesAreRefusedWhereEveryStepPulls) {
  for (const char* key : {"balance=edge", "dedup=bitmap", "creation=fused"}) {
    expect_refused(request_of("bfs", std::string("direction=pull,") + key), key);
    expect_accepted(request_of("bfs", std::string("direction=push,") + key));
    expect_accepted(request_of("bfs", key));
  }
  EXPECT_EQ(
      refusal(request_of("bfs", "direction=pull,balance=edge")),
      "schedule: balance=edge is not read by bfs with the engine sparse on a CPU: every step pulls. It is for steps "
      "that push, of the engine sparse: leave it out");
}

TEST_F(ScheduleKeys, OfFrontiersAreRefusedWhereThereIsNone) {
  for (const char* algorithm : {"pagerank", "ppr", "hits"}) {
    for (const char* key : {"direction=push", "balance=vertex", "frontier=queue", "cta=256", "delta=3"}) {
      expect_refused(request_of(algorithm, key), key);
    }
    expect_accepted(request_of(algorithm, "direction=pull,driver=launched"));
  }
}

TEST_F(ScheduleKeys, AreRefusedByProgramsAndEnginesOfOneWay) {
  for (const char* key : {"direction=push", "balance=edge", "alpha=3", "beta=3", "dedup=none", "delta=3"}) {
    expect_refused(request_of("cc", key), key);
    expect_refused(request_of("tc", key), key);
    expect_refused(request_of("bfs", key, {.engine = "dense"}), key);
  }
  expect_refused(request_of("tc", "driver=launched"), "driver=launched");
  expect_accepted(request_of("bfs", "driver=launched", {.engine = "dense"}));
}

TEST_F(ScheduleKeys, OfBucketsAreRefusedWithoutThem) {
  expect_refused(request_of("bfs", "delta=3"), "delta=3");
  expect_refused(request_of("sssp", "delta=3", {.engine = "dense"}), "delta=3");
  expect_accepted(request_of("sssp", "delta=3"));
  RunRequest request = request_of("sssp", "delta=3");
  request.parameters = {{"method", "bellman-ford"}};
  expect_refused(request, "delta=3");
  request.parameters = {{"delta", "5"}};
  expect_refused(request, "delta=3");
}

TEST_F(ScheduleKeys, SayingThatBucketsArePulledAreRefused) {
  expect_refused(request_of("sssp", "direction=pull"), "direction=pull");
  expect_accepted(request_of("sssp", "direction=push"));
  expect_refused(request_of("sssp", "dedup=bitmap"), "dedup=bitmap");
  RunRequest request = request_of("sssp", "direction=pull");
  request.parameters = {{"method", "bellman-ford"}};
  expect_accepted(request);
}

TEST_F(ScheduleKeys, ThatAreThresholdsAreForSearchesThatTurnByThem) {
  for (const char* key : {"alpha=3", "beta=3", "alpha=15"}) {
    expect_accepted(request_of("bfs", key));
    expect_accepted(request_of("bfs", key, {.engine = "hybrid", .policy = "alpha_beta"}));
    expect_refused(request_of("bfs", key, {.engine = "hybrid"}), key);
    expect_refused(request_of("bfs", key, {.policy = "threshold"}), key);
    expect_refused(request_of("bfs", std::string("direction=push,") + key), key);
    expect_refused(request_of("cc-label", key), key);
  }
  EXPECT_NE(refusal(request_of("bfs", "alpha=3", {.engine = "hybrid"})).find("the policy sample chooses"),
            std::string::npos);
}

TEST_F(ScheduleKeys, OfPartsAreReadWhereThePartMayHold) {
  expect_accepted(request_of("bfs", "direction=push ; direction=pull if size>5%"));
  expect_accepted(request_of("bfs", " ; driver=launched if size>5%"));
  expect_accepted(request_of("bfs", "Visit: direction=push if arcs<5% and size<20% ; Visit: direction=pull"));
  const auto expect_part_refused = [&](const char* algorithm, const std::string& part, const std::string& key) {
    expect_refused(request_of(algorithm, " ; " + part), key + ", of the part '" + part + "',");
  };
  expect_part_refused("sssp", "delta=3 if size>5%", "delta=3");
  expect_part_refused("sssp", "driver=launched if size>5%", "driver=launched");
  expect_accepted(request_of("sssp", "balance=edge if size>5% ; Relax: driver=launched"));
  expect_part_refused("bfs", "direction=pull if size>100%", "direction=pull");
  expect_part_refused("bfs", "direction=pull,balance=edge if size>5%", "balance=edge");
  expect_part_refused("pagerank", "direction=pull if size<5%", "direction=pull");
  expect_part_refused("cc", "direction=pull if size<5%", "direction=pull");
  expect_refused(request_of("pagerank", "direction=pull ; direction=pull if size>5%"), "direction=pull");
  expect_refused(request_of("bfs", "direction=push ; Visit: direction=pull"), "direction=push");
}

TEST_F(ScheduleKeys, OfLabelsThatNoStepHasAreRefusedWithThoseThereAre) {
  EXPECT_EQ(refusal(request_of("bfs", "Look: direction=push")),
            "schedule: bfs has no step and no loop 'Look'; it has: SmallestSent, Visit");
  EXPECT_EQ(refusal(request_of("tc", "Look: direction=push")),
            "schedule: tc has no step and no loop 'Look'; it goes through the graph in loops of its own, which no "
            "schedule names");
}

TEST_F(ScheduleKeys, WhoseValueLeavesTheChoiceToTheEngineAskForNothing) {
  expect_accepted(request_of("tc", "balance=auto,layout=auto,block=0,driver=auto,delta=0"));
  expect_accepted(request_of("tc", ""));
}

TEST_F(ScheduleKeys, AreAcceptedAgainAsTheyAreReported) {
  for (const std::string algorithm : {"bfs", "sssp", "pagerank", "tc", "cc-label", "bc"}) {
    for (const char* schedule : {"", "direction=push,balance=edge", "direction=push ; direction=pull if size>5%"}) {
      RunRequest request = request_of(algorithm, schedule);
      if (algorithm == "bc") request.sources = {"max-degree"};
      if (!refusal(request).empty()) continue;
      request.options.schedule =
          parse_schedule(to_text(request.options.schedule, run_program(graph(), request).schedule_keys));
      expect_accepted(request);
    }
  }
}

/// A program that does not do what it says.
struct Misannounced {
  static AlgorithmInfo info() { return {.name = "misannounced", .summary = "reduces, and says that it does not"}; }
  Misannounced(const Graph& graph, const Parameters&) : sums(graph.num_vertices()) {}
  [[nodiscard]] static ProgramSteps steps() { return {}; }
  struct Count {
    using Value = double;
    using Combine = Sum;
    [[nodiscard]] Value message(VertexId) const { return 1; }
    [[nodiscard]] double update(VertexId, Value sum) { return sum; }
  };
  template <class L>
  void run(L& loop) {
    static_cast<void>(loop.edge_reduce(Count{}));
  }
  [[nodiscard]] Results results() const { return {}; }
  State<double> sums;
};

TEST_F(ScheduleKeys, AreNotRefusedForLackOfAnnouncedSteps) {
  register_algorithm<Misannounced>();
  try {
    static_cast<void>(run_program(graph(), {.algorithm = "misannounced"}));
    ADD_FAILURE() << "it ran";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::internal);
    const std::string what = error.what();
    EXPECT_TRUE(what.starts_with("the algorithm takes a step, edge_reduce of '")) << what;
    EXPECT_NE(what.find("that its steps() does not list: add mg::reduces<"), std::string::npos) << what;
  }
}

/// Runs every algorithm by every schedule, on all graphs. Nobody may ask for a key that was not announced; and where
/// `all` is said, every key that was announced must be asked for on some graph.
class Readers {
 public:
  explicit Readers(std::vector<Specimen> specimens) : specimens_(std::move(specimens)) {}

  void check(const std::string& algorithm, const std::string& method, const RunOptions& options) {
    RunRequest request{.algorithm = algorithm, .options = options};
    const bool is_path = algorithm == "path";
    if (!method.empty()) request.parameters = {{is_path ? "weighted" : "method", method}};
    SCOPED_TRACE(algorithm + " " + method + " with " + options.engine + ", " + options.policy + ", by " +
                 to_text(options.schedule) + (options.deterministic ? ", deterministic" : ""));
    KeyUse announced;
    KeyUse seen;
    for (Specimen& specimen : specimens_) {
      if (is_path) request.parameters["target"] = std::to_string(specimen.num_vertices() - 1);
      if (algorithm == "geo") request.parameters = needed_parameters(algorithm, specimen.num_vertices());
      try {
        const RunReport report = run_program(specimen.graph(), request);
        announced = report.schedule_keys;
        for (std::size_t part = 0; part < options.schedule.num_parts(); ++part) {
          seen.add(part, report.keys_seen.of(part));
        }
        ++runs_;
      } catch (const Error& error) {
        if (!is_of_unread_key(error)) throw;
        return;
      }
    }
    for (std::size_t part = 0; part < options.schedule.num_parts(); ++part) {
      EXPECT_EQ(names(seen.of(part) - announced.of(part)), Names())
          << "read without having been announced, of " << part;
      EXPECT_EQ(names(announced.of(part) - seen.of(part)), Names()) << "announced, and read on no graph, of " << part;
    }
  }
  [[nodiscard]] int runs() const { return runs_; }

 private:
  static Names names(KeySet keys) {
    Names names;
    for (const ScheduleKeyInfo& info : schedule_keys()) {
      if (keys.has(info.key)) names.emplace_back(info.name);
    }
    return names;
  }

  std::vector<Specimen> specimens_;
  int runs_ = 0;
};

/// With frontiers wide and narrow, and with hubs that everything takes part in.
std::vector<Specimen> some_graphs() {
  std::vector<Specimen> specimens;
  specimens.push_back(specimen_of(with_weights(patient_hubs(true))));
  for (const char* name : {"rmat_10_directed", "grid_17x19", "star"}) {
    specimens.push_back(specimen_of(with_weights(zoo_graph(name))));
  }
  return specimens;
}

const std::vector<std::pair<std::string, std::string>> programs{{"bfs", ""},
                                                                {"sssp", "delta"},
                                                                {"sssp", "bellman-ford"},
                                                                {"pagerank", ""},
                                                                {"pagerank-delta", ""},
                                                                {"ppr", ""},
                                                                {"hits", ""},
                                                                {"salsa", ""},
                                                                {"who-to-follow", ""},
                                                                {"spmv", ""},
                                                                {"spgemm", ""},
                                                                {"cc", ""},
                                                                {"cc-label", ""},
                                                                {"tc", ""},
                                                                {"scc", ""},
                                                                {"kcore", ""},
                                                                {"katz", ""},
                                                                {"eigenvector", ""},
                                                                {"mis", ""},
                                                                {"coloring", ""},
                                                                {"cdlp", ""},
                                                                {"lcc", ""},
                                                                {"leiden", ""},
                                                                {"louvain", ""},
                                                                {"closeness", ""},
                                                                {"harmonic", ""},
                                                                {"diameter", ""},
                                                                {"path", "false"},
                                                                {"path", "true"},
                                                                {"random-walk", ""},
                                                                {"jaccard", ""},
                                                                {"geo", ""},
                                                                {"edge-bc", ""}};

TEST_F(ScheduleKeys, ThatAreAnnouncedAreThoseThatAreRead) {
  Readers readers(some_graphs());
  for (const auto& [algorithm, method] : programs) {
    for (const auto& [engine, policy] :
         {std::pair("sparse", "auto"), std::pair("dense", "auto"), std::pair("hybrid", "alpha_beta")}) {
      for (const char* schedule : {"", "direction=push", "direction=pull", "direction=push,balance=edge,dedup=none",
                                   "direction=push ; direction=pull if size>5%"}) {
        if (method == "delta" && std::string(engine) == "dense") continue;
        readers.check(algorithm, method,
                      {.engine = engine, .schedule = parse_schedule(schedule), .policy = policy, .threads = 2});
      }
    }
  }
  EXPECT_GT(readers.runs(), 150);
}

class ScheduleKeysOnAGpu : public OnAGpu {};

TEST_F(ScheduleKeysOnAGpu, ThatAreAnnouncedAreThoseThatAreRead) {
  std::vector<Specimen> specimens;
  for (const char* name : {"rmat_8", "grid_17x19"}) specimens.push_back(specimen_of(with_weights(zoo_graph(name))));
  Readers readers(std::move(specimens));
  for (const auto& [algorithm, method] : {std::pair("bfs", ""), std::pair("sssp", "delta"),
                                          std::pair("sssp", "bellman-ford"), std::pair("pagerank", "")}) {
    for (const char* direction : {"", ",direction=push", ",direction=pull"}) {
      const HybridSchedule schedule = parse_schedule(std::string("driver=launched") + direction);
      readers.check(algorithm, method, {.engine = "sparse", .schedule = schedule, .device = "cuda"});
      readers.check(algorithm, method,
                    {.engine = "hybrid", .schedule = schedule, .policy = "alpha_beta", .device = "cuda"});
    }
  }
  EXPECT_GT(readers.runs(), 30);
}

TEST_F(ScheduleKeysOnAGpu, OfLoopsThatStayAreThoseOfTheirDriver) {
  Specimen specimen = specimen_of(with_weights(zoo_graph("grid_17x19")));
  const auto refusal = [&](const std::string& algorithm, const std::string& schedule, RunOptions options = {}) {
    options.schedule = parse_schedule(schedule);
    options.device = "cuda";
    try {
      static_cast<void>(run_program(specimen.graph(), {.algorithm = algorithm, .options = options}));
      return std::string();
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(refusal("bfs", "driver=fused"), "");
  EXPECT_EQ(refusal("bfs", "driver=fused,direction=push"), "");
  EXPECT_EQ(refusal("sssp", "driver=fused,delta=30"), "");
  EXPECT_EQ(refusal("bfs", "driver=fused,balance=etwc,cta=512"), "");
  const auto expect_part = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text << "\nlacks: " << part;
  };
  expect_part(refusal("bfs", "driver=fused,alpha=3", {.engine = "sparse"}), "alpha=3 is not read by bfs");
  EXPECT_EQ(refusal("bfs", "driver=fused ; direction=push if size>5%"), "");
  EXPECT_EQ(refusal("bfs", "driver=fused ; cta=512 if arcs>5%"), "");
  expect_part(refusal("bc", "driver=fused ; CountPaths: cta=512"),
              "cta=512, of the part 'CountPaths: cta=512', is not read by bc");
  EXPECT_EQ(refusal("bc", "driver=fused ; Forward: cta=512"), "");
  EXPECT_EQ(refusal("sssp", "driver=launched ; Relax: driver=fused"), "");
  expect_part(refusal("sssp", "driver=fused ; cta=512 if arcs>5%"),
              "cta=512, of the part 'cta=512 if arcs>5%', is not");
  expect_part(refusal("bfs", "driver=fused", {.policy = "threshold"}), "is asked for every step");
  expect_part(refusal("bfs", "driver=fused", {.deterministic = true}), "driver=fused is not read by bfs");
  expect_part(refusal("bfs", "driver=fused", {.engine = "dense"}), "driver=fused is not read by bfs");
  expect_part(refusal("tc", "driver=fused"), "driver=fused is not read by tc");
  expect_part(refusal("bfs", "direction=pull,cta=512"), "cta=512 is not read by bfs");
  expect_part(refusal("pagerank-delta", "dedup=none"), "dedup=none is not read by pagerank-delta");
  expect_part(refusal("pagerank", "direction=push"), "direction=push is not read by pagerank");
}

/// Asking for a policy means that it is asked, also where the default one is not.
TEST_F(ScheduleKeysOnAGpu, ThatNameNoDriverLeaveEveryStepToAPolicyThatWasAskedFor) {
  Specimen specimen = specimen_of(zoo_graph("grid_17x19"));
  for (const char* policy : {"sample", "alpha_beta", "threshold"}) {
    const RunReport report = run_program(
        specimen.graph(),
        {.algorithm = "bfs", .sources = {"0"}, .options = {.policy = policy, .device = "cuda", .trace = true}});
    EXPECT_EQ(report.policy, policy);
    const std::vector<TraceStep> steps = engine_steps(report);
    ASSERT_EQ(steps.size(), report.runs.front().iterations);
    for (const TraceStep& step : steps) EXPECT_EQ(step.driver, "launched") << policy;
  }
  const RunReport by_default = run_program(
      specimen.graph(), {.algorithm = "bfs", .sources = {"0"}, .options = {.device = "cuda", .trace = true}});
  EXPECT_EQ(engine_steps(by_default).front().driver, "fused");
}

}  // namespace
}  // namespace mg
