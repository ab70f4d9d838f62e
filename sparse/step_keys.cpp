#include "sparse/step_keys.hpp"

#include <algorithm>

#include "sparse/device_steps.hpp"

namespace mg::sparse {

namespace {

constexpr KeySet direction_key = DirectionKeys::keys;

bool can_push(const StepUse& step, const Circumstances& where) {
  return step.has_cell && !(where.orders_sums && step.sums);
}
bool may_push(const StepUse& step, const Schedule& schedule, const Circumstances& where) {
  return step.fills_buckets || (can_push(step, where) && schedule.direction != Direction::pull);
}
bool may_pull(const StepUse& step, const Schedule& schedule, const Circumstances& where) {
  return !step.fills_buckets && (!can_push(step, where) || schedule.direction != Direction::push);
}

/// Whether the steps that come of it go the way that the schedule names, if it names one.
bool goes_as_told(const StepUse& step, const Schedule& schedule, const Circumstances& where) {
  switch (schedule.direction) {
    case Direction::push: return may_push(step, schedule, where);
    case Direction::pull: return may_pull(step, schedule, where);
    case Direction::optimized: break;
  }
  return true;
}

bool turns(const StepUse& step, const Schedule& schedule, const Circumstances& where) {
  return step.pattern == Pattern::expand && step.stops_early && may_push(step, schedule, where) &&
         may_pull(step, schedule, where);
}

KeySet keys_of_push(const StepUse& step, const Schedule& schedule, const Circumstances& where) {
  KeySet keys = where.on_gpu ? PushKeys::keys : step.fills_buckets ? HostBucketKeys::keys : HostPushKeys::keys;
  if (step.sums && schedule.dedup == Dedup::none) keys = keys - KeySet{ScheduleKey::dedup};  // receivers settle once
  return keys;
}

KeySet keys_of_expansion(const StepUse& step, const Schedule& schedule, const Circumstances& where) {
  KeySet keys;
  if (goes_as_told(step, schedule, where)) keys |= direction_key;
  if (where.decides_directions && turns(step, schedule, where)) keys |= ThresholdKeys::keys;
  if (may_push(step, schedule, where)) keys |= keys_of_push(step, schedule, where);
  if (where.on_gpu && may_pull(step, schedule, where)) keys |= PullKeys::keys;
  return keys;
}

/// A reduction has one direction, which a schedule may name.
KeySet keys_of_reduction(const StepUse& step, const Schedule& schedule, const Circumstances& where) {
  const bool has_layouts = where.on_gpu && !(where.orders_sums && step.sums);
  const bool pushes = has_layouts && pushes_reductions(schedule);
  KeySet keys;
  if (schedule.direction != (pushes ? Direction::pull : Direction::push)) keys |= direction_key;
  if (has_layouts) keys |= ReduceKeys::keys;
  if (pushes) keys |= CellKeys::keys;
  return keys;
}

KeySet keys_of_step(const StepUse& step, const Schedule& schedule, const Circumstances& where) {
  switch (step.pattern) {
    case Pattern::expand: return keys_of_expansion(step, schedule, where);
    case Pattern::reduce: return keys_of_reduction(step, schedule, where);
    case Pattern::gather: break;
  }
  return {};
}

/// Which of two schedules a step may come under.
struct Reach {
  bool first = true;
  bool second = false;
};

Reach reach_of(const StepUse& step, const HybridSchedule& schedule, const Circumstances& where) {
  if (!schedule.exception) return {};
  const std::uint64_t all = std::max<std::uint64_t>(where.num_vertices, 1);
  const bool whole = schedule.is_excepted(all, all);
  if (step.pattern == Pattern::reduce) return {.first = !whole, .second = whole};
  const double share = schedule.exception->percent;
  return {.second = schedule.exception->below ? share > 0 : share < 100};
}

bool is_of_device(Driver driver) { return driver == Driver::fused || driver == Driver::graph; }

/// Whether loops go by the driver that the schedule names, if it names one.
bool loops_as_told(const ProgramSteps& steps, Driver driver, const Circumstances& where) {
  if (driver == Driver::automatic || driver == Driver::launched) return true;
  return where.on_gpu && where.loops_stay && !(where.deterministic && steps.has(Pattern::expand));
}

/// Whether a loop's iterations never come back to be executed one by one.
bool stays(const ProgramSteps& steps, const HybridSchedule& schedule, const Circumstances& where) {
  const Driver driver = schedule.first.driver;
  return steps.loops && is_of_device(driver) && loops_as_told(steps, driver, where);
}

/// Of loops that stay, which push from queues of their own, or pull along rows where there is no frontier.
KeySet keys_of_staying_loops(const ProgramSteps& steps, const Schedule& schedule, const Circumstances& where) {
  const auto pushes = [&](const StepUse& step) {
    return step.pattern == Pattern::expand && goes_as_told(step, schedule, where);
  };
  KeySet keys = DriverKeys::keys;
  if (std::ranges::any_of(steps.taken, pushes)) keys |= direction_key;
  return keys;
}

}  // namespace

KeyUse keys_read(const ProgramSteps& steps, const HybridSchedule& schedule, const Circumstances& where) {
  KeyUse keys;
  if (stays(steps, schedule, where)) {
    keys.first = keys_of_staying_loops(steps, schedule.first, where);
    return keys;
  }
  for (const StepUse& step : steps.taken) {
    const Reach reach = reach_of(step, schedule, where);
    if (reach.first) keys.first |= keys_of_step(step, schedule.first, where);
    if (reach.second) keys.second |= keys_of_step(step, schedule.exception->schedule, where);
  }
  if (steps.loops && loops_as_told(steps, schedule.first.driver, where)) keys.first |= DriverKeys::keys;
  return keys;
}

bool turns_by_thresholds(const ProgramSteps& steps, const Schedule& schedule, const Circumstances& where) {
  return std::ranges::any_of(steps.taken, [&](const StepUse& step) { return turns(step, schedule, where); });
}

std::string doing(const ProgramSteps& steps, const HybridSchedule& schedule, const Circumstances& where) {
  if (steps.taken.empty()) return "the program goes through the graph in loops of its own, without an engine's steps";
  if (stays(steps, schedule, where)) {
    return steps.has(Pattern::expand) ? "a loop that stays on the device pushes from queues of its own"
                                      : "a loop that stays on the device pulls along rows";
  }
  const Schedule& first = schedule.first;
  bool pushes = false;
  bool pulls = false;
  for (const StepUse& step : steps.taken) {
    if (step.fills_buckets) return "every step pushes into priority buckets";
    if (step.pattern != Pattern::expand) continue;
    pushes = pushes || may_push(step, first, where);
    pulls = pulls || may_pull(step, first, where);
  }
  if (pushes && pulls && !turns_by_thresholds(steps, first, where)) {
    return "steps push, or pull into all vertices where the frontier's arcs are a large share of all";
  }
  if (pushes || pulls)
    return pushes && pulls ? "steps push or pull" : pushes ? "every step pushes" : "every step pulls";
  return "every vertex combines what all of its neighbors send";
}

}  // namespace mg::sparse
