// The strategies of all engines, compiled for an edge function. Registration sources include this beside the
// algorithm's header; algorithms themselves never do.
#pragma once

#include <algorithm>
#include <array>

#include "dense/kernels.hpp"
#include "engine/cpu/cpu_step.hpp"
#include "sparse/kernels.hpp"

namespace mg {

template <EdgeFunction F>
std::span<const Kernel> kernels_of() {
  static constexpr auto kernels = [] {
    constexpr auto few = sparse::kernels<F>();
    constexpr auto many = dense::kernels<F>();
    std::array<Kernel, few.size() + many.size()> all{};
    std::copy(few.begin(), few.end(), all.begin());
    std::copy(many.begin(), many.end(), all.begin() + few.size());
    return all;
  }();
  return kernels;
}

}  // namespace mg
