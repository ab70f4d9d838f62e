// The dense engine's strategies for an edge function.
#pragma once

#include <array>

#include "dense/two_phase.hpp"

namespace mg::dense {

/// None for a function whose messages cannot be taken apart, and where steps fill buckets.
template <EdgeFunction F>
constexpr auto kernels() {
  if constexpr (TwoPhase<F> && !is_in_turn<F>) {
    return std::array<Kernel, 1>{{{"two_phase", &two_phase<F>}}};
  } else {
    return std::array<Kernel, 0>{};
  }
}

}  // namespace mg::dense
