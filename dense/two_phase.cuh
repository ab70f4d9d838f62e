// The dense engine's two phases on a GPU, over the tiles layout (dense/tiles.hpp).
//
// Phase 1 gives a block a panel's values in shared memory and each warp one chunk of arcs at a time. A step of 512 arcs
// costs two 16-byte loads of ids a lane and 16 reads of shared memory, whose path is what it keeps busiest: every lane
// combines 16 consecutive arcs, writes the runs that end there to the warp's stage, and what is left open is carried to
// the lane in which it ends by a segmented scan. Phase 2 streams a group's partials, a lane a partial, into
// accumulators of one warp in shared memory. Nothing is atomic, and everything is combined in an order that the layout
// fixes.
#pragma once

#include "dense/arguments.hpp"
#include "dense/tiles_geometry.hpp"
#include "engine/edge_semantics.hpp"
#include "engine/gpu/emit.cuh"
#include "engine/receive.hpp"

namespace mg::dense {

using namespace gpu;

/// Writes what every column sends, the identity for those that do not.
template <class F, MapForm form = MapForm::bitmap>
struct OfferColumns {
  using Arguments = OfferArguments;
  using Function = F;
  using Wire = WireOf<F>;
  static constexpr unsigned threads = tiles::offer_threads;

  static void run(const Arguments& arguments, F f) {
    constexpr unsigned each = tiles::offer_columns / threads;
    const std::uint32_t first = blockIdx.x * tiles::offer_columns + threadIdx.x;
    VertexId u[each];
    Wire offers[each];
    bool any = false;
#pragma unroll
    for (unsigned i = 0; i < each; ++i) {
      const std::uint32_t column = min(first + i * threads, arguments.num_columns - 1);
      u[i] = arguments.columns == nullptr ? column : arguments.columns[column];
    }
#pragma unroll
    for (unsigned i = 0; i < each; ++i) {
      bool sends = contains<form>(arguments.from, u[i]);
      if constexpr (HasSends<F>) sends = sends && f.sends(u[i]);
      offers[i] = sends ? offer_of(f, u[i]) : F::Combine::template identity<Wire>();
      any = any || sends;
    }
#pragma unroll
    for (unsigned i = 0; i < each; ++i) {
      const std::uint32_t column = first + i * threads;
      if (column < arguments.num_columns) static_cast<Wire*>(arguments.offers)[column] = offers[i];
    }
    any = __syncthreads_or(any ? 1 : 0) != 0;
    if (threadIdx.x == 0) arguments.awake[blockIdx.x] = any ? 1 : 0;
  }
};

/// Whether any of the columns [first, end) sends. All threads of the block call it.
inline bool any_awake(const std::uint32_t* awake, std::uint32_t first, std::uint32_t end) {
  std::uint32_t found = 0;
  const std::uint32_t last = (end - 1) / tiles::offer_columns;
  for (std::uint32_t i = first / tiles::offer_columns + threadIdx.x; i <= last; i += blockDim.x) found |= awake[i];
  return __syncthreads_or(found != 0 ? 1 : 0) != 0;
}

inline constexpr unsigned halves_of_lane = tiles::lane_arcs / tiles::half_arcs;
/// Where a half of the lane's arcs of a step begins.
inline std::uint64_t first_of_half(std::uint64_t step, unsigned half) {
  return step * tiles::step_arcs + half * (tiles::lanes * tiles::half_arcs) + lane_id() * tiles::half_arcs;
}

/// A lane's weights of one step as they are stored, in words: compilers would unpack them long before they are used.
template <class Stored>
struct LaneWeights {
  using Weight = Stored;
  static constexpr unsigned of_word = sizeof(std::uint32_t) / sizeof(Stored);
  static constexpr unsigned words_of_half = tiles::half_arcs / of_word;
  std::uint32_t words[tiles::lane_arcs / of_word];

