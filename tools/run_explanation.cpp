#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/device.hpp"
#include "tools/run_output.hpp"
#include "tools/units.hpp"

namespace mg::tools {

namespace {

/// Steps that were executed the same way for the same reason.
struct StepGroup {
  std::string operation;
  std::string kernel;
  std::string reason;
  std::size_t steps = 0;
  double ms = 0;
};

/// In order of first appearance.
std::vector<StepGroup> group_steps(const Trace& trace) {
  std::vector<StepGroup> groups;
  for (const TraceStep& step : trace.steps()) {
    auto group = std::ranges::find_if(groups, [&](const StepGroup& g) {
      return g.operation == step.operation && g.kernel == step.kernel && g.reason == step.reason;
    });
    if (group == groups.end()) {
      groups.push_back({std::string(step.operation), step.kernel, step.reason});
      group = groups.end() - 1;
    }
    ++group->steps;
    group->ms += step.ms;
  }
  return groups;
}

std::string device_sentence(const RunOutcome& outcome) {
  const std::string& asked = outcome.request.options.device;
  const std::string& used = outcome.report.device;
  if (asked != "auto") return fmt::format("Device {}: you asked for {}.", used, asked);
  if (used != "cpu") return fmt::format("Device {}: there is one, and the graph fits on it.", used);
  const DeviceList gpus = list_devices();
  return gpus.devices.empty() ? fmt::format("Device cpu: {}.", gpus.problem)
                              : "Device cpu: the graph does not fit on a GPU, or the engine does not run there.";
}

std::string engine_sentence(const RunOutcome& outcome) {
  const RunOptions& asked = outcome.request.options;
  const std::string& used = outcome.report.engine;
  if (asked.engine != "auto") return fmt::format("Engine {}: you asked for it.", used);
  if (asked.policy != "auto") return fmt::format("Engine {}: the one that takes the policy you asked for.", used);
  if (outcome.report.device != "cpu") return fmt::format("Engine {}: the default on a GPU.", used);
  return outcome.graph.tiles != nullptr
             ? fmt::format("Engine {}: the default on a CPU for a graph that comes with tiles.", used)
             : fmt::format("Engine {}: the default on a CPU for a graph without tiles.", used);
}

/// Nothing where the engine does not choose among others.
std::string policy_sentence(const RunOutcome& outcome) {
  if (outcome.report.policy == "none") return "";
  return fmt::format("Policy {}: {}.\n", outcome.report.policy,
                     outcome.request.options.policy == "auto" ? "the default" : "you asked for it");
}

std::string layout_sentence(const Graph& graph) {
  const std::string order = graph.order.text == "original" ? "the order of the file" : "order " + graph.order.text;
  return graph.directed
             ? fmt::format("Layout csr for following edges and csc for looking back along them, vertices in {}.", order)
             : fmt::format("Layout csr, which serves both directions of an undirected graph, vertices in {}.", order);
}

std::string schedule_sentence(const HybridSchedule& schedule) {
  return fmt::format("Schedule {}{}.", to_text(schedule),
                     schedule == HybridSchedule{} ? ": the defaults, as none was given" : ", as you asked");
}

}  // namespace

void print_explanation(std::FILE* out, const RunOutcome& outcome) {
  fmt::print(out, "{}\n{}\n{}{}\n{}\n", device_sentence(outcome), engine_sentence(outcome), policy_sentence(outcome),
             layout_sentence(outcome.graph), schedule_sentence(outcome.request.options.schedule));
  const auto groups = group_steps(outcome.report.trace);
  if (groups.empty()) {
    fmt::print(out, "No step went through the engine: {} does its work in loops of its own.\n",
               outcome.report.algorithm.name);
    return;
  }
  fmt::print(out, "Steps, over all runs:\n");
  for (const StepGroup& group : groups) {
    fmt::print(out, "  {} x {} by {} ({}){}{}\n", group.steps, group.operation, group.kernel,
               milliseconds_text(group.ms), group.reason.empty() ? "" : ": ", group.reason);
  }
}

}  // namespace mg::tools
