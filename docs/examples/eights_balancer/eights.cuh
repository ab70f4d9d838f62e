// A balancer: eight threads take a vertex and share its arcs, for graphs whose rows are longer than what a thread had
// better follow alone and shorter than a warp is wide (virtual warps: Hong et al., PPoPP'11).
#pragma once

#ifndef MG_DEVICE_CODE

#include "engine/pieces.hpp"

namespace example {

inline constexpr std::uint32_t lanes = 8;

/// What the host knows of it.
inline const mg::Balancer eights{.name = "eights",
                                 .sentence = "eight threads take a vertex",
                                 .rows = {.agent = "example::PushEights",
                                          .header = "eights.cuh",
                                          .blocks = [](std::uint64_t rows, mg::EdgeId, std::uint32_t cta) {
                                            return mg::blocks_of_threads(rows, 0, cta / lanes);
                                          }}};

}  // namespace example

#else

#include "sparse/follow.cuh"

namespace example {

using namespace mg::sparse;

/// For the edge function F of any algorithm, along any layout.
template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushEights {
  using Arguments = PushArguments;
  using Function = F;
  static constexpr unsigned threads = cta;
  static constexpr unsigned lanes = 8;
  using Visitor = PushVisitor<F, Offset, target, listing, emit, collected>;

  static void run(const Arguments& arguments, F f, unsigned block = blockIdx.x) {
    __shared__ typename Visitor::Storage storage;
    Visitor visit(storage, arguments, f);
    __syncthreads();
    const auto u = visit.sender(std::uint64_t{block} * (threads / lanes) + threadIdx.x / lanes);
    const bool sends = u != mg::no_vertex;
    follow_row<threads>(visit, u, sends ? visit.begin(u) : Offset{0}, sends ? visit.end(u) : Offset{0},
                        threadIdx.x % lanes, lanes);
    __syncthreads();
    visit.flush();
  }
};

}  // namespace example

#endif
