#include "engine/schedule/schedule.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "engine/error.hpp"
#include "engine/schedule/schedule_table.hpp"
#include "engine/spelling.hpp"

namespace mg {

namespace {

using schedule_table::Json;
using schedule_table::Key;
using schedule_table::key_of;
using schedule_table::keys;

std::string keys_text(const Schedule& schedule, KeySet shown) {
  std::vector<std::string> items;
  for (const Key& key : keys()) {
    if (shown.has(key.about.key)) items.push_back(to_text(schedule, key.about.key));
  }
  return fmt::format("{}", fmt::join(items, ","));
}

Json keys_json(const Schedule& schedule) {
  Json object = Json::object();
  for (const Key& key : keys()) object[std::string(key.about.name)] = key.json(schedule);
  return object;
}

std::string condition_text(const StepCondition& condition) {
  return fmt::format("{}{}{}%", condition.of == StepCondition::Of::size ? "size" : "arcs", condition.below ? '<' : '>',
                     condition.percent);
}
std::string conditions_text(const std::vector<StepCondition>& conditions) {
  std::vector<std::string> texts;
  texts.reserve(conditions.size());
  for (const StepCondition& condition : conditions) texts.push_back(condition_text(condition));
  return fmt::format("{}", fmt::join(texts, " and "));
}

Json part_json(const HybridSchedule::Part& part) {
  Json object = Json::object();
  if (!part.label.empty()) object["label"] = part.label;
  object.update(keys_json(part.schedule));
  if (!part.conditions.empty()) object["if"] = conditions_text(part.conditions);
  return object;
}

void check_keys_for_cpu(const Schedule& schedule) {
  for (const Key& key : keys()) {
    const std::string value = key.text(schedule);
    std::vector<std::string_view> allowed;
    for (const ScheduleChoice& choice : key.choices()) {
      if (choice.on_cpus) allowed.push_back(choice.name);
    }
    if (allowed.empty() || std::ranges::find(allowed, value) != allowed.end()) continue;
    fail(ExitCode::wrong_use, "schedule: {}={} is for GPUs; a CPU takes: {}", key.about.name, value,
         fmt::join(allowed, ", "));
  }
  if (const std::uint32_t usual = Schedule{}.cta; schedule.cta != usual) {
    fail(ExitCode::wrong_use, "schedule: cta={} is for GPUs; a CPU takes: {}, the default", schedule.cta, usual);
  }
}

/// Those whose values are not the defaults.
KeySet changed_keys(const Schedule& schedule) {
  KeySet changed;
  for (const Key& key : keys()) {
    if (key.text(schedule) != key.text({})) changed |= {key.about.key};
  }
  return changed;
}

}  // namespace

bool StepCondition::holds(const ScheduledStep& step, const WholeGraph& whole) const {
  const std::uint64_t all = of == Of::size ? whole.vertices : whole.arcs;
  const double share = percent / 100 * static_cast<double>(all);
  const auto own = static_cast<double>(of == Of::size ? step.vertices : step.arcs);
  return below ? own < share : own > share;
}

bool HybridSchedule::may_be_for_one_of(std::size_t number, std::span<const std::string_view> loops) const {
  if (number == 0) return !loops.empty();
  const Part& part = others[number - 1];
  return std::ranges::any_of(loops, [&](std::string_view loop) { return part.may_be_for(loop, loop); });
}

std::size_t HybridSchedule::part_for(const ScheduledStep& step, const WholeGraph& whole) const {
  for (std::size_t i = 0; i < others.size(); ++i) {
    const auto holds = [&](const StepCondition& condition) { return condition.holds(step, whole); };
    if (others[i].may_be_for(step.label, step.loop) && std::ranges::all_of(others[i].conditions, holds)) return i + 1;
  }
  return 0;
}

std::size_t HybridSchedule::part_for_all_of(std::string_view loop) const {
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (others[i].conditions.empty() && others[i].may_be_for(loop, loop)) return i + 1;
  }
  return 0;
}

