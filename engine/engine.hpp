// An engine executes the steps of a program: as it likes, or in one of the ways that it has offered.
#pragma once

#include <string>
#include <string_view>

#include "engine/cpu/cpu_step.hpp"
#include "engine/graph/graph.hpp"
#include "engine/offer.hpp"
#include "engine/schedule/schedule_keys.hpp"

namespace mg {

struct DeviceIterations;
struct DeviceRepetition;
struct GpuStep;
struct DeviceSweep;
struct ProgramSteps;

/// What a run makes of its schedule.
struct ScheduleUse {
  KeyUse keys = KeyUse::all();  ///< that are read, with values that the run goes by
  std::string doing = {};       ///< what it does instead of reading others: "every step pulls"
};

/// Made for one run context, so it may keep what it learns between steps. Plug-ins derive from it and register a
/// factory; an engine that only watches or chooses can make another one by name and delegate to it.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  /// What a run of a program that takes these steps is going to make of the schedule. Called before the first
  /// prepare(), for the run to be refused where a key was asked for that nobody reads. An engine that does not say is
  /// taken to read all of them.
  [[nodiscard]] virtual ScheduleUse schedule_use(const ProgramSteps&, RunContext&) { return {}; }
  /// Called once before each program run, outside the timed part: check the graph, build what the layout lacks, forget
  /// what belongs to the last run. Throws Error when the engine cannot run on the graph.
  virtual void prepare(RunContext& context) = 0;
  /// Executes one step: chooses among step.kernels and runs one. An engine that only gives offers has no step of its
  /// own.
  virtual void step(CpuStep& step, RunContext& context);

  // Of engines that take part in the choices of another one (EngineEntry::takes_part, EngineRole::picking):
  /// Called in place of prepare(). What an offer says has to be built is not built here.
  virtual void take_part(RunContext&) {}
  /// Adds each way in which it could execute the step, and those that are closed to it with the reason. Costs less than
  /// any step: no allocation, no clock, no memory of a device. Called again for the same step where more becomes known.
  virtual void offers(const CpuStep&, const Outlook&, RunContext&, Offers&) {}
  virtual void offers(const GpuStep&, const Outlook&, RunContext&, Offers&) {}
  /// Executes the step in the way that was picked, one of those that it has offered. By default, as it likes: for
  /// engines with one way.
  virtual void step(CpuStep& step, const Offer&, RunContext& context) { this->step(step, context); }
  virtual void step(GpuStep& step, const Offer&, RunContext& context) { this->step(step, context); }

  /// Whether steps may fill buckets.
  [[nodiscard]] virtual bool has_buckets() const { return true; }
  /// Whether there is a form for GPUs: of step(), as follows.
  [[nodiscard]] virtual bool runs_on_gpus() const { return false; }
  virtual void step(GpuStep& step, RunContext& context);
  /// Runs iterations of a loop on the GPU without coming back in between. False, with nothing done, where the engine
  /// does not, or the next iteration is better launched by itself.
  virtual bool iterate(DeviceIterations&, RunContext&) { return false; }
  /// The same of a loop without a frontier.
  virtual bool repeat(DeviceRepetition&, RunContext&) { return false; }
  /// Goes back through iterations that iterate() has run.
  virtual void sweep(DeviceSweep& sweep, RunContext& context);
  /// Whether a step over all arcs costs little more than reading them once, so that a wide frontier had better be
  /// expanded whole than in order.
  [[nodiscard]] virtual bool has_cheap_sweeps(RunContext&) const { return false; }
  /// The policy by which it chooses, as `--policy` takes it; empty: it takes none.
  [[nodiscard]] virtual std::string_view policy() const { return {}; }
  /// Bytes of memory the engine needs beside the graph and the algorithm's state.
  [[nodiscard]] virtual std::uint64_t estimate_bytes(std::uint64_t num_vertices, std::uint64_t num_arcs) const = 0;
  /// The same of a GPU's memory, beside what every run has there: rows, queues and bitmaps.
  [[nodiscard]] virtual std::uint64_t estimate_gpu_bytes(std::uint64_t, std::uint64_t) const { return 0; }
  /// Of these, what it cannot do without.
  [[nodiscard]] virtual std::uint64_t least_gpu_bytes(std::uint64_t num_vertices, std::uint64_t num_arcs) const {
    return estimate_gpu_bytes(num_vertices, num_arcs);
  }
};

}  // namespace mg
