// Runs an algorithm as a front end asks for it: sources chosen, needs checked, repetitions timed, results proven.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/algorithm_info.hpp"
#include "engine/gpu/device.hpp"
#include "engine/graph/graph.hpp"
#include "engine/parameters.hpp"
#include "engine/program.hpp"
#include "engine/registry.hpp"
#include "engine/run_options.hpp"
#include "engine/run_progress.hpp"
#include "engine/schedule/schedule_keys.hpp"
#include "engine/trace.hpp"
#include "engine/verdict.hpp"

namespace mg {

struct GpuResidence;

inline constexpr int automatic_warmup = -1;
/// Runs that take longer together are timed, the first of them too.
inline constexpr double most_warmup_ms = 400;

/// What to run.
struct RunRequest {
  std::string algorithm;                               ///< a registered name
  std::map<std::string, std::string> parameters = {};  ///< overrides of the algorithm's defaults
  /// As select_sources() takes them. None: `max-degree` for an algorithm that starts at one vertex, every vertex for
  /// one that takes a set.
  std::vector<std::string> sources = {};
  int runs = 1;  ///< timed repetitions a source
  /// Untimed runs before the first, or automatic_warmup: until one takes about as long as the one before, if they take
  /// less than most_warmup_ms together. First runs load kernels and touch memory for the first time, and a policy finds
  /// out what steps take.
  int warmup = 0;
  /// Runs on this graph that are expected to follow these, in other requests: a layout pays if it saves all of them
  /// together what building it takes.
  std::uint64_t later_runs = 0;
  bool validate = false;  ///< verify the results of each source, outside the timed part
  /// Whether the report comes with its summary, which takes as long as a short run: results have to be brought back
  /// from a GPU. Otherwise it is there after RunReport::sum_up().
  bool sums_up = true;
  RunOptions options = {};
  VertexWeights vertex_weights = {};  ///< parameters of that type that are given as arrays
};

/// One timed run.
struct TimedRun {
  std::vector<VertexId> sources = {};  ///< internal vertices; empty: none, or every vertex
  double ms = 0;                       ///< computing alone
  std::uint64_t iterations = 0;
  std::uint64_t edges_traversed = 0;  ///< arcs that left the frontiers
  std::uint64_t arcs_read = 0;        ///< or as many as must have been, where nobody counts
  std::uint64_t tile_arcs_read = 0;   ///< of these, in tiles
  /// What ended it before it was done: "--max-iterations", which RunOptions::max_iterations is to the tools, or what
  /// the program says, as "the parameter 'points'"; empty: nothing did.
  std::string stopped_by = {};

  [[nodiscard]] bool stopped_early() const { return !stopped_by.empty(); }
};

/// What came of a request.
struct RunReport {
  AlgorithmInfo algorithm;
  Parameters parameters;
  std::string engine;
  KeyUse schedule_keys;  ///< of the schedule, those that the run reads, as was known before it
  KeyUse keys_seen;      ///< those that somebody has asked for while it ran
  /// Parts of the schedule that held for no step of the runs, as text.
  std::vector<std::string> idle_parts;
  std::string policy;         ///< by which the engine chose, or "none"
  std::string device;         ///< "cpu", or the GPU's name
  std::string device_reason;  ///< why it ran there: "as asked for", "since there is no GPU: ..."
  std::vector<TimedRun> runs;
  // Where the time of run_program() went beside the runs: these and all TimedRun::ms add up to it.
  double open_ms = 0;     ///< finding a GPU and starting its driver
  double copy_ms = 0;     ///< copying the graph to the GPU
  double compile_ms = 0;  ///< getting kernels: finding or compiling, and loading them
  double prepare_ms = 0;  ///< checks, the algorithm's state, the engine's preparations and its layouts
  double warmup_ms = 0;   ///< runs that are not timed
  double validate_ms = 0;
  double summary_ms = 0;  ///< getting results back from a GPU and summing them up
  Summary summary;        ///< of the last run; empty where nobody has summed it up
  /// What was run in place of what the schedule asks for, and why: where a kernel is not built in and there is no
  /// compiler for it, the nearest that is built in. Empty as a rule.
  std::string substitution;
  /// Of the GPU, those that the runs and their preparations asked for; without handles, which end with the run.
  std::vector<DeviceKernel> kernels;
  /// The first problem found; nothing when no answer was verified. Answers of runs that were stopped early are not, for
  /// they are unfinished rather than wrong.
  std::optional<Verdict> verdict;
  std::string not_validated;  ///< why not all answers were verified although it was asked for; empty as a rule
  Trace trace;                ///< of the timed runs, empty unless asked for
  /// The graph that was run on, and what holds the results of the last run, which refers to it.
  std::shared_ptr<const Graph> graph;
  std::unique_ptr<Program> program;
  /// Of the session, for what is left on its GPU; null where nothing is.
  std::shared_ptr<std::mutex> gpu_turn;

