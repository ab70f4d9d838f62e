// Block balance (G2's CM): a block takes as many vertices as it has threads, which share all of their arcs evenly, by
// prefix sums of the degrees that the block makes for itself. A long row keeps its block busy, but no thread idle.
#pragma once

#include "sparse/follow.cuh"

namespace mg::sparse {

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushBlock {
  using Arguments = PushArguments;
  using Function = F;
  static constexpr unsigned threads = cta;
  using Visitor = PushVisitor<F, Offset, target, listing, emit, collected>;

  static void run(const Arguments& arguments, F f, unsigned block = blockIdx.x) {
    __shared__ typename Visitor::Storage storage;
    __shared__ NumberedRows<Offset, threads> rows;
    Visitor visit(storage, arguments, f);
    const VertexId u = visit.sender(std::uint64_t{block} * threads + threadIdx.x);
    const Offset begin = u != no_vertex ? visit.begin(u) : 0;
    std::uint64_t total = 0;
    const std::uint64_t up_to = scan_block<std::uint64_t>(u != no_vertex ? visit.end(u) - begin : 0, total);
    rows.set(threadIdx.x, u, begin, up_to);
    __syncthreads();
    follow<threads>(visit, threadIdx.x, total, threads, [&](std::uint64_t i) { return rows.arc_at(i); });
    __syncthreads();
    visit.flush();
  }
};

}  // namespace mg::sparse
