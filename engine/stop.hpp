// What ends the loops of a thread before they are done: a flag that another thread may set at any time.
#pragma once

#include <atomic>

namespace mg {

/// While it lives, loops that the calling thread shares out in chunks (engine/cpu/parallel.hpp) end early once `stop`
/// is true, and throw Error(interrupted). Null: nothing ends them.
class StopScope {
 public:
  explicit StopScope(const std::atomic<bool>* stop);
  ~StopScope();
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  const std::atomic<bool>* before_;
};

/// What a loop asks before each chunk. It is made by the thread that the loop belongs to, and asked by its helpers too.
class StopFlag {
 public:
  /// That of the calling thread.
  StopFlag();

  [[nodiscard]] bool may_be_set() const { return stop_ != nullptr; }
  [[nodiscard]] bool is_set() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  /// Throws Error(interrupted) once it is set.
  void check() const {
    if (is_set()) throw_interrupted();
  }

 private:
  [[noreturn]] static void throw_interrupted();

  const std::atomic<bool>* stop_;
};

}  // namespace mg
