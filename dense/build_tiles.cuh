// Building the tiles layout on a GPU; the bytes are those that preprocess/tiles_builder makes on a CPU.
//
// Arcs get keys, are sorted by panel, and keep the order of receivers that rows have. Chunks are cut, steps filled and
// their banks spread, and what each group of rows receives is looked up by binary search among the partials' receivers.
#pragma once

#include "dense/build_arguments.hpp"
#include "dense/spread_banks.hpp"
#include "dense/tiles_geometry.hpp"
#include "engine/edge_semantics.hpp"
#include "engine/gpu/warp.cuh"

namespace mg::dense {

using namespace gpu;

/// Counts the vertices that have arcs to send along, and those whose column has another number than they.
struct CountColumns {
  using Arguments = KeyArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint32_t u = blockIdx.x * threads + threadIdx.x;
    const std::uint32_t one = u < arguments.rows.num_rows && arguments.degrees[u] > 0 ? 1 : 0;
    const std::uint32_t found = combine_block<Sum, threads>(one);
    const std::uint32_t moved = combine_block<Sum, threads>(one != 0 && arguments.ranks[u] != u ? 1U : 0U);
    if (threadIdx.x != 0) return;
    if (found > 0) atomicAdd(arguments.num_columns, found);
    if (moved > 0) atomicAdd(arguments.num_moved, moved);
  }
};

struct LargestWeight {
  using Arguments = KeyArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const auto* weights = static_cast<const std::uint32_t*>(arguments.rows.weights);
    std::uint32_t most = 0;
    for (std::uint64_t e = std::uint64_t{blockIdx.x} * threads + threadIdx.x; e < arguments.num_arcs;
         e += std::uint64_t{gridDim.x} * threads) {
      most = Max::combine(most, __ldg(weights + e));
    }
    most = combine_block<Max, threads>(most);
    if (threadIdx.x == 0) atomicMax(arguments.most_weight, most);
  }
};

/// What gives arcs their keys, for the arcs of a block.
template <class Offset>
class Keys {
 public:
  /// All threads of the block call it.
  Keys(const KeyArguments& arguments, std::uint64_t first, std::uint64_t end)
      : arguments_(arguments), rows_(arguments.rows) {
    __shared__ VertexId bounds[2];  // the rows of the block's first and last arc
    if (threadIdx.x < 2) bounds[threadIdx.x] = row_of(0, arguments.rows.num_rows, threadIdx.x == 0 ? first : end - 1);
    __syncthreads();
    first_row_ = bounds[0];
    last_row_ = bounds[1];
  }

  [[nodiscard]] std::uint32_t column_of(std::uint64_t arc) const {
    return __ldg(arguments_.ranks + __ldg(rows_.neighbors + arc));
  }
  [[nodiscard]] std::uint64_t operator()(std::uint64_t arc) const {
    const std::uint64_t receiver = row_of(first_row_, last_row_ + 1, arc);
    const std::uint32_t column = column_of(arc);
    const std::uint32_t panel = column / arguments_.panel_columns;
    const std::uint64_t id = column - panel * arguments_.panel_columns;
    return (receiver << 16 | id) << arguments_.panel_bits | (panel - arguments_.first_panel);
  }

 private:
  /// The row among [begin, end) that holds the arc.
  [[nodiscard]] VertexId row_of(VertexId begin, VertexId end, std::uint64_t arc) const {
    return first_where(begin, end, [&](VertexId v) { return rows_.end(v) > arc; });
  }

  const KeyArguments& arguments_;
  Rows<Offset> rows_;
  VertexId first_row_;
  VertexId last_row_;
};

/// Gives all arcs their keys.
template <class Offset>
struct KeyArcs {
  using Arguments = KeyArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t first = std::uint64_t{blockIdx.x} * arcs_per_block;
    const std::uint64_t end = min(first + arcs_per_block, arguments.num_arcs);
    const Keys<Offset> key_of(arguments, first, end);
    for (std::uint64_t arc = first + threadIdx.x; arc < end; arc += threads) arguments.keys[arc] = key_of(arc);
  }
};

