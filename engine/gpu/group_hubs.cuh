// Grouping what comes to hubs by keys, on a GPU: to receivers that more arcs come to than a block has room for. Blocks
// group them segment by segment, which leaves lists of entries, a key and a sum each. A table of each hub, in memory,
// says which entry is the first with its key; the others add their sums to that one's. The table is as large as lists
// ask for: most arcs of a hub come with few keys, as communities grow.
#pragma once

#include "engine/gpu/group_tables.cuh"

namespace mg::gpu {

/// What a hub's table holds where there is no entry.
inline constexpr std::uint32_t no_entry = 0xffffffffU;

/// Twice as many cells as entries, as far as a hash of 32 bits goes.
constexpr std::uint64_t cells_of_hub(std::uint32_t entries) {
  constexpr std::uint64_t most = std::uint64_t{1} << 32;
  return std::uint64_t{2} * entries < most ? std::uint64_t{2} * entries : most;
}

/// The sum of an entry that another one has taken over: as no group weighs.
template <class Sum>
inline constexpr Sum taken_over = sizeof(Sum) == sizeof(std::uint32_t) ? Sum{0} : ~Sum{0};

template <class F>
using EntrySum = std::conditional_t<is_weighted<F>, std::uint64_t, std::uint32_t>;

/// A segment and its entries.
struct HubSegment {
  GroupHub& hub;
  std::uint32_t number;  ///< from 0 on, of the hub's
  std::uint32_t size;    ///< entries

  HubSegment(const GroupArguments& arguments, std::uint64_t segment)
      : hub(arguments.hubs[arguments.hub_of_segment[segment]]),
        number(static_cast<std::uint32_t>(segment) - hub.first_segment),
        size(arguments.entries_of_segment[segment]) {}
  /// The first entry, among those of the hub.
  [[nodiscard]] std::uint32_t first() const { return number * hub.segment_arcs; }
};

/// Gives hubs, which are among the receivers, their places; a warp a receiver.
template <class Offset>
struct PlaceHubs {
  using Arguments = GroupArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t place = std::uint64_t{blockIdx.x} * (threads / warp_size) + warp_id();
    if (place >= arguments.count) return;
    const VertexId v = receiver_at(arguments, place);
    const std::uint32_t size = ComingArcs<Offset>(arguments, v).size;
    if (size <= arcs_of_block_table) return;
    const std::uint32_t segments = segments_of(size);
    std::uint64_t before = 0;
    if (lane_id() == 0) {
      before = atomic_add(arguments.counts->placed_hubs, std::uint64_t{1} << 32 | segments);
      arguments.hubs[before >> 32] = {
          .v = v,
          .first_segment = static_cast<std::uint32_t>(before),
          .segments = segments,
          .segment_arcs = arcs_of_segment(size),
          .entries = 0,
          .begin = atomic_add(arguments.counts->placed_arcs, std::uint64_t{segments} * arcs_of_segment(size)),
          .value = 0};
    }
    before = __shfl_sync(all_lanes, before, 0);
    for (std::uint32_t i = lane_id(); i < segments; i += warp_size) {
      arguments.hub_of_segment[static_cast<std::uint32_t>(before) + i] = static_cast<std::uint32_t>(before >> 32);
    }
  }
};

/// Groups the arcs of segments into lists of entries, a block each.
template <class F, class Offset>
struct ListEntries {
  using Arguments = GroupArguments;
  using Function = F;
  static constexpr unsigned threads = BlockTable<F>::threads;
  static constexpr unsigned least_blocks = 5;  // as GroupInBlocks

  static void run(const Arguments& arguments, F f) {
    for (std::uint64_t s = blockIdx.x; s < arguments.count; s += gridDim.x) {
      GroupHub& hub = arguments.hubs[arguments.hub_of_segment[s]];
      const ComingArcs<Offset> arcs(arguments, hub.v);
      const std::uint32_t number = static_cast<std::uint32_t>(s) - hub.first_segment;
      const std::uint32_t first = least(number * hub.segment_arcs, arcs.size);
      BlockTable<F> table;
      table.fill(arguments, f, arcs, first, first + least(hub.segment_arcs, arcs.size - first));
      for (std::uint32_t i = threadIdx.x; i < table.size(); i += threads) {
        arguments.entry_keys[hub.begin + first + i] = table.key(i);
        static_cast<EntrySum<F>*>(arguments.entry_sums)[hub.begin + first + i] = static_cast<EntrySum<F>>(table.sum(i));
      }
      if (threadIdx.x == 0) {
        arguments.entries_of_segment[s] = table.size();
        atomicAdd(&hub.entries, table.size());
        if (number == 0) {
          reinterpret_cast<GroupValue<F>&>(hub.value) = F::Combine::template identity<GroupValue<F>>();
        }
      }
      __syncthreads();
    }
  }
};

