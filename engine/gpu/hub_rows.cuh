// Of the rows of an oriented graph, which hubs they hold, as bits. Ranks are by descending degree, so that most of what
// rows name is few vertices: of a Kronecker graph of scale 18, 97% of what is looked up for triangles is below rank
// 4,096. What two rows have in common of these takes an operation for 32 of them.
#pragma once

#include "engine/gpu/intersect.cuh"

namespace mg::gpu {

/// How long the bits of each row are to be: none where it names so few hubs that a warp looks them up at a time.
struct PlanHubRows {
  using Arguments = HubArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t v = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (v >= arguments.num_rows) return;
    const std::uint64_t begin = arguments.offsets[v];
    const std::uint64_t end = arguments.offsets[v + 1];
    const std::uint64_t rest = place_of(arguments.targets, begin, end, num_hubs);
    const bool pays = rest - begin > warp_size;
    const VertexId hubs_below = v < num_hubs ? static_cast<VertexId>(v) : num_hubs;
    arguments.rows[v].rest = pays ? rest : begin;
    arguments.lengths[v] = pays ? (hubs_below + hubs_of_quad - 1) / hubs_of_quad : 0;
  }
};

/// The bits; a warp a row.
struct FillHubRows {
  using Arguments = HubArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    __shared__ uint4 bits_of_warps[threads / warp_size][num_hubs / hubs_of_quad];
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
    if (quads == 0) return;
    uint4* const bits = bits_of_warps[warp_id()];
    auto* const words = reinterpret_cast<std::uint32_t*>(bits);
    if (lane_id() < quads) bits[lane_id()] = {0, 0, 0, 0};
    __syncwarp();
    for (std::uint64_t e = arguments.offsets[v] + lane_id(); e < rest; e += warp_size) {
      const VertexId hub = __ldg(arguments.targets + e);
      atomicOr(words + hub / warp_size, 1U << (hub % warp_size));
    }
    __syncwarp();
    if (lane_id() < quads) reinterpret_cast<uint4*>(arguments.bits)[place + lane_id()] = bits[lane_id()];
  }
};

}  // namespace mg::gpu
