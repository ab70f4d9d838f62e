#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tools/run/run_output.hpp"
#include "tools/run/schedule_words.hpp"
#include "tools/run/step_groups.hpp"
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

std::string choices_text(const CandidateCosts& costs) {
  if (costs.steps == 0) return "no step could be executed in several ways";
  std::string text = fmt::format("it chose among several ways in {} steps", with_commas(costs.steps));
  for (const CandidateCost& cost : costs.candidates) {
    text += fmt::format(", {} in {} of them", cost.name, with_commas(cost.chosen));
  }
  return text;
}

/// Empty where no policy chose.
std::string policy_sentence(const RunOutcome& outcome) {
  const std::string& policy = outcome.report.policy;
  const auto& steps = outcome.report.trace.steps();
  const CandidateCosts costs = sum_candidates(steps);
  if (policy == "none") return costs.steps == 0 ? "" : fmt::format("Choices: {}.\n", choices_text(costs));
  const std::size_t stayed = count_stayed(steps);
  if (stayed == 0) return fmt::format("Policy {}: {}.\n", policy, choices_text(costs));
  const std::string others =
      stayed == steps.size()
          ? ""
          : fmt::format("; of the other {}, {}", with_commas(steps.size() - stayed),
                        costs.steps == 0 ? "none could be executed in several ways" : choices_text(costs));
  return fmt::format(
      "Policy {}: it was not asked about {} iterations, of loops that stayed on the device{}. Asked for by --policy, "
      "it "
      "decides about every step.\n",
      policy, with_commas(stayed), others);
}

/// What engines offered, and what was closed to them.
std::string offers_text(std::span<const TraceStep> steps) {
  std::string text;
  const CandidateCosts costs = sum_candidates(steps);
  for (const CandidateCost& cost : costs.candidates) {
    text += fmt::format("  {}: beside others in {} steps, taken in {}; expected to take {} in all\n", cost.name,
                        with_commas(cost.steps), with_commas(cost.chosen), milliseconds_text(cost.expected_ms));
  }
  for (const Refusal& refusal : sum_refusals(steps)) {
    text += fmt::format("  not {}, in {} steps: {}\n", refusal.name, with_commas(refusal.steps), refusal.why_not);
  }
  return text.empty() ? text : "Offers of the engines:\n" + text;
}

std::string layout_sentence(const RunOutcome& outcome) {
  const Graph& graph = outcome.graph;
  const std::string order = graph.order.text == "original" ? "the order of the file" : "order " + graph.order.text;
  std::string text =
      graph.directed
          ? fmt::format("Layout csr for following edges and csc for looking back along them, vertices in {}", order)
          : fmt::format("Layout csr, which serves both directions of an undirected graph, vertices in {}", order);
  const HybridSchedule& schedule = outcome.request.options.schedule;
  std::set<std::string> asked;
  for (std::size_t part = 0; part < schedule.num_parts(); ++part) asked.insert(schedule.part(part).layout);
  asked.erase(std::string(automatic_piece));
  asked.erase("csr");
  if (!asked.empty()) text += fmt::format("; beside it {}", fmt::join(asked, ", "));
  const bool dense =
      std::ranges::any_of(outcome.report.trace.steps(), [](const TraceStep& step) { return step.engine == "dense"; });
  return text + (dense ? "; tiles for the engine dense." : ".");
}

/// The rule of the thresholds is worth telling only where steps were executed one by one.
KeyUse keys_that_mattered(const RunOutcome& outcome) {
  KeyUse read = outcome.report.schedule_keys;
  const auto& steps = outcome.report.trace.steps();
  if (count_stayed(steps) == steps.size()) read.remove(0, {ScheduleKey::alpha, ScheduleKey::beta});
  return read;
}

std::string schedule_sentence(const RunOutcome& outcome) {
  const HybridSchedule& schedule = outcome.request.options.schedule;
  const KeyUse& read = outcome.report.schedule_keys;
  if (read.empty()) return "Schedule: this run reads none of its keys.";
  std::string text = fmt::format("Schedule {}: {}.", to_text(schedule, read),
                                 schedule == HybridSchedule{} ? "of the keys that this run reads, the defaults"
                                                              : "as asked for; this run reads no other keys");
  const std::string words = schedule_words(schedule, keys_that_mattered(outcome));
  if (!words.empty()) text += "\n  " + words;
  const std::string ways = ways_text(outcome.report.trace.steps());
  if (!ways.empty()) text += fmt::format("\n  What the steps did: {}.", ways);
  return text;
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
             policy_sentence(outcome), layout_sentence(outcome), schedule_sentence(outcome), driver_sentence(report));
  if (!report.substitution.empty())
    fmt::print(out, "In place of what the schedule asks for: {}.\n", report.substitution);
  const auto groups = group_steps(report.trace.steps());
  if (groups.empty()) {
    fmt::print(out, "{}\n", no_steps_text(report));
    return;
  }
  fmt::print(out, "{}Steps, over all runs:\n", offers_text(report.trace.steps()));
  for (const StepGroup& group : groups) {
    const std::string by = group.engine.empty() ? "" : fmt::format(" by {} of {}", group.kernel, group.engine);
    fmt::print(out, "  {} x {}{} ({}){}{}\n", with_commas(group.steps), group.operation, by,
               milliseconds_text(group.ms), group.reason.empty() ? "" : ": ", group.reason);
  }
}

}  // namespace mg::tools
