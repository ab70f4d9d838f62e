// Edge-wise operators on a GPU: a function of the two ends of an arc, called for the arcs of every vertex, or for those
// of a frontier's.
#pragma once

#include "engine/arc_function.hpp"
#include "engine/edge_semantics.hpp"
#include "engine/gpu/warp.cuh"

namespace mg::gpu {

template <class F, class Offset>
void apply_arc(const DeviceRows& rows, F& f, VertexId u, Offset e) {
  call_for_arc(f, u, __ldg(rows.neighbors + e), e, static_cast<const WeightOf<F>*>(rows.weights));
}

/// A warp takes 32 rows: lanes begin with a row each, and what is long is finished by all of them. With `cuts`, what is
/// longer than a warp should take is there in pieces, a warp a piece: unless a row has to be opened before its arcs are
/// followed, or only some of them are.
template <class F, class Offset, bool cuts = false>
struct ApplyEdges {
  using Arguments = ApplyArguments;
  using Function = F;
  static constexpr unsigned threads = 256;
  static constexpr EdgeId solo_arcs = applied_in_order;
  static_assert(!cuts || !HasOpen<F>);

  static void run(const Arguments& arguments, F f) {
    const Rows<Offset> rows(arguments.rows);
    std::uint64_t applied = 0;
    if (!cuts || blockIdx.x < arguments.row_blocks) {
      for (std::uint64_t first = std::uint64_t{blockIdx.x} * threads; first < arguments.rows.num_rows;
           first += std::uint64_t{arguments.row_blocks} * threads) {
        applied += take_row(arguments, rows, f, first + threadIdx.x);
      }
    } else if constexpr (cuts) {
      const unsigned piece = (blockIdx.x - arguments.row_blocks) * (threads / warp_size) + warp_id();
      if (piece < arguments.heavy.num_pieces) applied = take_piece(arguments, f, arguments.heavy.pieces[piece]);
    }
    applied = combine_block<Sum, threads>(applied);
    if (threadIdx.x == 0 && applied != 0) {
      atomicAdd(reinterpret_cast<unsigned long long*>(arguments.expanded_arcs), applied);
    }
  }

 private:
  static std::uint64_t take_row(const Arguments& arguments, const Rows<Offset>& rows, F& f, std::uint64_t row) {
    const auto u = static_cast<VertexId>(row);
    bool sends = row < arguments.rows.num_rows;
    if constexpr (HasOpen<F>) {
      if (sends) f.open(u);
    }
    if constexpr (HasSends<F>) sends = sends && f.sends(u);
    Offset begin = 0;
    Offset end = 0;
    if (sends) {
      const Offset row_begin = rows.begin(u);
      const EdgeId length = rows.end(u) - row_begin;
      const bool is_in_pieces = cuts && length >= arguments.heavy_degree;
      begin = row_begin + static_cast<Offset>(arguments.first < length ? arguments.first : length);
      end = is_in_pieces ? begin : row_begin + static_cast<Offset>(arguments.last < length ? arguments.last : length);
    }
    const bool waits = end - begin > solo_arcs;
    if (!waits) {
      for (Offset e = begin; e < end; ++e) apply_arc(arguments.rows, f, u, e);
    }
    if constexpr (HasOpen<F>) __syncwarp();  // others are going to follow what a lane has opened
    for (unsigned waiting = __ballot_sync(all_lanes, waits); waiting != 0; waiting &= waiting - 1) {
      const int lane = __ffs(static_cast<int>(waiting)) - 1;
      const VertexId whose = __shfl_sync(all_lanes, u, lane);
      const Offset row_begin = __shfl_sync(all_lanes, begin, lane);
      const Offset row_end = __shfl_sync(all_lanes, end, lane);
      for (Offset e = row_begin + lane_id(); e < row_end; e += warp_size) apply_arc(arguments.rows, f, whose, e);
    }
    return end - begin;
  }

  /// Returns what a lane has applied.
  static std::uint64_t take_piece(const Arguments& arguments, F& f, const RowPiece& piece) {
    if constexpr (HasSends<F>) {
      if (!f.sends(piece.row)) return 0;
    }
    std::uint64_t applied = 0;
    for (EdgeId e = piece.begin + lane_id(); e < piece.end; e += warp_size) {
      apply_arc(arguments.rows, f, piece.row, static_cast<Offset>(e));
      ++applied;
    }
    return applied;
  }
};

/// The same for the vertices of a queue: a thread an arc, which looks for its vertex among the numbers of first arcs.
template <class F, class Offset>
struct ApplyListed {
  using Arguments = ApplyListedArguments;
  using Function = F;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F f) {
    const std::uint64_t arc = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (arc >= arguments.num_arcs) return;
    const auto* const starts = static_cast<const Offset*>(arguments.starts);
    const std::uint64_t entry = first_where(std::uint64_t{1}, arguments.size,
                                            [&](std::uint64_t i) { return std::uint64_t{__ldg(starts + i)} > arc; }) -
                                1;
    const VertexId u = __ldg(arguments.queue + entry);
    const Rows<Offset> rows(arguments.rows);
    apply_arc(arguments.rows, f, u, static_cast<Offset>(rows.begin(u) + (arc - __ldg(starts + entry))));
  }
};

}  // namespace mg::gpu
