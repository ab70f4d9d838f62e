// The dense engine's strategy on a CPU, over tiles: the values that senders offer are combined panel by panel into
// partials, and the partials group by group at their receivers. A panel's values stay in a core's cache while its arcs
// are read, and so do a group's sums; between them partials are written and read in order.
//
// What is combined, and in which order, is fixed by the layout: a sum is the same on any number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <numeric>
#include <vector>

#include "dense/tiles.hpp"
#include "engine/context.hpp"
#include "engine/cpu/cpu_step.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/receive.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace mg::dense {

/// What the engine keeps between steps for the arcs of one direction.
struct Workspace {
  std::shared_ptr<const Tiles> tiles;
  Array<std::byte> offers;    ///< a value a column, and the identity behind each panel
  Array<std::byte> partials;  ///< a value a partial
  /// By panel: some column has something to send; its partials are all the identity of the operator `partials_of`.
  std::vector<std::uint8_t> is_active, is_idle;
  const void* partials_of = nullptr;
};

/// Its address tells operators apart, with the type in which their values travel.
template <class Combine, class Wire>
inline constexpr char operator_tag = 0;

/// F can be run in two phases.
template <class F>
concept TwoPhase = EdgeFunction<F> && ComesApart<F>;

/// Stores values one behind the other, past the caches where nobody will read them soon: half the traffic.
template <class T>
class Writer {
 public:
  Writer(T* to, bool streams) : to_(to), streams_(streams && can_stream) {}

  /// At most a step's values.
  template <class Value>
  void write(const Value* values, std::size_t count) {
    if (!streams_) {
      for (std::size_t i = 0; i < count; ++i) to_[i] = static_cast<T>(values[i]);
    } else {
      T narrow[tiles::step_arcs];
      for (std::size_t i = 0; i < count; ++i) narrow[i] = static_cast<T>(values[i]);
      stream(narrow, count);
    }
    to_ += count;
  }
  /// Makes what was streamed visible to other threads.
  void finish() const {
#if defined(__SSE2__)
    if (streams_) _mm_sfence();
#endif
  }

 private:
#if defined(__SSE2__)
  static constexpr bool can_stream = sizeof(T) == 4 || sizeof(T) == 8;

  void stream(const T* values, std::size_t count) const {
    constexpr std::size_t in_register = sizeof(__m128i) / sizeof(T);
    std::size_t i = 0;
    for (; i < count && reinterpret_cast<std::uintptr_t>(to_ + i) % sizeof(__m128i) != 0; ++i) stream_one(i, values[i]);
    for (; i + in_register <= count; i += in_register) {
      _mm_stream_si128(reinterpret_cast<__m128i*>(to_ + i),
                       _mm_loadu_si128(reinterpret_cast<const __m128i*>(values + i)));
    }
    for (; i < count; ++i) stream_one(i, values[i]);
  }
  void stream_one(std::size_t i, T value) const {
    if constexpr (sizeof(T) == 4) {
      _mm_stream_si32(reinterpret_cast<int*>(to_ + i), std::bit_cast<int>(value));
    } else if constexpr (sizeof(T) == 8) {
      _mm_stream_si64(reinterpret_cast<long long*>(to_ + i), std::bit_cast<long long>(value));
    }
  }
#else
  static constexpr bool can_stream = false;
  void stream(const T*, std::size_t) const {}
#endif

  T* to_;
  bool streams_;
};

/// One step with the edge function F.
template <TwoPhase F>
class TwoPhaseStep {
  using Value = ValueOf<F>;
  using Combine = typename F::Combine;
  using Wire = WireOf<F>;
  using Weight = WeightOf<F>;

 public:
  TwoPhaseStep(CpuStep& step, RunContext& context)
      : step_(step),
        context_(context),
        function_(*static_cast<const F*>(step.function)),
        work_(*static_cast<Workspace*>(step.engine_state)),
        tiles_(*work_.tiles),
        threads_(
            threads_worth(context.graph.num_arcs() + context.graph.num_vertices(), serial_grain, context.threads)) {}

