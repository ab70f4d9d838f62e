// Push or pull: one decision for both machines.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/frontier.hpp"
#include "engine/run_schedule.hpp"

namespace mg::sparse {

/// What is known of a step when the direction is chosen.
struct StepFacts {
  std::uint64_t size;  ///< entries of the frontier
  EdgeId arcs;         ///< that leave it, or Frontier::unknown_arcs
  bool has_buckets;
  bool can_push;
  bool stops_early;                            ///< a pull leaves a row at its first hit
  bool pulls_lightest = false;                 ///< a pull leaves rows early because their lightest arcs come first
  Direction direction = Direction::optimized;  ///< of the schedule
  std::optional<Direction> asked = {};         ///< by whoever chose among engines
};

/// Remembers what a run has seen.
class DirectionChooser {
 public:
  /// Functions that need every message (no early exit) gain from a pull once the frontier's arcs are this share of all
  /// (Ligra, PPoPP'13, section 4).
  static constexpr EdgeId dense_share = 20;

  DirectionChooser() = default;
  DirectionChooser(std::uint64_t num_vertices, EdgeId num_arcs)
      : num_vertices_(num_vertices), num_arcs_(num_arcs), unexplored_arcs_(num_arcs) {}

  /// True to pull; `reason` says why. `thresholds` is called for ThresholdKeys where they decide, `count_arcs` where
  /// the arcs do and are unknown.
  template <class Thresholds, class CountArcs>
  bool pulls(const StepFacts& step, Thresholds&& thresholds, std::string_view& reason, CountArcs&& count_arcs) {
    const Direction direction = step.asked.value_or(step.direction);
    if (step.has_buckets) {
      reason = "buckets are filled by pushing";
      return false;
    }
    if (!step.can_push) {
      reason = "the function has no cell to push into";
      return true;
    }
    switch (direction) {
      case Direction::push: reason = step.asked ? "a push was asked for" : "the schedule says push"; return false;
      case Direction::pull: reason = step.asked ? "a pull was asked for" : "the schedule says pull"; return true;
      case Direction::optimized: break;
    }
    return step.stops_early ? beamer(step, thresholds(), reason) : dense_enough(step, reason, count_arcs);
  }

  /// Of a pull that leaves rows whose lightest arcs come first.
  void learn_arcs_read(EdgeId arcs) { arcs_read_ = arcs; }

 private:
  /// To follow an arc takes an atomic and so as long as to read some four; a pull looks at all rows, too. Of those it
  /// reads a few arcs each, unless distances are larger than weights.
  [[nodiscard]] EdgeId arcs_worth_pulling() const {
    return (2 * num_vertices_ + arcs_read_.value_or(4 * num_vertices_)) / 4;
  }

  /// Direction-optimizing search (Beamer et al., SC'12, section 4): pull while the frontier is wide, because most rows
  /// then end at their first entry.
  bool beamer(const StepFacts& step, const ThresholdKeys& thresholds, std::string_view& reason) {
    const double alpha = thresholds.get<ScheduleKey::alpha>();
    const double beta = thresholds.get<ScheduleKey::beta>();
    if (pulling_) {
      const bool grows = step.size >= last_size_;
      pulling_ = grows || static_cast<double>(step.size) > static_cast<double>(num_vertices_) / beta;
      reason = pulling_ ? "the frontier is still wide" : "the frontier has become narrow";
    } else if (step.arcs != Frontier::unknown_arcs) {
      pulling_ = static_cast<double>(step.arcs) > static_cast<double>(unexplored_arcs_) / alpha;
      unexplored_arcs_ -= std::min(unexplored_arcs_, step.arcs);
      reason = pulling_ ? "its arcs are many of the unexplored" : "its arcs are few of the unexplored";
    } else {
      reason = "the frontier is narrow";
    }
    last_size_ = step.size;
    return pulling_;
  }

  template <class CountArcs>
  bool dense_enough(const StepFacts& step, std::string_view& reason, CountArcs&& count_arcs) const {
    const EdgeId arcs = step.arcs != Frontier::unknown_arcs ? step.arcs : count_arcs();
    if (step.pulls_lightest) {
      reason = arcs > arcs_worth_pulling() ? "pulls leave rows early" : "its arcs are few";
      return arcs > arcs_worth_pulling();
    }
    const bool dense = arcs + step.size > num_arcs_ / dense_share;
    reason = dense ? "its arcs are a large share of all" : "its arcs are a small share of all";
    return dense;
  }

  std::uint64_t num_vertices_ = 0;
  EdgeId num_arcs_ = 0;
  EdgeId unexplored_arcs_ = 0;
  bool pulling_ = false;
  std::uint64_t last_size_ = 0;
  std::optional<EdgeId> arcs_read_;
};

}  // namespace mg::sparse