  void load(const void* weights, std::uint64_t step) {
    using Piece = std::conditional_t<words_of_half == 2, uint2, uint4>;
    constexpr unsigned pieces_of_half = words_of_half * sizeof(std::uint32_t) / sizeof(Piece);
    Piece pieces[sizeof(words) / sizeof(Piece)];
    for (unsigned i = 0; i < sizeof(words) / sizeof(Piece); ++i) {
      const std::uint64_t place = first_of_half(step, i / pieces_of_half);
      const auto* half = reinterpret_cast<const Piece*>(static_cast<const Stored*>(weights) + place);
      pieces[i] = __ldcs(half + i % pieces_of_half);
    }
    memcpy(words, pieces, sizeof(words));
  }
  /// The weight of the lane's arc i, which the compiler knows.
  [[nodiscard]] Weight operator[](unsigned i) const {
    const std::uint32_t shifted = words[i / of_word] >> (i % of_word * 8 * sizeof(Stored));
    if constexpr (std::is_integral_v<Stored>) {
      return static_cast<Stored>(shifted);
    } else {
      Stored value;
      memcpy(&value, &shifted, sizeof(Stored));
      return value;
    }
  }
};

template <>
struct LaneWeights<TenBits> {
  using Weight = std::uint16_t;
  std::uint32_t low[tiles::lane_arcs / 4];
  std::uint32_t high;

  void load(const void* weights, std::uint64_t step) {
    const TenBits& packed = static_cast<const TenBits*>(weights)[step];
    uint2 pieces[halves_of_lane];
    for (unsigned half = 0; half < halves_of_lane; ++half) {
      pieces[half] = __ldcs(reinterpret_cast<const uint2*>(packed.low + first_of_half(0, half)));
    }
    memcpy(low, pieces, sizeof(low));
    high = __ldcs(packed.high + lane_id());
  }
  /// Two arcs' weights at a time become a word.
  [[nodiscard]] Weight operator[](unsigned i) const {
    const std::uint32_t upper = high >> (i / 4 * 2) & 0x03030303U;
    const std::uint32_t two = __byte_perm(low[i / 4], upper, i % 4 < 2 ? 0x5140U : 0x7362U);
    return static_cast<Weight>(two >> (i % 2 * 16));
  }
};

template <>
struct LaneWeights<NoWeight> {
  using Weight = NoWeight;

  static void load(const void*, std::uint64_t) {}
  [[nodiscard]] NoWeight operator[](unsigned) const { return {}; }
};

/// A lane's arcs of one step: ids, two a word, and the header.
template <class Stored>
struct LaneArcs {
  uint4 ids[halves_of_lane];
  [[no_unique_address]] LaneWeights<Stored> weights;
  std::uint32_t header = 0;

  void load(const PanelArguments& arguments, std::uint64_t step) {
#pragma unroll
    for (unsigned half = 0; half < halves_of_lane; ++half) {
      ids[half] = __ldcs(reinterpret_cast<const uint4*>(arguments.ids + first_of_half(step, half)));
    }
    weights.load(arguments.weights, step);
    header = __ldcs(arguments.headers + step * tiles::lanes + lane_id());
  }
  /// The id of the lane's arc i, which the compiler knows.
  [[nodiscard]] std::uint32_t id(unsigned i) const {
    const uint4& half = ids[i / tiles::half_arcs];
    const unsigned word = i % tiles::half_arcs / 2;
    const std::uint32_t two = word == 0 ? half.x : word == 1 ? half.y : word == 2 ? half.z : half.w;
    return i % 2 == 0 ? two & 0xffffU : two >> 16;
  }
};

/// What becomes of an offer along an arc, and then of what a run combines to.
template <class F, class Weight>
struct ByFunction {
  using Wire = WireOf<F>;
  const F& f;

  [[nodiscard]] Wire along(Wire offer, [[maybe_unused]] Weight weight) const {
    if constexpr (is_weighted<F>) {
      return f.along(offer, static_cast<WeightOf<F>>(weight));
    } else {
      return offer;
    }
  }
  [[nodiscard]] static Wire combine(Wire a, Wire b) { return F::Combine::combine(a, b); }
  [[nodiscard]] static Wire finished(Wire value) { return value; }
};

/// The same of a function that adds weights, where nobody offers so much that a sum may not fit: two instructions an
/// arc instead of nine. Whoever offers nothing offers `nothing` instead, and all that this is added to stays above what
/// else there is.
template <class F, class Weight>
struct PlainSums {
  using Wire = WireOf<F>;
  static constexpr Wire identity = Min::identity<Wire>();
  static constexpr Wire heaviest = std::numeric_limits<Weight>::max();
  static constexpr Wire nothing = identity - heaviest;

