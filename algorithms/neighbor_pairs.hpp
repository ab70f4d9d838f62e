// The adjacent pairs of vertices, each once: the edges of the simple undirected graph, in the order of the file.
#pragma once

#include <cstdint>

#include "engine/algorithm.hpp"

namespace mg::pairs {

/// The pairs where functions find them by their vertices, in rows of vertices by their places in the file: each has
/// those of its neighbors that come later there, ascending.
struct PairRows {
  const std::uint64_t* offsets;
  const VertexId* later;
  const VertexId* to_file;  ///< the place of an internal vertex; null where that is its number

  [[nodiscard]] VertexId place(VertexId v) const { return to_file == nullptr ? v : to_file[v]; }
  /// The number of the pair of two neighbors. O(log of their later neighbors).
  [[nodiscard]] std::uint64_t find(VertexId a, VertexId b) const {
    const VertexId first = place(a) < place(b) ? place(a) : place(b);
    const VertexId second = place(a) < place(b) ? place(b) : place(a);
    std::uint64_t low = offsets[first];
    std::uint64_t high = offsets[std::uint64_t{first} + 1] - 1;
    while (low < high) {
      const std::uint64_t middle = (low + high) / 2;
      if (later[middle] < second) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

}  // namespace mg::pairs

#ifndef MG_DEVICE_CODE

namespace mg {

/// Pairs as results and functions take them.
class NeighborPairs {
 public:
  /// Ignores direction, duplicates and self loops. O(n + m log(degree)) time, on all threads, and 4 bytes a pair.
  explicit NeighborPairs(const Graph& graph);

  [[nodiscard]] std::uint64_t size() const { return later_.size(); }

  template <class L>
  [[nodiscard]] pairs::PairRows on(L& loop) {
    return {offsets_.on(loop), later_.on(loop), to_file_.empty() ? nullptr : to_file_.on(loop)};
  }

  /// One vertex of each pair, internal: the one that comes first in the file, or the other.
  [[nodiscard]] Array<VertexId> firsts() const;
  [[nodiscard]] Array<VertexId> seconds() const;

 private:
  Graph graph_;
  State<std::uint64_t> offsets_;
  State<VertexId> later_;
  State<VertexId> to_file_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
