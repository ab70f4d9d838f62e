// Where a run goes: to a GPU, and to which, or to this machine's processors. Decided before anything is copied.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "engine/gpu/device.hpp"
#include "engine/graph/graph.hpp"

namespace mg {

struct AlgorithmInfo;
struct HybridSchedule;
class Engine;

/// What is known of the runs of a request before the first of them.
struct PlannedRuns {
  const AlgorithmInfo& algorithm;
  const Engine& engine;
  const HybridSchedule& schedule;
  std::uint64_t vertices = 0;
  EdgeId arcs = 0;
  bool directed = true;
  bool weighted = false;
  std::uint64_t count = 1;  ///< warm-ups among them; a run from a set of sources counts as one from each
  int threads = 1;          ///< on the CPU
};

/// What runs are going to take of a GPU's memory.
struct GpuPlan {
  std::string device = {};  ///< the GPU's name
  std::uint64_t free_bytes = 0;
  std::uint64_t graph_bytes = 0;   ///< rows, and the frontiers of a run
  std::uint64_t state_bytes = 0;   ///< of the algorithm
  std::uint64_t engine_bytes = 0;  ///< layouts of the engine
  std::uint64_t spared_bytes = 0;  ///< of these, what the engine does without where it does not fit

  [[nodiscard]] std::uint64_t total_bytes() const { return graph_bytes + state_bytes + engine_bytes; }
  [[nodiscard]] std::uint64_t least_bytes() const { return total_bytes() - spared_bytes; }
};

[[nodiscard]] GpuPlan gpu_plan(const PlannedRuns& runs, const Device& gpu);

/// From so many arcs on, `auto` takes a GPU whatever the times are expected to be. How often a run follows each arc
/// shows only while it runs: a search of a road network takes thousands of levels, and ranks take as many sweeps as
/// they need. Who goes to a GPU in vain loses what opening it takes; who stays in vain may lose minutes.
inline constexpr EdgeId arcs_worth_a_gpu = 1'000'000;

/// How long all of them take, as far as that is different on both: a GPU has to be opened, and the graph copied there.
struct ExpectedTimes {
  double cpu_ms = 0;
  double gpu_ms = 0;
};
[[nodiscard]] ExpectedTimes expected_times(const PlannedRuns& runs);

/// The GPUs to choose from.
struct GpuAccess {
  std::function<bool()> has_driver = has_gpu_driver;
  std::function<DeviceList()> list = list_devices;
  std::function<std::shared_ptr<Device>(int index)> open = open_device;
};

struct DeviceChoice {
  std::shared_ptr<Device> gpu = {};  ///< null: the CPU
  std::string reason = {};           ///< as the rest of a sentence: "since there is no GPU: ..."
  bool passes_over_gpus = false;     ///< there is a GPU, and nobody asked for the CPU
};

/// The device for `asked`: cpu, cuda, cuda:N, or auto. That is the first GPU on which the runs fit, unless the engine
/// knows no GPU, or the whole process is expected to end sooner on the CPU, which then has to know the schedule.
/// A GPU that is not taken is given back, but for what the driver keeps for this process as long as it lives; so one
/// whose memory would not do if all of it were free is not opened at all.
/// Throws Error(no_resources) when a GPU that was asked for by name is not there or cannot be opened.
[[nodiscard]] DeviceChoice choose_device(const std::string& asked, const PlannedRuns& runs, const GpuAccess& gpus = {});

}  // namespace mg
