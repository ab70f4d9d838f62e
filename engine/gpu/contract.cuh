// Contracting a graph on a GPU: its arcs are sorted by the parts of their ends, and each run of equal ones becomes an
// arc (engine/graph/contract.hpp says which graph that is). Sorting leaves the arcs of a run in their order, in which
// the host adds them up.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/edge_function_parts.hpp"
#include "engine/gpu/contract_arguments.hpp"
#include "engine/gpu/warp.cuh"
#include "engine/shared.hpp"

namespace mg::gpu {

/// The parts of an arc's ends as a number to sort by. Where arcs within a part count half, those that are self loops
/// come after the others of their run.
struct PartKeys {
  unsigned part_bits;
  unsigned loop_bits;

  explicit PartKeys(const ContractArguments& arguments)
      : part_bits(arguments.part_bits), loop_bits(arguments.loop_bits) {}
  std::uint64_t of(VertexId from, VertexId to, bool is_loop) const {
    return (std::uint64_t{from} << part_bits | to) << loop_bits | (is_loop ? loop_bits : 0);
  }
  VertexId from(std::uint64_t key) const { return static_cast<VertexId>(key >> loop_bits >> part_bits); }
  VertexId to(std::uint64_t key) const {
    return static_cast<VertexId>(key >> loop_bits & ((std::uint64_t{1} << part_bits) - 1));
  }
  /// Whether a run of sorted keys begins there.
  bool begins_run(const std::uint64_t* keys, std::uint64_t i) const {
    return i == 0 || __ldg(keys + i) >> loop_bits != __ldg(keys + i - 1) >> loop_bits;
  }
};

/// Where a block's keys are.
struct KeyRange {
  std::uint64_t begin;
  std::uint64_t end;
};
inline KeyRange own_keys(const ContractArguments& arguments) {
  const std::uint64_t begin = std::uint64_t{blockIdx.x} * keys_of_block;
  return {begin, begin + keys_of_block < arguments.num_keys ? begin + keys_of_block : arguments.num_keys};
}

/// The keys of all arcs, in their order; a block looks for the rows of its arcs among those of its first and last one.
template <class Offset>
struct ListPartKeys {
  using Arguments = ContractArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const PartKeys keys(arguments);
    const Rows<Offset> rows(arguments.rows);
    const auto [begin, end] = own_keys(arguments);
    const VertexId first = row_of(rows, 0, arguments.rows.num_rows, begin);
    const VertexId last = row_of(rows, first, arguments.rows.num_rows, end - 1);
    for (std::uint64_t e = begin + threadIdx.x; e < end; e += threads) {
      const VertexId v = row_of(rows, first, last, e);
      const VertexId u = __ldg(rows.neighbors + e);
      arguments.keys[e] = keys.of(__ldg(arguments.part + v), __ldg(arguments.part + u), u == v);
    }
  }

 private:
  /// The row that an arc is in, of `begin` to `end`.
  static VertexId row_of(const Rows<Offset>& rows, VertexId begin, VertexId end, std::uint64_t e) {
    return first_where(begin, end, [&](VertexId row) { return rows.end(row) > e; });
  }
};

/// How many runs of sorted keys begin among those of each block.
struct CountRuns {
  using Arguments = ContractArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const PartKeys keys(arguments);
    const auto [begin, end] = own_keys(arguments);
    std::uint32_t runs = 0;
    for (std::uint64_t i = begin + threadIdx.x; i < end; i += threads) {
      runs += keys.begins_run(arguments.keys, i) ? 1 : 0;
    }
    runs = combine_block<Sum, threads>(runs);
    if (threadIdx.x == 0) arguments.lengths[blockIdx.x] = runs;
  }
};

/// Makes an arc of each run, and rows of these; counts those that lead from a part to itself.
template <class Offset>
struct ListRuns {
  using Arguments = ContractArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const PartKeys keys(arguments);
    const auto [begin, end] = own_keys(arguments);
    std::uint64_t before = arguments.places[blockIdx.x];
    std::uint32_t loops = 0;
    for (std::uint64_t first = begin; first < end; first += threads) {
      const std::uint64_t i = first + threadIdx.x;
      const bool begins = i < end && keys.begins_run(arguments.keys, i);
      std::uint32_t in_block = 0;
      const std::uint32_t up_to = scan_block<std::uint32_t>(begins ? 1 : 0, in_block);
      if (begins) {
        list(arguments, keys, i, before + up_to - 1);
        loops += keys.from(arguments.keys[i]) == keys.to(arguments.keys[i]) ? 1 : 0;
      }
      before += in_block;
    }
    loops = combine_block<Sum, threads>(loops);
    if (threadIdx.x == 0 && loops > 0) Shared<std::uint64_t>(&arguments.counts->self_loops)[0].add(loops);
    if (end == arguments.num_keys && threadIdx.x == 0) {
      arguments.begins[before] = end;
      begin_rows(arguments, keys.from(arguments.keys[end - 1]) + 1, arguments.num_parts, before);
    }
  }

 private:
  static void list(const Arguments& arguments, const PartKeys& keys, std::uint64_t i, std::uint64_t run) {
    const std::uint64_t key = __ldg(arguments.keys + i);
    arguments.begins[run] = i;
    arguments.neighbors[run] = keys.to(key);
    begin_rows(arguments, i == 0 ? 0 : keys.from(__ldg(arguments.keys + i - 1)) + 1, keys.from(key), run);
  }
  /// Rows from `first` to `last` begin there: all but the last one are empty.
  static void begin_rows(const Arguments& arguments, VertexId first, VertexId last, std::uint64_t place) {
    auto* const offsets = static_cast<Offset*>(arguments.offsets);
    for (VertexId row = first; row <= last; ++row) offsets[row] = static_cast<Offset>(place);
  }
};

