// IrGL's warps alone (WP: Pai and Pingali, OOPSLA'16): a row that is long enough for a warp is followed by one, any
// other by a thread.
#pragma once

#include "sparse/row_parts.cuh"

namespace mg::sparse {

template <class Offset>
struct WarpOrThread {
  static Team team_of(Offset length) { return length >= warp_size ? Team::warp : Team::thread; }
  static Offset begin(Team, Offset) { return 0; }
  static Offset end(Team team, Offset length) { return team == team_of(length) ? length : 0; }
};

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushWp : PushParts<F, Offset, target, listing, cta, emit, WarpOrThread<Offset>> {};

}  // namespace mg::sparse
