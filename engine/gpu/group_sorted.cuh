// Grouping what comes to vertices by keys, on a GPU, where sums depend on the order in which they are added up, for
// receivers that many arcs come to: what comes along all arcs is sorted by receiver and key, and each run of equal ones
// is a group.
#pragma once

#include "engine/gpu/group.cuh"

namespace mg::gpu {

/// How many arcs come to each.
template <class Offset>
struct CountComing {
  using Arguments = GroupArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t place = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (place >= arguments.count) return;
    const VertexId v = receiver_at(arguments, place);
    std::uint32_t coming = 0;
    for (unsigned side = 0; side < arguments.sides; ++side) {
      const Rows<Offset> rows(arguments.rows[side]);
      coming += static_cast<std::uint32_t>(rows.end(v) - rows.begin(v));
    }
    arguments.lengths[place] = coming;
  }
};

/// Lists what comes along the arcs of receivers' rows; a warp a receiver.
template <class F, class Offset>
struct ListComing {
  using Arguments = GroupArguments;
  using Function = F;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F f) {
    for (std::uint64_t place = std::uint64_t{blockIdx.x} * (threads / warp_size) + warp_id(); place < arguments.count;
         place += std::uint64_t{gridDim.x} * (threads / warp_size)) {
      std::uint64_t at = arguments.begins[place];
      const VertexId v = receiver_at(arguments, place);
      for (unsigned side = 0; side < arguments.sides; ++side) {
        at = list_row(arguments, f, place, Rows<Offset>(arguments.rows[side]), arguments.rows[side].weights, v, at);
      }
      if (lane_id() == 0) {
        static_cast<GroupValue<F>*>(arguments.values)[place] = F::Combine::template identity<GroupValue<F>>();
      }
    }
  }

 private:
  static std::uint64_t list_row(const Arguments& arguments, const F& f, std::uint64_t place, const Rows<Offset>& rows,
                                const void* weights, VertexId v, std::uint64_t at) {
    const Offset begin = rows.begin(v);
    const Offset end = rows.end(v);
    for (Offset e = begin + lane_id(); e < end; e += warp_size) {
      const std::uint64_t to = at + (e - begin);
      arguments.keys[to] = place << 32 | f.key(__ldg(rows.neighbors + e));
      arguments.weights[to] = __ldg(static_cast<const std::uint32_t*>(weights) + e);  // as bits
    }
    return at + (end - begin);
  }
};

/// At the last arc of each part of a group, what all of the part weigh, added in an order that depends on places alone;
/// a warp adds up arcs_of_part arcs.
template <class F>
struct AddParts {
  using Arguments = GroupArguments;
  using Function = F;
  using Total = GroupSum<F>;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F) {
    const std::uint64_t part = std::uint64_t{blockIdx.x} * (threads / warp_size) + warp_id();
    const std::uint64_t begin = part * arcs_of_part;
    if (begin >= arguments.num_keys) return;
    const std::uint64_t end = begin + arcs_of_part < arguments.num_keys ? begin + arcs_of_part : arguments.num_keys;
    Total carried = 0;  // of the group that goes on from the 32 before
    for (std::uint64_t first = begin; first < end; first += warp_size) {
      const std::uint64_t i = first + lane_id();
      const bool is_there = i < end;
      const bool is_head = is_there && (i == begin || arguments.keys[i] != arguments.keys[i - 1]);
      const unsigned heads = __ballot_sync(all_lanes, is_head);
      const unsigned below = heads & (lanes_below() | 1U << lane_id());
      const unsigned head = below == 0 ? 0 : 31 - static_cast<unsigned>(__clz(static_cast<int>(below)));
      Total sum = is_there ? static_cast<Total>(__builtin_bit_cast(WeightOf<F>, arguments.weights[i])) : Total{0};
      for (unsigned distance = 1; distance < warp_size; distance *= 2) {
        const Total before = __shfl_up_sync(all_lanes, sum, distance);
        if (lane_id() >= head + distance) sum += before;
      }
      if (below == 0) sum += carried;
      const bool is_last = i + 1 == end || (is_there && arguments.keys[i] != arguments.keys[i + 1]);
      if (is_there && is_last) static_cast<Total*>(arguments.sums)[i] = sum;
      carried = __shfl_sync(all_lanes, sum, static_cast<int>(warp_size) - 1);
    }
  }
};

/// Of sorted keys, the first of each run looks for its end, and combines what becomes of the group.
template <class F>
struct CombineRuns {
  using Arguments = GroupArguments;
  using Function = F;
  using Total = GroupSum<F>;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F f) {
    const std::uint64_t first = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (first >= arguments.num_keys) return;
    const std::uint64_t key = __ldg(keys(arguments) + first);
    if (first > 0 && __ldg(keys(arguments) + first - 1) == key) return;
    const std::uint64_t place = key >> 32;
    const GroupValue<F> value = f.value(receiver_at(arguments, place), static_cast<std::uint32_t>(key),
                                        sum_of(arguments, first, end_of_run(arguments, first, key)));
    combine_atomic<typename F::Combine>(static_cast<GroupValue<F>*>(arguments.values)[place], value);
  }

 private:
  static const std::uint64_t* keys(const Arguments& arguments) { return arguments.keys; }
  /// In steps that double, and then halve.
  static std::uint64_t end_of_run(const Arguments& arguments, std::uint64_t first, std::uint64_t key) {
    std::uint64_t inside = first;
    std::uint64_t beyond = first + 1;
    while (beyond < arguments.num_keys && __ldg(keys(arguments) + beyond) == key) {
      inside = beyond;
      beyond = first + 2 * (beyond - first);
    }
    if (beyond > arguments.num_keys) beyond = arguments.num_keys;
    return first_where(inside + 1, beyond, [&](std::uint64_t i) { return __ldg(keys(arguments) + i) != key; });
  }
  static Total sum_of(const Arguments& arguments, std::uint64_t first, std::uint64_t end) {
    const auto* const sums = static_cast<const Total*>(arguments.sums);
    Total sum = 0;
    for (std::uint64_t begin = first; begin < end;) {
      const std::uint64_t part_end = (begin / arcs_of_part + 1) * arcs_of_part;
      begin = part_end < end ? part_end : end;
      sum += __ldg(sums + begin - 1);
    }
    return sum;
  }
};

/// Tells each receiver what has become of its groups.
template <class F>
struct TellReceivers {
  using Arguments = GroupArguments;
  using Function = F;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F f) {
    const std::uint64_t place = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (place >= arguments.count) return;
    f.update(receiver_at(arguments, place), static_cast<const GroupValue<F>*>(arguments.values)[place]);
  }
};

}  // namespace mg::gpu