/// Finds out which piece each arc belongs to, and how many of each a block has.
struct PieceArcs {
  using Arguments = PieceArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    __shared__ std::uint32_t counts[threads];
    counts[threadIdx.x] = 0;
    __syncthreads();
    const std::uint64_t first = std::uint64_t{blockIdx.x} * arcs_per_block;
    const std::uint64_t end = min(first + arcs_per_block, arguments.arcs.num_arcs);
    for (std::uint64_t arc = first + threadIdx.x; arc < end; arc += threads) {
      const std::uint32_t column = __ldg(arguments.arcs.ranks + __ldg(arguments.arcs.rows.neighbors + arc));
      const std::uint32_t panel = column / arguments.arcs.panel_columns;
      const std::uint32_t later = first_where(
          1U, arguments.num_pieces, [&](std::uint32_t piece) { return arguments.piece_panels[piece] > panel; });
      arguments.pieces[arc] = static_cast<std::uint8_t>(later - 1);
      atomicAdd(counts + later - 1, 1U);
    }
    __syncthreads();
    if (threadIdx.x >= arguments.num_pieces) return;
    arguments.block_counts[std::uint64_t{threadIdx.x} * gridDim.x + blockIdx.x] = counts[threadIdx.x];
  }
};

/// Gives the arcs of one piece their keys, one behind the other.
template <class Offset>
struct KeyPiece {
  using Arguments = PieceArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t first = std::uint64_t{blockIdx.x} * arcs_per_block;
    const std::uint64_t end = min(first + arcs_per_block, arguments.arcs.num_arcs);
    const Keys<Offset> key_of(arguments.arcs, first, end);
    const std::uint64_t* before = arguments.arcs_before + std::uint64_t{arguments.piece} * gridDim.x;
    std::uint64_t place = before[blockIdx.x] - before[0];
    for (std::uint64_t turn = first; turn < end; turn += threads) {
      const std::uint64_t arc = turn + threadIdx.x;
      const std::uint32_t is_own = arc < end && arguments.pieces[arc] == arguments.piece ? 1 : 0;
      std::uint32_t total = 0;
      const std::uint64_t own_place = place + scan_block(is_own, total) - is_own;
      place += total;
      if (is_own == 0) continue;
      arguments.arcs.keys[own_place] = key_of(arc);
      if (arguments.weights != nullptr) {
        arguments.weights[own_place] = static_cast<const std::uint32_t*>(arguments.arcs.rows.weights)[arc];
      }
    }
  }
};

/// Where the arcs of each panel begin.
struct PanelStarts {
  using Arguments = PanelArcsArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint32_t panel = blockIdx.x * threads + threadIdx.x;
    if (panel > arguments.num_panels) return;
    const std::uint64_t column =
        min(std::uint64_t{panel} * arguments.panel_columns, std::uint64_t{arguments.num_columns});
    arguments.panel_starts[panel] = arguments.arcs_before[column];
  }
};

/// Moves every target to the first run that begins at or after it.
struct FindBoundaries {
  using Arguments = BoundaryArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 128;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint32_t i = blockIdx.x * threads + threadIdx.x;
    if (i >= arguments.count) return;
    const std::uint64_t target = arguments.targets[i];
    const std::uint64_t end = arguments.ends[i];
    const unsigned shift = arguments.panel_bits + 16;
    // Targets at the beginning of their panel stay; before all others there is an arc of the panel.
    if (target == 0 ||
        (arguments.keys[target - 1] & low_bits(arguments)) != (arguments.keys[target] & low_bits(arguments))) {
      arguments.begins[i] = target;
      return;
    }
    const std::uint64_t receiver = arguments.keys[target - 1] >> shift;
    arguments.begins[i] =
        first_where(target, end, [&](std::uint64_t k) { return arguments.keys[k] >> shift > receiver; });
  }

 private:
  static std::uint64_t low_bits(const Arguments& arguments) { return (std::uint64_t{1} << arguments.panel_bits) - 1; }
};

