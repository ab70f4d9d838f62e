// The order of a lane's arcs within a run: chosen so that the lanes of a warp, which read shared memory at the same
// position of their arcs, meet few banks twice. Host and device code include it: both builders make the same bytes.
#pragma once

#include <cstdint>

namespace mg::tiles {

/// Banks of shared memory; a value's bank is its id modulo their number.
inline constexpr std::uint32_t banks = 32;
/// Arcs of a lane, one a position.
inline constexpr std::uint32_t bank_positions = 16;

/// How many of the lanes so far read a bank at a position. A step begins with zeros.
struct BankLoads {
  std::uint8_t reads[bank_positions][banks] = {};
};

/// Orders the ids of a step's next lane, of which the first `filled` are arcs; bit i of `ends` says that arc i ends a
/// run. Arcs stay within their run: position by position, the first of those left whose bank has the fewest reads is
/// swapped into its place. Afterwards order[i] is where arc i stood, so that weights can follow.
inline void spread_banks(std::uint16_t* ids, std::uint8_t* order, std::uint32_t ends, std::uint32_t filled,
                         BankLoads& loads) {
  for (std::uint32_t i = 0; i < bank_positions; ++i) order[i] = static_cast<std::uint8_t>(i);
  std::uint32_t end = 0;  // of the run that position i belongs to
  for (std::uint32_t i = 0; i < filled; ++i) {
    if (i == end) {
      end = i + 1;
      while (end < filled && (ends >> (end - 1) & 1) == 0) ++end;
    }
    std::uint32_t best = i;
    for (std::uint32_t j = i + 1; j < end && loads.reads[i][ids[best] % banks] > 0; ++j) {
      if (loads.reads[i][ids[j] % banks] < loads.reads[i][ids[best] % banks]) best = j;
    }
    const std::uint16_t id = ids[best];
    ids[best] = ids[i];
    ids[i] = id;
    const std::uint8_t from = order[best];
    order[best] = order[i];
    order[i] = from;
    ++loads.reads[i][id % banks];
  }
}

}  // namespace mg::tiles
