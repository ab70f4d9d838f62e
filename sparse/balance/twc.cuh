// TWC balance (Merrill et al., "Scalable GPU Graph Traversal", PPoPP'12): a row is followed by a thread, a warp or a
// block, whichever it is long enough for.
#pragma once

#include "sparse/balance/row_parts.cuh"

namespace mg::sparse {

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushTwc : PushParts<F, Offset, target, listing, cta, emit, WholeRows<Offset, warp_size, cta>> {};

}  // namespace mg::sparse
