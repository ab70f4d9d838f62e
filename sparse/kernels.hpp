// The strategies of all engines, compiled for an edge function. Registration sources include this beside the
// algorithm's header; algorithms themselves never do.
#pragma once

#include <array>

#include "engine/edge_step.hpp"
#include "sparse/push_pull.hpp"

namespace mg {

template <EdgeFunction F>
std::span<const Kernel> kernels_of() {
  if constexpr (Reduces<F>) {
    static constexpr std::array<Kernel, 1> kernels{{{"pull_reduce", &sparse::pull_reduce<F>}}};
    return kernels;
  } else if constexpr (!HasCell<F>) {
    static constexpr std::array<Kernel, 2> kernels{{{"pull", &sparse::pull<F>}, {"gather", &sparse::gather<F>}}};
    return kernels;
  } else {
    static constexpr std::array<Kernel, 3> kernels{{
        {"push", &sparse::push<F>},
        {"pull", &sparse::pull<F>},
        {"gather", &sparse::gather<F>},
    }};
    return kernels;
  }
}

}  // namespace mg
