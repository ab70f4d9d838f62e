// Operators over vertices on a GPU, and the two representations of a frontier turned into each other.
#pragma once

#include "engine/gpu/emit.cuh"

namespace mg::gpu {

/// Calls f(v) for the vertices of a frontier.
template <class F>
struct MapVertices {
  using Arguments = VertexArguments;
  using Function = F;
  static constexpr unsigned threads = 256;
  /// As the function says it, if it does: one that does much for a vertex needs more registers than usual.
  static constexpr unsigned least_blocks = [] {
    if constexpr (requires { F::least_blocks; }) return F::least_blocks;
    return 0U;
  }();

  static void run(const Arguments& arguments, F f) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (i >= arguments.size) return;
    const auto v = static_cast<VertexId>(i);
    if (arguments.queue != nullptr) return f(arguments.queue[i]);
    if (arguments.words != nullptr && !test_bit(arguments.words, v)) return;
    f(v);
  }
};

/// The sum of f(v) over vertices, a summand a block; a fixed number of blocks makes the order of adding a fixed one.
template <class F>
struct ReduceVertices {
  using Arguments = VertexArguments;
  using Function = F;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F f) {
    double sum = 0;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x; i < arguments.size;
         i += std::uint64_t{gridDim.x} * threads) {
      sum += f(arguments.queue != nullptr ? arguments.queue[i] : static_cast<VertexId>(i));
    }
    sum = combine_block<Sum, threads>(sum);
    if (threadIdx.x == 0) arguments.summands[blockIdx.x] = sum;
  }
};

/// Adds up the summands of a reduction, always in the same order.
struct AddSummands {
  using Arguments = VertexArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 1024;

  static void run(const Arguments& arguments, NoFunction) {
    double sum = 0;
    for (std::uint64_t i = threadIdx.x; i < arguments.num_summands; i += threads) sum += arguments.summands[i];
    sum = combine_block<Sum, threads>(sum);
    if (threadIdx.x == 0) *arguments.reduced = sum;
  }
};

/// Lists the vertices with keep(v), of all or of a queue.
template <class F, class Offset>
struct FilterVertices {
  using Arguments = VertexArguments;
  using Function = F;
  static constexpr unsigned threads = 1024;

  static void run(const Arguments& arguments, F keep) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    const bool exists = i < arguments.size;
    auto v = static_cast<VertexId>(i);
    if (exists && arguments.queue != nullptr) v = arguments.queue[i];
    append_block<Offset>(arguments.emission, v, exists && keep(v));
  }
};

/// Lists the vertices of a bitmap in a queue, a word a thread; without a queue, counts them.
template <class Offset>
struct ListBitmap {
  using Arguments = VertexArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t word = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    const auto first = static_cast<VertexId>(word * warp_size);
    const std::uint32_t bits = word * warp_size < arguments.size ? arguments.words[word] : 0;
    std::uint64_t own = 0;
    for (std::uint32_t rest = bits; rest != 0; rest &= rest - 1) {
      own += counted<Offset>(arguments.emission, first + __ffs(static_cast<int>(rest)) - 1);
    }
    std::uint64_t total = 0;
    const std::uint64_t up_to = scan_block(own, total);
    std::uint64_t before = reserve(arguments.emission, total) + up_to - own;
    if (arguments.emission.queue == nullptr) return;
    for (std::uint32_t rest = bits; rest != 0; rest &= rest - 1) {
      const VertexId v = first + __ffs(static_cast<int>(rest)) - 1;
      write_entry<Offset>(arguments.emission, v, before);
      before += counted<Offset>(arguments.emission, v);
    }
  }
};

/// Lists the vertices of a map in a queue, a vertex a thread; without a queue, counts them.
template <class Offset>
struct ListMap {
  using Arguments = ConvertArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 1024;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    const auto v = static_cast<VertexId>(i);
    const bool is_in = i < arguments.size && contains(arguments.map, v);
    if (arguments.emission.queue != nullptr) {
      append_block<Offset>(arguments.emission, v, is_in);
    } else {
      EmissionCounter<Offset> counter(arguments.emission);
      if (is_in) counter.add(v);
      counter.template flush<threads>();
    }
  }
};

/// Counts the arcs of a queue's entries.
template <class Offset>
struct CountArcs {
  using Arguments = ConvertArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const auto* offsets = static_cast<const Offset*>(arguments.emission.degree_offsets);
    std::uint64_t arcs = 0;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x; i < arguments.size;
         i += std::uint64_t{gridDim.x} * threads) {
      const VertexId v = arguments.queue[i];
      arcs += __ldg(offsets + v + 1) - __ldg(offsets + v);
    }
    arcs = combine_block<Sum, threads>(arcs);
    if (threadIdx.x == 0 && arcs != 0) {
      atomicAdd(reinterpret_cast<unsigned long long*>(arguments.emission.emitted), arcs);
    }
  }
};

/// Marks vertices in a map of another form, which holds none yet.
template <Emit to>
struct MarkVertices {
  using Arguments = ConvertArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (i >= arguments.size) return;
    typename Marks::Storage nothing;
    const VertexId v = arguments.queue != nullptr ? arguments.queue[i] : static_cast<VertexId>(i);
    Marks(nothing, arguments.emission).add(v, arguments.queue != nullptr || contains(arguments.map, v));
  }

 private:
  using Marks = Collector<to, std::uint32_t, Listing::once_by_nature, 1>;
};

/// Adds one bitmap to another and counts.
struct UniteBitmaps {
  using Arguments = UniteArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    std::uint64_t size = 0;
    if (i < arguments.num_words) {
      const std::uint32_t both = arguments.into[i] | arguments.other[i];
      arguments.into[i] = both;
      size = __popc(both);
    }
    size = combine_block<Sum, threads>(size);
    if (threadIdx.x == 0 && size != 0) {
      atomicAdd(reinterpret_cast<unsigned long long*>(arguments.emission.emitted), size << arguments.emission.arc_bits);
    }
  }
};

}  // namespace mg::gpu
