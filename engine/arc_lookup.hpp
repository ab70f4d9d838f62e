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

  /// The numbers of the arcs in the row of u: [begin, end).
  [[nodiscard]] EdgeId begin(VertexId u) const { return offset(u); }
  [[nodiscard]] EdgeId end(VertexId u) const { return offset(std::uint64_t{u} + 1); }
  [[nodiscard]] EdgeId degree(VertexId u) const { return end(u) - begin(u); }

  /// Whether v is in the row of u. O(log of its length).
  [[nodiscard]] bool has(VertexId u, VertexId v) const { return find(u, v) != no_arc; }

  /// The number of the first arc from u to v; no_arc where there is none. O(log of the length of u's row).
  [[nodiscard]] EdgeId find(VertexId u, VertexId v) const {
    const EdgeId row_end = end(u);
    EdgeId first = begin(u);
    EdgeId last = row_end;
    while (first < last) {
      const EdgeId middle = first + (last - first) / 2;
      if (neighbors[middle] < v) {
        first = middle + 1;
      } else {
        last = middle;
      }
    }
    return first < row_end && neighbors[first] == v ? first : no_arc;
  }

 private:
  [[nodiscard]] std::uint64_t offset(std::uint64_t i) const {
    return is_wide ? static_cast<const std::uint64_t*>(offsets)[i] : static_cast<const std::uint32_t*>(offsets)[i];
  }
};

}  // namespace mg
