// IrGL's thread blocks alone (TB: Pai and Pingali, OOPSLA'16): a row that is long enough for a block is followed by
// one, any other by a thread.
#pragma once

#include "sparse/balance/row_parts.cuh"

namespace mg::sparse {

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushTb : PushParts<F, Offset, target, listing, cta, emit, WholeRows<Offset, 0, cta>> {};

}  // namespace mg::sparse
