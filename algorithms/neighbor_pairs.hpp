// The adjacent pairs of vertices, each once: the edges of the simple undirected graph, in some order of its vertices.
#pragma once

#include <cstdint>

#include "engine/algorithm.hpp"

namespace mg::pairs {

/// Vertices by their ranks: the row of each holds those of its neighbors behind it, ascending, and is a row of pairs.
struct PairRows {
  const std::uint64_t* offsets;
  const VertexId* firsts;  ///< of each pair, the vertex of its row
  const VertexId* behind;  ///< the other

  [[nodiscard]] std::uint64_t begin(VertexId row) const { return offsets[row]; }
  [[nodiscard]] std::uint64_t end(VertexId row) const { return offsets[std::uint64_t{row} + 1]; }
};

/// Calls f(i, j) for each of the triangles in which `pair` comes first, with the numbers of its other pairs: that of
/// the first vertex and the third, and that of the second and the third. O(length of both rows).
template <class F>
void for_triangles(const PairRows& rows, std::uint64_t pair, F&& f) {
  std::uint64_t i = pair + 1;
  std::uint64_t j = rows.begin(rows.behind[pair]);
  const std::uint64_t i_end = rows.end(rows.firsts[pair]);
  const std::uint64_t j_end = rows.end(rows.behind[pair]);
  while (i < i_end && j < j_end) {
    const VertexId a = rows.behind[i];
    const VertexId b = rows.behind[j];
    if (a == b) f(i, j);
    i += a <= b ? 1 : 0;
    j += b <= a ? 1 : 0;
  }
}

/// Numbers in an order in which each stretch of it holds some from everywhere, in chunks that lie together: shares of
/// work are alike where that grows along the numbers.
struct Scattered {
  static constexpr std::uint64_t chunk = 256;
  std::uint64_t chunks;
  std::uint64_t step;  ///< without a common factor with `chunks`

  [[nodiscard]] std::uint64_t operator()(std::uint64_t i) const {
    return i / chunk * step % chunks * chunk + i % chunk;
  }
};

}  // namespace mg::pairs

#ifndef MG_DEVICE_CODE

#include "engine/parallel.hpp"

namespace mg {

/// Pairs as results and functions take them.
class NeighborPairs {
 public:
  /// By the ranks of internal vertices, a permutation. Ignores direction, duplicates and self loops. O(n + m
  /// log(degree)) time, on all threads, and 4 bytes a pair.
  NeighborPairs(const Graph& graph, Array<VertexId> ranks);

  /// In the order of the file.
  [[nodiscard]] static Array<VertexId> ranks_in_file(const Graph& graph);
  /// By ascending degree, so that no row is longer than sqrt(2 m).
  [[nodiscard]] static Array<VertexId> ranks_by_degree(const Array<std::uint32_t>& degrees);

  [[nodiscard]] std::uint64_t size() const { return behind_.size(); }
  /// What vertices have, by their ranks.
  template <class T>
  [[nodiscard]] Array<T> by_rank(const Array<T>& of_vertices) const {
    auto ranked = Array<T>::uninitialized(of_vertices.size());
    parallel_for(ranked.size(), omp_get_max_threads(), [&](std::size_t v) { ranked[ranks_[v]] = of_vertices[v]; });
    return ranked;
  }

  template <class L>
  [[nodiscard]] pairs::PairRows on(L& loop) {
    return {offsets_.on(loop), firsts_.on(loop), behind_.on(loop)};
  }
  [[nodiscard]] pairs::Scattered scattered() const;

  /// One internal vertex of each pair: the one that comes first, or the other.
  [[nodiscard]] Array<VertexId> ends(bool first) const;
  /// Values of these pairs, as `order` lists the same ones. O(m log(degree)), on all threads.
  [[nodiscard]] Array<double> listed_as(const NeighborPairs& order, const Array<double>& values) const;

 private:
  Array<VertexId> ranks_;
  Array<VertexId> vertices_;  ///< by rank
  State<std::uint64_t> offsets_;
  State<VertexId> firsts_;
  State<VertexId> behind_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
