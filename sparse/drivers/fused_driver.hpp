// The fused driver's host side: which team runs a loop, and until when.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/context.hpp"
#include "engine/gpu/device_iterations.hpp"
#include "sparse/drivers/expansion_plan.hpp"
#include "sparse/drivers/loop_arguments.hpp"

namespace mg::sparse {

/// Made for one run.
class FusedDriver {
 public:
  FusedDriver(RunContext& context, DeviceContext& gpu) : context_(context), gpu_(gpu) {}

  /// Runs iterations until the frontier is empty, the user's limit or the loop's own is reached, or the frontier has
  /// become one for another driver. False, with nothing done, where it is that already.
  bool iterate(DeviceIterations& loop);

  /// Goes back through a part of a history.
  void sweep(const DeviceSweep& sweep);

 private:
  /// Who runs the loop: all blocks, a cluster, or a cluster that has the frontier as arcs.
  enum class Team : std::uint8_t { device, cluster, search };
  struct Kernel {
    std::string agent;
    std::string header;
    LaunchTeam together;
    std::size_t shared_bytes;                       ///< of a block
    std::uint32_t threads = threads_of_team_block;  ///< of a block, where the team is the whole device
  };

  /// How a trace calls it.
  [[nodiscard]] std::string name_of(Team team) const;
  [[nodiscard]] bool outgrows_teams(EdgeId arcs) const;
  [[nodiscard]] std::optional<Team> team_for(const DeviceIterations& loop, EdgeId arcs);
  /// Whether that team can: its kernel is there, and what else it needs of the graph, which is built if need be.
  [[nodiscard]] bool can_run(const DeviceIterations& loop, Team team);
  [[nodiscard]] bool has(const Kernel& kernel);
  /// The loop does without its pieces where there are no kernels for them, which is said.
  void find_expansion(DeviceIterations& loop);
  [[nodiscard]] Kernel loop_kernel(const DeviceIterations& loop, Team team) const;
  [[nodiscard]] Kernel sweep_kernel(const DeviceSweep& sweep, LaunchTeam together) const;
  void set_limits(const DeviceIterations& loop, Team team, LoopArguments& arguments);
  void launch(const Kernel& kernel, const void* arguments, const void* body);

  RunContext& context_;
  DeviceContext& gpu_;
  EdgeId last_arcs_ = 0;                    ///< of the frontier before
  std::optional<ExpansionPlan> expansion_;  ///< of the loop in turn
};

}  // namespace mg::sparse
