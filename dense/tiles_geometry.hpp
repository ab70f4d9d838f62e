// The numbers of the tiles layout that host and device code share; dense/tiles.hpp says what they are about.
#pragma once

#include <cstdint>

namespace mg::tiles {

inline constexpr std::uint32_t lanes = 32;
/// Consecutive arcs of a lane in a step.
inline constexpr std::uint32_t lane_arcs = 16;
inline constexpr std::uint32_t step_arcs = lanes * lane_arcs;
/// A lane's arcs are stored in two halves of eight, each half of all lanes together: reads of 16 bytes coalesce.
inline constexpr std::uint32_t half_arcs = 8;
/// Places of which one word of `marks` speaks.
inline constexpr std::uint32_t batch = 32;
/// The lower bits of a place: the row within its group. The upper ones: its turn.
inline constexpr std::uint32_t row_bits = 11;
inline constexpr std::uint32_t row_mask = (1U << row_bits) - 1;
/// Groups begin at multiples of so many rows: words of bitmaps belong to one group.
inline constexpr std::uint32_t group_alignment = 64;

/// Threads of phase 1's blocks on a GPU, one to a multiprocessor: the more, the smaller the panel that fits beside
/// their stages. One H200, R-MAT scale 24, 521 M arcs by degree: 1024 threads 0.551 ms, 768 0.550 ms with fewer
/// partials for phase 2, 640 0.575 ms (2026-11-21).
inline constexpr unsigned phase1_threads = 768;
/// The same where panels do not fit there.
inline constexpr unsigned phase1_streaming_threads = 256;
/// Threads of the blocks that pack weights, a warp a step.
inline constexpr unsigned pack_threads = 256;
/// Columns whose offers one block writes, and its threads. One H200, kron24: 0.052 ms with a column a thread, 0.035
/// with four, whose reads wait together (2026-11-24).
inline constexpr unsigned offer_columns = 1024;
inline constexpr unsigned offer_threads = 256;
/// Threads of phase 2's blocks: a warp's accumulators are all that a block shares.
inline constexpr unsigned phase2_threads = 64;
/// Segments of a group whose beginnings phase 2 keeps in shared memory.
inline constexpr std::uint32_t segments_kept = 256;

/// Where phase 1 puts the i-th of a step's runs in its stage in shared memory. A row of the stage is one place longer
/// than a warp: where every lane has as many runs to put, and that number is a power of two, lanes would all meet in a
/// few banks. One H200, Kronecker scale 24 by degree: 0.51 ms instead of 0.56 (2026-11-23).
[[nodiscard]] constexpr std::uint32_t staged(std::uint32_t i) { return i + i / lanes; }
inline constexpr std::uint32_t stage_places = staged(step_arcs);

/// Where arc `i` of a step, in the order of receivers, is stored within the step.
[[nodiscard]] constexpr std::uint32_t slot_of(std::uint32_t i) {
  const std::uint32_t lane = i / lane_arcs;
  const std::uint32_t within = i % lane_arcs;
  return within / half_arcs * (lanes * half_arcs) + lane * half_arcs + within % half_arcs;
}

}  // namespace mg::tiles
