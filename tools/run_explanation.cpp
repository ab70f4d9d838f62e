#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "tools/run_output.hpp"
#include "tools/schedule_words.hpp"
#include "tools/step_groups.hpp"
#include "tools/units.hpp"

namespace mg::tools {

namespace {

std::string engine_sentence(const RunOutcome& outcome) {
  const RunReport& report = outcome.report;
  const RunOptions& asked = outcome.request.options;
  std::string why = "as asked for";
  if (asked.engine == "auto") {
    why = asked.policy != "auto"           ? "the one that takes the policy asked for"
          : report.device != "cpu"         ? "the default on a GPU"
          : outcome.graph.tiles != nullptr ? "the default on a CPU for a graph that comes with tiles"
                                           : "the default on a CPU for a graph without tiles";
  }
  const std::string steps = engines_text(report.trace.steps());
  const bool mixed = !steps.empty() && steps != report.engine;
  return fmt::format("Engine {}: {}{}.", report.engine, why, mixed ? "; its steps were executed by " + steps : "");
}

/// Empty where no policy chose.
std::string policy_sentence(const RunOutcome& outcome) {
  const std::string& policy = outcome.report.policy;
  const CandidateCosts costs = sum_candidates(outcome.report.trace.steps());
  if (policy == "none" && costs.steps == 0) return {};
  std::string text = policy == "none" ? "Choices" : "Policy " + policy;
  text += fmt::format(": of several candidates in {} steps", with_commas(costs.steps));
  for (const CandidateCost& cost : costs.candidates) {
    text += fmt::format(", {} in {} of them", cost.name, with_commas(cost.chosen));
  }
  return text + ".\n";
}

std::string layout_sentence(const RunOutcome& outcome) {
  const Graph& graph = outcome.graph;
  const std::string order = graph.order.text == "original" ? "the order of the file" : "order " + graph.order.text;
  std::string text =
      graph.directed
          ? fmt::format("Layout csr for following edges and csc for looking back along them, vertices in {}", order)
          : fmt::format("Layout csr, which serves both directions of an undirected graph, vertices in {}", order);
  const Layout asked = outcome.request.options.schedule.first.layout;
  if (asked != Layout::automatic && asked != Layout::csr) text += fmt::format("; beside it {}", to_string(asked));
  const bool dense =
      std::ranges::any_of(outcome.report.trace.steps(), [](const TraceStep& step) { return step.engine == "dense"; });
  return text + (dense ? "; tiles for the engine dense." : ".");
}

std::string schedule_sentence(const HybridSchedule& schedule) {
  return fmt::format("Schedule {}{}.\n  {}", to_text(schedule),
                     schedule == HybridSchedule{} ? ": the defaults, as none was given" : ", as asked for",
                     schedule_words(schedule));
}

/// Empty on a CPU, which launches nothing.
std::string driver_sentence(const RunReport& report) {
  const std::string drivers = drivers_text(report.trace.steps());
  if (report.device == "cpu" || drivers.empty()) return {};
  return fmt::format("Driver {}.\n", drivers);
}

}  // namespace

std::string no_steps_text(const RunReport& report) {
  const bool iterated = std::ranges::any_of(report.runs, [](const TimedRun& run) { return run.iterations > 0; });
  return iterated ? fmt::format("No step went through the engine: {} does its work in loops of its own.",
                                report.algorithm.name)
                  : "No step went through the engine: there was no iteration.";
}

void print_explanation(std::FILE* out, const RunOutcome& outcome) {
  const RunReport& report = outcome.report;
  fmt::print(out, "Device {}, {}.\n{}\n{}{}\n{}\n{}", report.device, report.device_reason, engine_sentence(outcome),
             policy_sentence(outcome), layout_sentence(outcome), schedule_sentence(outcome.request.options.schedule),
             driver_sentence(report));
  if (!report.substitution.empty())
    fmt::print(out, "In place of what the schedule asks for: {}.\n", report.substitution);
  const auto groups = group_steps(report.trace.steps());
  if (groups.empty()) {
    fmt::print(out, "{}\n", no_steps_text(report));
    return;
  }
  fmt::print(out, "Steps, over all runs:\n");
  for (const StepGroup& group : groups) {
    const std::string by = group.engine.empty() ? "" : fmt::format(" by {} of {}", group.kernel, group.engine);
    fmt::print(out, "  {} x {}{} ({}){}{}\n", with_commas(group.steps), group.operation, by,
               milliseconds_text(group.ms), group.reason.empty() ? "" : ": ", group.reason);
  }
}

}  // namespace mg::tools