  [[nodiscard]] static bool fits(Wire offer) { return offer < nothing - heaviest || offer == identity; }
  [[nodiscard]] static Wire offered(Wire offer) { return min(offer, nothing); }
  [[nodiscard]] static Wire along(Wire offer, Weight weight) { return offer + weight; }
  [[nodiscard]] static Wire combine(Wire a, Wire b) { return least(a, b); }
  [[nodiscard]] static Wire finished(Wire value) { return value < nothing ? value : identity; }
};

/// Where phase 1 reads what a panel's columns offer.
enum class Panel : unsigned char {
  computed,  ///< from shared memory, where each block computes it: columns are vertices in order, and all of them send
  copied,    ///< from shared memory, where each block copies it
  streamed,  ///< from global memory: values that do not fit shared memory
};

/// Phase 1. `Stored` is how the layout's weights lie there, NoWeight without. Dynamic shared memory: the stages of the
/// block's warps, and then the panel, with one place more.
template <class F, class Stored, Panel panel_is>
struct CombinePanels {
  using Arguments = PanelArguments;
  using Function = F;
  using Wire = WireOf<F>;
  using Weight = typename LaneWeights<Stored>::Weight;
  using Combine = typename F::Combine;
  static constexpr bool resident = panel_is != Panel::streamed;
  static constexpr unsigned threads = resident ? tiles::phase1_threads : tiles::phase1_streaming_threads;
  static constexpr unsigned least_blocks = resident ? 1 : 4;
  static constexpr std::uint32_t no_step = ~std::uint32_t{0};
  /// Weights are so small beside values that few of these are too large.
  static constexpr bool may_be_plain =
      AddsWeights<F> && std::is_same_v<Wire, ValueOf<F>> && sizeof(Weight) < sizeof(Wire) && sizeof(Wire) == 4;

  static void run(const Arguments& arguments, F f) {
    const PanelTask task = arguments.tasks[blockIdx.x];
    auto* const stages = dynamic_shared<Wire>();
    __shared__ std::uint32_t next_chunk;
    Wire* const panel = stages + threads / warp_size * tiles::stage_places;
    const std::uint32_t first_column = task.panel * arguments.panel_columns;
    const std::uint32_t columns = min(arguments.panel_columns, arguments.num_columns - first_column);
    if constexpr (panel_is != Panel::computed) {
      if (!any_awake(arguments.awake, first_column, first_column + columns)) return fill_with_identity(arguments, task);
    }
    const Wire* const offers = static_cast<const Wire*>(arguments.offers) + first_column;
    if (threadIdx.x == 0) {
      next_chunk = task.first_chunk + threads / warp_size;
      arguments.blank[blockIdx.x] = 0;
    }
    Wire* const stage = stages + warp_id() * tiles::stage_places;
    const auto combine = [&](const auto& sums, const auto& value) {
      combine_chunks(arguments, sums, task, next_chunk, stage, value);
    };
    if constexpr (resident) {
      const auto from_panel = [panel](std::uint32_t id) { return panel[id]; };
      Wire& no_column = panel[arguments.panel_columns];
      if constexpr (panel_is == Panel::copied && may_be_plain) {
        if (copy_plainly(columns, offers, panel, no_column)) return combine(PlainSums<F, Weight>{}, from_panel);
      }
      if constexpr (panel_is == Panel::computed) {
        fill_panel(columns, panel, [&](std::uint32_t i) { return offer_of(f, first_column + i); });
      } else {
        copy_panel(columns, offers, panel, [](Wire offer) { return offer; });
      }
      if (threadIdx.x == 0) no_column = Combine::template identity<Wire>();
      __syncthreads();
      combine(ByFunction<F, Weight>{f}, from_panel);
    } else {
      __syncthreads();
      combine(ByFunction<F, Weight>{f}, [offers, columns](std::uint32_t id) {
        return id < columns ? __ldg(offers + id) : Combine::template identity<Wire>();
      });
    }
  }

 private:
  /// What a panel without senders yields; partials that hold it already are left alone.
  static void fill_with_identity(const Arguments& arguments, const PanelTask& task) {
    if (arguments.blank[blockIdx.x] != 0) return;
    const std::uint32_t end = arguments.chunk_partials[task.last_chunk];
    for (std::uint32_t i = arguments.chunk_partials[task.first_chunk] + threadIdx.x; i < end; i += threads) {
      static_cast<Wire*>(arguments.partials)[i] = Combine::template identity<Wire>();
    }
    __syncthreads();
    if (threadIdx.x == 0) arguments.blank[blockIdx.x] = 1;
  }

