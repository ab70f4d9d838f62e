#include "engine/gpu/device_choice.hpp"

#include "engine/algorithm_info.hpp"
#include "engine/engine.hpp"
#include "engine/error.hpp"
#include "engine/gpu/device_context.hpp"
#include "engine/program_steps.hpp"
#include "engine/schedule/schedule.hpp"

namespace mg {

namespace {

/// What a process that uses a GPU takes longer than one that does not: the driver's start, a context, loading kernels.
/// A search of a Kronecker graph of scale 16 takes 330 to 390 ms as a whole process on an H200 (docs/performance.md).
constexpr double opening_ms = 330;
/// Copying a graph from a mapped file through pinned buffers; an H100 was seen to take 12 GB a second.
constexpr double copied_bytes_per_ms = 10e6;
/// The least that a run takes on a GPU, nearly all of it waiting for launches: BFS of kron21 (docs/performance.md).
constexpr double least_gpu_run_ms = 0.13;
/// Sweeps over all arcs until an algorithm without a source has converged; PageRank takes 5 to 60.
constexpr double usual_sweeps = 20;

/// Arcs of a graph over the milliseconds of one run.
struct Pace {
  double cpu = 0;  ///< of one thread
  double gpu = 0;
};

/// Those of the road-like grids of docs/performance.md, on which either machine is slowest: 2000 x 2000, 11 million
/// arcs, on two threads, and 4096 x 4096, 47 million arcs, on an H200.
Pace pace_of(const AlgorithmInfo& algorithm) {
  constexpr double small_arcs = 11.2e6 / 2;
  constexpr double large_arcs = 47e6;
  switch (algorithm.source) {
    case SourceUse::none:
    case SourceUse::together:  // PageRank: 15 sweeps in 188 ms, and one in 0.248
      return {.cpu = small_arcs * 15 / 188 / usual_sweeps, .gpu = large_arcs / 0.248 / usual_sweeps};
    case SourceUse::one: break;
    case SourceUse::set: return {.cpu = small_arcs / 180, .gpu = large_arcs / 44.7};  // BC
  }
  if (algorithm.weights == WeightUse::required) return {.cpu = small_arcs / 173, .gpu = large_arcs / 26.8};  // SSSP
  return {.cpu = small_arcs / 87.6, .gpu = large_arcs / 13.7};                                               // BFS
}

std::uint64_t graph_bytes(const PlannedRuns& runs) {
  return gpu_bytes(runs.vertices, runs.arcs, runs.directed, runs.weighted, runs.schedule);
}

/// The plan for a GPU that is not known yet.
GpuPlan gpu_plan(const PlannedRuns& runs) {
  const std::uint64_t engine_bytes = runs.engine.estimate_gpu_bytes(runs.vertices, runs.arcs);
  return {.graph_bytes = graph_bytes(runs),
          .state_bytes = state_bytes(runs.algorithm, runs.vertices, runs.arcs),
          .engine_bytes = engine_bytes,
          .spared_bytes = engine_bytes - runs.engine.least_gpu_bytes(runs.vertices, runs.arcs)};
}

bool is_for_gpus_alone(const HybridSchedule& schedule) {
  try {
    check_for_cpu(schedule);
    return false;
  } catch (const Error&) {
    return true;
  }
}

std::string time_text(double ms) {
  if (ms < 0.1) return "less than 0.1 ms";
  if (ms < 10) return fmt::format("about {:.1f} ms", ms);
  return ms < 1000 ? fmt::format("about {:.0f} ms", ms) : fmt::format("about {:.1f} s", ms / 1000);
}

std::string gib_text(std::uint64_t bytes) { return fmt::format("{:.2f} GiB", static_cast<double>(bytes) / (1U << 30)); }

/// Why the CPU is better than any GPU, on which the run is sure to fit; empty where it is not.
std::string reason_by_time(const PlannedRuns& runs) {
  const ExpectedTimes times = expected_times(runs);
  if (runs.arcs >= arcs_worth_a_gpu || times.gpu_ms <= times.cpu_ms || is_for_gpus_alone(runs.schedule)) return {};
  return fmt::format(
      "since the whole run is expected to end sooner there: it takes {}, and {} on a GPU, which has to be opened first",
      time_text(times.cpu_ms), time_text(times.gpu_ms));
}

/// Why the CPU is better than any GPU of the list; empty where it is not.
std::string reason_for_cpu(const PlannedRuns& runs, const DeviceList& list) {
  if (!runs.engine.runs_on_gpus()) return fmt::format("since the engine {} runs on CPUs alone", runs.engine.name());
  if (list.devices.empty()) return "since there is no GPU: " + list.problem;
  if (!is_for_one_gpu(static_cast<VertexId>(runs.vertices), runs.arcs)) {
    return fmt::format("since a graph of {} vertices and {} arcs is beyond what one GPU is used for", runs.vertices,
                       runs.arcs);
  }
  return reason_by_time(runs);
}

/// Opens a GPU if it has so much memory; null with the reason in `refusal` if not.
std::shared_ptr<Device> open_if_it_has(std::uint64_t bytes, const DeviceInfo& info, const GpuAccess& gpus,
                                       std::string& refusal) {
  const std::string name = fmt::format("cuda:{} ({})", info.index, info.name);
  if (info.memory_bytes <= bytes) {
    refusal = fmt::format("{} has {}", name, gib_text(info.memory_bytes));
    return nullptr;
  }
  try {
    std::shared_ptr<Device> gpu = gpus.open(info.index);
    if (bytes < gpu->free_bytes()) return gpu;
    refusal = fmt::format("{} has {} free", name, gib_text(gpu->free_bytes()));
  } catch (const Error& error) {
    if (error.code() != ExitCode::no_resources) throw;
    refusal = fmt::format("{} cannot be opened: {}", name, error.what());
  }
  return nullptr;
}

/// The first GPU on which the runs fit.
DeviceChoice choose_gpu(const PlannedRuns& runs, const DeviceList& list, const GpuAccess& gpus) {
  const std::uint64_t bytes = gpu_plan(runs).least_bytes();
  std::string refusals;
  for (const DeviceInfo& info : list.devices) {
    std::string refusal;
    if (std::shared_ptr<Device> gpu = open_if_it_has(bytes, info, gpus, refusal)) {
      return {.gpu = std::move(gpu),
              .reason = refusals.empty() ? "the first GPU, on which the run fits"
                                         : "the first GPU on which the run fits: " + refusals};
    }
    refusals += (refusals.empty() ? "" : "; ") + refusal;
  }
  return {.reason = fmt::format("since the run needs {} of a GPU's memory, and {}", gib_text(bytes), refusals)};
}

}  // namespace

GpuPlan gpu_plan(const PlannedRuns& runs, const Device& gpu) {
  GpuPlan plan = gpu_plan(runs);
  plan.device = gpu.info().name;
  plan.free_bytes = gpu.free_bytes();
  return plan;
}

ExpectedTimes expected_times(const PlannedRuns& runs) {
  const Pace pace = pace_of(runs.algorithm);
  const auto arcs = static_cast<double>(runs.arcs);
  const auto count = static_cast<double>(runs.count);
  return {.cpu_ms = count * arcs / pace.cpu / runs.threads,
          .gpu_ms = opening_ms + static_cast<double>(graph_bytes(runs)) / copied_bytes_per_ms +
                    count * (least_gpu_run_ms + arcs / pace.gpu)};
}

DeviceChoice choose_device(const std::string& asked, const PlannedRuns& runs, const GpuAccess& gpus) {
  if (asked == "cpu") return {.reason = "as asked for"};
  if (asked != "auto") return {.gpu = gpus.open(device_index(asked)), .reason = "as asked for"};
  // Whether there are GPUs takes the driver's start, a tenth of a second. A run that is over before needs no answer.
  if (gpus.has_driver() && runs.engine.runs_on_gpus()) {
    if (std::string reason = reason_by_time(runs); !reason.empty()) {
      return {.reason = std::move(reason), .passes_over_gpus = true};
    }
  }
  const DeviceList list = gpus.list();
  DeviceChoice choice{.reason = reason_for_cpu(runs, list)};
  if (choice.reason.empty()) choice = choose_gpu(runs, list, gpus);
  choice.passes_over_gpus = choice.gpu == nullptr && (list.has_driver || !list.devices.empty());
  return choice;
}

}  // namespace mg
