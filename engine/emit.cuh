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

/// An entry and its arcs, as Emission::emitted counts them.
template <class Offset>
std::uint64_t counted(const Emission& emission, VertexId v) {
  const auto* offsets = static_cast<const Offset*>(emission.degree_offsets);
  const std::uint64_t degree = offsets != nullptr ? __ldg(offsets + v + 1) - __ldg(offsets + v) : 0;
  return (std::uint64_t{1} << emission.arc_bits) + degree;
}

/// Writes an entry for which `before` is what was emitted before it.
template <class Offset>
void write_entry(const Emission& emission, VertexId v, std::uint64_t before) {
  const std::uint64_t place = before >> emission.arc_bits;
  emission.queue[place] = v;
  if (emission.starts != nullptr) {
    const std::uint64_t arcs_before = before & ((std::uint64_t{1} << emission.arc_bits) - 1);
    static_cast<Offset*>(emission.starts)[place] = static_cast<Offset>(arcs_before);
  }
}

/// Room for a block's `total`, at one atomic: what was emitted before it. All threads call it and get the same.
inline std::uint64_t reserve(const Emission& emission, std::uint64_t total) {
  __shared__ std::uint64_t before;
  if (threadIdx.x == 0 && total != 0) {
    before = atomicAdd(reinterpret_cast<unsigned long long*>(emission.emitted), total);
  }
  __syncthreads();
  const std::uint64_t base = before;
  __syncthreads();
  return base;
}

/// Lists vertices in a queue, one a thread where `joins`: an atomic a block gives their places and the prefix sums of
/// their degrees (a single address takes about one atomic a nanosecond, so that one a warp would be the bottleneck).
/// All threads of the block call it.
template <class Offset>
void append_block(const Emission& emission, VertexId v, bool joins) {
  const std::uint64_t own = joins ? counted<Offset>(emission, v) : 0;
  std::uint64_t total = 0;
  const std::uint64_t up_to = scan_block(own, total);
  const std::uint64_t base = reserve(emission, total);
  if (joins) write_entry<Offset>(emission, v, base + up_to - own);
}

/// Counts what a thread adds to the next frontier where no queue is made.
template <class Offset>
class EmissionCounter {
 public:
  explicit EmissionCounter(const Emission& emission) : emission_(emission) {}
  void add(VertexId v) { own_ += counted<Offset>(emission_, v); }
  /// All threads of the block.
  template <unsigned threads>
  void flush() {
    const std::uint64_t total = combine_block<Sum, threads>(own_);
    if (threadIdx.x == 0 && total != 0) {
      atomicAdd(reinterpret_cast<unsigned long long*>(emission_.emitted), total);
    }
  }

 private:
  const Emission& emission_;
  std::uint64_t own_ = 0;
};

/// Collects a block's vertices in shared memory, so that they reach the queue together whatever threads found them.
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
      append_block<Offset>(emission_, i < size ? storage_.vertices[i] : 0, i < size);
    }
  }

 private:
  Storage& storage_;
  const Emission& emission_;
};

}  // namespace mg::gpu
