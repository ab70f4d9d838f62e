// The first half of every adjacency build: arcs are dealt, in order, into buckets of neighbouring rows, so that the
// second half works on one bucket at a time and stays in cache. Scattering arcs straight to their rows would miss the
// cache (and the TLB) on every one of them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

#include "engine/cpu/parallel.hpp"
#include "engine/graph/array.hpp"
#include "engine/graph/types.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace mg {

/// One arc on its way into row `row`.
template <class W>
struct Arc {
  VertexId row;
  VertexId neighbor;
  [[no_unique_address]] W weight;
};

/// The rows 0 .. rows - 1 cut into equal ranges of a power of two.
class RowRanges {
 public:
  RowRanges() = default;

  /// Ranges small enough for the arcs of an average one to stay in a core's cache while they are sorted, and few enough
  /// for one cache line a range to stay there too while arcs are dealt out. However few the arcs, a range is never so
  /// wide that a counter for each of its rows, which every thread has, would be a matter.
  RowRanges(VertexId rows, EdgeId arcs) : rows_(rows) {
    const EdgeId wanted = std::clamp<EdgeId>(std::max<EdgeId>(arcs / arcs_per_range, rows / widest + 1), 1, max_ranges);
    while (rows_ > 0 && ((rows_ - 1) >> shift_) + EdgeId{1} > wanted) ++shift_;
  }

  [[nodiscard]] std::size_t size() const { return rows_ == 0 ? 0 : ((rows_ - 1) >> shift_) + std::size_t{1}; }
  [[nodiscard]] std::size_t of(VertexId row) const { return row >> shift_; }
  [[nodiscard]] VertexId first(std::size_t range) const {
    return static_cast<VertexId>(std::min<EdgeId>(static_cast<EdgeId>(range) << shift_, rows_));
  }
  [[nodiscard]] VertexId last(std::size_t range) const { return first(range + 1); }
  /// Rows of the largest range.
  [[nodiscard]] std::size_t width() const { return std::min<std::size_t>(std::size_t{1} << shift_, rows_); }

 private:
  static constexpr EdgeId arcs_per_range = EdgeId{1} << 15;
  static constexpr EdgeId max_ranges = 2048;
  static constexpr VertexId widest = VertexId{1} << 22;
  static_assert(no_vertex / widest + 1 <= max_ranges,
                "or the shift of the widest ranges would reach the bits of a row");

  VertexId rows_ = 0;
  unsigned shift_ = 0;
};

/// Collects the arcs of one bucket range in a line of its own until a whole aligned line can be written at once.
/// Whole lines bypass the cache: nobody reads them before all arcs are dealt.
template <class W>
class LineBuffers {
 public:
  /// `begin[r]`: where in `target` the next arc of range r goes; `target` starts a cache line.
  LineBuffers(Arc<W>* target, std::span<const EdgeId> begin)
      : target_(target), begin_(begin.begin(), begin.end()), next_(begin_), lines_(begin.size()) {}

  void push(std::size_t range, const Arc<W>& arc) {
    const EdgeId position = next_[range]++;
    const std::size_t slot = position % line_arcs;
    lines_[range].arcs[slot] = arc;
    if (slot == line_arcs - 1) flush_line(range, position + 1 - line_arcs);
  }

  /// Writes what is left in the lines.
  void finish() {
    for (std::size_t range = 0; range < lines_.size(); ++range) {
      const EdgeId start = std::max(begin_[range], next_[range] / line_arcs * line_arcs);
      for (EdgeId p = start; p < next_[range]; ++p) target_[p] = lines_[range].arcs[p % line_arcs];
    }
#if defined(__SSE2__)
    _mm_sfence();
#endif
  }

 private:
  static constexpr std::size_t line_bytes = std::lcm(std::size_t{64}, sizeof(Arc<W>));
  static constexpr std::size_t line_arcs = line_bytes / sizeof(Arc<W>);
  struct alignas(64) Line {
    Arc<W> arcs[line_arcs];
  };

