// The second half of an adjacency build: the arcs of one range of rows are sorted in cache, and written with duplicates
// merged.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "engine/graph/graph.hpp"
#include "preprocess/building/arc_partition.hpp"
#include "preprocess/typed_weights.hpp"

namespace mg {

/// Sorts arcs by (row, neighbour), stably. A least-significant-digit radix sort takes the same few passes whatever the
/// degrees, where comparison sorts slow down on the long rows of skewed graphs.
template <class W>
class BucketSorter {
 public:
  /// For buckets of at most `capacity` arcs in `width` rows. Throws std::bad_alloc.
  BucketSorter(VertexId num_vertices, std::size_t width, EdgeId capacity)
      : row_counts_(width), scratch_(Array<Arc<W>>::uninitialized(capacity)) {
    const unsigned bits = num_vertices < 2 ? 0 : std::bit_width(num_vertices - 1);
    digits_ = (bits + max_digit_bits - 1) / max_digit_bits;
    digit_bits_ = digits_ == 0 ? 0 : (bits + digits_ - 1) / digits_;
  }

  /// Sorts `arcs`, whose rows begin at `first_row`. O(arcs + width).
  void sort(std::span<Arc<W>> arcs, VertexId first_row) {
    if (std::is_sorted(arcs.begin(), arcs.end(), by_row_and_neighbor)) return;
    const bool neighbors_ascend = std::is_sorted(arcs.begin(), arcs.end(), by_neighbor);
    std::span<Arc<W>> from = arcs;
    std::span<Arc<W>> to(scratch_.data(), arcs.size());
    for (unsigned digit = 0; digit < digits_ && !neighbors_ascend; ++digit) {
      const unsigned shift = digit * digit_bits_;
      const VertexId mask = (VertexId{1} << digit_bits_) - 1;
      counting_pass(from, to, digit_counts_, std::size_t{mask} + 1,
                    [=](const Arc<W>& arc) { return (arc.neighbor >> shift) & mask; });
      std::swap(from, to);
    }
    counting_pass(from, to, row_counts_, row_counts_.size(), [=](const Arc<W>& arc) { return arc.row - first_row; });
    if (to.data() != arcs.data()) std::ranges::copy(to, arcs.begin());
  }

 private:
  static constexpr unsigned max_digit_bits = 11;

  static bool by_row_and_neighbor(const Arc<W>& a, const Arc<W>& b) {
    return a.row != b.row ? a.row < b.row : a.neighbor < b.neighbor;
  }
  static bool by_neighbor(const Arc<W>& a, const Arc<W>& b) { return a.neighbor < b.neighbor; }

  template <class Counts, class Digit>
  static void counting_pass(std::span<const Arc<W>> from, std::span<Arc<W>> to, Counts& counts, std::size_t values,
                            Digit digit) {
    std::fill_n(counts.begin(), values, 0);
    for (const Arc<W>& arc : from) ++counts[digit(arc)];
    EdgeId position = 0;
    for (std::size_t i = 0; i < values; ++i) position += std::exchange(counts[i], position);
    for (const Arc<W>& arc : from) to[counts[digit(arc)]++] = arc;
  }

  unsigned digits_;
  unsigned digit_bits_;
  std::array<EdgeId, std::size_t{1} << max_digit_bits> digit_counts_;
  std::vector<EdgeId> row_counts_;
  Array<Arc<W>> scratch_;
};

/// Arcs left when those of equal row and neighbour are merged.
template <class W>
[[nodiscard]] EdgeId count_distinct(std::span<const Arc<W>> sorted) {
  EdgeId distinct = sorted.empty() ? 0 : 1;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const int is_other_row = sorted[i].row != sorted[i - 1].row ? 1 : 0;  // numbers, so that nothing branches
    const int is_other_neighbor = sorted[i].neighbor != sorted[i - 1].neighbor ? 1 : 0;
    distinct += static_cast<EdgeId>(is_other_row | is_other_neighbor);
  }
  return distinct;
}

/// "No sum overflowed"; otherwise row << 32 | neighbour of one that did. Never a pair of vertices.
inline constexpr EdgeId no_overflow = std::numeric_limits<EdgeId>::max();

/// Writes sorted arcs into an adjacency under construction.
template <class W>
struct RowWriter {
  struct Written {
    EdgeId self_loops = 0;
    EdgeId self_loops_stored = 0;
    EdgeId overflow = no_overflow;
  };

  DuplicatePolicy duplicates;
  EdgeId* offsets;
  VertexId* neighbors;
  W* weights;

  /// Writes the rows [first, last), the first of which begins at `begin`.
  Written write(std::span<const Arc<W>> sorted, VertexId first, VertexId last, EdgeId begin) const {
    Written written;
    EdgeId position = begin;
    VertexId next_row = first;
    const bool merge = duplicates != DuplicatePolicy::keep;
    Arc<W> previous{no_vertex, no_vertex, {}};
    for (const Arc<W>& arc : sorted) {
      const bool loop = arc.row == arc.neighbor;
      written.self_loops += loop;
      if (merge && arc.row == previous.row && arc.neighbor == previous.neighbor) {
        if (!merge_into(position - 1, arc.weight)) {
          written.overflow = std::min(written.overflow, EdgeId{arc.row} << 32 | arc.neighbor);
        }
        continue;
      }
      while (next_row <= arc.row) offsets[next_row++] = position;
      written.self_loops_stored += loop;
      neighbors[position] = arc.neighbor;
      if constexpr (has_weight<W>) weights[position] = arc.weight;
      previous = arc;
      ++position;
    }
    while (next_row < last) offsets[next_row++] = position;
    return written;
  }

 private:
  /// False when the sum does not fit the weight type.
  bool merge_into([[maybe_unused]] EdgeId position, [[maybe_unused]] W weight) const {
    if constexpr (has_weight<W>) {
      W& stored = weights[position];
      if (duplicates == DuplicatePolicy::min) stored = std::min(stored, weight);
      if (duplicates == DuplicatePolicy::max) stored = std::max(stored, weight);
      if (duplicates == DuplicatePolicy::sum) return add(stored, weight);
    }
    return true;
  }

  static bool add(std::uint32_t& sum, std::uint32_t weight) { return !__builtin_add_overflow(sum, weight, &sum); }
  static bool add(float& sum, float weight) {
    const bool finite = std::isfinite(sum) && std::isfinite(weight);
    sum += weight;
    return std::isfinite(sum) || !finite;
  }
};

}  // namespace mg
