// Vertex balance: a thread takes a vertex and follows all of its arcs. Best where all degrees are small and alike.
#pragma once

#include "sparse/follow.cuh"

namespace mg::sparse {

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushVertex {
  using Arguments = PushArguments;
  using Function = F;
  static constexpr unsigned threads = cta;
  using Visitor = PushVisitor<F, Offset, target, listing, emit, collected>;

  static void run(const Arguments& arguments, F f, unsigned block = blockIdx.x) {
    __shared__ typename Visitor::Storage storage;
    Visitor visit(storage, arguments, f);
    __syncthreads();
    const VertexId u = visit.sender(std::uint64_t{block} * threads + threadIdx.x);
    const bool sends = u != no_vertex;
    follow_row<threads>(visit, u, sends ? visit.begin(u) : Offset{0}, sends ? visit.end(u) : Offset{0}, 0, 1);
    __syncthreads();
    visit.flush();
  }
};

}  // namespace mg::sparse
