// Arcs as a frontier on a GPU: functions of arcs, called for those of a list, and lists of the arcs that one keeps.
#pragma once

#include "engine/arc_function.hpp"
#include "engine/warp.cuh"

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

/// How many arcs of each row f keeps, or once places are known, lists them: in the order of the rows. A warp takes 32
/// rows: lanes begin with one each, and all of them finish what is long.
template <class F, class Offset, bool lists>
struct FilterRows {
  using Arguments = ArcListArguments;
  using Function = F;
  static constexpr unsigned threads = 256;
  static constexpr EdgeId solo_arcs = applied_in_order;

  static void run(const Arguments& arguments, F f) {
    const Rows<Offset> rows(arguments.rows);
    const std::uint64_t row = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    const auto u = static_cast<VertexId>(row);
    const bool exists = row < arguments.rows.num_rows;
    const Offset begin = exists ? rows.begin(u) : 0;
    const Offset end = exists ? rows.end(u) : 0;
    const std::uint64_t place = lists && exists ? __ldg(arguments.places + u) : 0;
    const bool waits = end - begin > solo_arcs;
    if (exists && !waits) take_alone(arguments, f, u, begin, end, place);
    for (unsigned waiting = __ballot_sync(all_lanes, waits); waiting != 0; waiting &= waiting - 1) {
      const int lane = __ffs(static_cast<int>(waiting)) - 1;
      take_together(arguments, f, __shfl_sync(all_lanes, u, lane), __shfl_sync(all_lanes, begin, lane),
                    __shfl_sync(all_lanes, end, lane), __shfl_sync(all_lanes, place, lane));
    }
  }

 private:
  static void take_alone(const Arguments& arguments, F& f, VertexId u, Offset begin, Offset end, std::uint64_t place) {
    const ListedArcs<F, Offset> listed{arguments};
    std::uint32_t kept = 0;
    for (Offset e = begin; e < end; ++e) {
      if (!listed.call(f, u, e)) continue;
      if constexpr (lists) listed.keep(place + kept, u, e);
      ++kept;
    }
    if constexpr (!lists) arguments.lengths[u] = kept;
  }

  static void take_together(const Arguments& arguments, F& f, VertexId u, Offset begin, Offset end,
                            std::uint64_t place) {
    const ListedArcs<F, Offset> listed{arguments};
    std::uint32_t kept = 0;
    for (Offset first = begin; first < end; first += warp_size) {
      const Offset e = first + lane_id();
      const bool keeps = e < end && listed.call(f, u, e);
      const unsigned keeping = __ballot_sync(all_lanes, keeps);
      if constexpr (lists) {
        if (keeps) listed.keep(place + kept + __popc(keeping & lanes_below()), u, e);
      }
      kept += __popc(keeping);
    }
    if constexpr (!lists) {
      if (lane_id() == 0) arguments.lengths[u] = kept;
    }
  }
};

}  // namespace mg::gpu
