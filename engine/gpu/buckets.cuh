// The pile of later buckets on a GPU.
#pragma once

#include "engine/edge_semantics.hpp"
#include "engine/gpu/emit.cuh"
#include "engine/priority.hpp"

namespace mg::gpu {

/// Takes the bucket that has come into turn out of the pile. Entries of earlier buckets are stale: their vertices were
/// expanded when they improved.
template <class F, class Offset>
struct SplitPile {
  using Arguments = SplitArguments;
  using Function = F;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F f) {
    const FarPile& pile = arguments.far;
    unsigned long long next_bucket = ~0ULL;
    for (std::uint64_t first = std::uint64_t{blockIdx.x} * threads; first < arguments.size;
         first += std::uint64_t{gridDim.x} * threads) {
      const std::uint64_t i = first + threadIdx.x;
      const bool exists = i < arguments.size;
      const VertexId v = exists ? arguments.from[i] : 0;
      const std::size_t bucket = exists ? bucket_of(priority_at(f, v), pile.inverse_delta) : 0;
      const bool stays = exists && bucket > pile.current;
      if (stays && bucket < next_bucket) next_bucket = bucket;
      if (exists && !stays) pile.waiting[v] = 0;
      append_block<Offset>(pile.staying, v, stays);
      append_block<Offset>(arguments.emission, v, exists && bucket == pile.current);
    }
    next_bucket = combine_warp<Min>(next_bucket);
    if (lane_id() == 0 && next_bucket != ~0ULL) {
      atomicMin(reinterpret_cast<unsigned long long*>(pile.next_bucket), next_bucket);
    }
  }
};

}  // namespace mg::gpu
