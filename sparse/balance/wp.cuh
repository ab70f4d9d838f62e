// IrGL's warps alone (WP: Pai and Pingali, OOPSLA'16): a row that is long enough for a warp is followed by one, any
// other by a thread.
#pragma once

#include "sparse/balance/row_parts.cuh"

namespace mg::sparse {

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushWp : PushParts<F, Offset, target, listing, cta, emit, WholeRows<Offset, warp_size, 0>> {};

}  // namespace mg::sparse
