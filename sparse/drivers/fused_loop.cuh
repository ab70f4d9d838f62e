// The fused driver: a whole loop in one kernel (IrGL's iteration outlining, OOPSLA'16; G2's kernel fusion, CGO'21). The
// loop's body is the program's own; the operators that it is made of are in loop_iteration.cuh.
#pragma once

#include "sparse/drivers/loop_iteration.cuh"

namespace mg::sparse {

/// How far a loop has come, and what it notes on the way for a trace, and for a sweep back where it may have a history.
template <bool may_have_history>
struct LoopProgress {
  std::uint32_t done;  ///< iterations
  std::uint64_t kept;  ///< entries of the history

  /// Before an iteration.
  template <class Team, class Iteration>
  void note(const Team& team, const Iteration& iteration, const LoopArguments& arguments) {
    if (team.rank() == 0 && arguments.records != nullptr) [[unlikely]] {
      arguments.records[done] = {team.vertices(), team.arcs(), nanoseconds()};
    }
    if (may_have_history && arguments.history != nullptr) {
      if (team.rank() == 0) arguments.history_begins[done] = kept;
      const auto vertex_at = iteration.first_vertex();
      if constexpr (Team::has_gaps) {
        keep_map(team, vertex_at, arguments);
      } else {
        for (std::uint64_t i = team.rank(); i < team.size(); i += team.threads()) {
          arguments.history[kept + i] = vertex_at(i);
        }
      }
      kept += team.vertices();
    }
    if (team.rank() != 0) return;
    atomicAdd(reinterpret_cast<unsigned long long*>(&arguments.state->expanded),
              static_cast<unsigned long long>(team.arcs()));
  }

  /// The vertices of a frontier that is a map, in any order: behind those that all have kept so far.
  template <class Team, class VertexAt>
  static void keep_map(const Team& team, const VertexAt& vertex_at, const LoopArguments& arguments) {
    for (std::uint64_t first = team.rank() & ~(warp_size - 1); first < team.size(); first += team.threads()) {
      const std::uint64_t i = first + lane_id();
      const VertexId v = i < team.size() ? vertex_at(i) : no_vertex;
      const unsigned listing = __ballot_sync(all_lanes, v != no_vertex);
      if (listing == 0) continue;
      unsigned long long place = 0;
      if (lane_id() == 0) {
        place = atomicAdd(reinterpret_cast<unsigned long long*>(&arguments.state->places),
                          static_cast<unsigned long long>(__popc(listing)));
      }
      place = __shfl_sync(all_lanes, place, 0) + __popc(listing & lanes_below());
      if (v != no_vertex) arguments.history[place] = v;
    }
  }

  /// After the last one of a launch.
  template <class Team>
  void save(const Team& team, const LoopArguments& arguments) const {
    if (team.rank() != 0) return;
    arguments.state->done = done;
    arguments.state->kept = may_have_history ? kept : 0;
    if (arguments.records != nullptr) arguments.records[done] = {team.vertices(), team.arcs(), nanoseconds()};
    if (may_have_history && arguments.history != nullptr) arguments.history_begins[done] = kept;
  }
};

/// Iterations of a loop, until its frontier is empty or no longer one for this team.
template <class Body, class Offset, template <class> class TeamOf, bool has_buckets, class Balance = EntryByEntry>
struct FusedLoop {
  using Arguments = LoopArguments;
  using Function = Body;
  using Team = TeamOf<Offset>;
  static constexpr unsigned threads = Team::block_threads;
  static constexpr unsigned least_blocks = Balance::template least_blocks<threads>;

  static void run(const Arguments& arguments, const Body& body) {
    __shared__ typename Team::Storage storage;
    Team team(storage, arguments);
    LoopIteration<Team, Offset, has_buckets, Balance> iteration(team, arguments);
    iteration.fill();
    LoopProgress<!has_buckets> progress{};
    std::uint32_t calm = 0;  // iterations in a row that were too small for this team
    while (team.size() != 0 || (has_buckets && iteration.pop(body))) {
      const bool is_enough = progress.done == arguments.most_iterations;
      if (is_enough || team.arcs() > arguments.most_arcs || calm == arguments.patience) break;
      calm = team.arcs() < arguments.least_arcs ? calm + 1 : 0;
      progress.note(team, iteration, arguments);
      iteration.run(body, progress.done);
      ++progress.done;
    }
    iteration.leave();
    progress.save(team, arguments);
  }
};

}  // namespace mg::sparse
