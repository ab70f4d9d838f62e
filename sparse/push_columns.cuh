// A push along the first arcs of every row, which lie column by column (ell): a thread takes a vertex, and neighboring
// threads read neighboring arcs. What rows have beyond them, the balancers follow in csr.
#pragma once

#include "sparse/follow.cuh"

namespace mg::sparse {

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushColumns {
  using Arguments = PushArguments;
  using Function = F;
  static constexpr unsigned threads = cta;
  using Visitor = PushVisitor<F, Offset, target, listing, emit, collected>;

  static void run(const Arguments& arguments, F f, unsigned block = blockIdx.x) {
    __shared__ typename Visitor::Storage storage;
    Visitor visit(storage, arguments, f);
    __syncthreads();
    const VertexId u = visit.sender(std::uint64_t{block} * threads + threadIdx.x);
    const std::uint64_t length = u != no_vertex ? visit.end(u) - visit.begin(u) : 0;
    const auto pitch = static_cast<Offset>(arguments.pitch);
    follow<threads>(visit, 0, length, 1, [&](std::uint64_t i) {
      return Arc<Offset>{u, static_cast<Offset>(i) * pitch + u};
    });
    __syncthreads();
    visit.flush();
  }
};

}  // namespace mg::sparse