  [[nodiscard]] double median_ms() const;
  /// To be held while the program's results are asked for, which may have to be brought back from a GPU on which the
  /// session runs other requests meanwhile. Waits for the one in turn.
  [[nodiscard]] std::unique_lock<std::mutex> take_turn() const;
  /// Sums up what the program holds, in its turn, unless that was done before. O(vertices) as a rule.
  void sum_up();
  /// The first of the runs that were stopped early; null where all are finished.
  [[nodiscard]] const TimedRun* unfinished_run() const;
  /// How many of the runs were stopped early.
  [[nodiscard]] std::size_t unfinished_runs() const;
  /// Whether the answers are right; nothing where nobody knows of all of them.
  [[nodiscard]] std::optional<bool> validated() const;
};

/// The request's algorithm as it is going to run: one that has a flag `weighted` reads weights where it is true alone.
[[nodiscard]] AlgorithmEntry algorithm_for(const RunRequest& request);

/// How many runs `request` is, as PlannedRuns counts them, on a graph of so many vertices.
[[nodiscard]] std::uint64_t planned_runs(const AlgorithmInfo& algorithm, const RunRequest& request,
                                         std::uint64_t num_vertices);

/// A graph on which many requests run, one after the other or from several threads. What they leave on a GPU stays
/// there for those that follow: the graph, its layouts, kernels and storage. Requests on the GPU take turns; those on
/// the CPU do not wait. Results remain when the session has ended.
class Session {
 public:
  /// Shares the graph's storage.
  explicit Session(Graph graph);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] const Graph& graph() const { return *graph_; }
  /// As run_program() does. A request that fails on the GPU leaves nothing there.
  [[nodiscard]] RunReport run(const RunRequest& request);
  /// Gives the GPU's memory back, once no request is running there.
  void release();
  /// The GPU's memory that is held, in bytes: 0 before the first request that ran there.
  [[nodiscard]] std::uint64_t gpu_bytes() const;

 private:
  std::shared_ptr<const Graph> graph_;
  std::shared_ptr<const Graph> unweighted_;
  /// Held while a request uses what is on the GPU; shared with reports, which may outlive the session.
  std::shared_ptr<std::mutex> gpu_turn_ = std::make_shared<std::mutex>();
  std::unique_ptr<GpuResidence> residence_;
};

/// Runs `request` on `graph`, as the only one of a session. Several sources of an algorithm that starts at one vertex
/// are several runs. Throws Error(wrong_use) for an unknown algorithm, engine, parameter or source, a source given to
/// an algorithm that takes none, validation of an algorithm without a verifier, missing weights or a missing layout,
/// and before anything is run for a key of the schedule that was asked for and that nobody is going to read;
/// Error(bad_input) for a negative or NaN weight where weights are required, naming the edge.
[[nodiscard]] RunReport run_program(const Graph& graph, const RunRequest& request);

}  // namespace mg
