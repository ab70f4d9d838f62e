// What a program asks of an engine, said before it runs: by what an algorithm's `steps()` lists, an engine knows which
// keys of a schedule a run is going to read.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/device_step.hpp"
#include "engine/edge_step.hpp"
#include "engine/schedule_keys.hpp"
#include "engine/search.hpp"

namespace mg {

/// A kind of step, as far as it matters to what is read of a schedule.
struct StepUse {
  Pattern pattern = Pattern::expand;
  bool fills_buckets = false;
  bool stops_early = false;  ///< as EdgeTraits has it
  bool has_cell = false;     ///< to push into
  bool sums = false;         ///< as DeviceTraits has it

  friend bool operator==(const StepUse&, const StepUse&) = default;
};

template <EdgeFunction F>
[[nodiscard]] constexpr StepUse step_use(Pattern pattern, bool fills_buckets = false) {
  return {.pattern = pattern,
          .fills_buckets = fills_buckets,
          .stops_early = traits_of<F>.stops_early,
          .has_cell = pattern == Pattern::expand && HasCell<F>,
          .sums = !F::Combine::idempotent};
}
/// edge_map from a frontier to the next one.
template <EdgeFunction F>
[[nodiscard]] constexpr StepUse expands() {
  return step_use<F>(Pattern::expand);
}
/// edge_map into buckets.
template <EdgeFunction F>
[[nodiscard]] constexpr StepUse fills_buckets() {
  return step_use<F>(Pattern::expand, true);
}
/// edge_reduce.
template <EdgeFunction F>
[[nodiscard]] constexpr StepUse reduces() {
  return step_use<F>(Pattern::reduce);
}
/// gather.
template <EdgeFunction F>
[[nodiscard]] constexpr StepUse gathers() {
  return step_use<F>(Pattern::gather);
}

/// The same of a step that is about to be executed.
[[nodiscard]] inline StepUse use_of(const EdgeStep& step) {
  return {.pattern = step.pattern,
          .fills_buckets = step.buckets != nullptr,
          .stops_early = step.traits.stops_early,
          .has_cell = step.pattern == Pattern::expand && step.has("push"),
          .sums = !step.traits.idempotent};
}
[[nodiscard]] inline StepUse use_of(const DeviceStep& step) {
  return {.pattern = step.pattern,
          .fills_buckets = step.buckets != nullptr,
          .stops_early = step.traits.edge.stops_early,
          .has_cell = step.pattern == Pattern::expand && step.traits.has_cell,
          .sums = step.traits.sums};
}

struct ProgramSteps {
  std::vector<StepUse> taken = {};    ///< that go through the engine
  std::vector<StepUse> if_open = {};  ///< others, taken only where the schedule leaves open how steps are executed
  bool loops = false;                 ///< by iterate() or repeat(), so that a GPU may run iterations by itself
  KeySet read = {};                   ///< of the schedule, by the program itself

  [[nodiscard]] bool has(Pattern pattern) const {
    return std::ranges::any_of(taken, [pattern](const StepUse& use) { return use.pattern == pattern; });
  }
  [[nodiscard]] bool lists(const StepUse& use) const {
    return std::ranges::find(taken, use) != taken.end() || std::ranges::find(if_open, use) != if_open.end();
  }
};

/// loop.search().
template <class F>
[[nodiscard]] inline ProgramSteps searches() {
  return {.taken = {expands<F>(), gathers<SmallestSent<F>>()}, .loops = true};
}

}  // namespace mg
