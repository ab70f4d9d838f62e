#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

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

std::string engine_sentence(const RunOutcome& outcome) {
  const std::string& asked = outcome.request.options.engine;
  if (asked != "auto") return fmt::format("Engine {}: you asked for it.", asked);
  return fmt::format("Engine {}: the default for graphs on a CPU.", outcome.report.engine);
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
  fmt::print(out, "Device cpu: this build has no other.\n{}\n{}\n{}\n", engine_sentence(outcome),
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