/// Whether a run ends with arc `i` of the chunk that ends at `end`.
inline bool ends_run(const ChunkArguments& arguments, std::uint64_t i, std::uint64_t end) {
  const unsigned shift = arguments.panel_bits + 16;
  return i + 1 == end || arguments.keys[i] >> shift != arguments.keys[i + 1] >> shift;
}

/// Counts the runs of every chunk, a warp each.
struct CountRuns {
  using Arguments = ChunkArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint32_t chunk = blockIdx.x * (threads / warp_size) + warp_id();
    if (chunk >= arguments.num_chunks) return;
    const std::uint64_t end = arguments.ends[chunk];
    std::uint32_t runs = 0;
    for (std::uint64_t i = arguments.begins[chunk] + lane_id(); i < end; i += warp_size) {
      runs += ends_run(arguments, i, end) ? 1 : 0;
    }
    runs = combine_warp<Sum>(runs);
    if (lane_id() == 0) arguments.runs[chunk] = runs;
  }
};

/// Fills the steps of every chunk, a warp each, with arcs in the order of the keys. Weights are stored as `Stored`.
template <class Stored>
struct FillChunks {
  using Arguments = ChunkArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint32_t chunk = blockIdx.x * (threads / warp_size) + warp_id();
    if (chunk >= arguments.num_chunks) return;
    const std::uint64_t begin = arguments.begins[chunk];
    const std::uint64_t end = arguments.ends[chunk];
    const std::uint32_t first_step = arguments.chunk_steps[chunk];
    const std::uint32_t last_step = arguments.chunk_steps[chunk + 1];
    std::uint32_t partial = arguments.chunk_partials[chunk];
    for (std::uint32_t step = first_step; step < last_step; ++step) {
      partial += fill_step(arguments, step, begin + std::uint64_t{step - first_step} * tiles::step_arcs, end, partial);
    }
  }

 private:
  /// Returns the number of runs that end in the step.
  static std::uint32_t fill_step(const Arguments& arguments, std::uint32_t step, std::uint64_t first, std::uint64_t end,
                                 std::uint32_t partial) {
    const std::uint64_t slots = std::uint64_t{step} * tiles::step_arcs;
    for (std::uint32_t i = lane_id(); i < tiles::step_arcs; i += warp_size) {
      const bool filled = first + i < end;
      const std::uint64_t key = filled ? arguments.keys[first + i] >> arguments.panel_bits : 0;
      arguments.ids[slots + tiles::slot_of(i)] =
          static_cast<std::uint16_t>(filled ? key & 0xffffU : arguments.panel_columns);
      if constexpr (!std::is_same_v<Stored, NoWeight>) {
        const std::uint32_t bits = filled ? arguments.arc_weights[first + i] : 0;
        static_cast<Stored*>(arguments.weights)[slots + tiles::slot_of(i)] = weight_of(bits);
      }
    }
    std::uint32_t ends = 0;
    const std::uint64_t own = first + lane_id() * tiles::lane_arcs;
    for (std::uint32_t i = 0; i < tiles::lane_arcs; ++i) {
      if (own + i < end && ends_run(arguments, own + i, end)) ends |= 1U << i;
    }
    const std::uint32_t up_to = scan_warp<std::uint32_t>(__popc(ends));
    const std::uint32_t before = up_to - __popc(ends);
    arguments.headers[std::uint64_t{step} * tiles::lanes + lane_id()] = before << 16 | ends;
    std::uint32_t place = partial + before;
    for (std::uint32_t left = ends; left != 0; left &= left - 1) {
      const std::uint64_t key = arguments.keys[own + __ffs(static_cast<int>(left)) - 1];
      const auto receiver = static_cast<VertexId>(key >> (arguments.panel_bits + 16));
      arguments.receivers[place++] = receiver;
      atomicAdd(arguments.partials_by_word + receiver / tiles::group_alignment, 1U);
    }
    return __shfl_sync(all_lanes, up_to, warp_size - 1);
  }

  static Stored weight_of(std::uint32_t bits) {
    if constexpr (std::is_same_v<Stored, float>) {
      return __uint_as_float(bits);
    } else if constexpr (std::is_same_v<Stored, NoWeight>) {
      return {};
    } else {
      return static_cast<Stored>(bits);
    }
  }
};

