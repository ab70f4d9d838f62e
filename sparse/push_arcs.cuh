// A push along a list of arcs (coo): a thread takes an arc of the graph, wherever it comes from, and follows it where
// its source is in the frontier. Nothing is searched for and nothing is uneven, at the price of passing over all arcs;
// in the order of the receivers' blocks (G2's EdgeBlocking, CGO'21), those who run at a time write to one part of the
// cache.
#pragma once

#include "sparse/push.cuh"

namespace mg::sparse {

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushArcs {
  using Arguments = PushArguments;
  using Function = F;
  static constexpr unsigned threads = cta;
  static constexpr unsigned tile = 1024;  ///< arcs a block
  using Visitor = PushVisitor<F, Offset, target, listing, emit, tile>;

  static void run(const Arguments& arguments, F f, unsigned block = blockIdx.x) {
    __shared__ typename Visitor::Storage storage;
    Visitor visit(storage, arguments, f);
    __syncthreads();
    constexpr unsigned share = tile / threads;
    VertexId sources[share];
    Offset positions[share];
    bool exist[share];
    for (unsigned i = 0; i < share; ++i) {
      const std::uint64_t arc = std::uint64_t{block} * tile + i * threads + threadIdx.x;
      exist[i] = arc < arguments.num_arcs;
      positions[i] = static_cast<Offset>(arc);
      sources[i] = exist[i] ? __ldg(arguments.sources + arc) : 0;
    }
    for (unsigned i = 0; i < share; ++i) exist[i] = exist[i] && visit.sends(sources[i]);
    visit(sources, positions, exist);
    __syncthreads();
    visit.flush();
  }
};

}  // namespace mg::sparse
