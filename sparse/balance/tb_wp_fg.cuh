// IrGL's thread blocks, warps and fine-grained scheduling (TB+WP+FG: Pai and Pingali, OOPSLA'16): a row is followed by
// a block or by a warp where it is long enough, and the block shares out the arcs of all others.
#pragma once

#include "sparse/balance/fine_parts.cuh"

namespace mg::sparse {

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushTbWpFg : PushFineParts<F, Offset, target, listing, cta, emit, WholeRows<Offset, warp_size, cta>> {};

}  // namespace mg::sparse
