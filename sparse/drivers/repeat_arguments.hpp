// What the kernels that run a loop of reductions over the whole graph are given, and what they leave behind.
#pragma once

#include "sparse/arguments.hpp"

namespace mg::sparse {

/// The most bytes of a value that travels along an arc.
inline constexpr std::uint32_t widest_value = 8;

/// When an iteration began, as a trace wants it.
struct RepeatRecord {
  std::uint64_t sweeps;       ///< over all arcs, so far
  std::uint64_t nanoseconds;  ///< on the GPU's clock
};

/// What a launch leaves behind: for the host, or where a loop takes many, for the next one. Zero before the first;
/// behind it lies the loop's body.
struct alignas(64) RepeatState {
  std::uint64_t done;     ///< iterations
  std::uint64_t sweeps;   ///< over all arcs
  std::uint32_t arrived;  ///< where blocks meet
  std::uint32_t awaited;  ///< DeviceBarrier::awaited()
  std::uint32_t goes_on;  ///< what the body said last
};

struct RepeatArguments {
  PullArguments pulls[2];  ///< by the side that the sources' arcs are on
  double* sums[2];         ///< one a block, in turns
  RepeatState* state;
  std::uint64_t condition;  ///< under which there is another launch
  std::uint64_t most_iterations;
  RepeatRecord* records;  ///< null: nobody asks
};

}  // namespace mg::sparse
