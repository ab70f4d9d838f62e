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
  const bool settles_once = step.sums && schedule.dedup == Dedup::none;
  const bool combines_all = !step.stops_early && schedule.dedup == Dedup::cull;
  return settles_once || combines_all ? keys - KeySet{ScheduleKey::dedup} : keys;
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

/// Whether a part may hold for such a step, and whether it surely does.
struct Holds {
  bool maybe = true;
  bool surely = true;
};

Holds holds(const HybridSchedule::Part& part, const StepUse& step, const ProgramSteps& steps,
            const Circumstances& where) {
  const bool is_meant = part.may_be_for(step.label, {});
  const bool names_loop = steps.lists_loop(part.label);
  Holds holds{.maybe = is_meant || names_loop, .surely = is_meant};
  const WholeGraph whole{.vertices = std::max<std::uint64_t>(where.num_vertices, 1), .arcs = 1};
  for (const StepCondition& condition : part.conditions) {
    if (step.pattern == Pattern::reduce) {  // from all vertices
      const bool is_met = condition.holds({.vertices = whole.vertices, .arcs = whole.arcs}, whole);
      holds = {.maybe = holds.maybe && is_met, .surely = holds.surely && is_met};
    } else {
      const bool can_be_met = condition.below ? condition.percent > 0 : condition.percent < 100;
      holds = {.maybe = holds.maybe && can_be_met, .surely = false};
    }
  }
  return holds;
}

/// Whether the step may come under the part of that number.
bool may_come_under(std::size_t number, const StepUse& step, const ProgramSteps& steps, const HybridSchedule& schedule,
                    const Circumstances& where) {
  const std::size_t before = number == 0 ? schedule.others.size() : number - 1;
  for (std::size_t i = 0; i < before; ++i) {
    if (holds(schedule.others[i], step, steps, where).surely) return false;
  }
  return number == 0 || holds(schedule.others[number - 1], step, steps, where).maybe;
}

bool is_of_device(Driver driver) { return driver == Driver::fused || driver == Driver::graph; }

/// Whether loops go by the driver that the schedule names, if it names one.
bool loops_as_told(const ProgramSteps& steps, Driver driver, const Circumstances& where) {
  if (driver == Driver::automatic || driver == Driver::launched) return true;
  return where.on_gpu && where.loops_stay && !(where.deterministic && steps.has(Pattern::expand));
}

/// Whether the iterations of loops under a part never come back to be executed one by one.
bool stays(const ProgramSteps& steps, const Schedule& part, const Circumstances& where) {
  return steps.has_loops() && is_of_device(part.driver) && loops_as_told(steps, part.driver, where);
}

/// Of loops that stay, with a frontier of their own.
KeySet keys_of_staying_loops(const StepUse& step, const Schedule& schedule, const Circumstances& where) {
  if (step.pattern != Pattern::expand) return {};
  const bool pulls = schedule.direction == Direction::pull && may_pull(step, schedule, where);
  const KeySet keys = pulls ? PulledLoopKeys::keys : LoopKeys::keys;
  return goes_as_told(step, schedule, where) ? direction_key | keys : keys;
}

}  // namespace

KeyUse keys_read(const ProgramSteps& steps, const HybridSchedule& schedule, const Circumstances& where) {
  const auto may_loop = [&](std::size_t number) {
    const bool has_conditions = number > 0 && !schedule.others[number - 1].conditions.empty();
    return schedule.may_be_for_one_of(number, steps.loops) ||
           (!has_conditions && schedule.may_be_for_one_of(number, steps.loops_over_buckets));
  };
  bool all_stay = steps.has_loops();
  for (std::size_t number = 0; number < schedule.num_parts(); ++number) {
    all_stay = all_stay && (!may_loop(number) || stays(steps, schedule.part(number), where));
  }
  KeyUse keys;
  for (std::size_t number = 0; number < schedule.num_parts(); ++number) {
    const Schedule& part = schedule.part(number);
    const bool may_stay = may_loop(number) ? stays(steps, part, where) : all_stay;
    for (const StepUse& step : steps.taken) {
      if (!may_come_under(number, step, steps, schedule, where)) continue;
      if (!may_stay) keys.add(number, keys_of_step(step, part, where));
      if (may_stay && may_loop(number)) keys.add(number, keys_of_staying_loops(step, part, where));
    }
    if (may_loop(number) && loops_as_told(steps, part.driver, where)) keys.add(number, DriverKeys::keys);
  }
  return keys;
}

bool turns_by_thresholds(const ProgramSteps& steps, const Schedule& schedule, const Circumstances& where) {
  return std::ranges::any_of(steps.taken, [&](const StepUse& step) { return turns(step, schedule, where); });
}

std::string doing(const ProgramSteps& steps, const HybridSchedule& schedule, const Circumstances& where) {
  if (steps.taken.empty()) return "the program goes through the graph in loops of its own, without an engine's steps";
  if (schedule.others.empty() && stays(steps, schedule.first, where)) {
    if (!steps.has(Pattern::expand)) return "a loop that stays on the device pulls along rows";
    const bool pulls =
        schedule.first.direction == Direction::pull && std::ranges::any_of(steps.taken, [&](const StepUse& step) {
          return step.pattern == Pattern::expand && may_pull(step, schedule.first, where);
        });
    return pulls ? "a loop that stays on the device pulls from frontiers of its own"
                 : "a loop that stays on the device pushes from frontiers of its own";
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
