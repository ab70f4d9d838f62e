// The schedules that there are, point by point, as they follow from the registered pieces and from what the values of
// keys exclude.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/program_steps.hpp"
#include "engine/schedule/schedule.hpp"

namespace mg {

/// The schedules of a GPU for a program that takes some steps by the engine `sparse`: each says all that can be said of
/// what those steps read, by keys that have choices, and nothing of what they do not read.
class ScheduleSpace {
 public:
  explicit ScheduleSpace(ProgramSteps steps) : steps_(std::move(steps)) {}

  /// Calls `visit` for each point, always in the same order. O(points), some microseconds each.
  void for_each(const std::function<void(const Schedule&)>& visit) const;
  [[nodiscard]] std::uint64_t count() const;
  /// Texts of `count` different points, or of all where there are fewer, drawn by `seed`: the same ones as long as the
  /// same pieces are registered. O(points).
  [[nodiscard]] std::vector<std::string> sample(std::size_t count, std::uint64_t seed) const;
  /// Points under a condition, "A ; B if size<X%", whatever the share: of two different ones that go by steps, the
  /// second one without a driver, which is a loop's. None where no step comes from a frontier.
  [[nodiscard]] std::uint64_t count_pairs() const;
  [[nodiscard]] std::vector<std::string> sample_pairs(std::size_t count, std::uint64_t seed) const;
  /// The keys of which a point says something.
  [[nodiscard]] KeySet said(const Schedule& point) const;
  /// The names of steps and loops that a schedule's parts may be for.
  [[nodiscard]] std::set<std::string_view> labels() const { return labels_of(steps_); }
  /// What it says, as parse_schedule() takes it.
  [[nodiscard]] std::string text(const Schedule& point) const;

 private:
  [[nodiscard]] KeySet keys_read(const Schedule& schedule) const;
  [[nodiscard]] std::vector<Schedule> points_by_steps() const;

  ProgramSteps steps_;
};

}  // namespace mg
