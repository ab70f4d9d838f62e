#include "hybrid/ways.hpp"

#include <algorithm>

namespace mg::hybrid {

Ways::Ways(const StepLimits& step, Direction asked, bool by_schedule) {
  if (step.comes_apart && !by_schedule && !step.has_buckets) {
    if (step.dense_problem.empty()) add(Way::dense);
    lacks_dense_ = !step.dense_problem.empty();
  }
  limit_ = by_schedule ? "the schedule speaks of rows" : "it reads what leads to its receivers";
  if (step.has_buckets) {
    add(Way::push);
    limit_ = "buckets are filled by pushing";
  } else if (step.pattern != Pattern::expand) {
    add(Way::pull);
  } else {
    add_directions(step, asked);
  }
}

void Ways::add_directions(const StepLimits& step, Direction asked) {
  const bool ordered = step.deterministic && step.sums;
  const bool can_push = step.has_cell && !ordered;
  if (can_push && asked != Direction::pull) add(Way::push);
  if (!can_push || asked != Direction::push) add(Way::pull);
  if (ordered) {
    limit_ = "sums in an order that never changes";
  } else if (!step.has_cell) {
    limit_ = "the function has no cell to push into";
  } else if (asked != Direction::optimized) {
    limit_ = asked == Direction::push ? "the schedule says push" : "the schedule says pull";
  }
}

void Ways::drop(Way way) {
  const auto kept = std::remove_if(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(count_),
                                   [way](const Candidate& candidate) { return candidate.way == way; });
  count_ = static_cast<std::size_t>(kept - candidates_.begin());
}

}  // namespace mg::hybrid
