// What the balancers have in common: threads that follow arcs in rounds, so that what a block collects in shared memory
// never overflows, however long its rows are.
#pragma once

#include "sparse/push.cuh"

namespace mg::sparse {

/// Vertices that a block collects before they are written.
inline constexpr unsigned collected = 2048;

/// The position of an arc in a vertex's row.
template <class Offset>
struct Arc {
  VertexId source;
  Offset position;
};

/// Follows the arcs number `first`, `first` + `stride`, ... before `end` of a numbering of which `arc_at` knows what
/// its numbers stand for. All threads of the block call it, each for a share of its own, maybe an empty one.
template <unsigned threads, class Visitor, class ArcAt>
void follow(Visitor& visit, std::uint64_t first, std::uint64_t end, unsigned stride, const ArcAt& arc_at) {
  constexpr unsigned room = collected / (2 * threads);  // for so many arcs a thread
  constexpr unsigned round = room < 4 ? room : 4;
  using Offset = decltype(arc_at(first).position);
  const auto visit_some = [&] {
    VertexId sources[round];
    Offset positions[round];
    bool exist[round];
    for (unsigned i = 0; i < round; ++i, first += stride) {
      exist[i] = first < end;
      const auto arc = exist[i] ? arc_at(first) : Arc<Offset>{};
      sources[i] = arc.source;
      positions[i] = arc.position;
    }
    visit(sources, positions, exist);
  };
  if constexpr (Visitor::bounded) {
    bool rest = __syncthreads_or(first < end);
    while (rest) {
      visit.make_room(room * threads);
      for (unsigned i = 0; i < room; i += round) visit_some();
      rest = __syncthreads_or(first < end);
    }
  } else {
    while (__any_sync(all_lanes, first < end)) visit_some();
  }
}

/// A part of a vertex's row, from `begin` to before `end`: the share of lane i of k. All threads of the block call it.
template <unsigned threads, class Visitor, class Offset>
void follow_row(Visitor& visit, VertexId u, Offset begin, Offset end, unsigned lane, unsigned lanes) {
  follow<threads>(visit, lane, end - begin, lanes, [&](std::uint64_t i) {
    return Arc<Offset>{u, begin + static_cast<Offset>(i)};
  });
}

/// Rows whose arcs are numbered one after the other, so that any number of threads can share them evenly.
template <class Offset, unsigned capacity>
struct NumberedRows {
  std::uint64_t ends[capacity];
  Offset begins[capacity];
  VertexId vertices[capacity];

  /// The row in `place`, of which `end` is the sum of the lengths up to it.
  void set(unsigned place, VertexId u, Offset begin, std::uint64_t end) {
    ends[place] = end;
    begins[place] = begin;
    vertices[place] = u;
  }
  [[nodiscard]] Arc<Offset> arc_at(std::uint64_t number) const {
    unsigned low = 0;  // ends[low - 1] <= number < ends[high]
    unsigned high = capacity - 1;
    while (low < high) {
      const unsigned middle = (low + high) / 2;
      if (number < ends[middle]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    const std::uint64_t before = low == 0 ? 0 : ends[low - 1];
    return {vertices[low], begins[low] + static_cast<Offset>(number - before)};
  }
};

}  // namespace mg::sparse
