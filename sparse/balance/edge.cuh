// Edge balance: a thread takes an arc of the frontier and looks for its vertex in the prefix sums of the degrees, by
// itself. Perfectly even, at the price of a search an arc; strict balance shares that search among a block.
#pragma once

#include "sparse/follow.cuh"

namespace mg::sparse {

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushEdge {
  using Arguments = PushArguments;
  using Function = F;
  static constexpr unsigned threads = cta;
  static constexpr unsigned tile = 1024;  ///< arcs a block
  using Visitor = PushVisitor<F, Offset, target, listing, emit, collected>;

  static void run(const Arguments& arguments, F f, unsigned block = blockIdx.x) {
    __shared__ typename Visitor::Storage storage;
    Visitor visit(storage, arguments, f);
    const std::uint64_t begin = std::uint64_t{block} * tile;
    const std::uint64_t end = begin + tile < arguments.num_arcs ? begin + tile : arguments.num_arcs;
    __syncthreads();
    for (std::uint64_t first = begin; first < end; first += threads)
      take_arc(arguments, visit, first + threadIdx.x, end);
    __syncthreads();
    visit.flush();
  }

 private:
  static_assert(tile <= collected, "a block's vertices are collected before they are written");

  static void take_arc(const Arguments& arguments, Visitor& visit, std::uint64_t arc, std::uint64_t end) {
    VertexId u = no_vertex;
    Offset e = 0;
    if (arc < end) {
      const auto* starts = static_cast<const Offset*>(arguments.starts);
      const std::uint64_t entry = entry_of(starts, arguments.size, arc);
      u = visit.sender(entry);
      if (u != no_vertex) e = visit.begin(u) + static_cast<Offset>(arc - starts[entry]);
    }
    visit(u, e, u != no_vertex);
  }

  /// The last entry that starts at or before `arc`.
  static std::uint64_t entry_of(const Offset* starts, std::uint64_t size, std::uint64_t arc) {
    std::uint64_t low = 0;
    std::uint64_t high = size;
    while (high - low > 1) {
      const std::uint64_t middle = (low + high) / 2;
      if (static_cast<std::uint64_t>(starts[middle]) <= arc) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

}  // namespace mg::sparse