/// Empties hubs' tables, of which a segment's block takes its share.
struct ClearPlaces {
  using Arguments = GroupArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    for (std::uint64_t s = blockIdx.x; s < arguments.count; s += gridDim.x) {
      const HubSegment segment(arguments, s);
      const GroupHub& hub = segment.hub;
      const std::uint64_t cells = cells_of_hub(hub.entries);
      const std::uint64_t share = (cells + hub.segments - 1) / hub.segments;
      const std::uint64_t end = share * (segment.number + 1) < cells ? share * (segment.number + 1) : cells;
      for (std::uint64_t i = share * segment.number + threadIdx.x; i < end; i += threads) {
        arguments.places[2 * hub.begin + i] = no_entry;
      }
    }
  }
};

/// Has the first entry with a key take the sums of the others over. `Sum` is the entries'.
template <class Sum>
struct JoinEntries {
  using Arguments = GroupArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    for (std::uint64_t s = blockIdx.x; s < arguments.count; s += gridDim.x) {
      const HubSegment segment(arguments, s);
      const std::uint64_t begin = segment.hub.begin;
      Sum* const sums = static_cast<Sum*>(arguments.entry_sums) + begin;
      for (std::uint32_t i = threadIdx.x; i < segment.size; i += threads) {
        const std::uint32_t entry = segment.first() + i;
        const std::uint32_t first = first_with_key(arguments.entry_keys + begin, entry, arguments.places + 2 * begin,
                                                   cells_of_hub(segment.hub.entries));
        if (first == entry) continue;
        atomic_add(sums[first], sums[entry]);
        sums[entry] = taken_over<Sum>;
      }
    }
  }

 private:
  static std::uint32_t first_with_key(const std::uint32_t* keys, std::uint32_t entry, std::uint32_t* places,
                                      std::uint64_t cells) {
    const std::uint32_t key = __ldg(keys + entry);
    for (std::uint64_t cell = first_cell(key, cells);; cell = cell + 1 == cells ? 0 : cell + 1) {
      std::uint32_t seen = relaxed_load(places[cell]);
      if (seen == no_entry) {
        seen = atomicCAS(places + cell, no_entry, entry);
        if (seen == no_entry) return entry;
      }
      if (__ldg(keys + seen) == key) return seen;
    }
  }
};

/// Combines what becomes of hubs' groups.
template <class F>
struct CombineEntries {
  using Arguments = GroupArguments;
  using Function = F;
  static constexpr unsigned threads = 256;
  static constexpr unsigned least_blocks = 4;  // values are computed in double precision

  static void run(const Arguments& arguments, F f) {
    for (std::uint64_t s = blockIdx.x; s < arguments.count; s += gridDim.x) {
      const HubSegment segment(arguments, s);
      const std::uint64_t begin = segment.hub.begin + segment.first();
      auto value = F::Combine::template identity<GroupValue<F>>();
      for (std::uint32_t i = threadIdx.x; i < segment.size; i += threads) {
        const auto sum = __ldg(static_cast<const EntrySum<F>*>(arguments.entry_sums) + begin + i);
        if (sum == taken_over<EntrySum<F>>) continue;
        const std::uint32_t key = __ldg(arguments.entry_keys + begin + i);
        value = F::Combine::combine(value, f.value(segment.hub.v, key, static_cast<GroupSum<F>>(sum)));
      }
      value = combine_block<typename F::Combine, threads>(value);
      if (threadIdx.x == 0) {
        combine_atomic<typename F::Combine>(reinterpret_cast<GroupValue<F>&>(segment.hub.value), value);
      }
    }
  }
};

/// Tells hubs what has become of their groups.
template <class F>
struct TellHubs {
  using Arguments = GroupArguments;
  using Function = F;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F f) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (i >= arguments.count) return;
    const GroupHub& hub = arguments.hubs[i];
    f.update(hub.v, reinterpret_cast<const GroupValue<F>&>(hub.value));
  }
};

}  // namespace mg::gpu
