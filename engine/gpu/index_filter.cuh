// Indices that are kept, on a GPU: asked once each, and then listed by what was noted.
#pragma once

#include "engine/gpu/warp.cuh"

namespace mg::gpu {

/// Notes keep(i) in bits, a word a warp, and how many of each word are set.
template <class F>
struct MarkIndices {
  using Arguments = IndexArguments;
  using Function = F;
  static constexpr unsigned threads = 256;
  /// As the function says it, if it does, as in MapVertices.
  static constexpr unsigned least_blocks = [] {
    if constexpr (requires { F::least_blocks; }) return F::least_blocks;
    return 0U;
  }();

  static void run(const Arguments& arguments, F keep) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    const bool is_kept = i < arguments.count && keep(static_cast<VertexId>(i));
    const std::uint32_t word = __ballot_sync(all_lanes, is_kept);
    if (lane_id() != 0 || i >= arguments.count) return;
    arguments.words[i / warp_size] = word;
    arguments.lengths[i / warp_size] = static_cast<std::uint32_t>(__popc(word));
  }
};

/// Lists the indices whose bits are set, ascending.
struct ListIndices {
  using Arguments = IndexArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (i >= arguments.count) return;
    const std::uint32_t word = arguments.words[i / warp_size];
    if ((word >> lane_id() & 1U) == 0) return;
    arguments.kept[arguments.places[i / warp_size] + __popc(word & lanes_below())] = static_cast<std::uint32_t>(i);
  }
};

}  // namespace mg::gpu
