// The fused driver, backwards: what a loop has expanded is gone through again from its last iteration to its first, in
// one kernel.
//
// All that an iteration goes through is known in advance. While threads wait for each other, they ask memory for what
// the iterations to come begin with, each a step behind the one before it: where its vertices are listed, then a
// vertex, its row, and the row's first arc.
#pragma once

#include "sparse/drivers/loop_lists.cuh"
#include "sparse/drivers/loop_team.cuh"

namespace mg::sparse {

/// The blocks of a cooperative launch, without a queue.
class DeviceSweepers {
 public:
  static constexpr unsigned block_threads = most_threads;
  explicit DeviceSweepers(const SweepArguments& arguments) : barrier_(&arguments.meeting->arrived) {}
  [[nodiscard]] static unsigned rank() { return rank_across(blockIdx.x, gridDim.x); }
  [[nodiscard]] static unsigned threads() { return gridDim.x * block_threads; }
  void arrive() { barrier_.arrive(); }
  void await() const { barrier_.await(); }

 private:
  DeviceBarrier barrier_;
};

/// The blocks of one cluster.
class ClusterSweepers {
 public:
  static constexpr unsigned block_threads = most_threads;
  explicit ClusterSweepers(const SweepArguments&) {}
  [[nodiscard]] static unsigned rank() { return rank_across(cluster::block(), cluster::blocks()); }
  [[nodiscard]] static unsigned threads() { return cluster::blocks() * block_threads; }
  static void arrive() {
    __syncthreads();
    cluster::arrive();
  }
  static void await() { cluster::await(); }
};

/// One iteration as the body of a sweep sees it (engine/iteration.hpp).
template <class Team, class Offset>
class SweepIteration {
 public:
  SweepIteration(Team& team, const SweepArguments& arguments)
      : team_(team), arguments_(arguments), rows_(arguments.rows), to_ask_(static_cast<unsigned>(arguments.count)) {
#pragma unroll 1
    for (unsigned stage = 0; stage < stages; ++stage) look_ahead();
  }

  [[nodiscard]] std::uint64_t number() const { return arguments_.first + current_; }
  [[nodiscard]] bool is_last() const { return number() == arguments_.last; }

  /// Combines for each vertex of this iteration's frontier the messages of those that its arcs lead to.
  template <class F>
  void gather(F f) {
    meet();
    const Messages<F, Offset> messages(arguments_.rows);
    const unsigned shift = shift_of(asked_[0]);
    if constexpr (HasTouches<F>) {
      if (asked_[2].share.v != no_vertex) ask_for_update(f, asked_[2].share.v);
    }
    RowShare<Offset> share = asked_[0].share;
    const unsigned step = team_.threads() >> shift;
    unsigned first = (team_.rank() & ~(warp_size - 1)) >> shift;
    for (bool goes_on = true; goes_on;) {
      gather_row(messages, share, shift, f);
      first += step;
      const unsigned i = first + (lane_id() >> shift);
      goes_on = first < asked_[0].size;
      if (goes_on) share = RowShare<Offset>::of(rows_, i < asked_[0].size ? vertex_at(i) : no_vertex, shift);
    }
    open_ = true;
  }

  /// Calls f for the vertices of this iteration's frontier.
  template <class F>
  void vertex_map(F f) {
    meet();
    map_list(
        team_.rank(), team_.threads(), asked_[0].size, [this](std::uint64_t i) { return vertex_at(i); }, f);
    open_ = true;
  }

  /// The agent's part. Iteration `i` of the history, by turns from the last one on.
  template <class Body>
  void run(const Body& body, unsigned i) {
    current_ = i;
    body(*this);
    if (i == 0) return meet();
    if (open_) team_.arrive();
    has_arrived_ = has_arrived_ || open_;
    open_ = false;
    look_ahead();
  }

 private:
  static constexpr unsigned stages = 4;

  /// What is known of an iteration.
  struct Asked {
    unsigned size = 0;
    RowShare<Offset> share{no_vertex, 0, 0, 0};  ///< of the thread's first vertex
  };

  /// Before an operator: what those before it have written is there.
  void meet() {
    if (open_) team_.arrive();
    if (open_ || has_arrived_) team_.await();
    open_ = has_arrived_ = false;
  }

  /// Each iteration to come is asked for what follows from what was asked for before: how many vertices it has, then a
  /// thread's first vertex, the row, the first arc. asked_[0] is in turn next and complete, asked_[3] four ahead of
  /// what was in turn last.
  void look_ahead() {
    asked_[0] = asked_[1];
    asked_[1] = asked_[2];
    asked_[2] = asked_[3];
    ask_for_first(asked_[0]);
    ask_for_row(asked_[1]);
    ask_for_vertex(asked_[2], begin_);
    asked_[3] = {};
    if (to_ask_ == 0) return;
    begin_ = __ldg(arguments_.begins + --to_ask_);
    asked_[3].size = static_cast<unsigned>(__ldg(arguments_.begins + to_ask_ + 1) - begin_);
  }
  void ask_for_vertex(Asked& asked, std::uint64_t begin) const {
    const unsigned i = team_.rank() >> shift_of(asked);
    if (i < asked.size) asked.share.v = __ldg(arguments_.history + begin + i);
  }
  void ask_for_row(Asked& asked) const {
    if (asked.share.v == no_vertex) return;
    asked.share.at = rows_.begin(asked.share.v) + (lane_id() & ((1U << shift_of(asked)) - 1));
    asked.share.end = rows_.end(asked.share.v);
  }
  void ask_for_first(Asked& asked) const {
    if (asked.share.at < asked.share.end) asked.share.first = __ldg(rows_.neighbors + asked.share.at);
  }

  [[nodiscard]] unsigned shift_of(const Asked& asked) const {
    return shift_for(asked.size, as_word(asked.size * arguments_.mean_degree), team_.threads());
  }
  [[nodiscard]] VertexId vertex_at(std::uint64_t i) const {
    return __ldg(arguments_.history + __ldg(arguments_.begins + current_) + i);
  }

  Team& team_;
  const SweepArguments& arguments_;
  Rows<Offset> rows_;
  unsigned to_ask_;           ///< iterations of the history that nothing was asked of yet
  std::uint64_t begin_ = 0;   ///< in the history, of asked_[3]
  Asked asked_[stages];       ///< of the iteration in turn and those that follow
  unsigned current_ = 0;      ///< iteration of the history
  bool open_ = false;         ///< something was written since the last barrier
  bool has_arrived_ = false;  ///< at the next one
};

template <class Body, class Offset, class Team>
struct FusedSweep {
  using Arguments = SweepArguments;
  using Function = Body;
  static constexpr unsigned threads = Team::block_threads;
  static constexpr unsigned least_blocks = 1;

  static void run(const Arguments& arguments, const Body& body) {
    Team team(arguments);
    SweepIteration<Team, Offset> iteration(team, arguments);
    for (auto i = static_cast<unsigned>(arguments.count); i-- > 0;) iteration.run(body, i);
  }
};

}  // namespace mg::sparse
