// The sparse engine's strategies for an edge function.
#pragma once

#include <array>

#include "sparse/push_pull.hpp"

namespace mg::sparse {

template <EdgeFunction F>
constexpr auto kernels() {
  if constexpr (Reduces<F>) {
    return std::array<Kernel, 1>{{{"pull_reduce", &pull_reduce<F>}}};
  } else if constexpr (is_in_turn<F>) {
    return std::array<Kernel, 1>{{{"push", &push<F>}}};
  } else if constexpr (!HasCell<F>) {
    return std::array<Kernel, 2>{{{"pull", &pull<F>}, {"gather", &gather<F>}}};
  } else {
    return std::array<Kernel, 3>{{{"push", &push<F>}, {"pull", &pull<F>}, {"gather", &gather<F>}}};
  }
}

}  // namespace mg::sparse
