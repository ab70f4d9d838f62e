// Everything that belongs to one run. Nothing is global, so several host threads may run on one graph at a time.
#pragma once

#include <atomic>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/communicator.hpp"
#include "engine/contracted.hpp"
#include "engine/cpu/frontier_store.hpp"
#include "engine/engine.hpp"
#include "engine/gpu/device_choice.hpp"
#include "engine/gpu/device_context.hpp"
#include "engine/gpu/gpu_step.hpp"
#include "engine/graph/graph.hpp"
#include "engine/graph/graph_part.hpp"
#include "engine/program_steps.hpp"
#include "engine/run_options.hpp"
#include "engine/run_progress.hpp"
#include "engine/schedule/run_schedule.hpp"
#include "engine/schedule/schedule.hpp"
#include "engine/state_copies.hpp"
#include "engine/trace.hpp"

namespace mg {

/// What the runs of one graph leave on a GPU for those that follow: the graph itself with its layouts, kernels and
/// storage, and the engine, which may have layouts of its own there.
struct GpuResidence {
  std::unique_ptr<DeviceContext> gpu;
  std::unique_ptr<Engine> engine;  ///< behind the GPU, so that it goes before what it has there
  std::string made_for;            ///< the options by which the engine chooses, as text
};

/// The state of a run: graph, engine, schedule, trace, and the storage that steps reuse.
class RunContext : public FrontierStore {
 public:
  /// Makes the engine and checks the options. Throws Error(wrong_use) for an unknown engine, listing those there are,
  /// and for a policy that the engine does not take.
  RunContext(const Graph& graph, const RunOptions& options);
  /// One of several ranks, each of which has a context of its own and a part of the graph.
  RunContext(const Graph& graph, const RunOptions& options, Communicator& ranks, GraphPart graph_part);
  /// For a graph that a run of `outer` has made: on the same machine, where on a GPU it is copied to unless it is
  /// there, with the same functions. Steps are those of the plain engine (EngineRole) by the default schedule.
  RunContext(const Contracted& made, RunContext& outer);

  const Graph& graph;
  const GraphPart graph_part;  ///< what steps along edges work on
  const RunSchedule schedule;
  const std::string policy;
  const bool deterministic;
  const std::uint64_t max_iterations;
  Communicator& communicator;
  Trace trace;
  std::uint64_t runs_left = 1;    ///< the current one among them, as far as is known: what layouts pay for
  std::uint64_t iterations = 0;   ///< of the current run
  std::uint64_t loops_begun = 0;  ///< in the current run, each a traversal of its own
  std::uint64_t step_number = 0;  ///< of the last step that was launched on a GPU; runs and loops leave one out
  // Of the current run, arcs counted two ways:
  EdgeId arcs_expanded = 0;   ///< those that left the frontiers of steps, the same whoever executes them
  EdgeId arcs_read = 0;       ///< those that were read, or as many as must have been, where nobody counts
  EdgeId tile_arcs_read = 0;  ///< of these, in tiles
  std::string stopped_by;     ///< what ended the current run before it was done, see TimedRun; empty: nothing has
  double trial_ms = 0;        ///< since the context was made: on executing steps in ways that were not chosen
  StateCopies states;         ///< of the current run's program
  std::optional<ProgramSteps> steps = {};  ///< those that the program says it takes, if it does
  RunProgress* progress = nullptr;         ///< see RunOptions

  /// Since the context was made, spent on what is no part of a run's time: building layouts and getting kernels.
  [[nodiscard]] double beside_ms();

