// What a program asks of the run that it is a part of, beside operators: the machine's numbers, what the user has asked
// for, and single elements of state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "engine/context.hpp"

namespace mg {

/// The base of a loop on a machine.
template <class Machine>
class RunView {
 public:
  /// Where State lives: null for host memory.
  [[nodiscard]] std::shared_ptr<Device> device() const { return machine_.device(); }

  /// Told by State where it lies, so that a step can be undone.
  void holds_state(const StateCopies::Owner& owner, void* data, std::size_t bytes) {
    context_.states.add(owner, data, bytes);
  }

  [[nodiscard]] VertexId num_vertices() const { return machine_.num_vertices(); }
  [[nodiscard]] int threads() const { return context_.threads; }
  [[nodiscard]] bool deterministic() const { return context_.deterministic; }
  /// The width that the schedule gives buckets; 0: none.
  [[nodiscard]] double bucket_width() const {
    return context_.schedule.of_program<BucketKeys>().template get<ScheduleKey::delta>();
  }

  /// Whether the run's engine orders vertices by priority.
  [[nodiscard]] bool has_buckets() const { return context_.engine().has_buckets(); }
  /// The numbers of the machine that the loop runs on.
  [[nodiscard]] const Profile& profile() const { return context_.profile(); }
  /// Whether its steps over all arcs cost little more than reading them once.
  [[nodiscard]] bool has_cheap_sweeps() const { return context_.engine().has_cheap_sweeps(context_); }

  /// Counts an iteration; false once there have been as many as the user allows. The condition of a program's loop.
  [[nodiscard]] bool next_iteration() { return context_.next_iteration(); }

  /// For programs that end before they are done because of what the user has given, such as a largest number of points:
  /// `by` says what, as in "the parameter 'points'". The run then counts as unfinished, and is not validated, as where
  /// next_iteration() says no. The program ends itself.
  void stop_early(std::string_view by) { context_.stop_early(by); }

  /// True once next_iteration() has said no, or stop_early() was called: programs of several loops stop altogether.
  [[nodiscard]] bool stopped_early() const { return context_.stopped_early(); }

  /// Told by a program that starts from one source after the other which is in turn, from 1: for whoever watches.
  void begin_source(std::uint64_t source, std::uint64_t sources) {
    if (context_.progress != nullptr) context_.progress->begin_source(source, sources);
  }

  /// Reads or writes one element of State that functions work on. On a GPU each waits for all that was asked before.
  template <class T>
  [[nodiscard]] T load(const T* cell) const {
    return machine_.load(cell);
  }
  template <class T>
  void store(T* cell, T value) const {
    machine_.store(cell, value);
  }

 protected:
  explicit RunView(RunContext& context) : context_(context), machine_(context) {}

  RunContext& context_;
  Machine machine_;
};

}  // namespace mg
