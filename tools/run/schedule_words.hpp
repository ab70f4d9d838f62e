// A schedule for people.
#pragma once

#include <string>

#include "engine/schedule/schedule.hpp"

namespace mg::tools {

/// What those keys of the schedule mean that a run reads, in sentences; what they leave to the engine is not mentioned.
[[nodiscard]] std::string schedule_words(const HybridSchedule& schedule, const KeyUse& read);

/// The keys that differ from the defaults, such as "direction=push, balance=edge".
[[nodiscard]] std::string schedule_summary(const HybridSchedule& schedule);

}  // namespace mg::tools
