#include "tools/run/step_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "tools/units.hpp"

namespace mg::tools {

namespace {

/// The entry of `candidates` with that name, which is added where there is none.
CandidateCost& entry_of(std::vector<CandidateCost>& candidates, const std::string& name) {
  const auto found = std::ranges::find(candidates, name, &CandidateCost::name);
  return found != candidates.end() ? *found : candidates.emplace_back(CandidateCost{.name = name});
}

void add(CandidateCost& sum, double expected_ms, const std::optional<double>& ms) {
  ++sum.steps;
  sum.expected_ms += expected_ms;
  sum.ms = sum.ms && ms ? std::optional(*sum.ms + *ms) : std::nullopt;
}

/// The least that was measured; nothing where a candidate was not.
std::optional<double> least_measured(const std::vector<StepCandidate>& candidates) {
  std::optional<double> least;
  for (const StepCandidate& candidate : candidates) {
    if (!candidate.ms) return std::nullopt;
    least = least ? std::min(*least, *candidate.ms) : *candidate.ms;
  }
  return least;
}

/// How many of the steps that engines executed have each value of `member`, in order of first appearance.
std::string counts_text(std::span<const TraceStep> steps, std::string_view TraceStep::*member) {
  std::vector<std::pair<std::string_view, std::size_t>> counts;
  for (const TraceStep& step : steps) {
    if (step.engine.empty()) continue;
    const auto found = std::ranges::find(counts, step.*member, &std::pair<std::string_view, std::size_t>::first);
    if (found == counts.end()) {
      counts.emplace_back(step.*member, 1);
    } else {
      ++found->second;
    }
  }
  if (counts.size() == 1) return std::string(counts.front().first);
  std::string text;
  for (const auto& [name, count] : counts) {
    const std::string_view unit = count == 1 ? "step" : "steps";
    text += fmt::format("{}{} in {} {}", text.empty() ? "" : ", ", name, with_commas(count), unit);
  }
  return text;
}

/// Whatever started the kernel.
Strategy strategy_of_kernel(const TraceStep& step) {
  if (step.engine == "dense") return Strategy::dense;
  if (step.engine != "sparse") return Strategy::other;
  const bool pushes = std::ranges::any_of(std::array{"push", "scatter", "search"},
                                          [&](const char* verb) { return step.kernel.starts_with(verb); });
  if (pushes) return Strategy::sparse_push;
  const bool reads_receivers = step.kernel.starts_with("pull") || step.kernel.starts_with("gather");
  return reads_receivers ? Strategy::sparse_pull : Strategy::other;
}

}  // namespace

std::string operation_text(const TraceStep& step) {
  return step.label.empty() ? std::string(step.operation) : fmt::format("{} of {}", step.operation, step.label);
}

std::vector<StepGroup> group_steps(std::span<const TraceStep> steps) {
  std::vector<StepGroup> groups;
  for (const TraceStep& step : steps) {
    std::string operation = operation_text(step);
    auto group = std::ranges::find_if(groups, [&](const StepGroup& g) {
      return g.operation == operation && g.engine == step.engine && g.driver == step.driver &&
             g.kernel == step.kernel && g.reason == step.reason;
    });
    if (group == groups.end()) {
      groups.push_back({.operation = std::move(operation),
                        .engine = std::string(step.engine),
                        .driver = std::string(step.driver),
                        .kernel = step.kernel,
                        .reason = step.reason});
      group = groups.end() - 1;
    }
    ++group->steps;
    group->ms += step.ms;
  }
  return groups;
}

std::string engines_text(std::span<const TraceStep> steps) { return counts_text(steps, &TraceStep::engine); }
std::string drivers_text(std::span<const TraceStep> steps) { return counts_text(steps, &TraceStep::driver); }

Strategy strategy_of(const TraceStep& step) {
  return step.driver == "fused" ? Strategy::other : strategy_of_kernel(step);
}

std::string ways_text(std::span<const TraceStep> steps) {
  constexpr std::array<std::string_view, num_strategies> verbs{"read all arcs from tiles", "pushed", "pulled",
                                                               "went another way"};
  std::array<std::size_t, num_strategies> counts{};
  for (const TraceStep& step : steps) {
    if (!step.engine.empty()) ++counts[static_cast<std::size_t>(strategy_of_kernel(step))];
  }
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", with_commas(counts[i]), verbs[i]);
  }
  return text;
}

std::size_t count_stayed(std::span<const TraceStep> steps) {
  return static_cast<std::size_t>(
      std::ranges::count_if(steps, [](const TraceStep& step) { return step.driver != "launched"; }));
}

std::string_view to_string(Strategy strategy) {
  switch (strategy) {
    case Strategy::dense: return "dense";
    case Strategy::sparse_push: return "sparse push";
    case Strategy::sparse_pull: return "sparse pull";
    case Strategy::other: return "other or fused";
  }
  return "?";
}

const StepCandidate* chosen_candidate(const TraceStep& step) {
  const auto marked = std::ranges::find_if(step.candidates, &StepCandidate::chosen);
  if (marked != step.candidates.end()) return &*marked;
  const std::string engine(step.engine);
  const std::array<std::string, 4> names{std::string(to_string(strategy_of_kernel(step))), engine, step.kernel,
                                         engine + " " + step.kernel};
  for (const std::string& name : names) {
    const auto found = std::ranges::find(step.candidates, name, &StepCandidate::name);
    if (found != step.candidates.end()) return &*found;
  }
  return nullptr;
}

std::vector<StepCandidate> open_candidates(const TraceStep& step) {
  std::vector<StepCandidate> open;
  std::ranges::copy_if(step.candidates, std::back_inserter(open),
                       [](const StepCandidate& candidate) { return candidate.why_not.empty(); });
  return open;
}

std::vector<Refusal> sum_refusals(std::span<const TraceStep> steps) {
  std::vector<Refusal> refusals;
  for (const TraceStep& step : steps) {
    for (const StepCandidate& candidate : step.candidates) {
      if (candidate.why_not.empty()) continue;
      const auto is_same = [&](const Refusal& known) {
        return known.name == candidate.name && known.why_not == candidate.why_not;
      };
      const auto known = std::ranges::find_if(refusals, is_same);
      Refusal& refusal =
          known != refusals.end() ? *known : refusals.emplace_back(Refusal{candidate.name, candidate.why_not});
      ++refusal.steps;
    }
  }
  return refusals;
}

CandidateCosts sum_candidates(std::span<const TraceStep> steps) {
  CandidateCosts costs;
  for (const TraceStep& step : steps) {
    const std::vector<StepCandidate> open = open_candidates(step);
    if (open.size() < 2) continue;
    ++costs.steps;
    const StepCandidate* const marked = chosen_candidate(step);
    add(costs.chosen, marked == nullptr ? step.ms : marked->expected_ms, step.ms);
    for (const StepCandidate& candidate : open) {
      CandidateCost& cost = entry_of(costs.candidates, candidate.name);
      add(cost, candidate.expected_ms, candidate.ms);
      if (marked != nullptr && candidate.name == marked->name) ++cost.chosen;
    }
    add(costs.best, std::ranges::min(open, {}, &StepCandidate::expected_ms).expected_ms, least_measured(open));
  }
  return costs;
}

}  // namespace mg::tools
