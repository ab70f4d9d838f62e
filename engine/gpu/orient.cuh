// The edges of a simple undirected graph turned one way on a GPU, over ranks by descending degree.
#pragma once

#include "engine/gpu/warp.cuh"

namespace mg::gpu {

/// A warp a row: counts the neighbors of smaller rank, or with `fill`, writes them as edges.
template <class Offset, bool fill>
struct OrientRows {
  using Arguments = OrientArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;
  /// So many arcs of a lane are asked for together: the row of a hub is one warp's, which waits for memory twice a
  /// step.
  static constexpr unsigned at_a_time = 8;
  static constexpr unsigned arcs_at_a_time = at_a_time * warp_size;

  static void run(const Arguments& arguments, NoFunction) {
    const Rows<Offset> rows(arguments.rows);
    const std::uint64_t row = std::uint64_t{blockIdx.x} * (threads / warp_size) + warp_id();
    if (row >= arguments.rows.num_rows) return;
    const auto v = static_cast<VertexId>(row);
    const VertexId rank = arguments.ranks[v];
    const std::uint64_t end = rows.end(v);
    std::uint64_t at = fill ? arguments.offsets[rank] : 0;
    std::uint64_t first = rows.begin(v);
    for (; end - first >= arcs_at_a_time; first += arcs_at_a_time) {
      at = take<true>(arguments, rows.neighbors + first, arcs_at_a_time, rank, at);
    }
    if (first < end) at = take<false>(arguments, rows.neighbors + first, static_cast<unsigned>(end - first), rank, at);
    if (!fill && lane_id() == 0) arguments.lengths[rank] = static_cast<std::uint32_t>(at);
  }

 private:
  /// The next `count` arcs of a row, with `all` arcs_at_a_time, which are asked for without a condition, and else
  /// fewer, for which no more steps are taken than there are arcs for. Returns where the edges that follow go.
  template <bool all>
  static std::uint64_t take(const Arguments& arguments, const VertexId* neighbors, unsigned count, VertexId rank,
                            std::uint64_t at) {
    VertexId targets[at_a_time];
#pragma unroll
    for (unsigned i = 0; i < at_a_time && (all || i * warp_size < count); ++i) {
      const unsigned arc = i * warp_size + lane_id();
      targets[i] = all || arc < count ? __ldg(neighbors + arc) : no_vertex;
    }
#pragma unroll
    for (unsigned i = 0; i < at_a_time && (all || i * warp_size < count); ++i) {
      if (all || targets[i] != no_vertex) targets[i] = __ldg(arguments.ranks + targets[i]);
    }
#pragma unroll
    for (unsigned i = 0; i < at_a_time && (all || i * warp_size < count); ++i) {
      const unsigned kept = __ballot_sync(all_lanes, targets[i] < rank);
      if (fill && targets[i] < rank) {
        arguments.edges[at + __popc(kept & lanes_below())] = std::uint64_t{rank} << arguments.rank_bits | targets[i];
      }
      at += __popc(kept);
    }
    return at;
  }
};

/// The targets of sorted edges.
struct TargetsOf {
  using Arguments = OrientArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t e = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    const std::uint64_t target_bits = (std::uint64_t{1} << arguments.rank_bits) - 1;
    if (e < arguments.num_edges) arguments.targets[e] = static_cast<VertexId>(arguments.sorted[e] & target_bits);
  }
};

}  // namespace mg::gpu
