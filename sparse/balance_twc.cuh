// TWC balance (Merrill et al., "Scalable GPU Graph Traversal", PPoPP'12): a row is followed by a thread, a warp or a
// block, whichever it is long enough for.
#pragma once

#include "sparse/row_parts.cuh"

namespace mg::sparse {

template <class Offset, unsigned cta>
struct WholeRows {
  static Team team_of(Offset length) {
    return length >= cta ? Team::block : length >= warp_size ? Team::warp : Team::thread;
  }
  static Offset begin(Team, Offset) { return 0; }
  static Offset end(Team team, Offset length) { return team == team_of(length) ? length : 0; }
};

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushTwc : PushParts<F, Offset, target, listing, cta, emit, WholeRows<Offset, cta>> {};

}  // namespace mg::sparse
