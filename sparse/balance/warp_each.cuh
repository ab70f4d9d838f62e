// A warp takes a vertex, however short its row (the virtual warps of Hong et al., PPoPP'11, of full width).
#pragma once

#include "sparse/follow.cuh"

namespace mg::sparse {

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushWarpEach {
  using Arguments = PushArguments;
  using Function = F;
  static constexpr unsigned threads = cta;
  using Visitor = PushVisitor<F, Offset, target, listing, emit, collected>;

  static void run(const Arguments& arguments, F f, unsigned block = blockIdx.x) {
    __shared__ typename Visitor::Storage storage;
    Visitor visit(storage, arguments, f);
    __syncthreads();
    const VertexId u = visit.sender(std::uint64_t{block} * (threads / warp_size) + warp_id());
    const bool sends = u != no_vertex;
    follow_row<threads>(visit, u, sends ? visit.begin(u) : Offset{0}, sends ? visit.end(u) : Offset{0}, lane_id(),
                        warp_size);
    __syncthreads();
    visit.flush();
  }
};

}  // namespace mg::sparse
