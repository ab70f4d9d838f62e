// Whether there is an arc, for functions on any machine.
#pragma once

#include <cstdint>

#include "engine/types.hpp"

namespace mg {

/// The rows of a graph, which ascend, where functions can look vertices up. loop.arcs(side) hands it out.
struct ArcLookup {
  const void* offsets;  ///< of 64 bits each, or of 32
  const VertexId* neighbors;
  bool is_wide;

  /// Whether v is in the row of u. O(log of its length).
  [[nodiscard]] bool has(VertexId u, VertexId v) const { return find(u, v) != no_arc; }

  /// The number of the first arc from u to v; no_arc where there is none. O(log of the length of u's row).
  [[nodiscard]] EdgeId find(VertexId u, VertexId v) const {
    std::uint64_t begin = offset(u);
    const std::uint64_t row_end = offset(std::uint64_t{u} + 1);
    std::uint64_t end = row_end;
    while (begin < end) {
      const std::uint64_t middle = begin + (end - begin) / 2;
      if (neighbors[middle] < v) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    return begin < row_end && neighbors[begin] == v ? begin : no_arc;
  }

 private:
  [[nodiscard]] std::uint64_t offset(std::uint64_t i) const {
    return is_wide ? static_cast<const std::uint64_t*>(offsets)[i] : static_cast<const std::uint32_t*>(offsets)[i];
  }
};

}  // namespace mg
