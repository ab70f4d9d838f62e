// How a run is to be executed: what front ends let users choose.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "engine/gpu/device_choice.hpp"
#include "engine/run_progress.hpp"
#include "engine/schedule/schedule.hpp"

namespace mg {

struct RunOptions {
  std::string engine = "auto";
  HybridSchedule schedule = {};
  /// How an engine that mixes others chooses among them: a registered name, with its argument. `auto` leaves it to the
  /// engine; with the engine `auto`, any other one means the engine that picks (EngineRole).
  std::string policy = "auto";
  /// cpu, cuda, cuda:N, or auto, as choose_device() takes it.
  std::string device = "cpu";
  int threads = 0;  ///< 0: default_threads() of engine/cpu/processors.hpp
  bool deterministic = false;
  std::uint64_t max_iterations = std::numeric_limits<std::uint64_t>::max();
  bool trace = false;
  /// Asked by loops before each iteration, between runs, and on a CPU before each chunk of an iteration: once true, the
  /// run ends with Error(interrupted).
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const GpuPlan&)> on_gpu_plan = {};  ///< told before anything is copied to a GPU
  /// Told why a run that `auto` leaves to the CPU of a machine with a GPU is there, before it starts.
  std::function<void(const std::string& reason)> on_gpu_passed_over = {};
  RunProgress* progress = nullptr;  ///< told where the run is, if anybody watches it
};

}  // namespace mg
