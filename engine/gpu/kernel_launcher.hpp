// Kernels of a run on a GPU, by their agents' names, and what was run in place of those that are not to be had.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "engine/gpu/device.hpp"

namespace mg {

class KernelLauncher {
 public:
  explicit KernelLauncher(std::shared_ptr<Device> device) : device_(std::move(device)) {}

  /// Says whose functions kernels are compiled for from now on.
  void use_functions(const SourceText& algorithm);
  [[nodiscard]] const SourceText& functions() const { return algorithm_; }

  /// The kernel of an agent, launched for `blocks` blocks.
  void launch(const std::string& agent, std::string_view header, std::uint64_t blocks, const void* arguments,
              const void* function, std::size_t shared_bytes = 0);
  /// Of an agent without a function.
  void launch(const std::string& agent, std::string_view header, std::uint64_t blocks, const void* arguments,
              std::size_t shared_bytes = 0);
  /// The kernel of an agent, launched for blocks that wait for each other.
  void launch_team(const std::string& agent, std::string_view header, LaunchTeam team, std::uint32_t blocks,
                   std::size_t shared_bytes, const void* arguments, const void* function);
  /// The same of a team of the whole device, for as long as it sets the condition that `condition`, in the arguments,
  /// is given. False, with nothing done, where the GPU's driver cannot.
  [[nodiscard]] bool launch_while(const std::string& agent, std::string_view header, std::uint32_t blocks,
                                  std::size_t shared_bytes, const void* arguments, const void* function,
                                  std::uint64_t& condition);
  /// The most blocks that such a launch can have.
  [[nodiscard]] std::uint32_t team_blocks(const std::string& agent, std::string_view header, LaunchTeam team,
                                          std::size_t shared_bytes);
  /// Whether the kernel of an agent for the algorithm's functions is there or can be compiled.
  [[nodiscard]] bool has_kernel(const std::string& agent, std::string_view header);
  /// The same of an agent without a function.
  [[nodiscard]] bool has_plain_kernel(const std::string& agent, std::string_view header);

  /// What was run in place of what the schedule asks for, and why; empty as long as nothing was.
  std::string substitution;
  /// Says so, unless something has been said before.
  void substitute(std::string_view asked, std::string_view other, std::string_view why);
  /// Why: the kernels of what was asked for are not there, and no compiler is.
  [[nodiscard]] std::string lack_of_kernels() const;
  /// Why: the driver has no graphs that repeat a kernel.
  [[nodiscard]] std::string lack_of_graphs() const;

 private:
  /// `function` is as for a launch: that of agents without one asks for no algorithm's.
  [[nodiscard]] const DeviceKernel& kernel(const std::string& agent, std::string_view header, const void* function);
  [[nodiscard]] bool has_kernel(const std::string& agent, std::string_view header, const SourceText& functions);

  std::shared_ptr<Device> device_;
  SourceText algorithm_;
  std::unordered_map<std::string, const DeviceKernel*> kernels_;
  std::unordered_map<std::string, bool> has_kernel_;
};

}  // namespace mg
