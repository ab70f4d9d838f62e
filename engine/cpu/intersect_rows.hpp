// Common neighbors of the ends of arcs, and triangles, on a CPU.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "engine/bitmap.hpp"
#include "engine/cpu/common_bits.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/graph/oriented.hpp"

namespace mg {

/// Tells intersect_rows() that nothing but the count is wanted.
struct CountOnly {};

/// Rows that ascend and hold only vertices smaller than their own: uncut_row(v) begins with row(v), and what may follow
/// is larger.
template <class Rows>
concept AscendingRows = requires(const Rows& rows, VertexId v) {
  { rows.uncut_row(v) } -> std::same_as<std::span<const VertexId>>;
};

/// Rows that say by bits which of the first vertices they hold, and list the others.
template <class Rows>
concept RowsWithBits = requires(const Rows& rows, VertexId v) {
  { rows.bits(v) } -> std::same_as<std::span<const Bitmap::Word>>;
  { rows.rest(v) } -> std::same_as<std::span<const VertexId>>;
};

/// Calls f(w) for the vertices in both of two ascending rows and returns how many there were. `few` is not empty.
template <class F>
std::uint64_t merge_rows(std::span<const VertexId> few, std::span<const VertexId> others, F&& f) {
  std::uint64_t common = 0;
  const VertexId* next = few.data();
  for (const VertexId w : others) {
    if (w > few.back()) break;
    while (*next < w) ++next;
    if (*next != w) continue;
    ++common;
    f(w);
  }
  return common;
}

/// Of f(w) for all of a row, four at a time: counting of the loop itself is a third of it otherwise.
template <class Row, class F>
std::uint64_t sum_of(const Row& row, const F& f) {
  std::uint64_t sum = 0;
  auto at = row.begin();
  for (auto left = row.size(); left >= 4; left -= 4, at += 4) sum += f(at[0]) + f(at[1]) + f(at[2]) + f(at[3]);
  for (; at != row.end(); ++at) sum += f(*at);
  return sum;
}

/// The rows of some vertices u, one at a time, against those of the vertices v in them.
template <class Rows, class F>
class RowIntersection {
 public:
  RowIntersection(const Rows& rows, F& f, Bitmap& in_row) : rows_(rows), f_(f), in_row_(in_row) {}

  /// Calls f(u, v, w) for every v in u's `row` and w in both rows, and returns how many there were.
  std::uint64_t of(VertexId u, std::span<const VertexId> row) {
    if (row.size() < 2) return 0;
    if constexpr (AscendingRows<Rows>) {
      if (row.size() <= merged_row) return merged(u, row);
    }
    return looked_up(u, row);
  }

 private:
  /// Rows up to this length are merged: marking and looking up cost more. Triangles of a road-like grid, 2 threads: 25
  /// ms against 38.
  static constexpr std::size_t merged_row = 4;

