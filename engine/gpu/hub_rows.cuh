// What the rows of an oriented graph hold of hubs, as bits. Ranks are by descending degree, so that the first entries
// of a row lie close together, and what two rows have in common of these takes an operation for 32 ranks. How far a
// row's bits reach is its own to say: up to where they cost least to read with the entries that are left.
#pragma once

#include "engine/gpu/intersect.cuh"

namespace mg::gpu {

/// Reading a quad of words costs as much as so many entries: twice as many bytes, but an operation for the whole.
inline constexpr unsigned entries_of_quad = 2;

/// How far the bits of each row are to reach; a warp a row. Rows that save little by it have none.
struct PlanHubRows {
  using Arguments = HubArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t v = std::uint64_t{blockIdx.x} * (threads / warp_size) + warp_id();
    if (v >= arguments.num_rows) return;
    const std::uint64_t begin = arguments.offsets[v];
    const std::uint64_t end = arguments.offsets[v + 1];
    // What is saved, and by bits up to which entry, the last one in its quad.
    std::uint64_t best = 0;
    for (std::uint64_t e = begin + lane_id(); e < end; e += warp_size) {
      const VertexId w = __ldg(arguments.targets + e);
      if (w >= arguments.most_ranks) break;
      const std::uint64_t listed = e + 1 - begin;
      const std::uint64_t cost = entries_of_quad * std::uint64_t{w / ranks_of_quad + 1};
      if (listed > cost) best = Max::combine(best, (listed - cost) << 32 | listed);
    }
    best = combine_warp<Max>(best);
    if (lane_id() != 0) return;
    const bool pays = (best >> 32) > least_saved;
    const std::uint64_t rest = pays ? begin + static_cast<std::uint32_t>(best) : begin;
    arguments.rows[v].rest = rest;
    arguments.lengths[v] = pays ? __ldg(arguments.targets + rest - 1) / ranks_of_quad + 1 : 0;
  }

 private:
  /// In entries: a row's bits are asked for apart from the rest.
  static constexpr std::uint64_t least_saved = 16;
};

/// The bits; a warp a row.
struct FillHubRows {
  using Arguments = HubArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    __shared__ uint4 bits_of_warps[threads / warp_size][warp_size];
    const std::uint64_t v = std::uint64_t{blockIdx.x} * (threads / warp_size) + warp_id();
    if (v >= arguments.num_rows) return;
    HubRow& row = arguments.rows[v];
    const std::uint64_t rest = row.rest;
    const std::uint32_t quads = arguments.lengths[v];
    const auto place = static_cast<std::uint32_t>(arguments.places[v]);
    if (lane_id() == 0) {
      row.place = place;
      row.quads = quads;
    }
    uint4* const bits = bits_of_warps[warp_id()];
    auto* const words = reinterpret_cast<std::uint32_t*>(bits);
    std::uint64_t e = arguments.offsets[v] + lane_id();
    for (std::uint32_t first = 0; first < quads; first += warp_size) {  // a quad a lane at a time
      bits[lane_id()] = {0, 0, 0, 0};
      __syncwarp();
      for (; e < rest; e += warp_size) {
        const VertexId rank = __ldg(arguments.targets + e) - first * ranks_of_quad;
        if (rank >= warp_size * ranks_of_quad) break;
        atomicOr(words + rank / warp_size, 1U << (rank % warp_size));
      }
      __syncwarp();
      const std::uint32_t quad = first + lane_id();
      if (quad < quads) reinterpret_cast<uint4*>(arguments.bits)[place + quad] = bits[lane_id()];
    }
  }
};

}  // namespace mg::gpu