  /// Reads several entries before it writes them: a thread then waits for memory once.
  template <class Entry, class Read>
  static void fill_panel(std::uint32_t count, Entry* panel, const Read& read) {
    constexpr unsigned together = 8;
    for (std::uint32_t first = threadIdx.x; first < count; first += together * threads) {
      Entry entries[together];
#pragma unroll
      for (unsigned i = 0; i < together; ++i) entries[i] = read(min(first + i * threads, count - 1));
#pragma unroll
      for (unsigned i = 0; i < together; ++i) {
        if (first + i * threads < count) panel[first + i * threads] = entries[i];
      }
    }
  }

  /// Four values of 4 bytes at a time; panels begin where 16 bytes do.
  template <class Change>
  static void copy_panel(std::uint32_t columns, const Wire* offers, Wire* panel, const Change& change) {
    constexpr std::uint32_t quad = 4;
    const auto* const quads = reinterpret_cast<const uint4*>(offers);
    fill_panel(columns / quad, reinterpret_cast<uint4*>(panel), [=, &change](std::uint32_t i) {
      Wire values[quad];
      const uint4 read = __ldg(quads + i);
      memcpy(values, &read, sizeof(read));
      for (Wire& value : values) value = change(value);
      uint4 changed;
      memcpy(&changed, values, sizeof(changed));
      return changed;
    });
    const std::uint32_t rest = columns / quad * quad + threadIdx.x;
    if (rest < columns) panel[rest] = change(offers[rest]);
  }

  /// For plain sums; false if some may not fit.
  static bool copy_plainly(std::uint32_t columns, const Wire* offers, Wire* panel, Wire& no_column) {
    using Sums = PlainSums<F, Weight>;
    bool fit = true;
    copy_panel(columns, offers, panel, [&fit](Wire offer) {
      fit = fit && Sums::fits(offer);
      return Sums::offered(offer);
    });
    if (threadIdx.x == 0) no_column = Sums::nothing;
    return __syncthreads_and(fit ? 1 : 0) != 0;
  }

  /// The chunks of a task that fall to one warp; `value` reads what a sender of the panel offers. Which chunk follows
  /// is known before one begins, so that its first arcs are on their way before this one ends.
  template <class Sums, class ReadValue>
  static void combine_chunks(const Arguments& arguments, const Sums& sums, const PanelTask& task,
                             std::uint32_t& next_chunk, Wire* stage, const ReadValue& value) {
    std::uint32_t chunk = task.first_chunk + warp_id();
    LaneArcs<Stored> arcs;
    if (chunk < task.last_chunk) arcs.load(arguments, __ldg(arguments.chunk_steps + chunk));
    while (chunk < task.last_chunk) {
      std::uint32_t next = 0;
      if (lane_id() == 0) next = atomicAdd(&next_chunk, 1U);
      next = __shfl_sync(all_lanes, next, 0);
      const std::uint32_t next_step = next < task.last_chunk ? __ldg(arguments.chunk_steps + next) : no_step;
      combine_chunk(arguments, sums, chunk, next_step, arcs, stage, value);
      chunk = next;
    }
  }

  /// Begins with the arcs of the first step loaded and ends with those of `next_step`.
  template <class Sums, class ReadValue>
  static void combine_chunk(const Arguments& arguments, const Sums& sums, std::uint32_t chunk, std::uint32_t next_step,
                            LaneArcs<Stored>& arcs, Wire* stage, const ReadValue& value) {
    const std::uint32_t end = __ldg(arguments.chunk_steps + chunk + 1);
    Wire* partials = static_cast<Wire*>(arguments.partials) + __ldg(arguments.chunk_partials + chunk);
    Wire open = Combine::template identity<Wire>();  // of the run that the step before left open
    for (std::uint32_t step = __ldg(arguments.chunk_steps + chunk); step < end; ++step) {
      Wire values[tiles::lane_arcs];
#pragma unroll
      for (unsigned i = 0; i < tiles::lane_arcs; ++i) values[i] = value(arcs.id(i));
#pragma unroll
      for (unsigned i = 0; i < tiles::lane_arcs; ++i) values[i] = sums.along(values[i], arcs.weights[i]);
      const std::uint32_t header = arcs.header;
      const std::uint32_t following = step + 1 < end ? step + 1 : next_step;
      if (following != no_step) arcs.load(arguments, following);
      const std::uint32_t ended = close_runs(sums, values, header, stage, open);
      __syncwarp();
#pragma unroll 1  // it goes round a few times only, and what asks how many are left costs more than it saves
      for (std::uint32_t i = lane_id(); i < ended; i += warp_size) partials[i] = sums.finished(stage[tiles::staged(i)]);
      partials += ended;
      __syncwarp();
    }
  }