std::optional<EdgeId> HybridSchedule::most_arcs_of_part(ScheduledStep step, const WholeGraph& whole) const {
  std::set<EdgeId> turns;  // around those numbers where a condition changes
  for (const Part& part : others) {
    if (!part.may_be_for(step.label, step.loop)) continue;
    for (const StepCondition& condition : part.conditions) {
      if (condition.of == StepCondition::Of::size) return {};
      const auto share = static_cast<EdgeId>(condition.percent / 100 * static_cast<double>(whole.arcs));
      turns.insert({share - std::min<EdgeId>(share, 1), share, share + 1});
    }
  }
  const EdgeId own = step.arcs;
  const std::size_t own_part = part_for(step, whole);
  for (const EdgeId arcs : turns) {
    step.arcs = arcs;
    if (part_for(step, whole) == own_part) continue;
    return arcs < own ? std::nullopt : std::optional(arcs - 1);
  }
  return std::numeric_limits<EdgeId>::max();
}

bool HybridSchedule::asks_for_arcs(std::string_view label, std::string_view loop) const {
  return std::ranges::any_of(others, [&](const Part& part) {
    const bool asks =
        std::ranges::find(part.conditions, StepCondition::Of::arcs, &StepCondition::of) != part.conditions.end();
    return asks && part.may_be_for(label, loop);
  });
}

std::string to_text(const Schedule& schedule, ScheduleKey key) {
  return fmt::format("{}={}", key_of(key).about.name, key_of(key).text(schedule));
}

std::string part_text(const HybridSchedule& schedule, std::size_t part, const KeyUse& shown) {
  std::string keys = keys_text(schedule.part(part), shown.of(part));
  if (part == 0) return keys;
  const auto& [own, label, conditions] = schedule.others[part - 1];
  return (label.empty() ? "" : label + ": ") + keys + (conditions.empty() ? "" : " if " + conditions_text(conditions));
}

std::string to_text(const HybridSchedule& schedule, const KeyUse& shown) {
  std::string text = part_text(schedule, 0, shown);
  for (std::size_t part = 1; part < schedule.num_parts(); ++part) text += " ; " + part_text(schedule, part, shown);
  return text;
}

std::vector<ScheduleKeyInfo> schedule_keys() {
  std::vector<ScheduleKeyInfo> infos;
  for (const Key& key : keys()) {
    infos.push_back({.key = key.about.key,
                     .name = key.about.name,
                     .values = key.values(),
                     .sentence = key.about.sentence,
                     .readers = key.about.readers,
                     .choices = key.choices(),
                     .fallback = key.text({})});
  }
  return infos;
}

KeyUse asked_keys(const HybridSchedule& schedule) {
  KeyUse asked = schedule.named;
  for (std::size_t part = 0; part < schedule.num_parts(); ++part) asked.add(part, changed_keys(schedule.part(part)));
  return asked;
}

std::string to_json(const HybridSchedule& schedule) {
  Json object = keys_json(schedule.first);
  if (schedule.others.empty()) return object.dump();
  Json parts = Json::array({std::move(object)});
  for (const HybridSchedule::Part& part : schedule.others) parts.push_back(part_json(part));
  return parts.dump();
}

Driver driver_on_gpu(const HybridSchedule& schedule, std::size_t part) {
  const Schedule& own = schedule.part(part);
  if (own.driver != Driver::automatic) return own.driver;
  return schedule.others.empty() && !speaks_of_steps(own) ? Driver::adaptive : Driver::launched;
}

bool leaves_steps_open(const HybridSchedule& schedule) {
  const Driver driver = driver_on_gpu(schedule, 0);
  return schedule.others.empty() && !speaks_of_steps(schedule.first) &&
         (driver == Driver::adaptive || driver == Driver::launched);
}

bool speaks_of_steps(Schedule schedule) {
  const Schedule defaults;
  schedule.alpha = defaults.alpha;
  schedule.beta = defaults.beta;
  schedule.delta = defaults.delta;
  schedule.driver = defaults.driver;
  return schedule != defaults;
}

void check_for_cpu(const HybridSchedule& schedule) {
  for (std::size_t part = 0; part < schedule.num_parts(); ++part) check_keys_for_cpu(schedule.part(part));
}

}  // namespace mg
