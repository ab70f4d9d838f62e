// A schedule as those see it who execute a run by it. Each reader names the keys that it wants, in a type, and gets to
// see no others: so what it reads is known before it runs, and a key that nobody is going to read can be refused.
#pragma once

#include <cstdint>
#include <tuple>

#include "engine/schedule.hpp"

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
  explicit RunSchedule(const HybridSchedule& asked) : asked_(asked) {}

  /// For a step from a frontier of `size` vertices.
  template <class Keys>
  [[nodiscard]] Keys at(std::uint64_t size, std::uint64_t num_vertices) const {
    const bool is_second = asked_.is_excepted(size, num_vertices);
    (is_second ? read_.second : read_.first) |= Keys::keys;
    return Keys(asked_.at(size, num_vertices));
  }
  /// For what is no step: of the first schedule.
  template <class Keys>
  [[nodiscard]] Keys of_loops() const {
    read_.first |= Keys::keys;
    return Keys(asked_.first);
  }

  /// Whether it says how the arcs of such a step are followed.
  [[nodiscard]] bool speaks_of_steps(std::uint64_t size, std::uint64_t num_vertices) const {
    return mg::speaks_of_steps(asked_.at(size, num_vertices));
  }
  /// The whole, for those who print it, or ask whether it says anything at all. Not for executing a run.
  [[nodiscard]] const HybridSchedule& asked() const { return asked_; }
  /// What readers have asked for so far.
  [[nodiscard]] const KeyUse& read() const { return read_; }

 private:
  HybridSchedule asked_;
  mutable KeyUse read_;  ///< by those who may not change the schedule
};

}  // namespace mg
