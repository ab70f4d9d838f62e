// Arcs along diagonals of the adjacency matrix (dia): the arcs whose ends are the same distance apart share a diagonal,
// and of each vertex a word says which of the diagonals it has an arc along; where these lead is not stored. A thread
// takes a vertex. Arcs off the diagonals are in a list.
#pragma once

#include "sparse/arguments.hpp"

namespace mg::sparse {

/// Diagonals with many arcs, as many as a word has bits.
inline constexpr std::uint32_t most_diagonals = 32;

struct Diagonals {
  const std::uint32_t* steps;  ///< of each diagonal: from a sender to its receiver, modulo 2^32
  const std::uint32_t* has;    ///< of each vertex: bit d says that it has an arc along diagonal d
  const std::uint32_t*
      weights;  ///< of the arc of vertex v along diagonal d: at d * pitch + v; words, whatever their type
  std::uint64_t pitch;
  std::uint32_t count;
};

struct DiagonalArguments : PushArguments {
  Diagonals diagonals;
};

/// What builds them; what a kernel is not asked for is null.
struct BuildDiagonalArguments {
  DeviceRows rows;
  std::uint32_t* counts;        ///< arcs along each possible diagonal: that of step s is number s + num_rows - 1
  const std::uint64_t* ranks;   ///< among those that are kept
  std::uint64_t num_possible;   ///< 2 * num_rows - 1
  std::uint32_t least;          ///< arcs along a diagonal that is kept
  std::uint32_t num_diagonals;  ///< that are kept
  std::uint32_t* steps;
  std::uint32_t* has;
  std::uint32_t* weights;
  std::uint64_t pitch;
  std::uint32_t* num_left;           ///< of each row, arcs off the diagonals
  const std::uint64_t* left_before;  ///< prefix sums of these
  VertexId* sources;                 ///< of the list of what is left
  VertexId* targets;
  std::uint32_t* left_weights;
};

}  // namespace mg::sparse

#ifdef MG_DEVICE_CODE

#include "sparse/push.cuh"

namespace mg::sparse {

template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushDiagonals {
  using Arguments = DiagonalArguments;
  using Function = F;
  using Value = ValueOf<F>;
  static constexpr unsigned threads = cta;
  static constexpr unsigned least_blocks = 7;  // an eighth leaves a sender's rank and its place too few registers
  using Visitor = PushVisitor<F, Offset, target, listing, emit, 2048>;

  static void run(const Arguments& arguments, F f, unsigned block = blockIdx.x) {
    __shared__ typename Visitor::Storage storage;
    Visitor visit(storage, arguments, f);
    __syncthreads();
    const Diagonals& diagonals = arguments.diagonals;
    const VertexId u = visit.sender(std::uint64_t{block} * threads + threadIdx.x);
    std::uint32_t has = u != no_vertex ? __ldg(diagonals.has + u) : 0;
    auto place = static_cast<Offset>(u);
    for (std::uint32_t d = 0; d < diagonals.count; ++d, has >>= 1, place += static_cast<Offset>(diagonals.pitch)) {
      if constexpr (Visitor::bounded) visit.make_room(threads);
      const bool exists = (has & 1) != 0;
      const VertexId v = exists ? u + __ldg(diagonals.steps + d) : 0;
      const Value value = exists ? visit.message({u, v}, place) : F::Combine::template identity<Value>();
      visit.deliver(v, value, exists);
      __syncthreads();
    }
    visit.flush();
  }
};

/// Which diagonal leads from v to u.
inline std::uint64_t diagonal_of(const BuildDiagonalArguments& arguments, VertexId v, VertexId u) {
  return std::uint64_t{u} + arguments.rows.num_rows - 1 - v;
}

/// How many arcs lie along each diagonal; a row a thread.
template <class Offset>
struct CountDiagonals {
  using Arguments = BuildDiagonalArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t row = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (row >= arguments.rows.num_rows) return;
    const auto v = static_cast<VertexId>(row);
    const Rows<Offset> rows(arguments.rows);
    const Offset end = rows.end(v);
    for (Offset e = rows.begin(v); e < end; ++e) {
      atomicAdd(arguments.counts + diagonal_of(arguments, v, rows.neighbors[e]), 1U);
    }
  }
};

/// 1 for those with enough arcs, in place of their number.
struct FlagDiagonals {
  using Arguments = BuildDiagonalArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (i < arguments.num_possible) arguments.counts[i] = arguments.counts[i] >= arguments.least ? 1 : 0;
  }
};

struct ListDiagonals {
  using Arguments = BuildDiagonalArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (i >= arguments.num_possible || arguments.counts[i] == 0 || arguments.ranks[i] >= arguments.num_diagonals)
      return;
    arguments.steps[arguments.ranks[i]] = static_cast<std::uint32_t>(i) - (arguments.rows.num_rows - 1);
  }
};

/// Calls on_diagonal(d, e) or left(e) for each arc of v, the first one along a diagonal being on it; which diagonals v
/// has arcs along.
template <class Offset, class OnDiagonal, class Left>
std::uint32_t split_row(const BuildDiagonalArguments& arguments, VertexId v, const OnDiagonal& on_diagonal,
                        const Left& left) {
  const Rows<Offset> rows(arguments.rows);
  const Offset end = rows.end(v);
  std::uint32_t has = 0;
  for (Offset e = rows.begin(v); e < end; ++e) {
    const std::uint64_t i = diagonal_of(arguments, v, rows.neighbors[e]);
    const std::uint64_t d = arguments.counts[i] != 0 ? arguments.ranks[i] : most_diagonals;
    if (d >= arguments.num_diagonals || (has >> d & 1) != 0) {
      left(e);
    } else {
      has |= 1U << d;
      on_diagonal(d, e);
    }
  }
  return has;
}

/// The arcs on diagonals, and how many each row has left; a row a thread.
template <class Offset>
struct FillDiagonals {
  using Arguments = BuildDiagonalArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t row = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (row >= arguments.rows.num_rows) return;
    const auto* const weights = static_cast<const std::uint32_t*>(arguments.rows.weights);
    std::uint32_t num_left = 0;
    const auto fill = [&](std::uint64_t d, Offset e) {
      if (arguments.weights != nullptr) arguments.weights[d * arguments.pitch + row] = weights[e];
    };
    arguments.has[row] = split_row<Offset>(arguments, static_cast<VertexId>(row), fill, [&](Offset) { ++num_left; });
    arguments.num_left[row] = num_left;
  }
};

/// The list of what is left, in the order of the rows; a row a thread.
template <class Offset>
struct ListLeft {
  using Arguments = BuildDiagonalArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t row = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (row >= arguments.rows.num_rows) return;
    const auto v = static_cast<VertexId>(row);
    std::uint64_t place = arguments.left_before[row];
    const auto list = [&](Offset e) {
      arguments.sources[place] = v;
      arguments.targets[place] = arguments.rows.neighbors[e];
      if (arguments.left_weights != nullptr) {
        arguments.left_weights[place] = static_cast<const std::uint32_t*>(arguments.rows.weights)[e];
      }
      ++place;
    };
    split_row<Offset>(
        arguments, v, [](std::uint64_t, Offset) {}, list);
  }
};

}  // namespace mg::sparse

#endif
