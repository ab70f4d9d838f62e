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

  static void run(const Arguments& arguments, NoFunction) {
    const Rows<Offset> rows(arguments.rows);
    const std::uint64_t row = std::uint64_t{blockIdx.x} * (threads / warp_size) + warp_id();
    if (row >= arguments.rows.num_rows) return;
    const auto v = static_cast<VertexId>(row);
    const VertexId rank = arguments.ranks[v];
    const std::uint64_t end = rows.end(v);
    std::uint64_t at = fill ? arguments.offsets[rank] : 0;
    for (std::uint64_t first = rows.begin(v); first < end; first += at_a_time * warp_size) {
      const std::uint64_t left = end - first;
      VertexId targets[at_a_time];
#pragma unroll
      for (unsigned i = 0; i < at_a_time && i * warp_size < left; ++i) {
        const std::uint64_t e = first + i * warp_size + lane_id();
        targets[i] = e < end ? __ldg(rows.neighbors + e) : no_vertex;
      }
#pragma unroll
      for (unsigned i = 0; i < at_a_time && i * warp_size < left; ++i) {
        if (targets[i] != no_vertex) targets[i] = __ldg(arguments.ranks + targets[i]);
      }
#pragma unroll
      for (unsigned i = 0; i < at_a_time && i * warp_size < left; ++i) {
        const unsigned kept = __ballot_sync(all_lanes, targets[i] < rank);
        if (fill && targets[i] < rank) {
          arguments.edges[at + __popc(kept & lanes_below())] = std::uint64_t{rank} << arguments.rank_bits | targets[i];
        }
        at += __popc(kept);
      }
    }
    if (!fill && lane_id() == 0) arguments.lengths[rank] = static_cast<std::uint32_t>(at);
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
