// Whether pushes get a loop further in the same time than what costs least step by step.
//
// Where senders hand on what they hold (labels, distances), a push passes on values that have arrived earlier in the
// same step: along a path of rising numbers one step takes a value many edges far. A sweep reads what the step before
// has left, and a pull hardly more. By itself a push may cost several times as much, and the loop is over sooner all
// the same, as frontiers shrink faster. No offer tells, so it is tried.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "engine/offer.hpp"

namespace mg::hybrid {

/// Of one function's steps. Windows of steps by what costs least and windows of pushes take turns and are compared by
/// how much the frontier has shrunk in a millisecond, as a logarithm; of long windows the later half counts.
class Pace {
 public:
  /// Asked before each wide step: whether it should be a push, whatever that costs.
  [[nodiscard]] bool pushes(const StepFacts& step) {
    if (step.loop != loop_) begin_loop(step.loop);
    const double vertices = std::max(static_cast<double>(step.vertices), 1.0);
    // A step that follows others of another kind still shows what these have done.
    if (is_measured_ && !std::exchange(is_first_, false)) {
      pushed_ += is_of_pushes(phase_) ? 1 : 0;
      if (steps_ >= settling(window_)) {
        ms_ += step_ms_;
        shrinking_ += std::log(vertices_ / vertices);
        ++counted_;
      }
      if (++steps_ >= window_) end_window();
    }
    is_measured_ = false;
    vertices_ = vertices;
    step_ = step.step;
    return is_of_pushes(phase_);
  }

  /// What the step took that it was asked about; a step that nobody measures does not count.
  void took(const StepFacts& step, double ms) {
    if (step.step != step_ || step.loop != loop_) return;  // a trial, before it was asked
    step_ms_ = ms;
    is_measured_ = true;
  }

  /// Told in place of that before a step that is not wide, or would be a push anyway.
  void rest() {
    is_measured_ = false;
    if (phase_ == Phase::cheapest) begin_window(Phase::cheapest, patience_);
  }

  /// Of a run that follows another one; what was learned of pushes that do not pay is kept.
  void begin_run() { loop_ = no_loop; }

 private:
  enum class Phase : std::uint8_t {
    cheapest,
    trial,  ///< of pushes
    pushing,
    control,  ///< of what costs least, while pushes go on
  };

  [[nodiscard]] static bool is_of_pushes(Phase phase) { return phase == Phase::trial || phase == Phase::pushing; }

  static constexpr std::uint64_t no_loop = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t few = 3;            ///< steps before a first trial, of a trial, or of a short control
  static constexpr std::uint64_t more_patience = 8;  ///< times as many before the next, after pushes that did not pay
  static constexpr std::uint64_t first_pushes = 8;   ///< in a row, after a trial that did
  /// Pushes are to get so many times as far in the same time: what frontiers shrink by tells it roughly.
  static constexpr double least_gain = 2;
  /// A control, which shows whether pushes still pay, has one step for so many pushes in a row before it.
  static constexpr std::uint64_t pushes_a_control = 8;
  /// Pushes that turn out not to pay are followed by so many steps without, each.
  static constexpr std::uint64_t steps_a_lost_push = 4;
  /// Where a step shrinks the frontier by more than a hundredth, no trial is needed; nor while it grows by as much.
  static constexpr double shrinks_well = 0.01;

  /// So many steps of a long window say nothing of the way that it tries: a frontier that pushes have made is smaller
  /// than one that pulls have made at the same stage of a loop, and it takes some steps until that is evened out.
  [[nodiscard]] static std::uint64_t settling(std::uint64_t window) { return window < first_pushes ? 0 : window / 2; }

  void begin_loop(std::uint64_t loop) {
    loop_ = loop;
    is_measured_ = false;
    begin_window(Phase::cheapest, patience_);
    is_first_ = false;
  }
  void begin_window(Phase phase, std::uint64_t steps) {
    is_first_ = is_of_pushes(phase) != is_of_pushes(phase_);
    phase_ = phase;
    window_ = steps;
    steps_ = counted_ = 0;
    shrinking_ = ms_ = 0;
  }
  void end_window() {
    const double pace = shrinking_ / ms_;
    switch (phase_) {
      case Phase::cheapest: {
        const bool stays = std::abs(shrinking_) < shrinks_well * static_cast<double>(counted_);
        pace_without_ = pace;
        pushed_ = 0;
        return stays ? begin_window(Phase::trial, few) : begin_window(Phase::cheapest, patience_);
      }
      case Phase::trial:
        if (shrinking_ <= 0 || pace <= least_gain * pace_without_) return give_up();
        return begin_window(Phase::pushing, first_pushes);
      case Phase::pushing:
        pace_with_ = pace;
        pushes_in_a_row_ = window_;
        return begin_window(Phase::control, std::max(few, window_ / pushes_a_control));
      case Phase::control:
        if (pace_with_ <= std::max(0.0, least_gain * pace)) return give_up();
        patience_ = few;
        return begin_window(Phase::pushing, 2 * pushes_in_a_row_);
    }
  }
  void give_up() {
    patience_ = std::max(more_patience * patience_, steps_a_lost_push * pushed_);
    begin_window(Phase::cheapest, patience_);
  }

  std::uint64_t loop_ = no_loop;
  std::uint64_t step_ = 0;    ///< that was asked about last
  double vertices_ = 0;       ///< of its frontier
  bool is_measured_ = false;  ///< and it was
  double step_ms_ = 0;
  Phase phase_ = Phase::cheapest;
  bool is_first_ = false;  ///< the last step, in its phase
  std::uint64_t patience_ = few;
  std::uint64_t window_ = few;  ///< steps, of which there were
  std::uint64_t steps_ = 0;
  std::uint64_t counted_ = 0;  ///< those behind the first, which settle
  double shrinking_ = 0;       ///< in these
  double ms_ = 0;
  double pace_without_ = 0;
  double pace_with_ = 0;
  std::uint64_t pushed_ = 0;  ///< steps since a trial began
  std::uint64_t pushes_in_a_row_ = 0;
};

}  // namespace mg::hybrid
