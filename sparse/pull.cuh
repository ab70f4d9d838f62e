// Pull on a GPU: every vertex that wants values combines those of its neighbors in the frontier; it owns its cell, so
// nothing is atomic. A warp takes 32 rows: lanes begin with a row each, and what is long is finished by all of them.
// Rows beyond that are cut into pieces, which blocks share.
#pragma once

#include "engine/edge_semantics.hpp"
#include "engine/gpu/emit.cuh"
#include "engine/receive.hpp"
#include "sparse/senders.cuh"

namespace mg::sparse {

using namespace gpu;

/// Arcs that a lane follows alone before the warp helps.
template <class F>
inline constexpr unsigned solo_arcs = takes_any<typename F::Combine> ? 8 : 24;

/// What the rows of a step have in common. `form` is that of the frontier's map.
template <class F, class Offset, MapForm form = MapForm::bitmap>
class PullReader {
 public:
  using Value = ValueOf<F>;
  using Combine = typename F::Combine;
  static constexpr bool stops_early = takes_any<Combine>;

  PullReader(const PullArguments& arguments, const F& f) : PullReader(arguments.rows, arguments, f) {}
  PullReader(const DeviceRows& rows, const PullArguments& arguments, const F& f)
      : messages_(rows), from_(arguments.from), f_(f) {}

  [[nodiscard]] Offset begin(VertexId v) const { return messages_.begin(v); }
  [[nodiscard]] Offset end(VertexId v) const { return messages_.end(v); }

  /// What v's neighbor u sends, without a weight.
  [[nodiscard]] Value message(VertexId u, VertexId v) const {
    if (!sends<form>(from_, f_, u)) return Combine::template identity<Value>();
    return message_along(f_, ArcEnds{u, v});
  }

  /// Combines the messages to v at e, e + stride, ... before `end`.
  [[nodiscard]] Value combine(VertexId v, Value combined, Offset e, Offset end, Offset stride) const {
    if constexpr (stops_early) {
#pragma unroll 4
      for (; e < end; e += stride) {
        const VertexId u = __ldg(messages_.neighbors + e);
        if (!sends<form>(from_, f_, u)) continue;
        combined = Combine::combine(combined, messages_(f_, {u, v}, e));
        if (combined != Combine::template identity<Value>()) return combined;
      }
    } else {
      Offset left = e < end ? end - e : 0;  // arcs from e on, those of other lanes included
      for (; left > (batch - 1) * stride; e += batch * stride) {
        combined = combine_batch<batch>(v, combined, e, batch * stride, stride);
        left -= min_of(left, batch * stride);
      }
      if (left > 0) combined = combine_batch<batch - 1>(v, combined, e, left, stride);
    }
    return combined;
  }

  /// The whole warp combines one row's rest; all lanes get the result.
  [[nodiscard]] Value combine_by_warp(VertexId v, Value combined, Offset e, Offset end) const {
    if constexpr (stops_early) {
      for (; e < end; e += warp_size) {
        combined = combine_warp<Combine>(combine(v, combined, e + lane_id(), min_of(end, e + warp_size), warp_size));
        if (combined != Combine::template identity<Value>()) return combined;
      }
      return combined;
    } else {
      const Value own = lane_id() == 0 ? combined : Combine::template identity<Value>();
      return combine_warp<Combine>(combine(v, own, e + lane_id(), end, warp_size));
    }
  }

