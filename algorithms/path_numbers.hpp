// Numbers of shortest paths that grow beyond what a double holds: a level whose numbers have become large is scaled
// down, since only their ratios between neighboring levels matter.
#pragma once

#include <cstdint>

#include "engine/graph/types.hpp"
#include "engine/shared.hpp"

namespace mg::bc {

inline constexpr double large_number = 0x1p400;
inline constexpr double smallest_number = 0x1p-1000;
/// Levels between looks at whether numbers have become large. A number grows by less than 2^32 a level, so that none
/// overflows in between.
inline constexpr std::uint32_t look_interval = 16;

/// Looks for numbers that have become so large that their level must be scaled.
struct FindLarge {
  const double* paths;
  Flag large;  ///< raised where there are any
  void operator()(VertexId v) const {
    if (paths[v] > large_number) large.raise();
  }
};

/// Scales a level's numbers of paths down.
struct ScaleDown {
  double* paths;
  Flag lost;  ///< raised when a number has become too small; it stays positive, so that the search goes on
  void operator()(VertexId v) const {
    paths[v] *= 1 / large_number;
    if (paths[v] > smallest_number) return;
    paths[v] = smallest_number;
    lost.raise();
  }
};

}  // namespace mg::bc
