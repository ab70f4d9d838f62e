// How vertices join the next frontier on a GPU.
#pragma once

#include "engine/warp.cuh"

namespace mg::gpu {

/// How often a queue may list a vertex.
enum class Listing : unsigned char {
  once_by_nature,  ///< the combining operator changes a cell once a step
  once_by_mark,    ///< an epoch a vertex says whether it is listed already
  repeats,
};

/// Lists vertices in a queue, 32 at a time: one atomic a warp gives both their places and the prefix sums of their
/// degrees. All lanes call it; `v` counts where `joins`.
template <class Offset>
void append_warp(const Emission& emission, VertexId v, bool joins) {
  const unsigned joining = __ballot_sync(all_lanes, joins);
  if (joining == 0) return;
  const auto* offsets = static_cast<const Offset*>(emission.degree_offsets);
  std::uint64_t degree = 0;
  if (joins && offsets != nullptr) degree = __ldg(offsets + v + 1) - __ldg(offsets + v);
  const std::uint64_t degrees = scan_warp(degree);
  std::uint64_t base = 0;
  if (lane_id() == warp_size - 1) {
    const std::uint64_t entries = static_cast<std::uint64_t>(__popc(joining)) << emission.arc_bits;
    base = atomicAdd(reinterpret_cast<unsigned long long*>(emission.emitted), entries + degrees);
  }
  base = __shfl_sync(all_lanes, base, warp_size - 1);
  if (!joins) return;
  const std::uint64_t place = (base >> emission.arc_bits) + __popc(joining & lanes_below());
  emission.queue[place] = v;
  if (emission.starts != nullptr) {
    const std::uint64_t arcs_before = base & ((std::uint64_t{1} << emission.arc_bits) - 1);
    static_cast<Offset*>(emission.starts)[place] = static_cast<Offset>(arcs_before + degrees - degree);
  }
}

/// Collects a block's vertices in shared memory, so that they reach the queue 32 at a time whatever threads found them.
template <class Offset, Listing listing, unsigned capacity>
class BlockQueue {
 public:
  struct Storage {
    VertexId vertices[capacity];
    unsigned size;
  };

  /// All threads of the block; a barrier follows before the first add().
  BlockQueue(Storage& storage, const Emission& emission) : storage_(storage), emission_(emission) {
    if (threadIdx.x == 0) storage_.size = 0;
  }

  /// Any thread, at most `capacity` times a block between flushes.
  void add(VertexId v) {
    if constexpr (listing == Listing::once_by_mark) {
      if (relaxed_load(emission_.marks[v]) == emission_.epoch) return;
      if (atomicExch(emission_.marks + v, emission_.epoch) == emission_.epoch) return;
    }
    storage_.vertices[atomicAdd(&storage_.size, 1U)] = v;
  }

  /// All threads, after a barrier that follows the last add().
  void flush() {
    const unsigned size = storage_.size;
    for (unsigned first = 0; first < size; first += blockDim.x) {
      const unsigned i = first + threadIdx.x;
      append_warp<Offset>(emission_, i < size ? storage_.vertices[i] : 0, i < size);
    }
  }

 private:
  Storage& storage_;
  const Emission& emission_;
};

}  // namespace mg::gpu
