// What mg_run says about a run: to a person and to a program.
#pragma once

#include <cstdio>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/graph.hpp"
#include "engine/results.hpp"
#include "engine/session.hpp"

namespace mg::tools {

/// Everything that a report is made of. Times are milliseconds.
struct RunOutcome {
  std::string graph_name;  ///< of its file
  const Graph& graph;
  const RunRequest& request;
  const RunReport& report;
  double start_ms = 0;  ///< loading the program and its plug-ins, and understanding the order
  double read_ms = 0;
  double prepare_ms = 0;                          ///< building the graph, before the report's own preparations
  double write_ms = 0;                            ///< files and what is printed
  double close_ms = 0;                            ///< leaving the GPU and the graph
  double wall_ms = 0;                             ///< of the process so far
  std::optional<Ranking> ranking = std::nullopt;  ///< of --top
};

/// A part of the process's time, and its milliseconds.
struct Phase {
  std::string_view name;
  double ms;
};
/// In their order.
[[nodiscard]] std::vector<Phase> phases(const RunOutcome& outcome);

/// The object of --json.
[[nodiscard]] nlohmann::ordered_json run_object(const RunOutcome& outcome);
/// Writes the times into that object, when the last of them are known.
void set_times(nlohmann::ordered_json& object, const RunOutcome& outcome);
/// The object as one line.
[[nodiscard]] std::string to_line(const nlohmann::ordered_json& object);

/// The JSON object of --trace.
[[nodiscard]] std::string trace_json(const RunOutcome& outcome);

/// The names of at most `most` sources, and how many more there are.
[[nodiscard]] std::string sources_text(const Graph& graph, const std::vector<VertexId>& sources, std::size_t most = 5);

/// "damping=0.85, iterations=0".
[[nodiscard]] std::string parameters_text(const Parameters& parameters);
/// "reached 1,024, depth 3".
[[nodiscard]] std::string summary_text(const Summary& summary);

/// "stopped by --max-iterations", or by what else ended it, and how many of several runs were.
[[nodiscard]] std::string unfinished_text(const RunReport& report);

/// "1,024 vertices, 8,192 undirected edges, u32 weights".
[[nodiscard]] std::string graph_text(const Graph& graph);

/// A short summary.
void print_run(std::FILE* out, const RunOutcome& outcome);
/// Where the process's time went.
void print_times(std::FILE* out, const RunOutcome& outcome);

/// The ranking, which must be there.
void print_top(std::FILE* out, const RunOutcome& outcome);

/// Whether names that are reported are no UTF-8, and so reported with bytes spelled as \xHH.
[[nodiscard]] bool spells_names(const RunOutcome& outcome);

/// Which engine, layout, schedule and kernels a traced run used, and why.
void print_explanation(std::FILE* out, const RunOutcome& outcome);

/// Why the trace of a run has no steps.
[[nodiscard]] std::string no_steps_text(const RunReport& report);

}  // namespace mg::tools