  /// The rows of a warp's lanes, where they want one: what is long is finished by all of them.
  [[nodiscard]] Value combine_rows(VertexId v, bool wants, Offset begin, Offset end) const {
    Value combined = Combine::template identity<Value>();
    bool waits = false;  // for the warp
    if (wants) {
      waits = end - begin > solo_arcs<F>;
      if (!waits || stops_early) {
        const Offset alone = waits ? begin + solo_arcs<F> : end;
        combined = combine(v, combined, begin, alone, 1);
        begin = alone;
        if constexpr (stops_early) {
          if (combined != Combine::template identity<Value>()) waits = false;
        }
      }
    }
    for (unsigned waiting = __ballot_sync(all_lanes, waits); waiting != 0; waiting &= waiting - 1) {
      const int lane = __ffs(static_cast<int>(waiting)) - 1;
      const Offset row_begin = __shfl_sync(all_lanes, begin, lane);
      const Offset row_end = __shfl_sync(all_lanes, end, lane);
      VertexId receiver = v;
      if constexpr (HasArcMessage<F>) receiver = __shfl_sync(all_lanes, v, lane);
      const Value whole = combine_by_warp(receiver, Combine::template identity<Value>(), row_begin, row_end);
      if (static_cast<int>(lane_id()) == lane) combined = Combine::combine(combined, whole);
    }
    return combined;
  }

 private:
  /// Arcs that are asked for before any of them is waited for. That goes for the last few of a row, too: on a road-like
  /// graph they are all that there are.
  static constexpr unsigned batch = 4;

  /// Combines the messages at e, e + stride, ..., as many as `size`, of those that are less than `left` from e.
  template <unsigned size>
  [[nodiscard]] Value combine_batch(VertexId v, Value combined, Offset e, Offset left, Offset stride) const {
    VertexId neighbors[size];
    Value messages[size];
#pragma unroll
    for (unsigned i = 0; i < size; ++i) {
      neighbors[i] = i * stride < left ? __ldg(messages_.neighbors + e + i * stride) : no_vertex;
    }
#pragma unroll
    for (unsigned i = 0; i < size; ++i) {
      const bool arrives = i * stride < left && sends<form>(from_, f_, neighbors[i]);
      messages[i] = arrives ? messages_(f_, {neighbors[i], v}, e + i * stride) : Combine::template identity<Value>();
    }
#pragma unroll
    for (unsigned i = 0; i < size; ++i) combined = Combine::combine(combined, messages[i]);
    return combined;
  }

  static Offset min_of(Offset a, Offset b) { return a < b ? a : b; }

  Messages<F, Offset> messages_;
  VertexMap from_;
  const F& f_;
};

/// Rows of ordinary length, 32 a warp. With columns, a lane follows the first arcs of its row there, beside its
/// neighbors (ell), and what the row has beyond them as ever.
template <class F, class Offset, MapForm form = MapForm::bitmap, bool has_columns = false>
struct PullRows {
  using Arguments = PullArguments;
  using Function = F;
  using Value = ValueOf<F>;
  using Combine = typename F::Combine;
  using Reader = PullReader<F, Offset, form>;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F f) {
    EmissionCounter<Offset> counter(arguments.emission);
    double reduced = take_rows<threads>(arguments, f, counter);
    if constexpr (Reduces<F>) {
      reduced = combine_block<Sum, threads>(reduced);
      if (threadIdx.x == 0) arguments.summands[blockIdx.x] = reduced;
    } else {
      if (arguments.emission.words != nullptr) counter.template flush<threads>();
    }
  }

  /// The rows that fall to a block of so many threads; yields the thread's part of a reduction.
  template <unsigned block_threads>
  static double take_rows(const Arguments& arguments, F& f, EmissionCounter<Offset>& counter) {
    const Reader reader(arguments, f);
    double reduced = 0;
    for (std::uint64_t first = std::uint64_t{blockIdx.x} * block_threads; first < arguments.rows.num_rows;
         first += std::uint64_t{gridDim.x} * block_threads) {
      take_row(arguments, f, reader, first + threadIdx.x, counter, reduced);
    }
    return reduced;
  }

