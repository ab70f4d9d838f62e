// Grouping what comes to vertices by keys, on a GPU, in hash tables in shared memory: a warp's for receivers with
// rather few arcs, a block's for those with more.
//
// Tables are of open addressing, half as large again as there are arcs. What is in use is listed, so that what becomes
// of groups is computed by as many threads as there are groups.
#pragma once

#include "engine/gpu/group.cuh"

namespace mg::gpu {

/// What cells of a table hold that have no key.
inline constexpr std::uint32_t no_key = 0xffffffffU;

/// How many cells are used where so many keys may come.
constexpr std::uint32_t cells_for(std::uint32_t arcs) { return arcs + arcs / 2; }

/// The first of `cells` that a key is looked for in: multiplicative hashing (Knuth, The Art of Computer Programming 3,
/// 6.4) of what upper bits have been mixed into. The product's upper bits count.
inline std::uint32_t first_cell(std::uint32_t key, std::uint64_t cells) {
  const std::uint32_t hash = (key ^ key >> 15) * 0x9e3779b9U;  // 2^32 / golden ratio
  return static_cast<std::uint32_t>(hash * cells >> 32);
}

/// The keys of a table with room for those of `arcs` arcs. The key that looks like none has a cell behind the others.
template <std::uint32_t arcs>
class TableKeys {
 public:
  static constexpr std::uint32_t room = cells_for(arcs) + 1;

  struct Claimed {
    std::uint32_t cell;
    bool is_new;
  };

  /// Forgets all keys of a table of `cells` cells; a part of it that one of `threads` threads does.
  void clear(std::uint32_t cells, unsigned thread, unsigned threads) {
    for (std::uint32_t i = thread; i <= cells; i += threads) words_[i] = no_key;
  }
  /// The cell of a key, and whether nobody has asked for it before.
  Claimed claim(std::uint32_t key, std::uint32_t cells) {
    const bool is_last = key == no_key;
    const std::uint32_t word = is_last ? 0 : key;
    std::uint32_t cell = is_last ? cells : first_cell(key, cells);
    for (;;) {
      std::uint32_t seen = stale_load(words_[cell]);
      if (seen == no_key) {
        seen = atomicCAS(words_ + cell, no_key, word);
        if (seen == no_key) return {cell, true};
      }
      if (seen == word) return {cell, false};
      cell = cell + 1 == cells ? 0 : cell + 1;
    }
  }
  [[nodiscard]] std::uint32_t key(std::uint32_t cell, std::uint32_t cells) const {
    return cell == cells ? no_key : words_[cell];
  }

 private:
  std::uint32_t words_[room];
};

/// So many arcs a thread asks memory for at a time.
inline constexpr unsigned arcs_at_a_time = 4;

/// Groups for receivers, a warp each. Lanes with equal keys add up what they have before one of them looks for the key,
/// so that no sum depends on who comes first.
template <class F, class Offset>
struct GroupInWarps {
  using Arguments = GroupArguments;
  using Function = F;
  static constexpr unsigned threads = warp_tables * warp_size;
  static constexpr unsigned least_blocks = 10;  // no more have room for their tables

  static void run(const Arguments& arguments, F f) {
    __shared__ Table tables[warp_tables];
    Table& table = tables[warp_id()];
    for (std::uint64_t place = std::uint64_t{blockIdx.x} * warp_tables + warp_id(); place < arguments.count;
         place += std::uint64_t{gridDim.x} * warp_tables) {
      const VertexId v = receiver_at(arguments, place);
      const ComingArcs<Offset> arcs(arguments, v);
      const std::uint32_t cells = cells_for(arcs.size);
      table.keys.clear(cells, lane_id(), warp_size);
      __syncwarp();
      const std::uint32_t used = fill(arguments, f, arcs, table, cells);
      const GroupValue<F> value = combine_warp<typename F::Combine>(own_values(f, v, table, cells, used));
      __syncwarp();  // what values have written of the receiver, its update reads; and the table is free
      if (lane_id() == 0) f.update(v, value);
    }
  }

 private:
  using Total = std::conditional_t<is_weighted<F>, GroupSum<F>, std::uint32_t>;

  struct Table {
    Total sums[cells_for(arcs_of_warp_table) + 1];
    TableKeys<arcs_of_warp_table> keys;
    std::uint16_t used[arcs_of_warp_table];
  };

