// A launch that runs iterations of a loop on the device: what it is given, and what becomes of what it has left.
// Drivers differ in the kernel, and in how they launch it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/context.hpp"
#include "engine/gpu/device_iterations.hpp"
#include "sparse/drivers/expansion_plan.hpp"
#include "sparse/drivers/loop_arguments.hpp"

namespace mg::sparse {

/// Bytes of GPU memory that a loop which stays on the device takes, beside rows and the frontier that it begins with.
[[nodiscard]] std::uint64_t loop_bytes(std::uint64_t num_vertices, EdgeId num_arcs);

/// Made for one launch. Between the constructor and finish(), the driver launches its kernel with arguments().
class LoopRun {
 public:
  /// How a trace names what was run.
  struct Names {
    std::string_view driver;
    std::string kernel;
    std::string reason;
  };

  /// Whether the limit of iterations, and the history where there is one, leave room for another iteration.
  [[nodiscard]] static bool has_room(const RunContext& context, const DeviceIterations& loop);
  /// Turns the loop's frontier into a queue that lists each vertex once, where it is none. There is room.
  LoopRun(RunContext& context, DeviceContext& gpu, DeviceIterations& loop);
  LoopRun(const LoopRun&) = delete;
  LoopRun& operator=(const LoopRun&) = delete;
  ~LoopRun() { gpu_.recycle_block(std::move(left_)); }

  /// Those that a driver may change: where the loop is to be left, without limits at first.
  [[nodiscard]] LoopArguments& arguments() { return arguments_; }
  /// A list for each block of a team of the whole device, and what its balancer and layout need, where it has them.
  void add_lists(const ExpansionPlan* expansion);
  /// Reads what was left, and makes it the loop's frontier, buckets and history. Returns it.
  LoopState finish(const Names& names);

 private:
  void add_entries();
  void add_state();
  void add_history(DeviceHistory& history);
  void keep(DeviceHistory& history, const LoopState& state);
  void add_limits();
  void add_scratch(const ExpansionPlan& expansion);
  void add_parts(const ExpansionPlan& expansion);
  void add_maps(std::size_t bytes);
  void trace(const Names& names);

  RunContext& context_;
  DeviceContext& gpu_;
  DeviceIterations& loop_;
  LoopArguments arguments_{};
  DeviceBlock left_;       ///< where the frontier that the loop leaves is written
  EdgeId first_arcs_ = 0;  ///< that leave the first frontier, of a loop with a history
};

/// The blocks, of so many threads, of a team of the whole device: on each multiprocessor no more threads than a large
/// block has.
[[nodiscard]] std::uint32_t device_team_blocks(DeviceContext& gpu, const std::string& agent, std::string_view header,
                                               std::size_t shared_bytes, std::uint32_t threads);

}  // namespace mg::sparse
