// Arcs counted at their ends, for algorithms that take vertices away one after the other.
#pragma once

#include <cstdint>

#include "engine/algorithm.hpp"

namespace mg {

/// How many arcs lead to a vertex.
struct CountArcs {
  using Combine = Sum;
  std::uint32_t* counts;

  [[nodiscard]] std::uint32_t message(VertexId) const { return 1; }
  [[nodiscard]] double update(VertexId v, std::uint32_t count) {
    counts[v] = count;
    return 0;
  }
};

/// Those that a vertex has with itself are left out.
struct LeaveOutLoops {
  Shared<std::uint32_t> counts;

  void operator()(VertexId u, VertexId v) const {
    if (u == v) counts[v].add(~std::uint32_t{0});  // one less
  }
};

/// Sets counts[v] to the arcs that lead to v from other vertices, along `side`.
template <class L>
void count_neighbors(L& loop, std::uint32_t* counts, Side side) {
  static_cast<void>(loop.edge_reduce(CountArcs{counts}, side));
  loop.edge_apply(LeaveOutLoops{counts}, side);
}

}  // namespace mg
