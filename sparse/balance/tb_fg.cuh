// IrGL's thread blocks and fine-grained scheduling (TB+FG: Pai and Pingali, OOPSLA'16): a row that is long enough for a
// block is followed by one, and the block shares out the arcs of all others.
#pragma once

#include "sparse/balance/fine_parts.cuh"

namespace mg::sparse {

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushTbFg : PushFineParts<F, Offset, target, listing, cta, emit, WholeRows<Offset, 0, cta>> {};

}  // namespace mg::sparse
