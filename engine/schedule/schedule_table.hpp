// The keys of a schedule as a table: how each is read and printed, and what it decides. For those who read and write
// schedules (engine/schedule/schedule.cpp).
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/schedule/schedule.hpp"

namespace mg::schedule_table {

using Json = nlohmann::ordered_json;

/// What a key is called and what it is for.
struct About {
  ScheduleKey key;
  std::string_view name;
  std::string_view sentence;
  std::string_view readers;
};

/// One key of a schedule: how it is read, and how it is printed in text and in JSON.
struct Key {
  About about;
  std::function<std::string()> values;
  std::function<std::vector<ScheduleChoice>()> choices;
  std::function<void(Schedule&, std::string_view)> set;
  std::function<std::string(const Schedule&)> text;
  std::function<Json(const Schedule&)> json;
};

/// All keys, in declaration order.
[[nodiscard]] std::span<const Key> keys();
[[nodiscard]] const Key& key_of(ScheduleKey key);

}  // namespace mg::schedule_table
