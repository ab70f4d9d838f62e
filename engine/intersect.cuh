// Intersections of neighbor lists on a GPU, over a graph whose edges are turned one way.
//
// Edges point from lower to higher degree, so that hubs have short rows (Latapy, TCS 2008; engine/oriented.hpp). A
// block keeps the row of a vertex in a hash table in shared memory, and its warps look up the rows of that row's
// members (Pandey et al., "TRUST: Triangle Counting Reloaded on GPUs", TPDS'21, hash a row too).
#pragma once

#include "engine/warp.cuh"

namespace mg::gpu {

/// Whether the edge {u, v} is kept in the row of u.
inline bool points_up(std::uint64_t degree_u, VertexId u, std::uint64_t degree_v, VertexId v) {
  return degree_u < degree_v || (degree_u == degree_v && u < v);
}

/// The rows of a simple undirected graph turned from lower to higher degree, a warp a row: counts, or with `fill`,
/// copies what is kept, in order.
template <class Offset, bool fill>
struct OrientRows {
  using Arguments = OrientArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const Rows<Offset> rows(arguments.rows);
    const std::uint64_t row = std::uint64_t{blockIdx.x} * (threads / warp_size) + warp_id();
    if (row >= arguments.rows.num_rows) return;
    const auto u = static_cast<VertexId>(row);
    const Offset begin = rows.begin(u);
    const Offset end = rows.end(u);
    std::uint64_t at = fill ? arguments.offsets[u] : 0;
    for (Offset first = begin; first < end; first += warp_size) {
      const Offset e = first + lane_id();
      const VertexId v = e < end ? __ldg(rows.neighbors + e) : 0;
      const bool keeps = e < end && points_up(end - begin, u, rows.end(v) - rows.begin(v), v);
      const unsigned kept = __ballot_sync(all_lanes, keeps);
      if constexpr (fill) {
        if (keeps) arguments.targets[at + __popc(kept & lanes_below())] = v;
      }
      at += __popc(kept);
    }
    if (!fill && lane_id() == 0) arguments.lengths[u] = static_cast<std::uint32_t>(at);
  }
};

/// Counts the triangles of an oriented graph. Blocks take vertices in turn.
struct CountTriangles {
  using Arguments = TriangleArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;
  static constexpr unsigned slots = 8192;                 ///< of the table; a power of two
  static constexpr unsigned longest_row = slots * 3 / 4;  ///< longer ones are hashed a part at a time
  static constexpr VertexId free_slot = no_vertex;

  static void run(const Arguments& arguments, NoFunction) {
    __shared__ VertexId table[slots];
    __shared__ unsigned long long taken;
    std::uint64_t found = 0;
    for (;;) {
      if (threadIdx.x == 0) taken = atomicAdd(reinterpret_cast<unsigned long long*>(arguments.next_row), 1ULL);
      __syncthreads();
      const std::uint64_t u = taken;
      __syncthreads();
      if (u >= arguments.num_rows) break;
      const std::uint64_t begin = arguments.offsets[u];
      const std::uint64_t end = arguments.offsets[u + 1];
      if (end - begin < 2) continue;
      for (std::uint64_t part = begin; part < end; part += longest_row) {
        const std::uint64_t part_end = part + longest_row < end ? part + longest_row : end;
        found += count_part(arguments, table, begin, end, part, part_end);
      }
    }
    const auto total = combine_block<Sum, threads>(found);
    if (threadIdx.x == 0) atomicAdd(reinterpret_cast<unsigned long long*>(arguments.triangles), total);
  }

 private:
  static unsigned slot_of(VertexId w, unsigned mask) { return (w * 0x9E3779B1U >> 7) & mask; }

  static std::uint64_t count_part(const Arguments& arguments, VertexId* table, std::uint64_t begin, std::uint64_t end,
                                  std::uint64_t part, std::uint64_t part_end) {
    unsigned size = 64;
    while (size < 2 * (part_end - part) && size < slots) size *= 2;
    const unsigned mask = size - 1;
    for (unsigned i = threadIdx.x; i < size; i += threads) table[i] = free_slot;
    __syncthreads();
    for (std::uint64_t e = part + threadIdx.x; e < part_end; e += threads) {
      const VertexId w = arguments.targets[e];
      for (unsigned slot = slot_of(w, mask); atomicCAS(table + slot, free_slot, w) != free_slot;
           slot = (slot + 1) & mask) {
      }
    }
    __syncthreads();
    std::uint64_t found = 0;
    for (std::uint64_t e = begin + warp_id(); e < end; e += threads / warp_size) {
      const VertexId v = __ldg(arguments.targets + e);
      const std::uint64_t row_end = __ldg(arguments.offsets + v + 1);
      for (std::uint64_t f = __ldg(arguments.offsets + v) + lane_id(); f < row_end; f += warp_size) {
        const VertexId w = __ldg(arguments.targets + f);
        VertexId seen;
        for (unsigned slot = slot_of(w, mask); (seen = table[slot]) != free_slot; slot = (slot + 1) & mask) {
          if (seen != w) continue;
          ++found;
          break;
        }
      }
    }
    __syncthreads();
    return found;
  }
};

}  // namespace mg::gpu
