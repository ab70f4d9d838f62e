// Arcs as a frontier on a GPU: functions of arcs, called for those of a list, and lists of the arcs that one keeps.
#pragma once

#include "engine/arc_function.hpp"
#include "engine/gpu/warp.cuh"

namespace mg::gpu {

/// A list's arcs, and the function for each.
template <class F, class Offset>
struct ListedArcs {
  const ArcListArguments& list;

  [[nodiscard]] VertexId source(std::uint64_t i) const { return __ldg(list.sources + i); }
  [[nodiscard]] Offset arc(std::uint64_t i) const { return __ldg(static_cast<const Offset*>(list.arcs) + i); }
  decltype(auto) call(F& f, VertexId u, Offset e) const {
    return call_for_arc(f, u, __ldg(list.rows.neighbors + e), e, static_cast<const WeightOf<F>*>(list.rows.weights));
  }
  void keep(std::uint64_t place, VertexId u, Offset e) const {
    list.kept_sources[place] = u;
    static_cast<Offset*>(list.kept_arcs)[place] = e;
  }
};

/// Calls f for each arc, a thread an arc.
template <class F, class Offset>
struct MapArcs {
  using Arguments = ArcListArguments;
  using Function = F;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F f) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (i >= arguments.size) return;
    const ListedArcs<F, Offset> listed{arguments};
    listed.call(f, listed.source(i), listed.arc(i));
  }
};

/// Calls f for each arc, which some neighboring threads share, and lists the arcs that it lets join. What there is no
/// room for is counted alone.
template <class F, class Offset>
struct ExpandArcs {
  using Arguments = ArcListArguments;
  using Function = F;
  static constexpr unsigned threads = 256;

  struct Joining {
    const Arguments& list;
    void add(VertexId source, EdgeId arc) const {
      const std::uint64_t place = atomicAdd(reinterpret_cast<unsigned long long*>(list.num_kept), 1ULL);
      if (place < list.most_kept) ListedArcs<F, Offset>{list}.keep(place, source, static_cast<Offset>(arc));
    }
  };

  static void run(const Arguments& arguments, F f) {
    const std::uint64_t thread = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    const std::uint64_t i = thread >> arguments.share_bits;
    if (i >= arguments.size) return;
    const ListedArcs<F, Offset> listed{arguments};
    const std::uint32_t shares = 1U << arguments.share_bits;
    const Offset e = listed.arc(i);
    f(listed.source(i), __ldg(arguments.rows.neighbors + e), e,
      Share{static_cast<std::uint32_t>(thread) & (shares - 1), shares}, Joining{arguments});
  }
};

/// Lists the arcs that f keeps, a thread an arc; an atomic a block makes room for them.
template <class F, class Offset>
struct FilterArcs {
  using Arguments = ArcListArguments;
  using Function = F;
  static constexpr unsigned threads = 1024;

  static void run(const Arguments& arguments, F f) {
    __shared__ std::uint64_t first;
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    const ListedArcs<F, Offset> listed{arguments};
    const bool exists = i < arguments.size;
    const VertexId u = exists ? listed.source(i) : 0;
    const Offset e = exists ? listed.arc(i) : 0;
    const bool kept = exists && listed.call(f, u, e);
    std::uint32_t total = 0;
    const std::uint32_t up_to = scan_block(kept ? 1U : 0U, total);
    if (threadIdx.x == 0 && total != 0) {
      first = atomicAdd(reinterpret_cast<unsigned long long*>(arguments.num_kept), std::uint64_t{total});
    }
    __syncthreads();
    if (kept) listed.keep(first + up_to - 1, u, e);
  }
};

/// The rows of a warp's arcs, 32 consecutive ones after the other.
template <class Offset>
class RowsOfArcs {
 public:
  RowsOfArcs(const DeviceRows& rows, std::uint64_t first)
      : rows_(rows),
        num_rows_(rows.num_rows),
        row_(first_where(std::uint64_t{0}, num_rows_, [&](std::uint64_t row) { return end_of(row) > first; })) {}

  /// That of an arc; no lane asks for an arc before those that were asked for. All lanes of the warp call it together.
  [[nodiscard]] VertexId of(std::uint64_t arc, bool exists) {
    const std::uint64_t last = __shfl_sync(all_lanes, arc, static_cast<int>(warp_size) - 1);
    if (row_ < num_rows_ && end_of(row_) > last) return static_cast<VertexId>(row_);
    std::uint64_t first = row_;  // of 32 rows, among which lanes look
    VertexId own = no_vertex;
    for (;;) {
      const std::uint64_t end = first + lane_id() < num_rows_ ? end_of(first + lane_id()) : ~std::uint64_t{0};
      unsigned before = 0;  // rows that end at the arc or before
      for (unsigned step = warp_size / 2; step > 0; step /= 2) {
        if (__shfl_sync(all_lanes, end, static_cast<int>(before + step - 1)) <= arc) before += step;
      }
      if (__shfl_sync(all_lanes, end, static_cast<int>(before)) <= arc) ++before;
      if (own == no_vertex && before < warp_size) own = static_cast<VertexId>(first + before);
      if (!__any_sync(all_lanes, exists && own == no_vertex)) break;
      first += warp_size;
    }
    row_ = __shfl_sync(all_lanes, own, static_cast<int>(warp_size) - 1);
    return own;
  }

 private:
  [[nodiscard]] std::uint64_t end_of(std::uint64_t row) const { return rows_.end(static_cast<VertexId>(row)); }

  Rows<Offset> rows_;
  std::uint64_t num_rows_;
  std::uint64_t row_;  ///< of the arc that was asked for last
};

/// How many of some consecutive arcs f keeps, or once places are known, lists them. A warp takes arcs_of_filter,
/// however long rows are.
template <class F, class Offset, bool lists>
struct FilterRows {
  using Arguments = ArcListArguments;
  using Function = F;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F f) {
    const ListedArcs<F, Offset> listed{arguments};
    const std::uint64_t part = std::uint64_t{blockIdx.x} * (threads / warp_size) + warp_id();
    const std::uint64_t begin = part * arcs_of_filter;
    if (begin >= arguments.size) return;
    const std::uint64_t end = begin + arcs_of_filter < arguments.size ? begin + arcs_of_filter : arguments.size;
    const std::uint64_t place = lists ? __ldg(arguments.places + part) : 0;
    std::uint32_t kept = 0;
    RowsOfArcs<Offset> rows(arguments.rows, begin);
    for (std::uint64_t first = begin; first < end; first += warp_size) {
      const std::uint64_t arc = first + lane_id();
      const VertexId u = rows.of(arc, arc < end);
      const auto e = static_cast<Offset>(arc);
      const bool keeps = arc < end && listed.call(f, u, e);
      const unsigned keeping = __ballot_sync(all_lanes, keeps);
      if constexpr (lists) {
        if (keeps) listed.keep(place + kept + __popc(keeping & lanes_below()), u, e);
      }
      kept += __popc(keeping);
    }
    if (!lists && lane_id() == 0) arguments.lengths[part] = kept;
  }
};

}  // namespace mg::gpu
