// What becomes of the keys of a schedule that are left open: the one place that answers every `auto` of a push.
#pragma once

#include <algorithm>
#include <string_view>

#include "engine/profile.hpp"
#include "engine/schedule/schedule.hpp"

namespace mg::sparse {

/// What it depends on.
struct PushFacts {
  bool on_gpu = false;
  bool lists_once = false;  ///< by nature: a vertex joins once
  bool sums = false;
  bool is_wide = false;  ///< so many arcs are followed that a pass over all vertices is little beside it
};

[[nodiscard]] inline bool is_wide_push(EdgeId arcs, EdgeId num_vertices, const Costs& costs) {
  return static_cast<double>(arcs) >= std::max(static_cast<double>(num_vertices), costs.wide_push);
}

/// The schedule with a choice for layout, creation, dedup, balance and aggregate, where it leaves them open.
[[nodiscard]] Schedule resolve(Schedule schedule, const PushFacts& facts);

/// Whether queues of such a push, which is resolved, may list a vertex more than once.
[[nodiscard]] bool lists_repeatedly(const Schedule& schedule, const PushFacts& facts);

}  // namespace mg::sparse
