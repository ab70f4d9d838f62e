// The ways in which a step can be executed.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "hybrid/policy.hpp"

namespace mg::hybrid {

/// What a step rules out, on either machine.
struct StepLimits {
  Pattern pattern = Pattern::expand;
  bool has_buckets = false;
  bool has_cell = true;     ///< to push into
  bool comes_apart = true;  ///< the dense engine can run the function
  bool sums = false;
  bool deterministic = false;           ///< sums are to be in an order that never changes
  std::string_view dense_problem = {};  ///< why the dense engine cannot run here; empty: it can
};

/// The candidates, at least one, in the order of Way.
class Ways {
 public:
  /// `asked`: the schedule's direction; `by_schedule`: it says how arcs are followed, which is about the sparse engine.
  Ways(const StepLimits& step, Direction asked, bool by_schedule);

  [[nodiscard]] std::span<Candidate> all() { return std::span(candidates_).first(count_); }
  [[nodiscard]] bool has_choice() const { return count_ > 1; }
  /// Why there are no more, in a few words; for steps with one way.
  [[nodiscard]] std::string_view limit() const { return limit_; }
  /// Nothing but dense_problem keeps the dense engine out.
  [[nodiscard]] bool lacks_dense() const { return lacks_dense_; }
  void drop(Way way);

 private:
  void add_directions(const StepLimits& step, Direction asked);
  void add(Way way) { candidates_[count_++].way = way; }

  std::array<Candidate, 3> candidates_{};
  std::size_t count_ = 0;
  std::string_view limit_;
  bool lacks_dense_ = false;
};

}  // namespace mg::hybrid