  /// How many cells are used afterwards.
  static std::uint32_t fill(const Arguments& arguments, const F& f, const ComingArcs<Offset>& arcs, Table& table,
                            std::uint32_t cells) {
    std::uint32_t used = 0;
    for (std::uint32_t first = 0; first < arcs.size; first += arcs_at_a_time * warp_size) {
      KeyedArc<F> loaded[arcs_at_a_time] = {};
#pragma unroll
      for (unsigned j = 0; j < arcs_at_a_time; ++j) {
        const std::uint32_t i = first + j * warp_size + lane_id();
        if (i < arcs.size) loaded[j] = arcs.load(arguments, f, i);
      }
#pragma unroll
      for (unsigned j = 0; j < arcs_at_a_time; ++j) {
        const std::uint32_t i = first + j * warp_size + lane_id();
        if (i - lane_id() < arcs.size) used += add(table, cells, used, loaded[j], i < arcs.size);
      }
    }
    return used;
  }
  /// An arc a lane, where there is one; returns how many keys are new.
  static std::uint32_t add(Table& table, std::uint32_t cells, std::uint32_t used, const KeyedArc<F>& arc,
                           bool is_there) {
    const unsigned peers = __match_any_sync(all_lanes, is_there ? std::uint64_t{arc.key} : ~std::uint64_t{0});
    const auto sum = static_cast<Total>(sum_of_peers(peers, arc));
    bool is_new = false;
    std::uint32_t cell = 0;
    if (is_there && (peers & lanes_below()) == 0) {
      const auto claimed = table.keys.claim(arc.key, cells);
      cell = claimed.cell;
      is_new = claimed.is_new;
      table.sums[cell] = is_new ? sum : table.sums[cell] + sum;
    }
    const unsigned added = __ballot_sync(all_lanes, is_new);
    if (is_new) table.used[used + __popc(added & lanes_below())] = static_cast<std::uint16_t>(cell);
    __syncwarp();
    return static_cast<std::uint32_t>(__popc(added));
  }
  static GroupValue<F> own_values(F& f, VertexId v, const Table& table, std::uint32_t cells, std::uint32_t used) {
    auto value = F::Combine::template identity<GroupValue<F>>();
    for (std::uint32_t i = lane_id(); i < used; i += warp_size) {
      const std::uint32_t cell = table.used[i];
      value = F::Combine::combine(value,
                                  f.value(v, table.keys.key(cell, cells), static_cast<GroupSum<F>>(table.sums[cell])));
    }
    return value;
  }
};

/// A block's table, where sums are of whole numbers, whatever the type of weights. They have 64 bits: shared memory
/// adds no more than 32 at a time.
template <class F>
class BlockTable {
 public:
  static constexpr unsigned threads = 256;

  /// Groups arcs first to end, no more than arcs_of_block_table. All threads of the block.
  template <class Offset>
  void fill(const GroupArguments& arguments, const F& f, const ComingArcs<Offset>& arcs, std::uint32_t first,
            std::uint32_t end) {
    cells_ = cells_for(end - first);
    clear();
    __syncthreads();
    for (std::uint32_t i = first + threadIdx.x; i < end; i += arcs_at_a_time * threads) {
      KeyedArc<F> loaded[arcs_at_a_time] = {};
#pragma unroll
      for (unsigned j = 0; j < arcs_at_a_time; ++j) {
        if (i + j * threads < end) loaded[j] = arcs.load(arguments, f, i + j * threads);
      }
#pragma unroll
      for (unsigned j = 0; j < arcs_at_a_time; ++j) {
        if (i + j * threads < end) add(loaded[j]);
      }
    }
    __syncthreads();
  }
  /// How many groups there are; their keys and what they weigh.
  [[nodiscard]] std::uint32_t size() const { return storage().used; }
  [[nodiscard]] std::uint32_t key(std::uint32_t i) const { return storage().keys.key(storage().cells[i], cells_); }
  [[nodiscard]] GroupSum<F> sum(std::uint32_t i) const {
    const std::uint32_t cell = storage().cells[i];
    if constexpr (is_weighted<F>) {
      return static_cast<GroupSum<F>>(std::uint64_t{storage().upper[cell]} << 32 | storage().lower[cell]);
    } else {
      return storage().lower[cell];
    }
  }

 private:
  struct Storage {
    TableKeys<arcs_of_block_table> keys;
    std::uint32_t lower[TableKeys<arcs_of_block_table>::room];
    std::uint32_t upper[is_weighted<F> ? TableKeys<arcs_of_block_table>::room : 1];
    std::uint16_t cells[arcs_of_block_table];
    std::uint32_t used;
  };
  static Storage& storage() {
    __shared__ Storage shared;
    return shared;
  }

  void clear() {
    storage().keys.clear(cells_, threadIdx.x, threads);
    for (std::uint32_t i = threadIdx.x; i <= cells_; i += threads) {
      storage().lower[i] = 0;
      if constexpr (is_weighted<F>) storage().upper[i] = 0;
    }
    if (threadIdx.x == 0) storage().used = 0;
  }
  void add(const KeyedArc<F>& arc) {
    const auto [cell, is_new] = storage().keys.claim(arc.key, cells_);
    if (is_new) storage().cells[atomicAdd(&storage().used, 1U)] = static_cast<std::uint16_t>(cell);
    if constexpr (is_weighted<F>) {
      const auto weight = static_cast<std::uint64_t>(arc.weight);
      const auto lower = static_cast<std::uint32_t>(weight);
      const std::uint32_t before = atomicAdd(storage().lower + cell, lower);
      const std::uint32_t upper = static_cast<std::uint32_t>(weight >> 32) + (before + lower < before ? 1 : 0);
      if (upper != 0) atomicAdd(storage().upper + cell, upper);
    } else {
      atomicAdd(storage().lower + cell, 1U);
    }
  }

  std::uint32_t cells_ = 0;
};

/// Groups for receivers, a block each, but for hubs.
template <class F, class Offset>
struct GroupInBlocks {
  using Arguments = GroupArguments;
  using Function = F;
  static constexpr unsigned threads = BlockTable<F>::threads;
  static constexpr unsigned least_blocks = 5;  // no more have room for their tables

  static void run(const Arguments& arguments, F f) {
    for (std::uint64_t place = blockIdx.x; place < arguments.count; place += gridDim.x) {
      const VertexId v = receiver_at(arguments, place);
      const ComingArcs<Offset> arcs(arguments, v);
      if (arcs.size > arcs_of_block_table) continue;
      BlockTable<F> table;
      table.fill(arguments, f, arcs, 0, arcs.size);
      auto value = F::Combine::template identity<GroupValue<F>>();
      for (std::uint32_t i = threadIdx.x; i < table.size(); i += threads) {
        value = F::Combine::combine(value, f.value(v, table.key(i), table.sum(i)));
      }
      value = combine_block<typename F::Combine, threads>(value);
      if (threadIdx.x == 0) f.update(v, value);
    }
  }
};

}  // namespace mg::gpu
