// The three stages of MultiGraph's sparse engine (Hong et al., PACT'17): a block takes a fourth as many rows as it has
// threads. Of a row, what is left over by warps is followed by a group of four threads, what is left over by blocks by
// a warp, and the rest by the whole block; with 256 threads that is 64 rows, E mod 32 and E mod 256.
#pragma once

#include "sparse/balance/etwc.cuh"

namespace mg::sparse {

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushStages : PushParts<F, Offset, target, listing, cta, emit, EvenParts<Offset, cta>, 4> {};

}  // namespace mg::sparse
