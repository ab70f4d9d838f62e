// Where a run is, for whoever watches it from another thread while it computes.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace mg {

/// Told by the thread that runs, at the cost of a store for each iteration; read by any other at any time.
class RunProgress {
 public:
  enum class Phase : std::uint8_t { preparing, warming_up, running, validating, summing_up };

  /// What is known at one moment. Numbers count from 1; 0 is not known, or none.
  struct View {
    Phase phase = Phase::preparing;
    std::uint64_t run = 0, runs = 0;
    std::uint64_t source = 0, sources = 0;  ///< of a run that starts from one after the other
    std::uint64_t iteration = 0;            ///< of the run; loops that stay on a device tell none
    double seconds = 0;                     ///< since the first of the runs began
  };

  void enter(Phase phase) { put(phase_, phase); }
  void begin_run(std::uint64_t run, std::uint64_t runs) {
    if (run == 1) put(began_, Clock::now().time_since_epoch());
    put(sources_, std::uint64_t{0});
    put(iteration_, std::uint64_t{0});
    put(runs_, runs);
    put(run_, run);
    enter(Phase::running);
  }
  void begin_source(std::uint64_t source, std::uint64_t sources) {
    put(source_, source);
    put(sources_, sources);
  }
  void begin_iteration(std::uint64_t iteration) { put(iteration_, iteration); }

  [[nodiscard]] View view() const {
    const auto elapsed = Clock::now().time_since_epoch() - get(began_);
    View view{.phase = get(phase_), .run = get(run_), .runs = get(runs_), .iteration = get(iteration_)};
    view.sources = get(sources_);
    if (view.sources > 0) view.source = get(source_);
    if (view.run > 0) view.seconds = std::chrono::duration<double>(elapsed).count();
    return view;
  }

 private:
  using Clock = std::chrono::steady_clock;

  template <class T>
  static void put(std::atomic<T>& cell, T value) {
    cell.store(value, std::memory_order_relaxed);
  }
  template <class T>
  static T get(const std::atomic<T>& cell) {
    return cell.load(std::memory_order_relaxed);
  }

  std::atomic<Phase> phase_ = Phase::preparing;
  std::atomic<Clock::duration> began_{};
  std::atomic<std::uint64_t> run_ = 0, runs_ = 0, source_ = 0, sources_ = 0, iteration_ = 0;
};

}  // namespace mg
