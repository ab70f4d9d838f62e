// IrGL's warps and fine-grained scheduling (WP+FG: Pai and Pingali, OOPSLA'16): a row that is long enough for a warp is
// followed by one, and the block shares out the arcs of all others.
#pragma once

#include "sparse/balance/fine_parts.cuh"

namespace mg::sparse {

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushWpFg : PushFineParts<F, Offset, target, listing, cta, emit, WholeRows<Offset, warp_size, 0>> {};

}  // namespace mg::sparse