  /// What reaches v along its row, where it wants anything. All lanes of a warp call it together.
  static Value combine_row(const Arguments& arguments, const F& f, const Reader& reader, VertexId v, bool wants,
                           Offset begin, Offset end) {
    Value combined = Combine::template identity<Value>();
    bool wants_more = wants;
    if constexpr (has_columns) {
      if (wants) combined = combine_columns(arguments, f, v, begin);
      if constexpr (Reader::stops_early) wants_more = wants && combined == Combine::template identity<Value>();
    }
    return Combine::combine(combined, reader.combine_rows(v, wants_more, begin, end));
  }

 private:
  static void take_row(const Arguments& arguments, F& f, const Reader& reader, std::uint64_t row,
                       EmissionCounter<Offset>& counter, double& reduced) {
    const auto v = static_cast<VertexId>(row);
    bool wants = row < arguments.rows.num_rows && (arguments.receivers == nullptr || test_bit(arguments.receivers, v));
    wants = wants && is_wanted(f, v);
    Offset begin = 0;
    Offset end = 0;
    if (wants) {
      begin = reader.begin(v);
      end = reader.end(v);
      if (arguments.heavy_degree != 0 && end - begin >= arguments.heavy_degree) wants = false;
    }
    const Value combined = combine_row(arguments, f, reader, v, wants, begin, end);
    if constexpr (Reduces<F>) {
      if (wants) reduced += receive_term(f, v, combined);
    } else {
      const bool joins = wants && receive(f, v, combined);
      if (arguments.emission.words == nullptr) return;
      const unsigned joining = __ballot_sync(all_lanes, joins);
      if (lane_id() == 0) arguments.emission.words[row / warp_size] = joining;
      if (joins) counter.add(v);
    }
  }

  /// The arcs of v that are in columns; `begin` moves on to the first one that is not.
  static Value combine_columns(const Arguments& arguments, const F& f, VertexId v, Offset& begin) {
    const Reader reader(arguments.columns, arguments, f);
    const Offset length = reader.end(v) - reader.begin(v);
    const auto pitch = static_cast<Offset>(arguments.pitch);
    begin += length;
    return reader.combine(v, Combine::template identity<Value>(), v, v + length * pitch, pitch);
  }
};

template <class F, class Offset, MapForm form = MapForm::bitmap>
struct PullColumns : PullRows<F, Offset, form, true> {
  static constexpr unsigned least_blocks = 6;  // two ways to follow arcs need more registers than full occupancy leaves
};

/// The pieces of heavy rows, one a block: partial results.
template <class F, class Offset, MapForm form = MapForm::bitmap>
struct PullPieces {
  using Arguments = PullArguments;
  using Function = F;
  using Value = ValueOf<F>;
  using Reader = PullReader<F, Offset, form>;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F f) { take_piece<threads>(arguments, f, blockIdx.x); }

  /// Piece `i`, by a block of so many threads.
  template <unsigned block_threads>
  static void take_piece(const Arguments& arguments, const F& f, std::uint32_t i) {
    const RowPiece piece = arguments.heavy.pieces[i];
    if (arguments.receivers != nullptr && !test_bit(arguments.receivers, piece.row)) return;
    if (!is_wanted(f, piece.row)) return;
    const Reader reader(arguments, f);
    const Value own =
        reader.combine(piece.row, F::Combine::template identity<Value>(),
                       static_cast<Offset>(piece.begin) + threadIdx.x, static_cast<Offset>(piece.end), block_threads);
    const Value combined = combine_block<typename F::Combine, block_threads>(own);
    if (threadIdx.x == 0) static_cast<Value*>(arguments.partials)[i] = combined;
  }
};