  /// Adds up within runs, in place, writes the step's finished ones to the stage and returns how many there are.
  template <class Sums>
  static std::uint32_t close_runs(const Sums& sums, Wire (&values)[tiles::lane_arcs], std::uint32_t header, Wire* stage,
                                  Wire& open) {
    const std::uint32_t ends = header & 0xffffU;
    const std::uint32_t before = header >> 16;
    std::uint32_t place = before;
#pragma unroll
    for (unsigned i = 0; i < tiles::lane_arcs; ++i) {
      if (i > 0 && (ends >> (i - 1) & 1U) == 0) values[i] = sums.combine(values[i - 1], values[i]);
      if ((ends >> i & 1U) != 0) stage[tiles::staged(place++)] = values[i];
    }
    const bool is_open = (ends >> (tiles::lane_arcs - 1) & 1U) == 0;
    const Wire tail = is_open ? values[tiles::lane_arcs - 1] : Combine::template identity<Wire>();
    const Wire carried = carry(tail, __ballot_sync(all_lanes, ends != 0), open);
    Wire& first = stage[tiles::staged(before)];
    if (ends != 0) first = Combine::combine(carried, first);
    return __shfl_sync(all_lanes, before + __popc(ends), warp_size - 1);
  }

  /// What the lanes before this one left open since a run ended last. `closing`: the lanes in which one ends.
  static Wire carry(Wire tail, std::uint32_t closing, Wire& open) {
    const std::uint32_t up_to_here = closing & (2U << lane_id()) - 1;
    const unsigned reach =
        up_to_here != 0 ? lane_id() - (warp_size - 1 - __clz(static_cast<int>(up_to_here))) : lane_id();
    // As many rounds as the longest row of lanes asks for in which no run ends.
    std::uint32_t idle = ~closing;
    for (unsigned distance = 1; distance < warp_size && idle != 0; distance *= 2) {
      const Wire below = __shfl_up_sync(all_lanes, tail, distance);
      if (distance <= reach) tail = Combine::combine(below, tail);
      idle &= idle << distance;
    }
    if (up_to_here == 0) tail = Combine::combine(open, tail);
    const Wire below = __shfl_up_sync(all_lanes, tail, 1);
    const Wire carried = lane_id() == 0 ? open : below;
    open = __shfl_sync(all_lanes, tail, warp_size - 1);
    return carried;
  }
};

/// Blocks of phase 2 a multiprocessor, for values of 4 bytes. One H200, PageRank by degree, compiled for 16, 18 and 20
/// blocks: Kronecker scale 24 0.301, 0.300 and 0.279 ms; for 16 and 20, scale 21 0.080 and 0.061 (2026-11-23).
#if __CUDA_ARCH__ >= 1000
inline constexpr unsigned phase2_blocks = 18;  // compilers need more registers there, and spill them with 20
#else
inline constexpr unsigned phase2_blocks = 20;
#endif

/// Phase 2: a warp a group of rows. Dynamic shared memory: most_rows accumulators of F's Value a warp, and then room
/// for where segments_kept segments begin.
template <class F, class Offset>
struct CombineGroups {
  using Arguments = GroupArguments;
  using Function = F;
  using Value = ValueOf<F>;
  using Wire = WireOf<F>;
  using Combine = typename F::Combine;
  static constexpr unsigned threads = tiles::phase2_threads;
  static constexpr unsigned least_blocks = sizeof(Wire) > 4 ? 14 : phase2_blocks;
  /// Batches whose partials are asked for together. One at a time, each when another has been combined, keeps as many
  /// on their way with fewer registers, and takes phase 2 of Kronecker scale 24 from 0.279 to 0.311 ms.
  static constexpr unsigned ahead = 4;
  static_assert(warp_size % ahead == 0, "marks are known of 32 batches at a time");

