// The fused driver's host side: which team runs a loop, and until when.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/context.hpp"
#include "engine/device_iterations.hpp"
#include "sparse/loop_arguments.hpp"

namespace mg::sparse {

/// Made for one run.
class FusedDriver {
 public:
  FusedDriver(RunContext& context, DeviceContext& gpu, Driver driver) : context_(context), gpu_(gpu), driver_(driver) {}

  /// Runs iterations until the frontier is empty, the user's limit is reached, or the frontier has become one for
  /// another driver. False, with nothing done, where it is that already.
  bool iterate(DeviceIterations& loop);

  /// Goes back through a part of a history.
  void sweep(const DeviceSweep& sweep);

 private:
  /// Who runs the loop.
  enum class Team : std::uint8_t { device, cluster };

  [[nodiscard]] std::optional<Team> team_for(const DeviceIterations& loop, EdgeId arcs);
  [[nodiscard]] bool has_cluster(const std::string& agent, std::string_view header, std::size_t shared_bytes);
  [[nodiscard]] const gpu::RowNode* nodes_for(const DeviceIterations& loop);
  [[nodiscard]] std::string search_agent(const DeviceIterations& loop) const;
  [[nodiscard]] std::string loop_agent(const DeviceIterations& loop, Team team) const;
  [[nodiscard]] std::string sweep_agent(const DeviceSweep& sweep, Team team) const;
  void set_limits(const DeviceIterations& loop, Team team, LoopArguments& arguments);
  void launch(const std::string& agent, std::string_view header, Team team, std::size_t shared_bytes,
              const void* arguments, const void* body);

  RunContext& context_;
  DeviceContext& gpu_;
  Driver driver_;
  EdgeId last_arcs_ = 0;  ///< of the frontier before
};

}  // namespace mg::sparse