/// Spreads the banks of every step as tiles::spread_banks() does, half a warp a step: each of its threads holds the arc
/// at one position of the lane in turn, and all look for the next position's arc together.
template <class Stored>
struct SpreadSteps {
  using Arguments = ChunkArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;
  static constexpr unsigned positions = tiles::lane_arcs;
  static constexpr unsigned steps_per_block = threads / positions;
  static constexpr bool weighted = !std::is_same_v<Stored, NoWeight>;

  static void run(const Arguments& arguments, NoFunction) {
    __shared__ tiles::BankLoads loads[steps_per_block];
    const unsigned own = threadIdx.x / positions;
    const unsigned position = threadIdx.x % positions;
    for (unsigned bank = 0; bank < tiles::banks; ++bank) loads[own].reads[position][bank] = 0;
    __syncwarp();
    const std::uint32_t step = blockIdx.x * steps_per_block + own;
    const bool exists = step < arguments.num_steps;
    for (std::uint32_t lane = 0; lane < tiles::lanes; ++lane) {
      spread_lane(arguments, exists ? step : arguments.num_steps - 1, lane, position, exists, loads[own]);
    }
  }

 private:
  static void spread_lane(const Arguments& arguments, std::uint64_t step, std::uint32_t lane, unsigned position,
                          bool exists, tiles::BankLoads& loads) {
    const std::uint64_t slot = step * tiles::step_arcs + tiles::slot_of(lane * positions + position);
    std::uint32_t id = arguments.ids[slot];
    Stored weight{};
    if constexpr (weighted) weight = static_cast<const Stored*>(arguments.weights)[slot];
    const bool filled = exists && id != arguments.panel_columns;
    // Bit i: the run of position i ends there, or the lane's arcs do.
    const std::uint32_t ends = arguments.headers[step * tiles::lanes + lane] & 0xffffU;
    const unsigned half = lane_id() & ~(positions - 1);
    const std::uint32_t arcs = __popc(__ballot_sync(all_lanes, filled) >> half & 0xffffU);
    for (unsigned turn = 0; turn < positions; ++turn) {
      const std::uint32_t later_ends = (arcs == 0 ? 0 : ends | 1U << (arcs - 1)) >> turn;
      const unsigned end = turn + __ffs(static_cast<int>(later_ends));
      // Nothing to choose, or the arc that is there already meets no other.
      const bool settled =
          turn >= arcs || end == turn + 1 || position != turn || loads.reads[turn][id % tiles::banks] == 0;
      if (__all_sync(all_lanes, settled)) {
        if (turn < arcs && position == turn) ++loads.reads[turn][id % tiles::banks];
        __syncwarp();
        continue;
      }
      const bool competes = turn < arcs && position >= turn && position < end;
      const unsigned rank = competes ? loads.reads[turn][id % tiles::banks] << 8 | position : ~0U;
      const unsigned best = least_of_half(rank) & 0xffU;
      const unsigned from = position == turn ? best : position == best ? turn : position;
      const bool swaps = turn < arcs;
      const std::uint32_t other = __shfl_sync(all_lanes, id, half + (swaps ? from : position));
      if constexpr (weighted) weight = __shfl_sync(all_lanes, weight, half + (swaps ? from : position));
      id = other;
      if (swaps && position == turn) ++loads.reads[turn][id % tiles::banks];
      __syncwarp();
    }
    if (!exists) return;
    arguments.ids[slot] = static_cast<std::uint16_t>(id);
    if constexpr (weighted) static_cast<Stored*>(arguments.weights)[slot] = weight;
  }

