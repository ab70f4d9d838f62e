// mg_run --check-kernels: whether what a run would launch on a GPU compiles, without one.
#pragma once

#include <string>
#include <vector>

#include "engine/gpu/compiling_device.hpp"
#include "engine/session.hpp"
#include "tools/command_line.hpp"

namespace mg::tools {

/// What came of it.
struct KernelCheck {
  /// One way through the run: "driver=launched,direction=pull", and how it ended, if not as a run does.
  struct Way {
    std::string schedule;
    std::size_t new_kernels = 0;
    std::string remark = {};
  };
  int architecture = 0;   ///< compute capability times ten
  std::vector<Way> ways;  ///< that which was asked for is the first
  std::vector<DeviceKernel> kernels;
  std::vector<CompilingDevice::Failure> failures;
  std::vector<std::string> not_reached;  ///< steps and loops of the program, by their labels, of which no kernel is

  /// Whether all kernels that were asked for compile, and the run as it was asked for went on to its end.
  [[nodiscard]] bool ok() const { return failures.empty() && ways.front().remark.empty(); }
};

/// The value of the option, "sm_90", as a number. Throws Error(wrong_use) for another text.
[[nodiscard]] int architecture_option(const CommandLine& line);

/// Has the request go through its first steps with kernels that are compiled and not executed: as it is, then by each
/// driver and in each direction that its schedule leaves open, and by each engine that takes part where it leaves the
/// choice to one that picks. Of many sources, two are taken. What a program does only once it has read what a kernel
/// computes is not reached. No GPU is used in this process afterwards. Throws Error as the request itself would, and
/// Error(no_resources) where there is no compiler for such a GPU.
[[nodiscard]] KernelCheck check_kernels(const Graph& graph, const RunRequest& request, int architecture);

/// For people: ways, kernels and failures.
[[nodiscard]] std::string check_text(const KernelCheck& check);

}  // namespace mg::tools
