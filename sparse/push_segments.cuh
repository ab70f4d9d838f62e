// A push into vertices of high in-degree, segment by segment (MultiGraph's sparse engine: Hong et al., PACT'17): a
// block combines in shared memory what the frontier sends into one segment, so that many messages cost global memory
// one atomic. The frontier is taken a sub-segment at a time: as many of its vertices as the block has threads, which
// share their arcs evenly. Arcs into all other vertices are rows of their own, which a balancer follows.
#pragma once

#include "sparse/follow.cuh"

namespace mg::sparse {

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushSegments {
  using Arguments = PushArguments;
  using Function = F;
  using Value = ValueOf<F>;
  using Combine = typename F::Combine;
  static constexpr unsigned threads = cta;
  static_assert(threads <= collected, "a round of vertices is collected before it is written");
  using Visitor = PushVisitor<F, Offset, target, listing, emit, collected>;

  static void run(const Arguments& arguments, F f, unsigned block = blockIdx.x) {
    __shared__ typename Visitor::Storage storage;
    __shared__ Rows rows;
    Visitor visit(storage, arguments, f);
    auto* const values = dynamic_shared<Value>();
    const Segment segment(arguments.segments, block);
    const VertexId* const vertices = arguments.segments.vertices + segment.first;
    for (unsigned i = threadIdx.x; i < segment.size; i += threads) values[i] = Combine::template identity<Value>();
    __syncthreads();
    for (std::uint64_t first = std::uint64_t{segment.share} * threads; first < arguments.size;
         first += std::uint64_t{arguments.segments.blocks} * threads) {
      combine_from(visit, rows, segment, vertices, values, first + threadIdx.x);
    }
    hand_over(visit, vertices, values, segment.size);
  }

 private:
  using Rows = NumberedRows<Offset, threads>;

  /// The ranks of the block's segment, and which of the blocks that share it this one is.
  struct Segment {
    VertexId first;
    std::uint32_t size;
    std::uint32_t share;

    Segment(const SegmentArguments& segments, unsigned block)
        : first(block / segments.blocks * segments.size),
          size(segments.num_ranks - first < segments.size ? segments.num_ranks - first : segments.size),
          share(block % segments.blocks) {}
  };

  /// The first position in [begin, end) of an ascending row that holds `rank` or more.
  static Offset position_of(const Visitor& visit, Offset begin, Offset end, VertexId rank) {
    return first_where(begin, end, [&](Offset position) { return visit.target_at(position) >= rank; });
  }

  /// Combines what a sub-segment of the frontier sends into the segment; `entry` is the thread's. All threads of the
  /// block call it.
  static void combine_from(const Visitor& visit, Rows& rows, const Segment& segment, const VertexId* vertices,
                           Value* values, std::uint64_t entry) {
    const VertexId u = visit.sender(entry);
    Offset begin = 0;
    Offset end = 0;
    if (u != no_vertex) {
      begin = position_of(visit, visit.begin(u), visit.end(u), segment.first);
      end = position_of(visit, begin, visit.end(u), segment.first + segment.size);
    }
    std::uint64_t total = 0;
    const std::uint64_t up_to = scan_block<std::uint64_t>(end - begin, total);
    rows.set(threadIdx.x, u, begin, up_to);
    __syncthreads();
    for (std::uint64_t i = threadIdx.x; i < total; i += threads) {
      const Arc<Offset> arc = rows.arc_at(i);
      const VertexId place = visit.target_at(arc.position) - segment.first;
      ArcEnds ends{arc.source, no_vertex};
      if constexpr (HasArcMessage<F>) ends.receiver = vertices[place];
      combine_atomic<Combine>(values[place], visit.message(ends, arc.position));
    }
    __syncthreads();
  }

  /// Passes the combined values on to the vertices. All threads of the block call it, after a barrier.
  static void hand_over(Visitor& visit, const VertexId* vertices, const Value* values, std::uint32_t size) {
    for (unsigned first = 0; first < size; first += threads) {
      if constexpr (Visitor::bounded) visit.make_room(threads);
      const unsigned i = first + threadIdx.x;
      const Value value = i < size ? values[i] : Combine::template identity<Value>();
      visit.deliver(i < size ? vertices[i] : 0, value, value != Combine::template identity<Value>());
      __syncthreads();
    }
    visit.flush();
  }
};

}  // namespace mg::sparse
