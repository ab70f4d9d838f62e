// Weights of up to ten bits take ten, not sixteen, of the memory that phase 1 is waiting for.
#pragma once

#include "dense/arguments.hpp"
#include "engine/edge_semantics.hpp"
#include "engine/gpu/warp.cuh"

namespace mg::dense {

using namespace gpu;

/// Packs the weights of every step, a warp each.
struct PackWeights {
  using Arguments = PackArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = tiles::pack_threads;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint32_t step = blockIdx.x * (threads / warp_size) + warp_id();
    if (step >= arguments.num_steps) return;
    TenBits& packed = arguments.packed[step];
    std::uint32_t high = 0;
    bool fits = true;
    for (unsigned half = 0; half < tiles::lane_arcs / tiles::half_arcs; ++half) {
      const std::uint32_t slot = tiles::slot_of(lane_id() * tiles::lane_arcs + half * tiles::half_arcs);
      const auto* from =
          reinterpret_cast<const uint4*>(arguments.weights + std::uint64_t{step} * tiles::step_arcs + slot);
      const uint4 read = __ldcs(from);
      std::uint16_t weights[tiles::half_arcs];
      memcpy(weights, &read, sizeof(weights));
      std::uint8_t low[tiles::half_arcs];
      for (unsigned i = 0; i < tiles::half_arcs; ++i) {
        const unsigned arc = half * tiles::half_arcs + i;
        fits = fits && weights[i] <= TenBits::most;
        low[i] = static_cast<std::uint8_t>(weights[i]);
        high |= (weights[i] >> 8 & 3U) << (arc % 4 * 8 + arc / 4 * 2);
      }
      memcpy(packed.low + slot, low, sizeof(low));
    }
    packed.high[lane_id()] = high;
    if (!__all_sync(all_lanes, fits) && lane_id() == 0) atomicAdd(arguments.too_large, 1U);
  }
};

}  // namespace mg::dense