/// Lists contracted rows that are too long for one warp, and finds the longest.
template <class Offset>
struct ListLongParts {
  using Arguments = ContractArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const auto* const offsets = static_cast<const Offset*>(arguments.offsets);
    const VertexId row = blockIdx.x * threads + threadIdx.x;
    const EdgeId begin = row < arguments.num_parts ? __ldg(offsets + row) : 0;
    const EdgeId end = row < arguments.num_parts ? __ldg(offsets + row + 1) : 0;
    if (end - begin >= arguments.heavy_degree) {
      arguments.long_rows[Shared<std::uint64_t>(&arguments.counts->long_rows)[0].add(1)] = {row, begin, end};
    }
    const EdgeId longest = combine_block<Max, threads>(end - begin);
    if (threadIdx.x == 0) Shared<EdgeId>(&arguments.counts->longest_row)[0].raise_to(longest);
  }
};

/// 2^exponent is the lowest bit of a weight, and so of all sums of such: for what is not finite or below 0, where that
/// says nothing, an exponent that no weight has.
inline constexpr int no_exponent = -2000;
inline constexpr int least_exponent = -149;
inline int lowest_exponent(std::uint32_t weight) { return weight == 0 ? 127 : __ffs(static_cast<int>(weight)) - 1; }
inline int lowest_exponent(float weight) {
  const auto bits = __builtin_bit_cast(std::uint32_t, weight);
  constexpr int fraction_bits = 23;
  constexpr std::uint32_t hidden = 1U << fraction_bits;
  const auto exponent = static_cast<int>(bits >> fraction_bits);  // and the sign
  if (bits == 0) return 127;
  if (exponent >= 255) return no_exponent;
  const std::uint32_t digits = exponent == 0 ? bits : (bits & (hidden - 1)) | hidden;
  return least_exponent + (exponent == 0 ? 0 : exponent - 1) + __ffs(static_cast<int>(digits)) - 1;
}

/// A weight among others, as bits.
template <class W>
W weight_at(const std::uint32_t* weights, std::uint64_t i) {
  return __builtin_bit_cast(W, __ldg(weights + i));
}

/// What threads of a block add up in any order, and by which bits the result is the same as in the order of arcs: a
/// double has one for each from the sum's highest to the weights' lowest.
template <class W, unsigned threads>
struct SumOfBlock {
  double sum = 0;
  int lowest = 127;

  /// Of arcs.
  void add(const std::uint32_t* weights, std::uint64_t begin, std::uint64_t end) {
#pragma unroll 4
    for (std::uint64_t i = begin + threadIdx.x; i < end; i += threads) {
      const W own = weight_at<W>(weights, i);
      sum += static_cast<double>(own);
      lowest = Min::combine(lowest, lowest_exponent(own));
    }
  }
  void add(const PieceOfRun* pieces, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin + threadIdx.x; i < end; i += threads) {
      sum += pieces[i].sum;
      lowest = Min::combine(lowest, static_cast<int>(pieces[i].lowest_exponent));
    }
  }
  /// For thread 0.
  void combine() {
    sum = combine_block<Sum, threads>(sum);
    lowest = combine_block<Min, threads>(lowest);
  }
  [[nodiscard]] bool is_exact() const { return lowest != no_exponent && sum < power_of_two(53 + lowest); }

 private:
  static double power_of_two(int exponent) {
    return __builtin_bit_cast(double, static_cast<std::uint64_t>(exponent + 1023) << 52);
  }
};

/// Adds up pieces that are in one run, so that no block has a long one to itself.
template <class W>
struct AddPieces {
  using Arguments = ContractArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t begin = std::uint64_t{blockIdx.x} * keys_of_piece;
    const std::uint64_t end = begin + keys_of_piece;
    if (__ldg(arguments.keys + begin) != __ldg(arguments.keys + end - 1)) return;
    SumOfBlock<W, threads> own;
    own.add(arguments.weights, begin, end);
    own.combine();
    if (threadIdx.x == 0) arguments.pieces[blockIdx.x] = {own.sum, own.lowest};
  }
};

