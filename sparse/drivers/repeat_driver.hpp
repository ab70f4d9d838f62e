// Loops of reductions over the whole graph on a GPU: the host side of the drivers that do not come back in between.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/context.hpp"
#include "engine/gpu/device_iterations.hpp"
#include "sparse/drivers/repeat_arguments.hpp"

namespace mg::sparse {

/// Made for one run.
class RepeatDriver {
 public:
  RepeatDriver(RunContext& context, DeviceContext& gpu) : context_(context), gpu_(gpu) {}

  /// Runs iterations until the loop is over or the user's limit is reached. False, with nothing done, where it is
  /// reached already, or iterations had better be launched.
  bool repeat(DeviceRepetition& loop);

 private:
  [[nodiscard]] bool stays(Driver driver) const;
  [[nodiscard]] bool repeat_graph(DeviceRepetition& loop);
  [[nodiscard]] bool cannot(Driver asked, std::string_view other, std::string_view why);
  [[nodiscard]] std::string agent(std::string_view name, const DeviceRepetition& loop) const;
  [[nodiscard]] std::uint32_t blocks_of(const std::string& agent);
  [[nodiscard]] RepeatArguments arguments_for(const DeviceRepetition& loop, std::uint32_t blocks);
  void add_pulls(RepeatArguments& arguments);
  void finish(const RepeatArguments& arguments, DeviceRepetition& loop, std::string_view driver);
  void trace(const RepeatArguments& arguments, std::uint64_t done, const DeviceRepetition& loop,
             std::string_view driver);

  RunContext& context_;
  DeviceContext& gpu_;
  bool can_repeat_graphs_ = true;  ///< as far as has been seen
};

}  // namespace mg::sparse