  static void run(const Arguments& arguments, F f) {
    constexpr unsigned warps = threads / warp_size;
    Value* const cells = dynamic_shared<Value>() + warp_id() * arguments.most_rows;
    auto* const kept = reinterpret_cast<std::uint32_t*>(dynamic_shared<Value>() + warps * arguments.most_rows) +
                       warp_id() * tiles::segments_kept;
    const std::uint32_t group = blockIdx.x * (threads / warp_size) + warp_id();
    double reduced = 0;
    EmissionCounter<Offset> counter(arguments.emission);
    if (group < arguments.num_groups) {
      const VertexId first = __ldg(arguments.group_rows + group);
      const std::uint32_t rows = __ldg(arguments.group_rows + group + 1) - first;
      if (wanted(arguments, f, first, rows)) {
        for (std::uint32_t i = lane_id(); i < rows; i += warp_size) cells[i] = Combine::template identity<Value>();
        __syncwarp();
        if (arguments.group_counts[group] > 0) {
          combine_group(arguments, group, kept, cells);
        }
        settle(arguments, f, first, rows, cells, counter, reduced);
      }
    }
    if constexpr (Reduces<F>) {
      reduced = combine_block<Sum, threads>(reduced);
      if (threadIdx.x == 0) arguments.summands[blockIdx.x] = reduced;
    } else {
      if (arguments.emission.words != nullptr) counter.template flush<threads>();
    }
  }

 private:
  /// A lane's place of a batch, and the partial that it takes.
  struct Place {
    Wire partial;
    std::uint32_t row_and_turn;
  };

  static bool wants(const Arguments& arguments, const F& f, VertexId v) {
    if (arguments.receivers != nullptr && !test_bit(arguments.receivers, v)) return false;
    return is_wanted(f, v);
  }

  /// Bitmaps are written up to a whole block of words, which whoever reads them relies on.
  static std::uint32_t rows_written(const Arguments& arguments, VertexId first, std::uint32_t rows) {
    constexpr std::uint32_t block = 256;
    const bool is_last = first + rows == arguments.num_rows;
    return is_last ? (first + rows + block - 1) / block * block - first : rows;
  }

  /// Whether any row takes values. Words of the next frontier are cleared where none does.
  static bool wanted(const Arguments& arguments, const F& f, VertexId first, std::uint32_t rows) {
    if (!HasWants<F> && arguments.receivers == nullptr) return true;
    bool any = false;
    for (std::uint32_t i = lane_id(); i < rows; i += warp_size) any = any || wants(arguments, f, first + i);
    if (__any_sync(all_lanes, any)) return true;
    if (arguments.emission.words != nullptr) {
      const std::uint32_t written = rows_written(arguments, first, rows);
      for (std::uint32_t i = lane_id() * warp_size; i < written; i += warp_size * warp_size) {
        arguments.emission.words[(first + i) / warp_size] = 0;
      }
    }
    return false;
  }

  static void combine_group(const Arguments& arguments, std::uint32_t group, std::uint32_t* kept, Value* cells) {
    const std::uint32_t first = __ldg(arguments.group_segments + group);
    const std::uint32_t segments = __ldg(arguments.group_segments + group + 1) - first;
    const std::uint32_t* const starts = arguments.segments + first;
    if (segments > tiles::segments_kept) {
      return combine_partials(
          arguments, group, [starts](std::uint32_t segment) { return __ldg(starts + segment); }, cells);
    }
    for (std::uint32_t i = lane_id(); i < segments; i += warp_size) kept[i] = __ldg(starts + i);
    __syncwarp();
    combine_partials(
        arguments, group, [kept](std::uint32_t segment) { return kept[segment]; }, cells);
  }

