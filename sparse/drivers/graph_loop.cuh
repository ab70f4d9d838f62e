// The graph driver: one iteration a launch, launched again and again by a CUDA graph that lives on the device. What the
// fused driver keeps in registers and shared memory from one iteration to the next stays in device memory.
#pragma once

#include "sparse/drivers/fused_loop.cuh"

namespace mg::sparse {

/// One iteration of a loop. The first launch lists the frontier too, the last one leaves it for the host.
template <class Body, class Offset, bool has_buckets, template <class> class TeamOf = DeviceTeam,
          class Balance = EntryByEntry>
struct LoopStep {
  using Arguments = LoopArguments;
  using Function = Body;
  using Team = TeamOf<Offset>;
  static constexpr unsigned threads = Team::block_threads;
  static constexpr unsigned least_blocks = Balance::template least_blocks<threads>;

  static void run(const Arguments& arguments, const Body& body) {
    __shared__ typename Team::Storage storage;
    LoopState& state = *arguments.state;  // written at the end alone, when all have passed a barrier
    Team team(storage, arguments, state.awaited);
    LoopIteration<Team, Offset, has_buckets, Balance> iteration(team, arguments);
    LoopProgress<!has_buckets> progress{static_cast<std::uint32_t>(state.done), state.kept};
    if (state.begun != 0) {
      team.resume(state.front);
    } else {
      iteration.fill();
    }
    bool goes_on;
    for (bool has_run = false;; has_run = true) {
      goes_on = team.size() != 0 || (has_buckets && iteration.pop(body));
      if (!goes_on || has_run) break;
      progress.note(team, iteration, arguments);
      iteration.run(body, progress.done);
      ++progress.done;
    }
    goes_on = goes_on && progress.done < arguments.most_iterations;
    if (goes_on) {
      iteration.save();
    } else {
      iteration.leave();
    }
    progress.save(team, arguments);
    if (team.rank() != 0) return;
    state.begun = 1;
    state.front = team.front();
    state.awaited = team.awaited();
    if constexpr (Team::marks) state.flips = team.flips();
    set_condition(arguments.condition, goes_on);
  }
};

}  // namespace mg::sparse
