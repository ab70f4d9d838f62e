// Grouping what comes to vertices by keys, on a GPU: what the ways to do so share, and the one for receivers that no
// more arcs come to than a warp has lanes, whose keys stay in registers. Receivers with more arcs are listed, for
// tables in shared memory (group_tables.cuh), for lists that are joined (group_hubs.cuh), or to be sorted
// (group_sorted.cuh).
#pragma once

#include "engine/gpu/warp.cuh"
#include "engine/group.hpp"

namespace mg::gpu {

/// A receiver by its place among those that are grouped for.
inline VertexId receiver_at(const GroupArguments& arguments, std::uint64_t place) {
  return arguments.listed == nullptr ? static_cast<VertexId>(place) : __ldg(arguments.listed + place);
}

/// What comes along an arc.
template <class F>
struct KeyedArc {
  std::uint32_t key;
  WeightOf<F> weight;

  /// As which the arc counts.
  [[nodiscard]] GroupSum<F> summand() const {
    if constexpr (is_weighted<F>) {
      return static_cast<GroupSum<F>>(weight);
    } else {
      return 1;
    }
  }
};

/// The arcs that come to a receiver, numbered from 0 on: those of its row against the arcs, then those of the other
/// one.
template <class Offset>
struct ComingArcs {
  Offset against = 0;  ///< where arc 0 would be, if it were in the row; modulo the type's size
  Offset along = 0;
  std::uint32_t of_first = 0;  ///< arcs of the first row
  std::uint32_t size = 0;

  ComingArcs() = default;
  ComingArcs(const GroupArguments& arguments, VertexId v) {
    const Rows<Offset> first(arguments.rows[0]);
    against = first.begin(v);
    of_first = size = static_cast<std::uint32_t>(first.end(v) - against);
    if (arguments.sides == 1) return;
    const Rows<Offset> second(arguments.rows[1]);
    along = second.begin(v) - size;
    size += static_cast<std::uint32_t>(second.end(v) - second.begin(v));
  }
  template <class F>
  KeyedArc<F> load(const GroupArguments& arguments, const F& f, std::uint32_t i) const {
    const bool is_of_first = i < of_first;
    const VertexId* const neighbors = is_of_first ? arguments.rows[0].neighbors : arguments.rows[1].neighbors;
    KeyedArc<F> arc;
    arc.key = f.key(__ldg(neighbors + static_cast<Offset>((is_of_first ? against : along) + i)));
    if constexpr (is_weighted<F>) arc.weight = weight<WeightOf<F>>(arguments, i);
    return arc;
  }
  template <class Weight>
  [[nodiscard]] Weight weight(const GroupArguments& arguments, std::uint32_t i) const {
    const bool is_of_first = i < of_first;
    const void* const weights = is_of_first ? arguments.rows[0].weights : arguments.rows[1].weights;
    return __ldg(static_cast<const Weight*>(weights) + static_cast<Offset>((is_of_first ? against : along) + i));
  }
  /// Those of another lane. All lanes of the warp call it.
  [[nodiscard]] ComingArcs of_lane(unsigned lane) const {
    ComingArcs theirs;
    theirs.against = __shfl_sync(all_lanes, against, static_cast<int>(lane));
    theirs.along = __shfl_sync(all_lanes, along, static_cast<int>(lane));
    theirs.of_first = __shfl_sync(all_lanes, of_first, static_cast<int>(lane));
    theirs.size = __shfl_sync(all_lanes, size, static_cast<int>(lane));
    return theirs;
  }
};

/// What all lanes of `peers` bring, which is the same set for each of them and holds this lane: in the first of them.
/// In which order it is added up depends on their number alone. All lanes of the warp call it.
template <class T>
T add_peers(unsigned peers, T value) {
  unsigned above = peers & ~(lanes_below() | 1U << lane_id());
  unsigned rank = static_cast<unsigned>(__popc(peers & lanes_below()));
  while (__any_sync(all_lanes, above != 0)) {
    const unsigned next = above == 0 ? lane_id() : static_cast<unsigned>(__ffs(static_cast<int>(above))) - 1;
    const T theirs = __shfl_sync(all_lanes, value, static_cast<int>(next));
    if (above != 0) value += theirs;
    above &= __ballot_sync(all_lanes, rank % 2 == 0);  // what the others have, their neighbors below have added
    rank /= 2;
  }
  return value;
}

/// What the arcs of this lane's peers weigh together, in the first of them. All lanes of the warp call it.
template <class F>
GroupSum<F> sum_of_peers(unsigned peers, const KeyedArc<F>& arc) {
  if constexpr (is_weighted<F>) {
    return add_peers(peers, arc.summand());
  } else {
    return static_cast<GroupSum<F>>(__popc(peers));
  }
}

/// Hubs are cut into as few segments as tables have room for, of equal length but for the last ones.
constexpr std::uint32_t segments_of(std::uint32_t arcs) { return (arcs - 1) / arcs_of_block_table + 1; }
constexpr std::uint32_t arcs_of_segment(std::uint32_t arcs) { return (arcs - 1) / segments_of(arcs) + 1; }

/// Groups for receivers that no more arcs come to than a warp has lanes, as many at a time as lanes are enough for, and
/// lists the others.
template <class F, class Offset>
struct GroupInLanes {
  using Arguments = GroupArguments;
  using Function = F;
  using Value = GroupValue<F>;
  static constexpr unsigned threads = 256;
  static constexpr unsigned least_blocks = 5;  // a receiver, its rows and what comes take registers

