// The fused driver, backwards: what a loop has expanded is gone through again from its last iteration to its first, in
// one kernel.
#pragma once

#include "sparse/loop_lists.cuh"
#include "sparse/loop_team.cuh"

namespace mg::sparse {

/// The blocks of a cooperative launch, without a queue.
class DeviceSweepers {
 public:
  static constexpr unsigned block_threads = most_threads;
  explicit DeviceSweepers(const SweepArguments& arguments) : barrier_(&arguments.meeting->arrived) {}
  [[nodiscard]] static unsigned rank() { return rank_across(blockIdx.x, gridDim.x); }
  [[nodiscard]] static unsigned threads() { return gridDim.x * block_threads; }
  void wait() { barrier_.wait(); }

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
  static void wait() { cluster::wait(); }
};

/// One iteration as the body of a sweep sees it (engine/iteration.hpp).
template <class Team, class Offset>
class SweepIteration {
 public:
  SweepIteration(Team& team, const SweepArguments& arguments) : team_(team), arguments_(arguments) {}

  [[nodiscard]] std::uint64_t number() const { return number_; }
  [[nodiscard]] bool is_last() const { return number_ == arguments_.last; }

  /// Combines for each vertex of this iteration's frontier the messages of those that its arcs lead to.
  template <class F>
  void gather(F f) {
    if (open_) wait();
    const unsigned shift = shift_for(size_, size_ * arguments_.mean_degree, team_.threads());
    gather_list<Offset>(team_.rank(), team_.threads(), size_, shift, arguments_.rows, vertex_at(), f);
    open_ = true;
  }

  /// Calls f for the vertices of this iteration's frontier.
  template <class F>
  void vertex_map(F f) {
    if (open_) wait();
    map_list(team_.rank(), team_.threads(), size_, vertex_at(), f);
    open_ = true;
  }

  /// The agent's part. Iteration `i` of the history.
  template <class Body>
  void run(const Body& body, std::uint64_t i) {
    number_ = arguments_.first + i;
    begin_ = arguments_.begins[i];
    size_ = arguments_.begins[i + 1] - begin_;
    body(*this);
  }

 private:
  void wait() {
    team_.wait();
    open_ = false;
  }

  [[nodiscard]] auto vertex_at() const {
    return [vertices = arguments_.history + begin_](std::uint64_t i) { return __ldg(vertices + i); };
  }

  Team& team_;
  const SweepArguments& arguments_;
  std::uint64_t number_ = 0;
  std::uint64_t begin_ = 0;
  std::uint64_t size_ = 0;
  bool open_ = false;
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
    for (std::uint64_t i = arguments.count; i-- > 0;) iteration.run(body, i);
  }
};

}  // namespace mg::sparse