  std::uint64_t merged(VertexId u, std::span<const VertexId> row) {
    std::uint64_t common = 0;
    for (std::size_t i = 1; i < row.size(); ++i) {
      common += merge_rows(row.first(i), rows_.uncut_row(row[i]), [&](VertexId w) { tell(u, row[i], w); });
    }
    return common;
  }
  std::uint64_t looked_up(VertexId u, std::span<const VertexId> row) {
    std::uint64_t common = 0;
    for (const VertexId v : row) in_row_.set(v);
    const std::span<const Bitmap::Word> in_row = in_row_.words();
    for (const VertexId v : row) {
      if constexpr (RowsWithBits<Rows>) {
        common += of_bits(u, v, in_row, rows_.bits(v)) + of_list(u, v, in_row, rows_.rest(v));
      } else {
        common += of_list(u, v, in_row, rows_.row(v));
      }
    }
    for (const VertexId v : row) in_row_.clear(v);
    return common;
  }
  std::uint64_t of_list(VertexId u, VertexId v, std::span<const Bitmap::Word> in_row,
                        std::span<const VertexId> others) {
    const auto in_both = [in_row](VertexId w) {
      return in_row[w / Bitmap::bits_per_word] >> (w % Bitmap::bits_per_word) & 1;
    };
    if constexpr (std::is_same_v<F, CountOnly>) {
      return sum_of(others, in_both);
    } else {
      std::uint64_t common = 0;
      for (const VertexId w : others) {
        if (in_both(w) == 0) continue;
        ++common;
        f_(u, v, w);
      }
      return common;
    }
  }
  std::uint64_t of_bits(VertexId u, VertexId v, std::span<const Bitmap::Word> in_row,
                        std::span<const Bitmap::Word> others) {
    if constexpr (std::is_same_v<F, CountOnly>) {
      return others.empty() ? 0 : count_common(in_row.data(), others.data(), others.size());
    } else {
      std::uint64_t common = 0;
      for (std::size_t word = 0; word < others.size(); ++word) {
        for (Bitmap::Word both = in_row[word] & others[word]; both != 0; both &= both - 1) {
          ++common;
          f_(u, v, static_cast<VertexId>(word * Bitmap::bits_per_word + std::countr_zero(both)));
        }
      }
      return common;
    }
  }
  void tell(VertexId u, VertexId v, VertexId w) {
    if constexpr (!std::is_same_v<F, CountOnly>) f_(u, v, w);
  }

  const Rows& rows_;
  F& f_;
  Bitmap& in_row_;
};

/// For every arc u->v of `rows` (anything with num_rows() and row(v)), the vertices w that are in both rows: calls
/// f(u, v, w) for each, from several threads, and returns how many there were. Rows hold no duplicates. O(sum over arcs
/// u->v of the degree of v), n bits a thread. Short rows that ascend are merged instead.
template <class Rows, class F>
FoundTriangles intersect_rows(const Rows& rows, F f, int threads) {
  constexpr std::size_t chunk = 256;
  constexpr std::size_t cache_line = 64;
  struct alignas(cache_line) Found {
    FoundTriangles found;
    Bitmap in_row;
  };
  const VertexId n = rows.num_rows();
  std::vector<Found> of_threads(static_cast<std::size_t>(threads));
  parallel_chunks(n, chunk, threads, [&](std::size_t begin, std::size_t end, int thread) {
    Found& own = of_threads[static_cast<std::size_t>(thread)];
    if (own.in_row.empty()) own.in_row = Bitmap(n);
    RowIntersection<Rows, F> intersection(rows, f, own.in_row);
    FoundTriangles found;
    for (auto u = static_cast<VertexId>(begin); u < end; ++u) {
      const auto row = rows.row(u);
      found.edges += row.size();
      found.triangles += intersection.of(u, row);
    }
    own.found.edges += found.edges;
    own.found.triangles += found.triangles;
  });
  FoundTriangles all;
  for (const Found& own : of_threads) {
    all.edges += own.found.edges;
    all.triangles += own.found.triangles;
  }
  return all;
}

/// The triangles of the simple undirected graph: calls f(u, v, w) once for each, from several threads. O(sum over the
/// edges of the shorter row, oriented by degree).
template <class F>
FoundTriangles find_triangles(const Graph& graph, F f, int threads) {
  if (!worth_orienting(graph)) return intersect_rows(LowerRows(graph.out), f, threads);
  const OrientedGraph oriented = orient_by_degree(graph, threads, HubsAs::bits);
  const auto find = [&](const auto& told) {
    if (oriented.hubs.empty()) return intersect_rows(oriented.arcs, told, threads);
    return intersect_rows(HubRows(oriented.arcs, oriented.hubs), told, threads);
  };
  if constexpr (std::is_same_v<F, CountOnly>) {
    return find(f);
  } else {
    const VertexId* const vertex = oriented.vertex.data();
    return find([f, vertex](VertexId u, VertexId v, VertexId w) { f(vertex[u], vertex[v], vertex[w]); });
  }
}

}  // namespace mg
