// What mg_run says about a run: to a person and to a program.
#pragma once

#include <cstdio>
#include <string>

#include "engine/graph.hpp"
#include "engine/session.hpp"

namespace mg::tools {

/// Everything that a report is made of. Times are milliseconds.
struct RunOutcome {
  const Graph& graph;
  const RunRequest& request;
  const RunReport& report;
  double read_ms = 0;
  double prepare_ms = 0;  ///< building the graph, before the report's own preparations
  double write_ms = 0;
};

/// The JSON object of --json, as one line.
[[nodiscard]] std::string run_json(const RunOutcome& outcome);

/// "1,024 vertices, 8,192 undirected edges, u32 weights".
[[nodiscard]] std::string graph_text(const Graph& graph);

/// A short summary.
void print_run(std::FILE* out, const RunOutcome& outcome);

/// The `count` vertices with the largest values.
void print_top(std::FILE* out, const RunOutcome& outcome, std::size_t count);

/// Which engine, layout, schedule and kernels a traced run used, and why.
void print_explanation(std::FILE* out, const RunOutcome& outcome);

}  // namespace mg::tools