  [[nodiscard]] Engine& engine() { return *engine_; }
  /// The numbers of the machine that the run is on.
  [[nodiscard]] const Profile& profile();
  /// The GPU that the run is on; null on a CPU.
  [[nodiscard]] DeviceContext* gpu() { return gpu_.get(); }
  /// Opens the GPU that the options ask for and copies the graph there; nothing to do on a CPU. Outside what is timed.
  /// `runs` is how many there are going to be, see PlannedRuns::count. Throws Error(no_resources) when there is no such
  /// GPU or the graph does not fit.
  void open_gpu(const SourceText& header, const AlgorithmInfo& algorithm, std::uint64_t runs);
  /// Takes over what an earlier run has left on a GPU, where this one's options allow that and its weights are there if
  /// it reads them; open_gpu() then has nothing to open or copy. What does not fit is given up.
  void adopt(GpuResidence&& residence);
  /// Gives what is on a GPU away, for the next run. The end of this context.
  [[nodiscard]] GpuResidence leave();
  /// Throws Error(internal) where this rank has only a part of the graph: for what goes along arcs that it lacks, or
  /// that other ranks would do once more.
  void require_whole(std::string_view operation) const;
  /// Waits for what a run has launched, and counts what is counted there. The end of what is timed.
  void finish_gpu_run();
  /// Milliseconds spent there on finding a GPU and starting its driver.
  [[nodiscard]] double open_ms() const { return open_ms_; }
  /// "cpu", or the GPU's name.
  [[nodiscard]] std::string device_name() const;
  /// Why the run is on that device, as the rest of a sentence: "since there is no GPU: ...". Known once open_gpu() has
  /// been called.
  [[nodiscard]] const std::string& device_reason() const { return device_reason_; }
  /// Asks the GPU where the graph's rows are there alone.
  [[nodiscard]] EdgeId degree(VertexId v, Side side) const;
  /// Counts an iteration; false once there have been as many as the user allows.
  [[nodiscard]] bool next_iteration() {
    stop_if_asked();
    if (iterations >= max_iterations) {
      stop_early("--max-iterations");
      return false;
    }
    ++iterations;
    if (progress != nullptr) progress->begin_iteration(iterations);
    return true;
  }
  /// Notes what ends the current run before it is done; what was noted first stays.
  void stop_early(std::string_view by) {
    if (stopped_by.empty()) stopped_by = by;
  }
  /// Whether anything has.
  [[nodiscard]] bool stopped_early() const { return !stopped_by.empty(); }
  /// Throws Error(interrupted) once RunOptions::stop is true.
  void stop_if_asked() const {
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) stop_now();
  }
  /// The name of the body whose loop is being executed; empty: none is.
  std::string_view loop = {};
  /// Calls `build`, which makes a layout that a step lacks: its time is no part of the run's.
  void build_layout(const std::function<void()>& build);
  /// Counts arcs that have left a frontier and were read.
  void follow(EdgeId arcs) {
    arcs_expanded += arcs;
    arcs_read += arcs;
  }
  /// Starts a run: resets the counters and prepares the engine.
  void begin_run();
  /// Executes a step through the engine, counts and traces it.
  void execute(CpuStep& step, std::string_view operation);
  void execute(GpuStep& step, std::string_view operation);

 private:
  template <class MachineStep>
  void execute_and_trace(MachineStep& step, std::string_view operation);
  template <class MachineStep>
  [[nodiscard]] std::size_t part_for(MachineStep& step);
  [[nodiscard]] EdgeId arcs_leaving(const CpuStep& step) const;
  [[nodiscard]] EdgeId arcs_leaving(const GpuStep& step);

  [[nodiscard]] std::unique_ptr<Engine> make_engine(std::string_view asked, bool on_gpu) const;
  [[nodiscard]] PlannedRuns planned(const AlgorithmInfo& algorithm, std::uint64_t runs) const;

  [[nodiscard]] std::string made_for() const;
  [[noreturn]] void stop_now() const;

  const std::atomic<bool>* stop_;
  std::string device_;
  std::string device_reason_;
  bool engine_is_auto_;
  std::function<void(const GpuPlan&)> on_gpu_plan_;
  std::function<void(const std::string&)> on_gpu_passed_over_;
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<DeviceContext> gpu_;
  std::shared_ptr<const Profile> profile_;
  double build_ms_ = 0;  ///< spent on layouts for the host
  double open_ms_ = 0;
};

/// The number of the schedule's part that holds for a loop over the whole graph.
[[nodiscard]] std::size_t part_for(const DeviceRepetition& loop, const RunContext& context);

/// A loop that is being executed, by the name of its body: schedules may speak of it. Reads how its iterations are to
/// follow each other; `has_buckets`: of a loop over buckets. Throws Error(internal) where the program has not said that
/// there is such a loop.
class LoopScope {
 public:
  LoopScope(RunContext& context, std::string_view label, bool has_buckets = false);
  LoopScope(const LoopScope&) = delete;
  LoopScope& operator=(const LoopScope&) = delete;
  ~LoopScope() { context_.loop = outer_; }

 private:
  RunContext& context_;
  std::string_view outer_;
};

}  // namespace mg
