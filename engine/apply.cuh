// Edge-wise operators on a GPU: a function of the two ends of an arc, called for the arcs of every vertex.
#pragma once

#include "engine/arc_function.hpp"
#include "engine/edge_semantics.hpp"
#include "engine/warp.cuh"

namespace mg::gpu {

/// A warp takes 32 rows: lanes begin with a row each, and what is long is finished by all of them.
template <class F, class Offset>
struct ApplyEdges {
  using Arguments = ApplyArguments;
  using Function = F;
  static constexpr unsigned threads = 256;
  static constexpr EdgeId solo_arcs = applied_in_order;

  static void run(const Arguments& arguments, F f) {
    const Rows<Offset> rows(arguments.rows);
    std::uint64_t applied = 0;
    for (std::uint64_t first = std::uint64_t{blockIdx.x} * threads; first < arguments.rows.num_rows;
         first += std::uint64_t{gridDim.x} * threads) {
      applied += take_row(arguments, rows, f, first + threadIdx.x);
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
      begin = row_begin + static_cast<Offset>(arguments.first < length ? arguments.first : length);
      end = row_begin + static_cast<Offset>(arguments.last < length ? arguments.last : length);
    }
    const bool waits = end - begin > solo_arcs;
    if (!waits) {
      for (Offset e = begin; e < end; ++e) call(arguments, rows, f, u, e);
    }
    if constexpr (HasOpen<F>) __syncwarp();  // others are going to follow what a lane has opened
    for (unsigned waiting = __ballot_sync(all_lanes, waits); waiting != 0; waiting &= waiting - 1) {
      const int lane = __ffs(static_cast<int>(waiting)) - 1;
      const VertexId whose = __shfl_sync(all_lanes, u, lane);
      const Offset row_begin = __shfl_sync(all_lanes, begin, lane);
      const Offset row_end = __shfl_sync(all_lanes, end, lane);
      for (Offset e = row_begin + lane_id(); e < row_end; e += warp_size) call(arguments, rows, f, whose, e);
    }
    return end - begin;
  }

  static void call(const Arguments& arguments, const Rows<Offset>& rows, F& f, VertexId u, Offset e) {
    call_for_arc(f, u, __ldg(rows.neighbors + e), e, static_cast<const WeightOf<F>*>(arguments.rows.weights));
  }
};

}  // namespace mg::gpu
