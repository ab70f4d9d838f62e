// Strict balance: every block follows the same number of arcs, wherever rows begin and end (G2's STRICT; merge path
// over the prefix sums of the frontier's degrees: Davidson et al., IPDPS'14). A hub's row is shared by many blocks.
#pragma once

#include "sparse/push.cuh"

namespace mg::sparse {

/// The last position whose start is at most `arc`, by a whole warp: 32 probes a round, so that a search in a million
/// entries waits for memory four times.
template <class Offset>
std::uint64_t find_entry(const Offset* starts, std::uint64_t size, std::uint64_t arc) {
  std::uint64_t low = 0;  // starts[low] <= arc < starts[high]
  std::uint64_t high = size;
  while (high - low > 1) {
    const std::uint64_t step = (high - low + warp_size - 1) / warp_size;
    const std::uint64_t probe = low + step * lane_id();
    const bool below = probe < high && static_cast<std::uint64_t>(starts[probe]) <= arc;
    const unsigned last = 31 - __clz(static_cast<int>(__ballot_sync(all_lanes, below)));
    high = low + step * (last + 1) < high ? low + step * (last + 1) : high;
    low += step * last;
  }
  return low;
}

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushStrict {
  using Arguments = PushArguments;
  using Function = F;
  static constexpr unsigned threads = cta;
  static constexpr unsigned tile = 1024;  ///< arcs a block
  using Visitor = PushVisitor<F, Offset, target, listing, emit, tile>;

  static void run(const Arguments& arguments, F f, unsigned block = blockIdx.x) {
    __shared__ typename Visitor::Storage storage;
    __shared__ Segment segment;
    Visitor visit(storage, arguments, f);
    const std::uint64_t begin = std::uint64_t{block} * tile;
    const std::uint64_t end = begin + tile < arguments.num_arcs ? begin + tile : arguments.num_arcs;
    find_segment(segment, arguments, begin, end);
    load_segment(segment, arguments, visit);
    for (std::uint64_t first = begin; first < end; first += threads) {
      follow(segment, arguments, visit, first + threadIdx.x, end);
    }
    __syncthreads();
    visit.flush();
  }

 private:
  /// The entries of the frontier that a block's arcs belong to.
  struct Segment {
    std::uint64_t first;
    std::uint64_t size;
    Offset starts[tile];
    Offset row_begins[tile];
    VertexId vertices[tile];
  };

  static VertexId vertex(const Arguments& arguments, std::uint64_t entry) {
    return arguments.queue == nullptr ? static_cast<VertexId>(entry) : arguments.queue[entry];
  }

  static void find_segment(Segment& segment, const Arguments& arguments, std::uint64_t begin, std::uint64_t end) {
    const auto* starts = static_cast<const Offset*>(arguments.starts);
    if (warp_id() == 0) {
      const std::uint64_t first = find_entry(starts, arguments.size, begin);
      const std::uint64_t last = find_entry(starts, arguments.size, end - 1);
      if (lane_id() == 0) {
        segment.first = first;
        segment.size = last - first + 1;
      }
    }
    __syncthreads();
  }

  /// Keeps the segment's rows at hand, unless so many rows without arcs lie in it that they do not fit.
  static void load_segment(Segment& segment, const Arguments& arguments, const Visitor& visit) {
    const auto* starts = static_cast<const Offset*>(arguments.starts);
    if (segment.size <= tile) {
      for (unsigned i = threadIdx.x; i < segment.size; i += threads) {
        const VertexId u = vertex(arguments, segment.first + i);
        segment.vertices[i] = u;
        segment.starts[i] = starts[segment.first + i];
        segment.row_begins[i] = visit.begin(u);
      }
    }
    __syncthreads();
  }

  static void follow(const Segment& segment, const Arguments& arguments, Visitor& visit, std::uint64_t arc,
                     std::uint64_t end) {
    VertexId u = 0;
    Offset e = 0;
    if (arc >= end) {
      // No arc is left for this thread.
    } else if (segment.size <= tile) {
      unsigned low = 0;
      unsigned high = static_cast<unsigned>(segment.size);
      while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        if (static_cast<std::uint64_t>(segment.starts[middle]) <= arc) {
          low = middle;
        } else {
          high = middle;
        }
      }
      u = segment.vertices[low];
      e = segment.row_begins[low] + static_cast<Offset>(arc - segment.starts[low]);
    } else {
      const auto* starts = static_cast<const Offset*>(arguments.starts);
      std::uint64_t low = segment.first;
      std::uint64_t high = segment.first + segment.size;
      while (high - low > 1) {
        const std::uint64_t middle = (low + high) / 2;
        if (static_cast<std::uint64_t>(starts[middle]) <= arc) {
          low = middle;
        } else {
          high = middle;
        }
      }
      u = vertex(arguments, low);
      e = visit.begin(u) + static_cast<Offset>(arc - starts[low]);
    }
    visit(u, e, arc < end && visit.sends(u));
  }
};

}  // namespace mg::sparse
