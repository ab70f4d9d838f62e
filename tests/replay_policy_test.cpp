// The policy that repeats a trace.
#include <memory>
#include <string>

#include "tests/policies.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

class Replays : public Policies {
 protected:
  static constexpr RunFacts run_of_trace{.num_vertices = 4, .num_arcs = 6};

  /// A policy that repeats a trace with these steps.
  std::unique_ptr<Policy> replay(const std::string& steps, const std::string& size = R"("vertices": 4, "arcs": 6)") {
    return make_policy("replay:" +
                       folder_.write("t.json", R"({"header": {)" + size + R"(}, "steps": [)" + steps + "]}"));
  }
  static std::string step_json(int run, const std::string& operation, const std::string& engine,
                               const std::string& kernel, int vertices) {
    return R"({"run": )" + std::to_string(run) + R"(, "operation": ")" + operation + R"(", "engine": ")" + engine +
           R"(", "driver": "launched", "kernel": ")" + kernel + R"(", "vertices": )" + std::to_string(vertices) + "}";
  }
  static StepFacts nth(std::uint64_t n, std::uint64_t vertices, Pattern pattern = Pattern::expand) {
    StepFacts step = step_of(vertices, 1);
    step.step = n;
    step.pattern = pattern;
    return step;
  }

  TemporaryFolder folder_;
};

TEST_F(Replays, RepeatTheTraceStepByStep) {
  const auto policy =
      replay(step_json(0, "edge_map", "sparse", "push strict", 1) + "," +
             step_json(0, "edge_map", "dense", "two_phase", 2) + "," + step_json(0, "edge_map", "sparse", "pull", 4) +
             "," + step_json(0, "edge_reduce", "sparse", "push coo and reduce", 4) + "," +
             step_json(1, "edge_map", "sparse", "pull", 3));
  policy->begin(run_of_trace);
  EXPECT_TRUE(policy->chooses_every_step());
  EXPECT_EQ(chosen(*policy, nth(0, 1)), Way::push);
  EXPECT_EQ(chosen(*policy, nth(1, 2)), Way::sweep);
  EXPECT_EQ(chosen(*policy, nth(2, 4)), Way::pull);
  EXPECT_EQ(chosen(*policy, nth(3, 4, Pattern::reduce), {Way::sweep, Way::pull}), Way::pull);
  RunFacts second = run_of_trace;
  second.run = 1;
  policy->begin(second);
  EXPECT_EQ(chosen(*policy, nth(0, 3)), Way::pull);
  second.run = 2;
  expect_refused([&] { policy->begin(second); }, "is of 2 runs, and this is one more");
}

TEST_F(Replays, LeaveOutWhatNoEngineChose) {
  const auto policy =
      replay(step_json(0, "vertex_map", "", "", 4) + "," + step_json(1, "vertex_map", "", "", 4) + "," +
             step_json(1, "edge_map", "sparse", "pull", 1) + "," + step_json(1, "vertex_map", "", "", 1) + "," +
             step_json(1, "edge_map", "dense", "two_phase", 3));
  RunFacts second = run_of_trace;
  second.run = 1;
  policy->begin(second);
  EXPECT_EQ(chosen(*policy, nth(0, 1)), Way::pull);
  EXPECT_EQ(chosen(*policy, nth(1, 3)), Way::sweep);
}

TEST_F(Replays, OfOneRunServeAnyNumber) {
  const auto policy = replay(step_json(0, "edge_map", "sparse", "pull", 1));
  for (const std::uint32_t run : {0U, 1U, 9U}) {
    RunFacts facts = run_of_trace;
    facts.run = run;
    policy->begin(facts);
    EXPECT_EQ(chosen(*policy, nth(0, 1)), Way::pull);
  }
}

TEST_F(Replays, RefuseTracesOfSomethingElse) {
  const auto policy =
      replay(step_json(0, "edge_map", "dense", "two_phase", 1) + "," + step_json(0, "gather", "sparse", "gather", 2));
  RunFacts other_graph = run_of_trace;
  other_graph.num_arcs = 7;
  expect_refused([&] { policy->begin(other_graph); },
                 "another graph: it has 4 vertices and 6 arcs, and this one 4 and 7");
  policy->begin(run_of_trace);
  expect_refused([&] { static_cast<void>(chosen(*policy, nth(0, 3))); }, "starts from 1 vertices, and this from 3");
  expect_refused([&] { static_cast<void>(chosen(*policy, nth(0, 1, Pattern::gather))); }, "it has edge_map there");
  expect_refused([&] { static_cast<void>(chosen(*policy, nth(2, 1))); }, "it has 2 steps, and this is one more");
  expect_refused(
      [&] {
        static_cast<void>(chosen(*policy, nth(0, 1), {Way::push, Way::pull}));
      },
      "goes 'dense' there, which is not to be had here");
}

TEST_F(Replays, RefuseFilesThatAreNoTraces) {
  expect_refused([&] { static_cast<void>(replay("{}")); }, "is no trace");
  expect_refused([&] { static_cast<void>(replay("]")); }, "is no trace");
  expect_refused([&] { static_cast<void>(replay("", R"("vertices": 4)")); }, "is no trace");
  expect_refused([&] { static_cast<void>(replay("")); }, "has no step");
  std::string fused = step_json(0, "iterate", "sparse", "push, one cluster", 1);
  fused.replace(fused.find("launched"), 8, "fused");
  expect_refused([&] { static_cast<void>(replay(fused)); }, "trace a run with driver=launched");
  expect_refused([&] { static_cast<void>(replay(step_json(3, "edge_map", "sparse", "pull", 1))); }, "not in order");
  expect_refused([&] { static_cast<void>(make_policy("replay:" + (folder_ / "absent"))); }, "cannot be read");
}

}  // namespace
}  // namespace mg
