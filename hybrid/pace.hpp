// Whether pushes get a loop further in the same time than what costs least step by step.
//
// Where senders hand on what they hold (labels, distances), a push passes on values that have arrived earlier in the
// same step: along a path of rising numbers one step takes a value many edges far. A sweep reads what the step before
// has left, and a pull hardly more. By itself a push may cost several times as much, and the loop is over sooner all
// the same, as frontiers shrink faster. No offer tells, so it is tried.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/offer.hpp"

namespace mg::hybrid {

/// Of one function's steps, loop by loop. Windows of steps by what costs least and windows of pushes are compared by
/// how much the frontier has shrunk in a millisecond, as a logarithm.
class Pace {
 public:
  /// Asked before each wide step: whether it should be a push, whatever that costs.
  [[nodiscard]] bool pushes(const StepFacts& step) {
    if (step.loop != loop_) begin(step.loop);
    const auto vertices = static_cast<double>(step.vertices);
    if (is_measured_) {
      ms_ += step_ms_;
      shrinking_ += std::log(vertices_ / vertices);
      ++steps_;
      if (steps_ >= window_) end_window();
    }
    is_measured_ = false;
    vertices_ = vertices;
    step_ = step.step;
    return pushes_;
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
    if (!pushes_) begin_window(patience_);
  }

 private:
  static constexpr std::uint64_t first_patience = 8;
  static constexpr std::uint64_t trial = 4;  ///< pushes before they are judged
  /// Where a step shrinks the frontier by more than a hundredth, no trial is needed.
  static constexpr double shrinks_well = 0.01;

  void begin(std::uint64_t loop) {
    loop_ = loop;
    pushes_ = false;
    is_measured_ = false;
    patience_ = first_patience;
    begin_window(patience_);
  }
  void begin_window(std::uint64_t steps) {
    window_ = steps;
    steps_ = 0;
    shrinking_ = ms_ = 0;
  }
  void end_window() {
    const double pace = shrinking_ / ms_;
    if (!pushes_) {
      pushes_ = shrinking_ < shrinks_well * static_cast<double>(steps_);
      pace_without_ = pace;
    } else if (shrinking_ <= 0 || pace <= pace_without_) {
      pushes_ = false;
      patience_ *= 8;
    }
    begin_window(pushes_ ? trial : patience_);
  }

  std::uint64_t loop_ = std::numeric_limits<std::uint64_t>::max();
  bool pushes_ = false;
  std::uint64_t step_ = 0;    ///< that was asked about last
  double vertices_ = 0;       ///< of its frontier
  bool is_measured_ = false;  ///< and it was
  double step_ms_ = 0;
  std::uint64_t patience_ = first_patience;
  std::uint64_t window_ = first_patience;  ///< steps, of which there were
  std::uint64_t steps_ = 0;
  double shrinking_ = 0;  ///< in the window
  double ms_ = 0;
  double pace_without_ = 0;
};

}  // namespace mg::hybrid