  void run() {
    const bool from_all = step_.pattern == Pattern::gather || step_.from->kind() == Frontier::Kind::all;
    step_.in_tiles = true;
    if (from_all && !HasSends<F>) step_.read_arcs = tiles_.num_arcs;  // otherwise those of panels in which some send
    make_room();
    if (from_all) {
      offer(EveryVertex{});
    } else {
      offer([&active = step_.from->bitmap()](VertexId u) { return active.test(u); });
    }
    fill_idle_panels();
    combine_panels();
    switch (step_.pattern) {
      case Pattern::expand: return receive_all();
      case Pattern::reduce: return reduce_all();
      case Pattern::gather: return receive_listed();
    }
  }

 private:
  static constexpr std::size_t columns_a_task = 4096;
  static constexpr std::size_t chunks_a_task = 16;
  /// Partials of more bytes than this are written past the caches.
  static constexpr std::size_t streamed_bytes = std::size_t{8} << 20;

  static constexpr Value identity() { return Combine::template identity<Value>(); }

  /// Values of a panel, of columns that there are or not: the id panel_columns stands for none.
  [[nodiscard]] std::size_t stride() const { return tiles_.shape.panel_columns + std::size_t{tiles::lanes}; }
  [[nodiscard]] Wire* offers_of(std::size_t panel) {
    return reinterpret_cast<Wire*>(work_.offers.data()) + panel * stride();
  }
  [[nodiscard]] Wire* partials() { return reinterpret_cast<Wire*>(work_.partials.data()); }
  [[nodiscard]] bool streams() const { return tiles_.num_partials() * sizeof(Wire) > streamed_bytes; }

  void make_room() {
    const auto at_least = [](Array<std::byte>& bytes, std::size_t size) {
      if (bytes.size() >= size) return false;
      bytes = {};
      bytes = Array<std::byte>::uninitialized(size);
      return true;
    };
    at_least(work_.offers, tiles_.num_panels() * stride() * sizeof(Wire));
    const void* tag = &operator_tag<Combine, Wire>;
    if (at_least(work_.partials, tiles_.num_partials() * sizeof(Wire)) || work_.partials_of != tag) {
      work_.is_idle.assign(tiles_.num_panels(), 0);
      work_.partials_of = tag;
    }
  }

  /// Reads what the columns that are members of the frontier offer.
  template <class Member>
  void offer(const Member& member) {
    const std::size_t pieces = (tiles_.shape.panel_columns + columns_a_task - 1) / columns_a_task;
    work_.is_active.assign(tiles_.num_panels(), 0);
    parallel_tasks(tiles_.num_panels() * pieces, threads_, [&](std::size_t task) {
      const F f = function_;
      const std::size_t panel = task / pieces;
      const std::size_t first_column = panel * tiles_.shape.panel_columns;
      const std::size_t width = std::min<std::size_t>(tiles_.shape.panel_columns, tiles_.columns.size() - first_column);
      const std::size_t begin = task % pieces * columns_a_task;
      const VertexId* columns = tiles_.columns.data() + first_column;
      Wire* offers = offers_of(panel);
      bool active = false;
      for (std::size_t id = begin; id < std::min(width, begin + columns_a_task); ++id) {
        const VertexId u = columns[id];
        bool sends = member(u);
        if constexpr (HasSends<F>) sends = sends && f.sends(u);
        active |= sends;
        offers[id] = static_cast<Wire>(sends ? static_cast<Value>(offer_of(f, u)) : identity());
      }
      if (begin == 0) offers[tiles_.shape.panel_columns] = static_cast<Wire>(identity());
      if (active) std::atomic_ref(work_.is_active[panel]).store(1, std::memory_order_relaxed);
    });
  }

  /// Writes the identity to the partials of panels that have nothing to send, unless it is there from an earlier step.
  void fill_idle_panels() {
    parallel_tasks(tiles_.num_panels(), threads_, [&](std::size_t panel) {
      const bool fills = work_.is_active[panel] == 0 && work_.is_idle[panel] == 0;
      work_.is_idle[panel] = work_.is_active[panel] == 0 ? 1 : 0;
      if (!fills) return;
      std::fill(partials() + tiles_.chunk_partials[tiles_.panel_chunks[panel]],
                partials() + tiles_.chunk_partials[tiles_.panel_chunks[panel + 1]], static_cast<Wire>(identity()));
    });
  }

  void combine_panels() {
    if constexpr (is_weighted<F>) {
      std::visit([&](const auto& weights) { combine_panels(weights); }, tiles_.weights);
    } else {
      combine_panels(std::monostate{});
    }
  }