/// Puts the pieces of heavy rows together, one row a warp.
template <class F, class Offset>
struct PullHeavy {
  using Arguments = PullArguments;
  using Function = F;
  using Value = ValueOf<F>;
  using Combine = typename F::Combine;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F f) {
    const std::uint32_t row = blockIdx.x * (threads / warp_size) + warp_id();
    const bool exists = row < arguments.heavy.num_rows;
    const VertexId v = exists ? arguments.heavy.rows[row] : 0;
    bool wants = exists && (arguments.receivers == nullptr || test_bit(arguments.receivers, v));
    wants = wants && is_wanted(f, v);
    const Value combined =
        combine_warp<Combine>(wants ? combine_pieces(arguments, row) : Combine::template identity<Value>());
    wants = wants && lane_id() == 0;
    if constexpr (Reduces<F>) {
      const double term = combine_block<Sum, threads>(wants ? receive_term(f, v, combined) : 0.0);
      if (threadIdx.x == 0) arguments.summands[arguments.first_summand + blockIdx.x] = term;
    } else {
      const bool joins = wants && receive(f, v, combined);
      if (arguments.emission.words == nullptr) return;
      if (joins) atomicOr(arguments.emission.words + v / warp_size, 1U << (v % warp_size));
      EmissionCounter<Offset> counter(arguments.emission);
      if (joins) counter.add(v);
      counter.template flush<threads>();
    }
  }

  /// The lane's part of a row.
  static Value combine_pieces(const Arguments& arguments, std::uint32_t row) {
    const auto* partials = static_cast<const Value*>(arguments.partials);
    Value combined = Combine::template identity<Value>();
    for (std::uint32_t p = arguments.heavy.first_piece[row] + lane_id(); p < arguments.heavy.first_piece[row + 1];
         p += warp_size) {
      combined = Combine::combine(combined, partials[p]);
    }
    return combined;
  }
};

/// Few receivers, listed: a warp each.
template <class F, class Offset>
struct GatherQueue {
  using Arguments = PullArguments;
  using Function = F;
  using Value = ValueOf<F>;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F f) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * (threads / warp_size) + warp_id();
    if (i >= arguments.size) return;
    const VertexId v = arguments.queue[i];
    if (!is_wanted(f, v)) return;
    const PullReader<F, Offset> reader(arguments, f);
    const Value combined =
        reader.combine_by_warp(v, F::Combine::template identity<Value>(), reader.begin(v), reader.end(v));
    if (lane_id() == 0) receive(f, v, combined);
  }
};

/// Cells of the step's own that hold nothing yet.
template <class F>
struct ClearCells {
  using Arguments = CellArguments;
  using Function = F;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F) {
    const std::uint64_t v = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (v >= arguments.num_vertices) return;
    using Value = ValueOf<F>;
    static_cast<Value*>(arguments.cells)[v] = F::Combine::template identity<Value>();
  }
};

/// Lets the receivers of a gather have what those who send have pushed into such cells.
template <class F>
struct ReceiveCells {
  using Arguments = CellArguments;
  using Function = F;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F f) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (i >= arguments.size) return;
    const VertexId v = arguments.queue != nullptr ? arguments.queue[i] : static_cast<VertexId>(i);
    if (arguments.queue == nullptr && arguments.words != nullptr && !test_bit(arguments.words, v)) return;
    if (is_wanted(f, v)) receive(f, v, static_cast<const ValueOf<F>*>(arguments.cells)[v]);
  }
};

/// Reduces what a push has left in such cells.
template <class F>
struct ReduceCells {
  using Arguments = CellArguments;
  using Function = F;
  static constexpr unsigned threads = 256;
  static constexpr unsigned least_blocks = 4;  // with fewer registers than that leaves, an update spills them

  static void run(const Arguments& arguments, F f) {
    const auto* cells = static_cast<const ValueOf<F>*>(arguments.cells);
    double reduced = 0;
    for (std::uint64_t row = std::uint64_t{blockIdx.x} * threads + threadIdx.x; row < arguments.num_vertices;
         row += std::uint64_t{gridDim.x} * threads) {
      const auto v = static_cast<VertexId>(row);
      if (is_wanted(f, v)) reduced += receive_term(f, v, cells[v]);
    }
    reduced = combine_block<Sum, threads>(reduced);
    if (threadIdx.x == 0) arguments.summands[blockIdx.x] = reduced;
  }
};

}  // namespace mg::sparse
