// Rows of arcs, and whether there is an arc, for functions on any machine.
#pragma once

#include <cstdint>

#include "engine/graph/types.hpp"

namespace mg {

/// The rows of a graph, which ascend, where functions can read them and look vertices up. loop.arcs(side) hands it out.
struct ArcLookup {
  const void* offsets;  ///< of 64 bits each, or of 32
  const VertexId* neighbors;
  bool is_wide;
  const void* weights = nullptr;  ///< parallel to neighbors, of 32 bits each; null where the run reads none
  bool has_float_weights = false;

  /// Where the row of u begins among the arcs; it ends where that of u + 1 begins.
  [[nodiscard]] std::uint64_t begin(VertexId u) const { return offset(u); }
  [[nodiscard]] std::uint64_t end(VertexId u) const { return offset(std::uint64_t{u} + 1); }
  [[nodiscard]] std::uint64_t degree(VertexId u) const { return end(u) - begin(u); }
  /// That of an arc; 1 without weights.
  [[nodiscard]] double weight(std::uint64_t arc) const {
    if (weights == nullptr) return 1;
    return has_float_weights ? static_cast<double>(static_cast<const float*>(weights)[arc])
                             : static_cast<double>(static_cast<const std::uint32_t*>(weights)[arc]);
  }

  /// Whether v is in the row of u. O(log of its length).
  [[nodiscard]] bool has(VertexId u, VertexId v) const { return find(u, v) != no_arc; }

  /// How many arcs there are from u to v. O(log of the length of u's row, and their number).
  [[nodiscard]] std::uint64_t count(VertexId u, VertexId v) const {
    const EdgeId first = find(u, v);
    if (first == no_arc) return 0;
    EdgeId last = first + 1;
    while (last < end(u) && neighbors[last] == v) ++last;
    return last - first;
  }

  /// The number of the first arc from u to v; no_arc where there is none. O(log of the length of u's row).
  [[nodiscard]] EdgeId find(VertexId u, VertexId v) const {
    std::uint64_t low = begin(u);
    const std::uint64_t row_end = end(u);
    std::uint64_t high = row_end;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (neighbors[middle] < v) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < row_end && neighbors[low] == v ? low : no_arc;
  }

 private:
  [[nodiscard]] std::uint64_t offset(std::uint64_t i) const {
    return is_wide ? static_cast<const std::uint64_t*>(offsets)[i] : static_cast<const std::uint32_t*>(offsets)[i];
  }
};

}  // namespace mg
