// What a program asks of an engine, said before it runs: by what an algorithm's `steps()` lists, an engine knows which
// keys of a schedule a run is going to read.
#pragma once

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "engine/edge_function.hpp"
#include "engine/schedule/schedule_keys.hpp"
#include "engine/search.hpp"
#include "engine/step.hpp"
#include "engine/type_name.hpp"

namespace mg {

/// A kind of step, as far as it matters to what is read of a schedule.
struct StepUse {
  Pattern pattern = Pattern::expand;
  bool fills_buckets = false;
  bool stops_early = false;     ///< as EdgeTraits has it
  bool has_cell = false;        ///< to push into
  bool sums = false;            ///< every value counts once
  std::string_view label = {};  ///< label_of the edge function

  /// Asked before each step: most labels are the very same text.
  friend bool operator==(const StepUse& a, const StepUse& b) {
    return a.pattern == b.pattern && a.fills_buckets == b.fills_buckets && a.stops_early == b.stops_early &&
           a.has_cell == b.has_cell && a.sums == b.sums && (a.label.data() == b.label.data() || a.label == b.label);
  }
};

/// Of an F that is no edge function, the compiler says in a sentence why.
template <class F>
[[nodiscard]] StepUse step_use(Pattern pattern, bool fills_buckets = false) {
  static_assert(check_edge_function<F>());
  if constexpr (EdgeFunction<F>) {
    return {.pattern = pattern,
            .fills_buckets = fills_buckets,
            .stops_early = traits_of<F>.stops_early,
            .has_cell = pattern == Pattern::expand && HasCell<F>,
            .sums = !F::Combine::idempotent,
            .label = label_of<F>()};
  }
  return {};
}
/// edge_map from a frontier to the next one.
template <class F>
[[nodiscard]] StepUse expands() {
  return step_use<F>(Pattern::expand);
}
/// edge_map into buckets.
template <class F>
[[nodiscard]] StepUse fills_buckets() {
  return step_use<F>(Pattern::expand, true);
}
/// edge_reduce.
template <class F>
[[nodiscard]] StepUse reduces() {
  return step_use<F>(Pattern::reduce);
}
/// gather.
template <class F>
[[nodiscard]] StepUse gathers() {
  return step_use<F>(Pattern::gather);
}

struct ProgramSteps {
  std::vector<StepUse> taken = {};    ///< that go through the engine
  std::vector<StepUse> if_open = {};  ///< others, taken only where the schedule leaves open how steps are executed
  /// label_of the bodies by which it loops, with iterate() or repeat(), so that a GPU may run iterations by itself.
  std::vector<std::string_view> loops = {};
  std::vector<std::string_view> loops_over_buckets = {};  ///< the same of those over buckets
  KeySet read = {};                                       ///< of the schedule, by the program itself

  [[nodiscard]] bool has(Pattern pattern) const {
    return std::ranges::any_of(taken, [pattern](const StepUse& use) { return use.pattern == pattern; });
  }
  [[nodiscard]] bool lists(const StepUse& use) const {
    return std::ranges::find(taken, use) != taken.end() || std::ranges::find(if_open, use) != if_open.end();
  }
  [[nodiscard]] bool has_loops() const { return !loops.empty() || !loops_over_buckets.empty(); }
  [[nodiscard]] bool lists_loop(std::string_view label) const {
    return std::ranges::find(loops, label) != loops.end() ||
           std::ranges::find(loops_over_buckets, label) != loops_over_buckets.end();
  }
};

/// By which parts of a schedule may name the steps and loops of a program.
[[nodiscard]] inline std::set<std::string_view> labels_of(const ProgramSteps& steps) {
  std::set<std::string_view> labels(steps.loops.begin(), steps.loops.end());
  labels.insert(steps.loops_over_buckets.begin(), steps.loops_over_buckets.end());
  for (const auto* uses : {&steps.taken, &steps.if_open}) {
    for (const StepUse& use : *uses) labels.insert(use.label);
  }
  labels.erase("");
  return labels;
}

/// loop.search().
template <class F>
[[nodiscard]] inline ProgramSteps searches() {
  return {.taken = {expands<F>(), gathers<SmallestSent<F>>()}, .loops = {label_of<Search<F>>()}};
}

}  // namespace mg
