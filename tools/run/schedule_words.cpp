#include "tools/run/schedule_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <vector>

namespace mg::tools {

namespace {

std::string direction_words(const Schedule& schedule, KeySet read) {
  if (!read.has(ScheduleKey::direction)) return {};
  switch (schedule.direction) {
    case Direction::push: return "Steps from a frontier push, along the arcs out of it.";
    case Direction::pull: return "Steps from a frontier pull, into every vertex that wants values.";
    case Direction::optimized: break;
  }
  if (!read.has(ScheduleKey::alpha)) return {};
  return fmt::format(
      "A step pulls once the frontier's arcs are more than 1/{:g} of the unexplored ones, and pushes again once the "
      "frontier holds fewer than 1/{:g} of the vertices.",
      schedule.alpha, schedule.beta);
}

/// What the value of a key means, where it is another one than the default.
std::string choice_words(const Schedule& schedule, const ScheduleKeyInfo& info) {
  const std::string text = to_text(schedule, info.key);
  for (const ScheduleChoice& choice : info.choices) {
    if (choice.name == info.fallback || text != fmt::format("{}={}", info.name, choice.name)) continue;
    return fmt::format("{}: {}.", text, choice.sentence);
  }
  return {};
}

std::string words(const Schedule& schedule, KeySet read) {
  std::vector<std::string> sentences{direction_words(schedule, read)};
  for (const ScheduleKeyInfo& info : schedule_keys()) {
    if (read.has(info.key) && info.key != ScheduleKey::direction) sentences.push_back(choice_words(schedule, info));
  }
  if (read.has(ScheduleKey::delta) && schedule.delta > 0) {
    sentences.push_back(fmt::format("Priority buckets are {:g} wide.", schedule.delta));
  }
  std::erase(sentences, "");
  return fmt::format("{}", fmt::join(sentences, " "));
}

/// "In Forward, where the frontier holds less than 5 % of the vertices, this holds instead"
std::string when(const HybridSchedule::Part& part) {
  std::vector<std::string> conditions;
  for (const StepCondition& condition : part.conditions) {
    conditions.push_back(fmt::format("{} {} than {:g} % of the {}",
                                     condition.of == StepCondition::Of::size ? "holds" : "is left by",
                                     condition.below ? "less" : "more", condition.percent,
                                     condition.of == StepCondition::Of::size ? "vertices" : "arcs"));
  }
  std::string text = part.label.empty() ? "" : "In " + part.label;
  if (!conditions.empty()) {
    text += fmt::format("{}here the frontier {}", text.empty() ? "W" : ", w", fmt::join(conditions, " and "));
  }
  return text + ", this holds instead";
}

/// The `key=value` of a schedule's text.
std::vector<std::string> items(const std::string& text) {
  std::vector<std::string> list;
  std::istringstream stream(text);
  for (std::string item; std::getline(stream, item, ',');) list.push_back(item);
  return list;
}

}  // namespace

std::string schedule_words(const HybridSchedule& schedule, const KeyUse& read) {
  std::vector<std::string> texts{words(schedule.first, read.of(0))};
  for (std::size_t i = 0; i < schedule.others.size(); ++i) {
    const HybridSchedule::Part& part = schedule.others[i];
    texts.push_back(fmt::format("{}: {}", when(part), words(part.schedule, read.of(i + 1))));
  }
  std::erase(texts, "");
  return fmt::format("{}", fmt::join(texts, " "));
}

std::string schedule_summary(const HybridSchedule& schedule) {
  if (!schedule.others.empty()) return to_text(schedule);
  const std::vector<std::string> defaults = items(to_text(HybridSchedule{}));
  std::vector<std::string> given = items(to_text(schedule));
  std::erase_if(given, [&](const std::string& item) { return std::ranges::find(defaults, item) != defaults.end(); });
  return given.empty() ? "the defaults" : fmt::format("{}", fmt::join(given, ", "));
}

}  // namespace mg::tools
