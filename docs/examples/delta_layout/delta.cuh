// A layout: compressed rows in which 32 arcs that follow each other share what their targets have in common. Of each
// such chunk the least target is stored, and of each arc by how much its own exceeds that, in as few bytes as the
// chunk's largest difference takes (frame of reference: Goldstein et al., ICDE'98). So an arc's target is found by its
// number alone, in two reads, and any balancer can follow the rows.
#pragma once

#include "sparse/arguments.hpp"

namespace example {

/// Arcs that are stored together: their differences fill as many sectors of memory as each has bytes.
inline constexpr std::uint32_t chunk_arcs = 32;
inline constexpr std::uint32_t sector_bytes = 32;

struct alignas(8) Chunk {
  mg::VertexId base;    ///< the least target
  std::uint32_t place;  ///< sector of the differences, counted from the first chunk on, << 2 | log2 of each one's bytes
};

/// What the kernels are given that build it.
struct BuildArguments {
  const mg::VertexId* neighbors;
  mg::EdgeId num_arcs;
  std::uint32_t* sectors;       ///< that each chunk's differences take
  const std::uint64_t* before;  ///< prefix sums of these
  std::uint64_t first;          ///< the first sector behind the chunks
  Chunk* chunks;
};

}  // namespace example

#ifndef MG_DEVICE_CODE

#include "engine/pieces.hpp"

namespace example {

/// What the host knows of it; in delta.cpp.
extern const mg::Layout delta;

}  // namespace example

#else

#include "engine/gpu/warp.cuh"

namespace example {

using namespace mg::gpu;
using mg::VertexId;

/// Where an arc leads: what pushes ask.
class Deltas {
 public:
  explicit Deltas(const mg::sparse::PushArguments& arguments) : chunks_(static_cast<const Chunk*>(arguments.targets)) {}

  template <class Offset>
  VertexId operator()(Offset arc) const {
    const Chunk chunk = chunks_[arc / chunk_arcs];
    const auto* const sector = reinterpret_cast<const char*>(chunks_) + std::uint64_t{chunk.place >> 2} * sector_bytes;
    const auto i = static_cast<std::uint32_t>(arc % chunk_arcs);
    switch (chunk.place & 3U) {
      case 0: return chunk.base + __ldg(reinterpret_cast<const std::uint8_t*>(sector) + i);
      case 1: return chunk.base + __ldg(reinterpret_cast<const std::uint16_t*>(sector) + i);
      default: return chunk.base + __ldg(reinterpret_cast<const std::uint32_t*>(sector) + i);
    }
  }

 private:
  const Chunk* chunks_;
};

/// A chunk as a warp sees it, an arc a lane. All lanes make one together.
struct Seen {
  std::uint64_t chunk;
  bool exists;  ///< the lane's arc
  VertexId target;
  VertexId base;
  std::uint32_t log_bytes;

  explicit Seen(const BuildArguments& arguments)
      : chunk((std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) / chunk_arcs) {
    const std::uint64_t arc = chunk * chunk_arcs + lane_id();
    exists = arc < arguments.num_arcs;
    target = exists ? arguments.neighbors[arc] : 0;
    base = __shfl_sync(all_lanes, combine_warp<mg::Min>(exists ? target : mg::no_vertex), 0);
    const std::uint32_t largest = __shfl_sync(all_lanes, combine_warp<mg::Max>(exists ? target - base : 0U), 0);
    log_bytes = largest < 1U << 8 ? 0 : largest < 1U << 16 ? 1 : 2;
  }
};

/// How many sectors each chunk's differences take; a warp a chunk.
struct CountSectors {
  using Arguments = BuildArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const Seen seen(arguments);
    if (lane_id() == 0 && seen.exists) arguments.sectors[seen.chunk] = 1U << seen.log_bytes;
  }
};

/// Writes the chunks and their differences; a warp a chunk.
struct StoreChunks {
  using Arguments = BuildArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const Seen seen(arguments);
    if (!seen.exists) return;
    const std::uint64_t first = arguments.first + arguments.before[seen.chunk];
    if (lane_id() == 0) {
      arguments.chunks[seen.chunk] = {.base = seen.base,
                                      .place = static_cast<std::uint32_t>(first << 2 | seen.log_bytes)};
    }
    auto* const sector = reinterpret_cast<char*>(arguments.chunks) + first * sector_bytes;
    const std::uint32_t difference = seen.target - seen.base;
    switch (seen.log_bytes) {
      case 0: reinterpret_cast<std::uint8_t*>(sector)[lane_id()] = static_cast<std::uint8_t>(difference); break;
      case 1: reinterpret_cast<std::uint16_t*>(sector)[lane_id()] = static_cast<std::uint16_t>(difference); break;
      default: reinterpret_cast<std::uint32_t*>(sector)[lane_id()] = difference;
    }
  }
};

}  // namespace example

#endif
