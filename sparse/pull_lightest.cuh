// Pull along rows whose lightest arcs come first, for functions that say what a weight reaches: a receiver begins with
// what it holds, and leaves its row at the first arc that betters nothing. Where weights vary, most rows are left after
// a few arcs. In shortest paths it is what Chakaravarthy et al. prune their pulls by ("Scalable Single Source Shortest
// Path Algorithms for Massively Parallel Systems", IPDPS'14), without buckets.
#pragma once

#include "engine/edge_semantics.hpp"
#include "engine/gpu/emit.cuh"
#include "engine/receive.hpp"
#include "sparse/senders.cuh"

namespace mg::sparse {

using namespace gpu;

/// Follows rows from their lightest arcs on. `form` is that of the frontier's map.
template <class F, class Offset, MapForm form>
class LightestFirst {
 public:
  using Value = ValueOf<F>;
  using Combine = typename F::Combine;

  LightestFirst(const PullArguments& arguments, const F& f)
      : rows_(arguments.rows), arcs_(arguments.lightest_first), from_(arguments.from), f_(f) {}

  [[nodiscard]] Offset begin(VertexId v) const { return rows_.begin(v); }
  [[nodiscard]] Offset end(VertexId v) const { return rows_.end(v); }

  /// Betters `held` by the arcs from e on, `count` at most and side by side; true when later ones may better it more.
  template <unsigned count>
  [[nodiscard]] bool follow(Value& held, Offset e, Offset end) const {
    uint2 arcs[count];
    bool reach[count];
    bool sending[count];
    const Value before = held;
    for (unsigned i = 0; i < count; ++i) {
      arcs[i] = e + i < end ? __ldg(reinterpret_cast<const uint2*>(arcs_ + e + i)) : uint2{};
    }
    for (unsigned i = 0; i < count; ++i) {
      reach[i] = e + i < end && f_.along.reaches(weight(arcs[i]), before);
      sending[i] = reach[i] && sends<form>(from_, f_, arcs[i].y);
    }
    for (unsigned i = 0; i < count; ++i) {
      if (sending[i]) held = Combine::combine(held, message_of(f_, arcs[i].y, weight(arcs[i])));
    }
    return reach[count - 1];
  }

 private:
  [[nodiscard]] static WeightOf<F> weight(const uint2& arc) { return __builtin_bit_cast(WeightOf<F>, arc.x); }
  Rows<Offset> rows_;
  const WeightedArc* arcs_;
  VertexMap from_;
  const F& f_;
};

/// Rows of ordinary length from a list, 32 a warp, which finishes together what a lane has not left early. No bit of
/// the next frontier is set before.
template <class F, class Offset, MapForm form = MapForm::bitmap>
struct PullLightest {
  using Arguments = PullArguments;
  using Function = F;
  using Value = ValueOf<F>;
  using Combine = typename F::Combine;
  using Reader = LightestFirst<F, Offset, form>;
  static constexpr unsigned threads = 256;
  static constexpr unsigned side_by_side = 4;  ///< arcs that a lane asks for at a time
  static constexpr unsigned alone = 16;        ///< that it follows before the warp helps

  static void run(const Arguments& arguments, F f) {
    EmissionCounter<Offset> counter(arguments.emission);
    std::uint32_t arcs_read = 0;
    const Reader reader(arguments, f);
    for (std::uint64_t first = std::uint64_t{blockIdx.x} * threads; first < arguments.size;
         first += std::uint64_t{gridDim.x} * threads) {
      take_row(arguments, f, reader, first + threadIdx.x, counter, arcs_read);
    }
    counter.template flush<threads>();
    const std::uint64_t of_block = combine_block<Sum, threads>(std::uint64_t{arcs_read});
    if (threadIdx.x == 0) atomicAdd(reinterpret_cast<unsigned long long*>(arguments.read_arcs), of_block);
  }

 private:
  static void take_row(const Arguments& arguments, F& f, const Reader& reader, std::uint64_t i,
                       EmissionCounter<Offset>& counter, std::uint32_t& arcs_read) {
    const VertexId v = i < arguments.size ? arguments.queue[i] : 0;
    bool wants = i < arguments.size && is_wanted(f, v);
    Offset begin = 0;
    Offset end = 0;
    Value held = Combine::template identity<Value>();
    if (wants) {
      begin = reader.begin(v);
      end = reader.end(v);
      held = relaxed_load(f.cell(v));
      wants = end - begin < arguments.heavy_degree;
    }
    bool goes_on = wants;
    for (unsigned followed = 0; followed < alone && goes_on; followed += side_by_side, begin += side_by_side) {
      goes_on = reader.template follow<side_by_side>(held, begin, end);
      arcs_read += side_by_side;
    }
    held = follow_by_warp(reader, goes_on, held, begin, end, arcs_read);
    const bool joins = wants && receive(f, v, held);
    mark_lanes(arguments.emission.words, v, joins);
    if (joins) counter.add(v);
  }

  /// The rest of those lanes' rows that go on, one after the other.
  static Value follow_by_warp(const Reader& reader, bool goes_on, Value held, Offset begin, Offset end,
                              std::uint32_t& arcs_read) {
    for (unsigned waiting = __ballot_sync(all_lanes, goes_on); waiting != 0; waiting &= waiting - 1) {
      const int lane = __ffs(static_cast<int>(waiting)) - 1;
      Value best = __shfl_sync(all_lanes, held, lane);
      Offset e = __shfl_sync(all_lanes, begin, lane);
      const Offset row_end = __shfl_sync(all_lanes, end, lane);
      bool all_reach = true;
      for (; all_reach; e += warp_size) {
        all_reach = __all_sync(all_lanes, reader.template follow<1>(best, e + lane_id(), row_end));
        best = combine_warp<Combine>(best);
        ++arcs_read;
      }
      if (static_cast<int>(lane_id()) == lane) held = best;
    }
    return held;
  }
};

/// Rows of at least heavy_degree arcs, one a block. What they read is not counted: their atomics on one address would
/// take longer.
template <class F, class Offset, MapForm form = MapForm::bitmap>
struct PullLightestHeavy {
  using Arguments = PullArguments;
  using Function = F;
  using Value = ValueOf<F>;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F f) {
    const VertexId v = arguments.heavy.rows[blockIdx.x];
    const LightestFirst<F, Offset, form> reader(arguments, f);
    const Offset end = reader.end(v);
    __shared__ Value of_block;
    if (threadIdx.x == 0) of_block = relaxed_load(f.cell(v));
    __syncthreads();
    Value held = of_block;
    bool all_reach = __syncthreads_and(is_wanted(f, v));
    for (Offset e = reader.begin(v) + threadIdx.x; all_reach; e += threads) {
      const bool reaches = reader.template follow<1>(held, e, end);
      all_reach = __syncthreads_and(reaches);
      held = combine_block<typename F::Combine, threads>(held);
      if (threadIdx.x == 0) of_block = held;
      __syncthreads();
      held = of_block;
    }
    if (threadIdx.x != 0 || !receive(f, v, held)) return;
    atomicOr(arguments.emission.words + v / warp_size, 1U << (v % warp_size));
    atomicAdd(reinterpret_cast<unsigned long long*>(arguments.emission.emitted),
              counted<Offset>(arguments.emission, v));
  }
};

}  // namespace mg::sparse
