// ETWC balance (G2's Algorithm 3, CGO'21): as many arcs of a row as divide evenly among a block are followed by the
// block, as many of the rest as divide evenly among a warp by a warp, and what is left by a thread, so that no lane is
// idle because of a row's length.
#pragma once

#include "sparse/balance/row_parts.cuh"

namespace mg::sparse {

template <class Offset, unsigned cta>
struct EvenParts {
  static Offset begin(Team team, Offset length) {
    if (team == Team::block) return 0;
    const Offset of_block = length - length % cta;
    return team == Team::warp ? of_block : length - length % warp_size;
  }
  static Offset end(Team team, Offset length) {
    if (team == Team::thread) return length;
    return length - length % (team == Team::block ? cta : warp_size);
  }
};

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushEtwc : PushParts<F, Offset, target, listing, cta, emit, EvenParts<Offset, cta>> {};

}  // namespace mg::sparse
