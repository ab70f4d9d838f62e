// Runs an algorithm as a front end asks for it: sources chosen, needs checked, repetitions timed, results proven.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/algorithm.hpp"
#include "engine/context.hpp"
#include "engine/graph.hpp"

namespace mg {

/// What to run.
struct RunRequest {
  std::string algorithm;                               ///< a registered name
  std::map<std::string, std::string> parameters = {};  ///< overrides of the algorithm's defaults
  /// As select_sources() takes them. None: `max-degree` for an algorithm that starts at one vertex, every vertex for
  /// one that takes a set.
  std::vector<std::string> sources = {};
  int runs = 1;           ///< timed repetitions a source
  int warmup = 0;         ///< untimed runs before the first
  bool validate = false;  ///< verify the results of each source, outside the timed part
  RunOptions options = {};
};

/// One timed run.
struct TimedRun {
  std::vector<VertexId> sources;  ///< internal vertices; empty: none, or every vertex
  double ms = 0;                  ///< computing alone
  std::uint64_t iterations = 0;
  std::uint64_t edges_traversed = 0;  ///< arcs that left the frontiers
  bool stopped_early = false;         ///< by RunOptions::max_iterations
};

/// What came of a request.
struct RunReport {
  AlgorithmInfo algorithm;
  Parameters parameters;
  std::string engine;
  std::string policy;         ///< by which the engine chose, or "none"
  std::string device;         ///< "cpu", or the GPU's name
  std::string device_reason;  ///< why it ran there: "as asked for", "since there is no GPU: ..."
  std::vector<TimedRun> runs;
  double prepare_ms = 0;  ///< the algorithm's state, the engine's preparations and its layouts
  double copy_ms = 0;     ///< opening the GPU and copying the graph there
  double compile_ms = 0;  ///< getting kernels, which is no part of the runs' times
  double validate_ms = 0;
  /// What was run in place of what the schedule asks for, and why: where a kernel is not built in and there is no
  /// compiler for it, the nearest that is built in. Empty as a rule.
  std::string substitution;
  /// Of the GPU, those that the runs and their preparations asked for; without handles, which end with the run.
  std::vector<DeviceKernel> kernels;
  std::optional<Verdict> verdict;  ///< the first problem found; nothing when validation was not asked for
  Trace trace;                     ///< of the timed runs, empty unless asked for
  /// Holds the results of the last run; it refers to the graph, which must outlive it.
  std::unique_ptr<Program> program;

  [[nodiscard]] double median_ms() const;
};

/// Runs `request` on `graph`. Several sources of an algorithm that starts at one vertex are several runs.
/// Throws Error(wrong_use) for an unknown algorithm, engine, parameter or source, a source given to an algorithm that
/// takes none, validation of an algorithm without a verifier, missing weights or a missing layout; Error(bad_input) for
/// a negative or NaN weight where weights are required, naming the edge.
[[nodiscard]] RunReport run_program(const Graph& graph, const RunRequest& request);

}  // namespace mg
