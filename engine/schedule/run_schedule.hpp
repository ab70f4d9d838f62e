// A schedule as those see it who execute a run by it. Each reader names the keys that it wants, in a type, and gets to
// see no others: so what it reads is known before it runs, and a key that nobody is going to read can be refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/schedule/schedule.hpp"

namespace mg {

/// Some of a schedule's keys.
template <ScheduleKey... shown>
class KeysOf {
 public:
  static constexpr KeySet keys{shown...};

  KeysOf(const Schedule& schedule) : schedule_(schedule) {}  // NOLINT: a schedule shows every key
  /// Of a reader who sees them all, and maybe more.
  template <ScheduleKey... others>
  KeysOf(const KeysOf<others...>& more) : schedule_(more.schedule_) {  // NOLINT
    static_assert((keys - KeysOf<others...>::keys).empty(), "a reader may hand on only keys that it has asked for");
  }

  template <ScheduleKey key>
  [[nodiscard]] const auto& get() const {
    static_assert(keys.has(key), "this reader has not named the key among those that it reads");
    return std::get<static_cast<std::size_t>(key)>(members_of(schedule_));
  }
  /// A schedule with these keys, and with the defaults of all others.
  [[nodiscard]] Schedule alone() const {
    Schedule alone;
    const auto members = members_of(alone);
    ((std::get<static_cast<std::size_t>(shown)>(members) = get<shown>()), ...);
    return alone;
  }

 private:
  template <ScheduleKey... others>
  friend class KeysOf;

  Schedule schedule_;
};

using DirectionKeys = KeysOf<ScheduleKey::direction>;
/// When a search turns to pulling and back.
using ThresholdKeys = KeysOf<ScheduleKey::alpha, ScheduleKey::beta>;
using DriverKeys = KeysOf<ScheduleKey::driver>;
using BucketKeys = KeysOf<ScheduleKey::delta>;

class RunSchedule {
 public:
  RunSchedule(const HybridSchedule& asked, const WholeGraph& whole)
      : asked_(asked), whole_(whole), read_(asked.num_parts()), held_(asked.num_parts()) {}

  /// Whether there is one for all steps.
  [[nodiscard]] bool is_one() const { return asked_.others.empty(); }
  [[nodiscard]] bool asks_for_arcs(std::string_view label, std::string_view loop) const {
    return asked_.asks_for_arcs(label, loop);
  }
  /// The number of the part that holds for a step, which is noted.
  [[nodiscard]] std::size_t part_for(const ScheduledStep& step) const { return note(asked_.part_for(step, whole_)); }
  /// See HybridSchedule; it is noted too.
  [[nodiscard]] std::size_t part_for_all_of(std::string_view loop) const { return note(asked_.part_for_all_of(loop)); }
  /// See HybridSchedule.
  [[nodiscard]] std::optional<EdgeId> most_arcs_of_part(const ScheduledStep& step) const {
    return asked_.most_arcs_of_part(step, whole_);
  }
  [[nodiscard]] const WholeGraph& whole() const { return whole_; }

  /// For a step for which that part holds.
  template <class Keys>
  [[nodiscard]] Keys at(std::size_t part) const {
    read_[part] |= Keys::keys;
    return Keys(asked_.part(part));
  }
  /// For what is no step: of the first part.
  template <class Keys>
  [[nodiscard]] Keys of_program() const {
    return at<Keys>(0);
  }
  /// How the iterations of a loop of that name are to follow each other is going to be read: where it is one over
  /// buckets, of parts without conditions.
  void read_drivers(std::string_view loop, bool has_buckets) const {
    read_.front() |= DriverKeys::keys;
    for (std::size_t part = 1; part < asked_.num_parts(); ++part) {
      const HybridSchedule::Part& other = asked_.others[part - 1];
      const bool is_read = other.may_be_for(loop, loop) && !(has_buckets && !other.conditions.empty());
      if (is_read) read_[part] |= DriverKeys::keys;
    }
  }

  /// Whether it says how the arcs of such a step are followed.
  [[nodiscard]] bool speaks_of_steps(std::size_t part) const { return mg::speaks_of_steps(asked_.part(part)); }
  /// The whole, for those who print it, or ask whether it says anything at all. Not for executing a run.
  [[nodiscard]] const HybridSchedule& asked() const { return asked_; }
  /// What readers have asked for so far.
  [[nodiscard]] KeyUse read() const { return KeyUse(read_); }
  /// Whether the part has held for any step or loop so far.
  [[nodiscard]] bool has_held(std::size_t part) const { return held_[part]; }

 private:
  std::size_t note(std::size_t part) const {
    held_[part] = true;
    return part;
  }

  HybridSchedule asked_;
  WholeGraph whole_;
  // Of each part, noted for those who may not change the schedule:
  mutable std::vector<KeySet> read_;
  mutable std::vector<bool> held_;
};

}  // namespace mg
