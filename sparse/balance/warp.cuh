// Warp balance (G2's WM): a warp takes 32 vertices and its lanes share all of their arcs evenly, by prefix sums of the
// degrees that the warp makes for itself. A long row keeps its warp busy, but no lane idle.
#pragma once

#include "sparse/follow.cuh"

namespace mg::sparse {

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushWarp {
  using Arguments = PushArguments;
  using Function = F;
  static constexpr unsigned threads = cta;
  using Visitor = PushVisitor<F, Offset, target, listing, emit, collected>;

  static void run(const Arguments& arguments, F f, unsigned block = blockIdx.x) {
    __shared__ typename Visitor::Storage storage;
    __shared__ NumberedRows<Offset, warp_size> of_warps[threads / warp_size];
    NumberedRows<Offset, warp_size>& rows = of_warps[warp_id()];
    Visitor visit(storage, arguments, f);
    const VertexId u = visit.sender(std::uint64_t{block} * threads + threadIdx.x);
    const Offset begin = u != no_vertex ? visit.begin(u) : 0;
    const std::uint64_t up_to = scan_warp<std::uint64_t>(u != no_vertex ? visit.end(u) - begin : 0);
    const std::uint64_t total = __shfl_sync(all_lanes, up_to, warp_size - 1);
    rows.set(lane_id(), u, begin, up_to);
    __syncthreads();
    follow<threads>(visit, lane_id(), total, warp_size, [&](std::uint64_t i) { return rows.arc_at(i); });
    __syncthreads();
    visit.flush();
  }
};

}  // namespace mg::sparse