  static unsigned least_of_half(unsigned value) {
    for (unsigned distance = positions / 2; distance > 0; distance /= 2) {
      value = min(value, __shfl_xor_sync(all_lanes, value, distance));
    }
    return value;
  }
};

/// Looks up where the partials of every panel reach the first row of every group.
struct FindSegments {
  using Arguments = PlaceArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (i >= (std::uint64_t{arguments.num_groups} + 1) * arguments.num_panels) return;
    const auto panel = static_cast<std::uint32_t>(i % arguments.num_panels);
    const VertexId row = arguments.group_rows[i / arguments.num_panels];
    arguments.firsts[i] =
        first_where(arguments.panel_partials[panel], arguments.panel_partials[panel + 1],
                    [&](std::uint32_t partial) { return __ldg(arguments.receivers + partial) >= row; });
  }
};

/// The partials of one panel that a group receives.
struct SegmentBounds {
  std::uint32_t begin;
  std::uint32_t end;

  SegmentBounds(const PlaceArguments& arguments, std::uint32_t group, std::uint32_t panel)
      : begin(arguments.firsts[std::uint64_t{group} * arguments.num_panels + panel]),
        end(arguments.firsts[(std::uint64_t{group} + 1) * arguments.num_panels + panel]) {}
};

/// Counts what each group receives, a warp a group.
struct CountSegments {
  using Arguments = PlaceArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint32_t group = blockIdx.x * (threads / warp_size) + warp_id();
    if (group >= arguments.num_groups) return;
    std::uint32_t partials = 0;
    std::uint32_t segments = 0;
    for (std::uint32_t panel = lane_id(); panel < arguments.num_panels; panel += warp_size) {
      const SegmentBounds bounds(arguments, group, panel);
      partials += bounds.end - bounds.begin;
      segments += bounds.end > bounds.begin ? 1 : 0;
    }
    partials = combine_warp<Sum>(partials);
    segments = combine_warp<Sum>(segments);
    if (lane_id() == 0) {
      arguments.group_counts[group] = partials;
      arguments.segment_counts[group] = segments;
    }
  }
};

/// Writes places, marks and segments, a warp a group. Places and marks are zero before.
struct FillGroups {
  using Arguments = PlaceArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint32_t group = blockIdx.x * (threads / warp_size) + warp_id();
    if (group >= arguments.num_groups) return;
    const VertexId first_row = arguments.group_rows[group];
    const std::uint32_t first_batch = arguments.group_batches[group];
    std::uint16_t* const places = arguments.places + std::uint64_t{first_batch} * tiles::batch;
    std::uint32_t segment = arguments.group_segments[group];
    std::uint32_t filled = 0;
    for (std::uint32_t panel = 0; panel < arguments.num_panels; ++panel) {
      const SegmentBounds bounds(arguments, group, panel);
      if (bounds.end == bounds.begin) continue;
      if (lane_id() == 0) {
        arguments.segments[segment] = bounds.begin - filled;
        arguments.marks[first_batch + filled / tiles::batch] |= 1U << (filled % tiles::batch);
      }
      for (std::uint32_t partial = bounds.begin + lane_id(); partial < bounds.end; partial += warp_size) {
        places[filled + partial - bounds.begin] =
            static_cast<std::uint16_t>(__ldg(arguments.receivers + partial) - first_row);
      }
      filled += bounds.end - bounds.begin;
      ++segment;
    }
    __syncwarp();
    give_turns(places, filled);
  }

 private:
  static void give_turns(std::uint16_t* places, std::uint32_t filled) {
    for (std::uint32_t base = 0; base < filled; base += tiles::batch) {
      const bool is_place = base + lane_id() < filled;
      // What is no place differs from every row and from every other lane.
      const std::uint32_t row = is_place ? places[base + lane_id()] : 0x10000U + lane_id();
      const unsigned same = __match_any_sync(all_lanes, row);
      const std::uint32_t turn = __popc(same & lanes_below());
      if (is_place) places[base + lane_id()] = static_cast<std::uint16_t>(row | turn << tiles::row_bits);
    }
  }
};

}  // namespace mg::dense