  static void run(const Arguments& arguments, F f) {
    Found found;
    for (std::uint64_t first = std::uint64_t{blockIdx.x} * threads; first < arguments.count;
         first += std::uint64_t{gridDim.x} * threads) {
      const bool is_there = first + threadIdx.x < arguments.count;
      Receiver own{};
      if (is_there) {
        own.v = receiver_at(arguments, first + threadIdx.x);
        own.arcs = ComingArcs<Offset>(arguments, own.v);
      }
      found.add(own.arcs.size);
      list_longer(arguments, own);
      group_short(arguments, f, own);
    }
    found.tell(*arguments.counts);
  }

 private:
  struct Receiver {
    VertexId v;
    ComingArcs<Offset> arcs;
  };

  /// What a thread finds, for GroupCounts.
  struct Found {
    std::uint64_t arcs = 0;
    std::uint64_t hubs = 0;
    std::uint64_t hub_arcs = 0;

    void add(std::uint32_t size) {
      arcs += size;
      if (!sums_are_exact<F> || size <= arcs_of_block_table) return;
      const std::uint32_t segments = segments_of(size);
      hubs += std::uint64_t{1} << 32 | segments;
      hub_arcs += std::uint64_t{segments} * arcs_of_segment(size);
    }
    /// All threads of the block.
    void tell(GroupCounts& counts) const {
      tell(counts.arcs, arcs);
      tell(counts.hubs, hubs);
      tell(counts.hub_arcs, hub_arcs);
    }

   private:
    static void tell(std::uint64_t& count, std::uint64_t own) {
      const std::uint64_t all = combine_block<Sum, threads>(own);
      if (threadIdx.x == 0 && all != 0) atomic_add(count, all);
    }
  };

  /// An atomic a block makes room for its receivers. All threads of the block call it.
  static void list_longer(const Arguments& arguments, const Receiver& own) {
    __shared__ std::uint64_t listed;
    const bool is_longer = own.arcs.size > warp_size;
    if (__syncthreads_or(is_longer) == 0) return;
    const bool is_for_warp = is_longer && own.arcs.size <= arcs_of_warp_table;
    const std::uint64_t counted = is_for_warp ? 1 : is_longer ? std::uint64_t{1} << 32 : 0;
    std::uint64_t total = 0;
    const std::uint64_t up_to = scan_block(counted, total);
    if (threadIdx.x == 0) listed = atomic_add(arguments.counts->longer, total);
    __syncthreads();
    if (is_longer) {
      const std::uint64_t before = listed + up_to - counted;
      const std::uint64_t from_end = arguments.count - 1 - (before >> 32);
      arguments.longer[is_for_warp ? static_cast<std::uint32_t>(before) : from_end] = own.v;
    }
    __syncthreads();
  }

  /// All lanes of the warp.
  static void group_short(const Arguments& arguments, F& f, const Receiver& own) {
    const std::uint32_t size = own.arcs.size <= warp_size ? own.arcs.size : 0;
    const std::uint32_t up_to = scan_warp(size);
    const std::uint32_t total = __shfl_sync(all_lanes, up_to, static_cast<int>(warp_size) - 1);
    for (std::uint32_t first = 0; first < total;) {
      const unsigned fit = __ballot_sync(all_lanes, up_to <= first + warp_size);
      const std::uint32_t end = __shfl_sync(all_lanes, up_to, __popc(fit) - 1);
      group_lanes(arguments, f, own, up_to - size, first, end);
      first = end;
    }
  }

  /// Arcs first to end of the receivers, whose own ones begin at `begin`: an arc a lane.
  static void group_lanes(const Arguments& arguments, F& f, const Receiver& own, std::uint32_t begin,
                          std::uint32_t first, std::uint32_t end) {
    const std::uint32_t at = first + lane_id();
    const bool is_there = at < end;
    const unsigned lane = last_not_after(begin, at);
    const VertexId v = __shfl_sync(all_lanes, own.v, static_cast<int>(lane));
    const ComingArcs<Offset> arcs = own.arcs.of_lane(lane);
    const std::uint32_t begin_of_v = __shfl_sync(all_lanes, begin, static_cast<int>(lane));
    KeyedArc<F> arc{};
    if (is_there) arc = arcs.load(arguments, f, at - begin_of_v);
    const std::uint64_t group = is_there ? std::uint64_t{lane} << 32 | arc.key : ~std::uint64_t{0};
    const unsigned peers = __match_any_sync(all_lanes, group);
    const GroupSum<F> sum = sum_of_peers(peers, arc);
    auto value = F::Combine::template identity<Value>();
    if (is_there && (peers & lanes_below()) == 0) value = f.value(v, arc.key, sum);
    value = combine_before(value, lane_id() - (begin_of_v - first));
    __syncwarp();  // what values have written of the receiver, its update reads
    if (is_there && at + 1 == begin_of_v + arcs.size) f.update(v, value);
  }
  /// The last lane that brings no more than `at`, where none brings less than those before it.
  static unsigned last_not_after(std::uint32_t begin, std::uint32_t at) {
    unsigned lane = 0;
    for (unsigned step = warp_size / 2; step > 0; step /= 2) {
      if (__shfl_sync(all_lanes, begin, static_cast<int>(lane + step)) <= at) lane += step;
    }
    return lane;
  }
  /// Values of this lane and of so many before it.
  static Value combine_before(Value value, std::uint32_t before) {
    for (unsigned distance = 1; distance < warp_size; distance *= 2) {
      const Value other = __shfl_up_sync(all_lanes, value, distance);
      if (before >= distance) value = F::Combine::combine(value, other);
    }
    return value;
  }
};

}  // namespace mg::gpu
