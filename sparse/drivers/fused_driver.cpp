#include "sparse/drivers/fused_driver.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/profile.hpp"
#include "sparse/drivers/expansion_plan.hpp"
#include "sparse/drivers/loop_run.hpp"

namespace mg::sparse {

namespace {

constexpr std::string_view loop_header = "sparse/drivers/fused_loop.cuh";
constexpr std::string_view search_header = "sparse/drivers/search_loop.cuh";
constexpr std::string_view sweep_header = "sparse/drivers/fused_sweep.cuh";

/// Shared memory of a cluster's block: the frontier, and the next one.
constexpr std::size_t cluster_bytes = 2 * std::size_t{cluster_list_bytes};
constexpr std::size_t search_bytes = 2 * std::size_t{arc_list_bytes};

}  // namespace

std::string FusedDriver::name_of(Team team) const {
  switch (team) {
    case Team::device: break;
    case Team::cluster: return "push, one cluster";
    case Team::search: return "search, one cluster";
  }
  return name_of_all_blocks(expansion_);
}

FusedDriver::Kernel FusedDriver::loop_kernel(const DeviceIterations& loop, Team team) const {
  const std::string_view offset = gpu_.offset_type();
  const auto of = [&](std::string_view team_type) {
    return fmt::format("mg::sparse::FusedLoop<{}, {}, mg::sparse::{}, {}>", loop.body.type, offset, team_type,
                       loop.buckets != nullptr);
  };
  switch (team) {
    case Team::device: break;
    case Team::cluster: return {of("ClusterTeam"), std::string(loop_header), LaunchTeam::cluster, cluster_bytes};
    case Team::search:
      return {fmt::format("mg::sparse::SearchLoop<{}, {}>", loop.body.type, offset), std::string(search_header),
              LaunchTeam::cluster, search_bytes};
  }
  if (expansion_) {
    return {fmt::format("mg::sparse::FusedLoop<{}, {}, {}, {}, {}>", loop.body.type, offset, expansion_->team,
                        loop.buckets != nullptr, expansion_->type),
            fmt::format("{} {}", loop_header, expansion_->header), LaunchTeam::device, expansion_->shared_bytes,
            loop.pieces->cta};
  }
  return {of(loop.is_search ? "NarrowTeam" : "DeviceTeam"), std::string(loop_header), LaunchTeam::device, 0};
}

FusedDriver::Kernel FusedDriver::sweep_kernel(const DeviceSweep& sweep, LaunchTeam together) const {
  return {fmt::format("mg::sparse::FusedSweep<{}, {}, mg::sparse::{}>", sweep.body.type, gpu_.offset_type(),
                      together == LaunchTeam::cluster ? "ClusterSweepers" : "DeviceSweepers"),
          std::string(sweep_header), together, 0};
}

bool FusedDriver::has(const Kernel& kernel) {
  if (kernel.together == LaunchTeam::device) return gpu_.has_kernel(kernel.agent, kernel.header);
  return gpu_.device().info().architecture >= 90 && gpu_.has_kernel(kernel.agent, kernel.header) &&
         gpu_.team_blocks(kernel.agent, kernel.header, LaunchTeam::cluster, kernel.shared_bytes) >= cluster_blocks;
}

bool FusedDriver::can_run(const DeviceIterations& loop, Team team) {
  if (team != Team::search) return has(loop_kernel(loop, team));
  const bool counts_entries = loop.most_arcs < most_arcs_of_cluster;  // of which there are fewer than arcs
  const bool is_search =
      loop.is_search && loop.history == nullptr && !counts_entries && gpu_.longest_row(loop.side) <= longest_listed_row;
  return is_search && has(loop_kernel(loop, team)) && gpu_.layouts().linked_rows(loop.side) != nullptr;
}

/// A loop that is launched step by step goes over to a team where there are few arcs, unless its frontier has just
/// grown steeply: then it is about to outgrow any team.
bool FusedDriver::outgrows_teams(EdgeId arcs) const {
  const Costs& costs = context_.profile().costs;
  const auto now = static_cast<double>(arcs);
  return now > costs.fuse_arcs ||
         (now > costs.surely_few && now > costs.steep_growth * static_cast<double>(last_arcs_));
}

std::optional<FusedDriver::Team> FusedDriver::team_for(const DeviceIterations& loop, EdgeId arcs) {
  if (loop.driver == Driver::adaptive && outgrows_teams(arcs)) return {};
  if (loop.pieces) return Team::device;
  for (const Team team : {Team::search, Team::cluster, Team::device}) {
    if ((team == Team::device || arcs <= most_arcs_of_cluster) && can_run(loop, team)) return team;
  }
  return {};
}

void FusedDriver::find_expansion(DeviceIterations& loop) {
  expansion_.reset();
  if (!loop.pieces) return;
  expansion_ = plan_expansion(gpu_, loop);
  if (has(loop_kernel(loop, Team::device))) return;
  gpu_.substitute(asked_of(Driver::fused, *expansion_), "driver=fused", gpu_.lack_of_kernels());
  expansion_.reset();
  loop.pieces.reset();
}

bool FusedDriver::iterate(DeviceIterations& loop) {
  find_expansion(loop);
  const DeviceFrontier& from = loop.frontier;
  EdgeId arcs = from.empty() ? 0 : gpu_.known_arcs(from, loop.side);
  if (arcs == Frontier::unknown_arcs) arcs = gpu_.count_arcs(from, loop.side);
  const std::optional<Team> team = team_for(loop, arcs);
  last_arcs_ = arcs;
  if (!team || !LoopRun::has_room(context_, loop)) return false;

  LoopRun run(context_, gpu_, loop);
  LoopArguments& arguments = run.arguments();
  set_limits(loop, *team, arguments);
  if (*team == Team::device) run.add_lists(expansion_ ? &*expansion_ : nullptr);
  if (*team == Team::search) arguments.nodes = gpu_.layouts().linked_rows(loop.side);
  launch(loop_kernel(loop, *team), &arguments, loop.body.object);
  const LoopState state = run.finish({.driver = "fused",
                                      .kernel = name_of(*team),
                                      .reason = loop.driver == Driver::adaptive
                                                    ? "the frontier is small"
                                                    : fmt::format("the schedule says {}", to_string(loop.driver))});
  last_arcs_ = state.arcs;
  return state.done > 0;
}

void FusedDriver::set_limits(const DeviceIterations& loop, Team team, LoopArguments& arguments) {
  if (team != Team::device) {
    arguments.most_arcs = std::min(loop.most_arcs, most_arcs_of_cluster);
    return;
  }
  const Costs& costs = context_.profile().costs;
  if (loop.driver == Driver::adaptive) {
    arguments.most_arcs = std::min(loop.most_arcs, static_cast<EdgeId>(costs.team_arcs));
  }
  if (!loop.pieces && (can_run(loop, Team::cluster) || can_run(loop, Team::search))) {
    arguments.least_arcs = static_cast<EdgeId>(costs.cluster_arcs);
    arguments.patience = static_cast<std::uint64_t>(costs.team_patience);
  }
}

void FusedDriver::launch(const Kernel& kernel, const void* arguments, const void* body) {
  const bool is_cluster = kernel.together == LaunchTeam::cluster;
  const std::uint32_t blocks =
      is_cluster ? cluster_blocks
                 : device_team_blocks(gpu_, kernel.agent, kernel.header, kernel.shared_bytes, kernel.threads);
  gpu_.launch_team(kernel.agent, kernel.header, kernel.together, blocks, kernel.shared_bytes, arguments, body);
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
  const Kernel of_cluster = sweep_kernel(sweep, LaunchTeam::cluster);
  const auto arcs_each = static_cast<double>(vertices_each * arguments.mean_degree);
  const bool is_narrow = arcs_each <= context_.profile().costs.cluster_sweep_arcs;
  const bool is_for_cluster = is_narrow && has(of_cluster);
  launch(is_for_cluster ? of_cluster : sweep_kernel(sweep, LaunchTeam::device), &arguments, sweep.body.object);
}

}  // namespace mg::sparse
