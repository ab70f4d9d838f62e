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

  static void run(const Arguments& arguments, NoFunction) {
    const Rows<Offset> rows(arguments.rows);
    const std::uint64_t row = std::uint64_t{blockIdx.x} * (threads / warp_size) + warp_id();
    if (row >= arguments.rows.num_rows) return;
    const auto v = static_cast<VertexId>(row);
    const VertexId rank = arguments.ranks[v];
    const Offset end = rows.end(v);
    std::uint64_t at = fill ? arguments.offsets[rank] : 0;
    for (Offset first = rows.begin(v); first < end; first += warp_size) {
      const Offset e = first + lane_id();
      const VertexId target = e < end ? __ldg(arguments.ranks + __ldg(rows.neighbors + e)) : no_vertex;
      const unsigned kept = __ballot_sync(all_lanes, target < rank);
      if constexpr (fill) {
        if (target < rank) arguments.edges[at + __popc(kept & lanes_below())] = std::uint64_t{rank} << 32 | target;
      }
      at += __popc(kept);
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
    if (e < arguments.num_edges) arguments.targets[e] = static_cast<VertexId>(arguments.sorted[e]);
  }
};

}  // namespace mg::gpu