  /// Phase 1.
  template <class Weights>
  void combine_panels(const Weights& weights) {
    parallel_chunks(tiles_.num_chunks(), chunks_a_task, threads_, [&](std::size_t first, std::size_t last, int) {
      const F f = function_;
      Writer<Wire> out(partials(), streams());
      auto panel_end = std::upper_bound(tiles_.panel_chunks.begin(), tiles_.panel_chunks.end(), first);
      for (std::size_t c = first; c < last; ++c) {
        if (c == *panel_end) ++panel_end;
        const auto panel = static_cast<std::size_t>(panel_end - tiles_.panel_chunks.begin()) - 1;
        if (work_.is_active[panel] != 0) combine_chunk(f, offers_of(panel), weights, c);
      }
      out.finish();
    });
  }

  template <class Weights>
  void combine_chunk(const F& f, const Wire* offers, const Weights& weights, std::size_t c) {
    Value sums[tiles::step_arcs + 1];  // of the runs in a step; the first may have begun in the step before
    Writer<Wire> out(partials() + tiles_.chunk_partials[c], streams());
    sums[0] = identity();
    for (std::size_t s = tiles_.chunk_steps[c]; s < tiles_.chunk_steps[c + 1]; ++s) {
      const std::uint16_t* ids = tiles_.ids.data() + s * tiles::step_arcs;
      const std::uint32_t* headers = tiles_.headers.data() + s * tiles::lanes;
      const std::uint32_t last = headers[tiles::lanes - 1];
      const std::uint32_t runs = (last >> 16) + static_cast<std::uint32_t>(std::popcount(last & 0xffffU));
      std::fill_n(sums + 1, runs, identity());
      for (std::uint32_t lane = 0; lane < tiles::lanes; ++lane) {
        const std::uint32_t slot = lane * tiles::half_arcs;
        const auto value = [&](std::uint32_t i) {
          const std::size_t at = slot + i / tiles::half_arcs * (tiles::step_arcs / 2) + i % tiles::half_arcs;
          const auto offered = static_cast<Value>(offers[ids[at]]);
          if constexpr (std::is_same_v<Weights, std::monostate>)
            return offered;
          else
            return f.along(offered, static_cast<Weight>(weights[s * tiles::step_arcs + at]));
        };
        combine_lane(sums + (headers[lane] >> 16), headers[lane] & 0xffffU, value);
      }
      out.write(sums, runs);
      sums[0] = sums[runs];
    }
  }

  /// Adds a lane's 16 values to the runs that they belong to. Without a branch where runs end: they are too many and
  /// too irregular to foresee.
  template <class ValueAt>
  [[gnu::always_inline]] static void combine_lane(Value* run, std::uint32_t ends, const ValueAt& value) {
    if (ends == 0) {
      Value four[4] = {value(0), value(1), value(2), value(3)};
      for (std::uint32_t i = 4; i < tiles::lane_arcs; ++i) four[i % 4] = Combine::combine(four[i % 4], value(i));
      *run = Combine::combine(*run,
                              Combine::combine(Combine::combine(four[0], four[1]), Combine::combine(four[2], four[3])));
      return;
    }
    for (std::uint32_t i = 0; i < tiles::lane_arcs; ++i) {
      *run = Combine::combine(*run, value(i));
      run += ends >> i & 1;
    }
  }

  /// Phase 2: calls settle(f, v, combined) for the rows with wanted(f, v), in order, a group a task.
  template <class Wanted, class Settle>
  void combine_groups(const Wanted& wanted, const Settle& settle) {
    parallel_tasks(tiles_.num_groups(), threads_, [&](std::size_t g) {
      F f = function_;
      const VertexId first = tiles_.group_rows[g];
      const VertexId last = std::min(tiles_.group_rows[g + 1], context_.graph_part.own().last);
      VertexId v = std::max(first, context_.graph_part.own().first);
      while (v < last && !wanted(f, v)) ++v;
      if (v >= last) return;
      Value sums[tiles::row_mask + 1];
      std::fill_n(sums, last - first, identity());
      combine_partials(g, sums);
      for (; v < last; ++v) {
        if (wanted(f, v)) settle(f, g, v, sums[v - first]);
      }
    });
  }