  /// `start_of` says where a segment begins, from shared memory or not: what knows only later which, asks more slowly.
  /// Every lane has a place of a whole batch, so that nothing is asked about it; the rest is less than `ahead` batches.
  template <class StartOf>
  static void combine_partials(const Arguments& arguments, std::uint32_t group, const StartOf& start_of, Value* cells) {
    const std::uint32_t count = __ldg(arguments.group_counts + group);
    const std::uint32_t first_batch = __ldg(arguments.group_batches + group);
    const auto* const partials = static_cast<const Wire*>(arguments.partials);
    const std::uint16_t* const places = arguments.places + lane_id();
    const std::uint32_t lanes_to_here = (2U << lane_id()) - 1;
    // Before a batch with those marks, `begun` segments begin.
    const auto load = [&](std::uint32_t batch, std::uint32_t marks, std::uint32_t begun) {
      const std::uint32_t segment = begun + __popc(marks & lanes_to_here) - 1;
      const std::uint32_t partial = start_of(segment) + batch * tiles::batch + lane_id();
      return Place{__ldcs(partials + partial), __ldcs(places + std::uint64_t{first_batch + batch} * tiles::batch)};
    };

    const std::uint32_t whole = count / (ahead * tiles::batch) * ahead;
    std::uint32_t begun_before = 0;
    for (std::uint32_t base = 0; base < whole; base += warp_size) {
      // Lane i knows the marks of batch base + i and how many segments begin before it.
      const std::uint32_t marks =
          base + lane_id() < whole ? __ldg(arguments.marks + first_batch + base + lane_id()) : 0;
      const std::uint32_t up_to_end = begun_before + scan_warp<std::uint32_t>(__popc(marks));
      const std::uint32_t before = up_to_end - __popc(marks);
      begun_before = __shfl_sync(all_lanes, up_to_end, warp_size - 1);
      combine_batches(
          min(warp_size, whole - base),
          [&](std::uint32_t batch) {
            return load(base + batch, __shfl_sync(all_lanes, marks, batch), __shfl_sync(all_lanes, before, batch));
          },
          cells);
    }
    for (std::uint32_t batch = whole; batch * tiles::batch < count; ++batch) {
      const std::uint32_t marks = __ldg(arguments.marks + first_batch + batch);
      const bool is_place = batch * tiles::batch + lane_id() < count;
      Place place{};
      if (is_place) place = load(batch, marks, begun_before);
      begun_before += __popc(marks);
      combine_batch(place, is_place, cells);
    }
  }

  /// Up to 32 batches, a multiple of `ahead`: some are combined while the next are on their way.
  template <class Load>
  static void combine_batches(std::uint32_t batches, const Load& load, Value* cells) {
    Place next[ahead];
#pragma unroll
    for (unsigned i = 0; i < ahead; ++i) next[i] = load(i);
    for (std::uint32_t batch = ahead; batch <= batches; batch += ahead) {
      Place now[ahead];
#pragma unroll
      for (unsigned i = 0; i < ahead; ++i) now[i] = next[i];
      if (batch < batches) {
#pragma unroll
        for (unsigned i = 0; i < ahead; ++i) next[i] = load(batch + i);
      }
#pragma unroll
      for (unsigned i = 0; i < ahead; ++i) combine_batch(now[i], true, cells);
    }
  }

  /// Rows occur in a batch more than once where segments meet: each of their places has a turn of its own.
  static void combine_batch(const Place& place, bool is_place, Value* cells) {
    const std::uint32_t turn = place.row_and_turn >> tiles::row_bits;
    Value* const cell = cells + (place.row_and_turn & tiles::row_mask);
    if (is_place && turn == 0) *cell = Combine::combine(*cell, static_cast<Value>(place.partial));
    __syncwarp();
    for (std::uint32_t now = 1; __any_sync(all_lanes, is_place && turn >= now); ++now) {
      if (is_place && turn == now) *cell = Combine::combine(*cell, static_cast<Value>(place.partial));
      __syncwarp();
    }
  }

  static void settle(const Arguments& arguments, F& f, VertexId first, std::uint32_t rows, const Value* cells,
                     EmissionCounter<Offset>& counter, double& reduced) {
    const std::uint32_t written = rows_written(arguments, first, rows);
    for (std::uint32_t base = 0; base < written; base += warp_size) {
      const std::uint32_t i = base + lane_id();
      const VertexId v = first + i;
      const bool takes = i < rows && wants(arguments, f, v);
      if constexpr (Reduces<F>) {
        if (takes) reduced += receive_term(f, v, cells[i]);
      } else {
        const bool joins = takes && receive(f, v, cells[i]);
        if (arguments.emission.words == nullptr) continue;
        const unsigned joining = __ballot_sync(all_lanes, joins);
        if (lane_id() == 0) arguments.emission.words[v / warp_size] = joining;
        if (joins) counter.add(v);
      }
    }
  }
};

}  // namespace mg::dense
