#include "sparse/fused_driver.hpp"

#include <fmt/format.h>

#include "sparse/loop_run.hpp"

namespace mg::sparse {

namespace {

constexpr std::string_view loop_header = "sparse/fused_loop.cuh";
constexpr std::string_view search_header = "sparse/search_loop.cuh";
constexpr std::string_view sweep_header = "sparse/fused_sweep.cuh";

/// What a frontier is when it is small enough for a team. A cluster's barrier costs a third of the device's, but it has
/// an eighth of its multiprocessors; a launched step costs ten barriers, but its work is spread evenly over all of
/// them.
constexpr EdgeId most_arcs_of_cluster = 24'576;
constexpr EdgeId most_arcs_of_search = 24'576;
constexpr EdgeId most_arcs_of_device = 1 << 20;
/// A sweep back is one kernel, whatever the iterations of its part are like: on average narrower ones than this are for
/// a cluster, whose few multiprocessors are held up by the cells that each of its arcs asks for. An H200, road-like,
/// 8,000 arcs an iteration: 22 ms by a cluster, 19 by all.
constexpr EdgeId most_arcs_of_cluster_sweep = 4096;
/// A loop that is launched step by step goes over to a team below this, unless its frontier has just grown by more than
/// this factor: then it is about to outgrow any team.
constexpr EdgeId worth_fusing = 1 << 17;
constexpr EdgeId steep_growth = 8;
constexpr EdgeId surely_few = 1024;
/// Of rows whose arcs a search lists one by one: a thread lists all that its vertex has.
constexpr EdgeId longest_listed_row = 16;
/// The device hands over to a cluster after so many iterations in a row that a cluster would have run faster.
constexpr EdgeId few_arcs = 8192;
constexpr std::uint64_t patience_of_device = 64;

/// Shared memory of a cluster's block: the frontier, and the next one.
constexpr std::size_t cluster_bytes = 2 * std::size_t{cluster_list_bytes};
constexpr std::size_t search_bytes = 2 * std::size_t{arc_list_bytes};

}  // namespace

std::string FusedDriver::loop_agent(const DeviceIterations& loop, Team team) const {
  const std::string_view team_type = team == Team::cluster ? "ClusterTeam"
                                     : loop.is_search      ? "NarrowTeam"
                                                           : "DeviceTeam";
  return fmt::format("mg::sparse::FusedLoop<{}, {}, mg::sparse::{}, {}>", loop.body.type, gpu_.offset_type(), team_type,
                     loop.buckets != nullptr);
}

std::string FusedDriver::search_agent(const DeviceIterations& loop) const {
  return fmt::format("mg::sparse::SearchLoop<{}, {}>", loop.body.type, gpu_.offset_type());
}

std::string FusedDriver::sweep_agent(const DeviceSweep& sweep, Team team) const {
  return fmt::format("mg::sparse::FusedSweep<{}, {}, mg::sparse::{}>", sweep.body.type, gpu_.offset_type(),
                     team == Team::cluster ? "ClusterSweepers" : "DeviceSweepers");
}

/// The rows linked, where a cluster shall have the frontier as arcs; else null.
const gpu::RowNode* FusedDriver::nodes_for(const DeviceIterations& loop) {
  const bool lists_arcs = loop.is_search && loop.history == nullptr &&
                          gpu_.longest_row(loop.side) <= longest_listed_row &&
                          has_cluster(search_agent(loop), search_header, search_bytes);
  return lists_arcs ? gpu_.layouts().linked_rows(loop.side) : nullptr;
}

bool FusedDriver::has_cluster(const std::string& agent, std::string_view header, std::size_t shared_bytes) {
  return gpu_.device().info().architecture >= 90 && gpu_.has_kernel(agent, header) &&
         gpu_.team_blocks(agent, header, LaunchTeam::cluster, shared_bytes) >= cluster_blocks;
}

std::optional<FusedDriver::Team> FusedDriver::team_for(const DeviceIterations& loop, EdgeId arcs) {
  if (driver_ == Driver::adaptive && (arcs > worth_fusing || (arcs > surely_few && arcs > steep_growth * last_arcs_))) {
    return {};
  }
  const std::string of_cluster = loop_agent(loop, Team::cluster);
  if (arcs <= most_arcs_of_cluster && has_cluster(of_cluster, loop_header, cluster_bytes)) {
    return Team::cluster;
  }
  if (gpu_.has_kernel(loop_agent(loop, Team::device), loop_header)) return Team::device;
  return {};
}

bool FusedDriver::iterate(DeviceIterations& loop) {
  const DeviceFrontier& from = loop.frontier;
  EdgeId arcs = from.empty() ? 0 : gpu_.known_arcs(from, loop.side);
  if (arcs == Frontier::unknown_arcs) arcs = gpu_.count_arcs(from, loop.side);
  const std::optional<Team> team = team_for(loop, arcs);
  last_arcs_ = arcs;
  if (!team || !LoopRun::has_room(context_, loop)) return false;

  LoopRun run(context_, gpu_, loop);
  LoopArguments& arguments = run.arguments();
  set_limits(loop, *team, arguments);
  std::string_view kernel = "push, all blocks";
  if (*team == Team::device) {
    run.add_lists();
    launch(loop_agent(loop, *team), loop_header, *team, 0, &arguments, loop.body.object);
  } else if (arguments.nodes = nodes_for(loop); arguments.nodes != nullptr) {
    kernel = "search, one cluster";
    arguments.most_arcs = most_arcs_of_search;
    launch(search_agent(loop), search_header, *team, search_bytes, &arguments, loop.body.object);
  } else {
    kernel = "push, one cluster";
    launch(loop_agent(loop, *team), loop_header, *team, cluster_bytes, &arguments, loop.body.object);
  }
  const LoopState state =
      run.finish({.driver = "fused",
                  .kernel = kernel,
                  .reason = driver_ == Driver::adaptive ? "the frontier is small"
                                                        : fmt::format("the schedule says {}", to_string(driver_))});
  last_arcs_ = state.arcs;
  return state.done > 0;
}

void FusedDriver::set_limits(const DeviceIterations& loop, Team team, LoopArguments& arguments) {
  if (team == Team::cluster) {
    arguments.most_arcs = most_arcs_of_cluster;
    return;
  }
  if (driver_ == Driver::adaptive) arguments.most_arcs = most_arcs_of_device;
  if (has_cluster(loop_agent(loop, Team::cluster), loop_header, cluster_bytes)) {
    arguments.least_arcs = few_arcs;
    arguments.patience = patience_of_device;
  }
}

void FusedDriver::launch(const std::string& agent, std::string_view header, Team team, std::size_t shared_bytes,
                         const void* arguments, const void* body) {
  const LaunchTeam together = team == Team::cluster ? LaunchTeam::cluster : LaunchTeam::device;
  const std::uint32_t blocks = team == Team::cluster ? cluster_blocks : device_team_blocks(gpu_, agent, header);
  gpu_.launch_team(agent, header, together, blocks, shared_bytes, arguments, body);
}

void FusedDriver::sweep(const DeviceSweep& sweep) {
  const VertexId n = gpu_.num_vertices();
  auto* meeting = static_cast<LoopMeeting*>(gpu_.scratch("a sweep's meeting", sizeof(LoopMeeting)));
  gpu_.device().fill(meeting, 0, sizeof(LoopMeeting));
  const SweepArguments arguments{.rows = gpu_.rows(sweep.side),
                                 .history = sweep.part.vertices,
                                 .begins = sweep.part.begins,
                                 .first = sweep.part.first,
                                 .count = sweep.part.count,
                                 .last = sweep.last,
                                 .mean_degree = (gpu_.num_arcs() + n - 1) / n,
                                 .meeting = meeting};
  const std::uint64_t vertices_each = n / sweep.part.count;
  const std::string of_cluster = sweep_agent(sweep, Team::cluster);
  const bool is_narrow = vertices_each * arguments.mean_degree <= most_arcs_of_cluster_sweep;
  const Team team = is_narrow && has_cluster(of_cluster, sweep_header, 0) ? Team::cluster : Team::device;
  launch(sweep_agent(sweep, team), sweep_header, team, 0, &arguments, sweep.body.object);
}

}  // namespace mg::sparse