  /// Adds the group's partials to the sums of its rows, segment by segment.
  void combine_partials(std::size_t g, Value* sums) {
    const Wire* values = partials();
    const std::uint16_t* places = tiles_.places.data() + std::size_t{tiles_.group_batches[g]} * tiles::batch;
    const std::uint32_t* marks = tiles_.marks.data() + tiles_.group_batches[g];
    const std::uint32_t* segment = tiles_.segments.data() + tiles_.group_segments[g];
    const std::uint32_t count = tiles_.group_counts[g];
    for (std::uint32_t t = 0; t < count; ++segment) {
      const std::uint32_t end = next_mark(marks, t + 1, count);
      if (end < count) prefetch(values + (segment[1] + end));
      const Wire* from = values + (*segment + t);
      for (; t < end; ++t, ++from) {
        Value& sum = sums[places[t] & tiles::row_mask];
        sum = Combine::combine(sum, static_cast<Value>(*from));
      }
    }
  }

  /// The first place from `t` on that begins a segment, or `count`.
  static std::uint32_t next_mark(const std::uint32_t* marks, std::uint32_t t, std::uint32_t count) {
    if (t >= count) return count;
    std::uint32_t word = t / tiles::batch;
    std::uint32_t bits = marks[word] >> (t % tiles::batch) << (t % tiles::batch);
    const std::uint32_t last = (count - 1) / tiles::batch;
    while (bits == 0 && word < last) bits = marks[++word];
    return bits == 0 ? count : word * tiles::batch + static_cast<std::uint32_t>(std::countr_zero(bits));
  }

  /// Asks memory for the first lines of a segment; the processor's own prefetching does the rest.
  static void prefetch(const Wire* values) {
    constexpr std::size_t line = 64 / sizeof(Wire);
    for (std::size_t i = 0; i < 4; ++i) __builtin_prefetch(values + i * line);
  }

  void receive_all() {
    Bitmap next = context_.take_bitmap();
    const auto words = next.words();
    const EdgeId* const degrees = step_.leaving().offsets.data();
    std::vector<std::uint32_t> joined(tiles_.num_groups());
    std::vector<EdgeId> arcs(tiles_.num_groups());
    combine_groups([](const F& f, VertexId v) { return is_wanted(f, v); },
                   [&](F& f, std::size_t g, VertexId v, Value combined) {
                     if (!receive(f, v, combined)) return;
                     words[v / Bitmap::bits_per_word] |= Bitmap::Word{1} << (v % Bitmap::bits_per_word);
                     ++joined[g];
                     arcs[g] += degrees[v + 1] - degrees[v];
                   });
    step_.yield(Frontier::of(std::move(next), std::accumulate(joined.begin(), joined.end(), std::uint64_t{0})),
                std::accumulate(arcs.begin(), arcs.end(), EdgeId{0}));
  }

  /// Adds up what update returns: within a group by row, and then by group.
  void reduce_all() {
    if constexpr (Reduces<F>) {
      std::vector<double> terms(tiles_.num_groups());
      combine_groups(
          [](const F& f, VertexId v) { return is_wanted(f, v); },
          [&](F& f, std::size_t g, VertexId v, Value combined) { terms[g] += receive_term(f, v, combined); });
      step_.reduced = std::accumulate(terms.begin(), terms.end(), 0.0);
    }
  }

  void receive_listed() {
    if constexpr (!Reduces<F>) {
      const bool all = step_.from->kind() == Frontier::Kind::all;
      const Bitmap* listed = all ? nullptr : &step_.from->bitmap();
      combine_groups([&](const F& f, VertexId v) { return (listed == nullptr || listed->test(v)) && is_wanted(f, v); },
                     [](F& f, std::size_t, VertexId v, Value combined) { receive(f, v, combined); });
    }
  }

  CpuStep& step_;
  RunContext& context_;
  const F function_;
  Workspace& work_;
  const Tiles& tiles_;
  const int threads_;
};

/// Any pattern, from all vertices or a bitmap; step.engine_state is the Workspace of the arcs in question.
template <TwoPhase F>
void two_phase(CpuStep& step, RunContext& context) {
  TwoPhaseStep<F>(step, context).run();
}

}  // namespace mg::dense