/// Adds up the weights of runs: a thread those of a short one, a block those of a long one.
template <class W>
struct AddRuns {
  using Arguments = ContractArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;
  static constexpr unsigned least_blocks = 6;  ///< with registers for eight, some are spilled

  static void run(const Arguments& arguments, NoFunction) {
    __shared__ std::uint32_t num_long;
    __shared__ std::uint64_t long_runs[threads];
    if (threadIdx.x == 0) num_long = 0;
    __syncthreads();
    const std::uint64_t own = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (own < arguments.num_runs) {
      const Run run(arguments, own);
      if (std::is_same_v<W, NoWeight> || run.end - run.begin <= short_run) {
        arguments.sums[own] =
            run.sum([&](std::uint64_t begin, std::uint64_t end) { return by_thread(arguments.weights, begin, end); });
      } else {
        long_runs[atomicAdd(&num_long, 1U)] = own;
      }
    }
    __syncthreads();
    for (std::uint32_t i = 0; i < num_long; ++i) {
      const float sum = Run(arguments, long_runs[i]).sum([&](std::uint64_t begin, std::uint64_t end) {
        return by_block(arguments, begin, end);
      });
      if (threadIdx.x == 0) arguments.sums[long_runs[i]] = sum;
    }
  }

 private:
  static constexpr std::uint64_t short_run = 64;

  struct Run {
    std::uint64_t begin;
    std::uint64_t middle;  ///< from here on, self loops, which count whole where others count half
    std::uint64_t end;
    bool counts_half = false;

    Run(const Arguments& arguments, std::uint64_t number)
        : begin(__ldg(arguments.begins + number)), middle(__ldg(arguments.begins + number + 1)), end(middle) {
      const PartKeys keys(arguments);
      const std::uint64_t key = __ldg(arguments.keys + begin);
      if (!arguments.halves || keys.from(key) != keys.to(key)) return;
      counts_half = true;
      if (keys.loop_bits == 0) return;
      middle = first_where(begin, end, [&](std::uint64_t i) { return (__ldg(arguments.keys + i) & 1) != 0; });
    }
    template <class Add>
    [[nodiscard]] float sum(const Add& add) const {
      const double others = add(begin, middle);
      return static_cast<float>(counts_half ? others / 2 + add(middle, end) : others);
    }
  };

  /// In their order.
  static double by_thread(const std::uint32_t* weights, std::uint64_t begin, std::uint64_t end) {
    if constexpr (std::is_same_v<W, NoWeight>) {
      return static_cast<double>(end - begin);
    } else {
      double sum = 0;
      for (std::uint64_t i = begin; i < end; ++i) sum += static_cast<double>(weight_at<W>(weights, i));
      return sum;
    }
  }

  /// The same, for thread 0: in any order if that makes no difference.
  static double by_block(const Arguments& arguments, std::uint64_t begin, std::uint64_t end) {
    if constexpr (std::is_same_v<W, NoWeight>) {
      return 0;  // no run is long
    } else {
      __shared__ bool is_exact;
      const std::uint64_t first_piece = (begin + keys_of_piece - 1) / keys_of_piece;
      const std::uint64_t last_piece = end / keys_of_piece;
      SumOfBlock<W, threads> all;
      if (first_piece < last_piece) {
        all.add(arguments.weights, begin, first_piece * keys_of_piece);
        all.add(arguments.pieces, first_piece, last_piece);
        all.add(arguments.weights, last_piece * keys_of_piece, end);
      } else {
        all.add(arguments.weights, begin, end);
      }
      all.combine();
      if (threadIdx.x == 0) is_exact = all.is_exact();
      __syncthreads();
      if (!is_exact && warp_id() == 0) all.sum = by_warp(arguments.weights, begin, end);
      __syncthreads();
      return all.sum;
    }
  }
  /// In their order.
  static double by_warp(const std::uint32_t* weights, std::uint64_t begin, std::uint64_t end) {
    double sum = 0;
    for (std::uint64_t first = begin; first < end; first += warp_size) {
      const W own = first + lane_id() < end ? weight_at<W>(weights, first + lane_id()) : W{};
      const unsigned there = end - first < warp_size ? static_cast<unsigned>(end - first) : warp_size;
      for (unsigned lane = 0; lane < there; ++lane) {
        sum += static_cast<double>(__shfl_sync(all_lanes, own, static_cast<int>(lane)));
      }
    }
    return sum;
  }
};

/// The keys of contracted arcs against their direction.
struct TurnRuns {
  using Arguments = ContractArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (i >= arguments.num_runs) return;
    const PartKeys keys(arguments);
    const std::uint64_t key = __ldg(arguments.keys + __ldg(arguments.begins + i));
    arguments.turned[i] = keys.of(keys.to(key), keys.from(key), false);
  }
};

}  // namespace mg::gpu