  void flush_line(std::size_t range, EdgeId line_start) {
    if (line_start < begin_[range]) {  // the line's beginning belongs to another share
      for (EdgeId p = begin_[range]; p < line_start + line_arcs; ++p) target_[p] = lines_[range].arcs[p % line_arcs];
      return;
    }
#if defined(__SSE2__)
    const auto* from = reinterpret_cast<const __m128i*>(lines_[range].arcs);
    auto* to = reinterpret_cast<__m128i*>(target_ + line_start);
    for (std::size_t i = 0; i < line_bytes / sizeof(__m128i); ++i) _mm_stream_si128(to + i, _mm_load_si128(from + i));
#else
    std::memcpy(target_ + line_start, lines_[range].arcs, line_bytes);
#endif
  }

  Arc<W>* target_;
  std::vector<EdgeId> begin_;
  std::vector<EdgeId> next_;
  std::vector<Line> lines_;
};

/// Arcs grouped by the range of their row, in the order of their source within a range. The memory is kept from one
/// fill to the next.
template <class W>
class ArcPartition {
 public:
  /// Deals out the arcs of `source`, whose `visit(share, shares, emit)` calls emit(row, neighbor, weight) for every arc
  /// of the given share, in order; the shares 0 .. shares - 1 one after the other are all arcs. It is called twice a
  /// share. The result does not depend on the number of threads. Throws Error(no_resources).
  template <class Source>
  void fill(const Source& source, VertexId rows, EdgeId expected_arcs, int threads) {
    ranges_ = RowRanges(rows, expected_arcs);
    const std::size_t ranges = ranges_.size();
    std::vector<std::vector<EdgeId>> begin(threads, std::vector<EdgeId>(ranges, 0));
    parallel_tasks(begin.size(), threads, [&](std::size_t share) {
      EdgeId* counts = begin[share].data();
      source.visit(static_cast<int>(share), threads, [&](VertexId row, VertexId, W) { ++counts[ranges_.of(row)]; });
    });
    starts_.assign(ranges + 1, 0);
    EdgeId position = 0;
    for (std::size_t range = 0; range < ranges; ++range) {
      starts_[range] = position;
      for (int share = 0; share < threads; ++share) position += std::exchange(begin[share][range], position);
    }
    starts_[ranges] = position;
    if (position > buffer_.size()) {
      buffer_ = {};
      buffer_ = Array<Arc<W>>::uninitialized(position);
    }
    std::vector<LineBuffers<W>> lines;
    lines.reserve(threads);
    for (int share = 0; share < threads; ++share) lines.emplace_back(buffer_.data(), begin[share]);
    parallel_tasks(lines.size(), threads, [&](std::size_t share) {
      LineBuffers<W>& out = lines[share];
      source.visit(static_cast<int>(share), threads, [&](VertexId row, VertexId neighbor, W weight) {
        out.push(ranges_.of(row), {row, neighbor, weight});
      });
      out.finish();
    });
  }

  [[nodiscard]] const RowRanges& ranges() const { return ranges_; }
  [[nodiscard]] EdgeId size() const { return starts_.empty() ? 0 : starts_.back(); }
  /// Arcs before those of `range`.
  [[nodiscard]] EdgeId start(std::size_t range) const { return starts_[range]; }
  [[nodiscard]] std::span<Arc<W>> bucket(std::size_t range) {
    return {buffer_.data() + starts_[range], starts_[range + 1] - starts_[range]};
  }
  [[nodiscard]] EdgeId largest_bucket() const {
    EdgeId largest = 0;
    for (std::size_t r = 0; r < ranges_.size(); ++r) largest = std::max(largest, starts_[r + 1] - starts_[r]);
    return largest;
  }

 private:
  RowRanges ranges_;
  std::vector<EdgeId> starts_;
  Array<Arc<W>> buffer_;
};

}  // namespace mg
