// Pulls within loops that stay on the device: every vertex that wants values combines those of its neighbors in the
// frontier, which is a map for as long; whoever joins is added to the team's next frontier.
#pragma once

#include "sparse/drivers/loop_iteration.cuh"
#include "sparse/pull.cuh"

namespace mg::sparse {

/// F, of which those in a loop's frontier are the senders. Their map is written on the device, between two barriers.
template <class Iteration, class F>
struct FromFrontier : F {
  const Iteration* iteration;

  [[nodiscard]] bool sends(VertexId u) const {
    if (!iteration->is_member(u)) return false;
    if constexpr (HasSends<F>) return F::sends(u);
    return true;
  }
};

/// Who expands frontiers: all vertices, 32 a warp, rows of many arcs in pieces; with columns, where the first arcs of
/// rows lie column by column, those along the arcs or against them.
template <unsigned cta, bool has_columns_ahead, bool has_columns_back>
struct Pulled : ByPieces {
  static constexpr bool completes_sums = true;

  /// All threads of the team call it.
  template <class Offset, class Iteration, class F>
  static void expand(Iteration& iteration, const LoopArguments& loop, bool reversed, F& f) {
    iteration.note_members();
    iteration.meet();
    const auto& pull = *reinterpret_cast<const PullArguments*>(loop.parts[reversed ? 1 : 0]->arguments);
    const FromFrontier<Iteration, F> from{f, &iteration};
    if constexpr (cuts<F>) {
      for (std::uint32_t i = blockIdx.x; i < pull.heavy.num_pieces; i += gridDim.x) {
        PullPieces<FromFrontier<Iteration, F>, Offset>::template take_piece<cta>(pull, from, i);
        __syncthreads();  // the next one takes the same shared memory
      }
    }
    if (reversed) {
      take_rows<Offset, has_columns_back>(iteration, pull, from, f);
    } else {
      take_rows<Offset, has_columns_ahead>(iteration, pull, from, f);
    }
    if constexpr (cuts<F>) {
      if (pull.heavy.num_rows == 0) return;
      iteration.meet();
      put_together<Offset>(iteration, pull, f);
    }
  }

 private:
  /// Rows of which the first value is enough are not worth it.
  template <class F>
  static constexpr bool cuts = !takes_any<typename F::Combine>;

  template <class Offset, bool has_columns, class Iteration, class F>
  static void take_rows(Iteration& iteration, const PullArguments& pull, const FromFrontier<Iteration, F>& from, F& f) {
    using Rows = PullRows<FromFrontier<Iteration, F>, Offset, MapForm::bitmap, has_columns>;
    const typename Rows::Reader reader(pull, from);
    const std::uint64_t stride = std::uint64_t{gridDim.x} * cta;
    for (std::uint64_t first = (std::uint64_t{blockIdx.x} * cta + threadIdx.x) & ~std::uint64_t{warp_size - 1};
         first < pull.rows.num_rows; first += stride) {
      const std::uint64_t row = first + lane_id();
      const auto v = static_cast<VertexId>(row);
      const Offset begin = row < pull.rows.num_rows ? reader.begin(v) : 0;
      const Offset end = row < pull.rows.num_rows ? reader.end(v) : 0;
      const bool is_light = !cuts<F> || pull.heavy_degree == 0 || end - begin < pull.heavy_degree;
      const bool wants = row < pull.rows.num_rows && is_light && is_wanted(f, v);
      const auto combined = Rows::combine_row(pull, from, reader, v, wants, begin, end);
      iteration.template join<F>(v, wants && receive(f, v, combined));
    }
  }

  /// Once all pieces of long rows are there: a row a warp.
  template <class Offset, class Iteration, class F>
  static void put_together(Iteration& iteration, const PullArguments& pull, F& f) {
    using Heavy = PullHeavy<FromFrontier<Iteration, F>, Offset>;
    constexpr unsigned warps = cta / warp_size;
    for (std::uint32_t row = warp_id() * gridDim.x + blockIdx.x; row < pull.heavy.num_rows; row += warps * gridDim.x) {
      const VertexId v = pull.heavy.rows[row];
      const bool wants = is_wanted(f, v);
      const auto own = wants ? Heavy::combine_pieces(pull, row) : F::Combine::template identity<ValueOf<F>>();
      const auto combined = combine_warp<typename F::Combine>(own);
      iteration.template join<F>(v, wants && lane_id() == 0 && receive(f, v, combined));
    }
  }
};

}  // namespace mg::sparse
