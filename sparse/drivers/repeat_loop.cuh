// Loops of reductions over the whole graph that stay on the device. Every thread has a copy of the loop's body, and all
// copies stay alike: a reduction ends with a barrier, after which each block adds up what all blocks have, in an order
// that never changes.
#pragma once

#include <span>

#include "engine/gpu/team.cuh"
#include "sparse/drivers/repeat_arguments.hpp"
#include "sparse/pull.cuh"

namespace mg::sparse {

/// Threads of a block, and blocks that a multiprocessor is to have room for: what waits for memory wants threads, of
/// which there are more the fewer registers each has. With four blocks, some bodies spill theirs.
inline constexpr unsigned repeat_threads = most_threads < 512 ? most_threads : 512;
inline constexpr unsigned repeat_blocks = 3;

/// One iteration as a body sees it (engine/iteration.hpp). What a reduction has written, later ones may read: they come
/// after its barrier, and read state by loads that may not be served from before it.
template <class Offset, unsigned threads>
class RepeatIteration {
 public:
  explicit RepeatIteration(const RepeatArguments& arguments)
      : arguments_(arguments),
        barrier_(&arguments.state->arrived, arguments.state->awaited),
        done_(arguments.state->done),
        sweeps_(arguments.state->sweeps) {}

  template <class F>
  [[nodiscard]] double edge_reduce(F f, Side side = Side::out, [[maybe_unused]] const F* following = nullptr) {
    const PullArguments& pull = arguments_.pulls[static_cast<unsigned>(side)];
    ++sweeps_;
    if (pull.heavy_degree != 0) take_pieces(pull, f);
    EmissionCounter<Offset> nobody(pull.emission);
    double sum = PullRows<F, Offset>::template take_rows<threads>(pull, f, nobody);
    if (pull.heavy_degree != 0) sum += put_together(pull, f);
    return add_up(sum);
  }

  template <class F>
  [[nodiscard]] double vertex_reduce(F f) {
    return reduce(arguments_.pulls[0].rows.num_rows, [&f](std::uint64_t i) { return f(static_cast<VertexId>(i)); });
  }
  template <class F>
  [[nodiscard]] double vertex_reduce(F f, std::span<const VertexId> vertices) {
    if (vertices.empty()) return 0;
    return reduce(vertices.size(), [&f, vertices](std::uint64_t i) { return f(__ldg(vertices.data() + i)); });
  }

  /// The agents' part. False when the iteration was the last.
  template <class Body>
  [[nodiscard]] bool run(Body& body) {
    note();
    const bool goes_on = body(*this);
    ++done_;
    return goes_on;
  }
  [[nodiscard]] bool may_go_on() const { return done_ < arguments_.most_iterations; }

  /// Leaves the loop, for the host or for the next launch.
  template <class Body>
  void leave(const Body& body, bool goes_on) {
    barrier_.wait();  // others may still have to read what the launch before has left
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    RepeatState& state = *arguments_.state;
    *reinterpret_cast<Body*>(&state + 1) = body;
    state.done = done_;
    state.sweeps = sweeps_;
    state.awaited = barrier_.awaited();
    state.goes_on = goes_on ? 1 : 0;
    note();
  }

 private:
  void note() const {
    if (blockIdx.x != 0 || threadIdx.x != 0 || arguments_.records == nullptr) return;
    arguments_.records[done_] = {sweeps_, nanoseconds()};
  }

  template <class F>
  static void take_pieces(const PullArguments& pull, const F& f) {
    static_assert(sizeof(ValueOf<F>) <= widest_value);
    for (std::uint32_t i = blockIdx.x; i < pull.heavy.num_pieces; i += gridDim.x) {
      PullPieces<F, Offset>::template take_piece<threads>(pull, f, i);
    }
  }

  /// Once all pieces of long rows are there: a row a warp.
  template <class F>
  double put_together(const PullArguments& pull, F& f) {
    constexpr unsigned warps = threads / warp_size;
    barrier_.wait();
    double sum = 0;
    for (std::uint32_t row = warp_id() * gridDim.x + blockIdx.x; row < pull.heavy.num_rows; row += warps * gridDim.x) {
      const VertexId v = pull.heavy.rows[row];
      if (!is_wanted(f, v)) continue;
      const auto whole = combine_warp<typename F::Combine>(PullHeavy<F, Offset>::combine_pieces(pull, row));
      if (lane_id() == 0) sum += receive_term(f, v, whole);
    }
    return sum;
  }

  template <class Term>
  double reduce(std::uint64_t size, const Term& term) {
    double sum = 0;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x; i < size;
         i += std::uint64_t{gridDim.x} * threads) {
      sum += term(i);
    }
    return add_up(sum);
  }

  /// The sum of what all threads of all blocks have, in each of them. Who writes to one of the arrays has passed the
  /// barrier of the other, and with it everybody's reads of the one.
  double add_up(double own) {
    __shared__ double total;
    double* const sums = arguments_.sums[turn_];
    turn_ = 1 - turn_;
    own = combine_block<Sum, threads>(own);
    if (threadIdx.x == 0) sums[blockIdx.x] = own;
    barrier_.wait();
    if (warp_id() == 0) {
      double sum = 0;
      for (unsigned block = lane_id(); block < gridDim.x; block += warp_size) sum += sums[block];
      sum = combine_warp<Sum>(sum);
      if (lane_id() == 0) total = sum;
    }
    __syncthreads();
    return total;
  }

  const RepeatArguments& arguments_;
  DeviceBarrier barrier_;
  std::uint64_t done_;
  std::uint64_t sweeps_;
  unsigned turn_ = 0;
};

/// The fused driver: iterations in one kernel, until the body says that it was the last.
template <class Body, class Offset>
struct FusedRepeat {
  using Arguments = RepeatArguments;
  using Function = Body;
  static constexpr unsigned threads = repeat_threads;
  static constexpr unsigned least_blocks = repeat_blocks;

  static void run(const Arguments& arguments, Body body) {
    RepeatIteration<Offset, threads> iteration(arguments);
    bool goes_on = true;
    while (goes_on && iteration.may_go_on()) goes_on = iteration.run(body);
    iteration.leave(body, goes_on);
  }
};

/// The graph driver: an iteration a launch.
template <class Body, class Offset>
struct RepeatStep {
  using Arguments = RepeatArguments;
  using Function = Body;
  static constexpr unsigned threads = repeat_threads;
  static constexpr unsigned least_blocks = repeat_blocks;

  static void run(const Arguments& arguments, const Body& first) {
    const RepeatState& state = *arguments.state;  // written at the end alone, when all have passed a barrier
    Body body = state.done == 0 ? first : *reinterpret_cast<const Body*>(&state + 1);
    RepeatIteration<Offset, threads> iteration(arguments);
    const bool goes_on = iteration.run(body);
    iteration.leave(body, goes_on);
    if (blockIdx.x == 0 && threadIdx.x == 0) set_condition(arguments.condition, goes_on && iteration.may_go_on());
  }
};

}  // namespace mg::sparse
