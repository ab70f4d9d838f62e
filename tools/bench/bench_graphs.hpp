// The graphs of a suite: files as they are, generated ones from a folder that keeps them.
#pragma once

#include <string>

#include "tools/bench/bench_suite.hpp"
#include "tools/load_graph.hpp"

namespace mg::tools {

class BenchGraphs {
 public:
  /// Files of the suite are relative to `suite_path`; generated graphs are kept in `folder`, which is made on demand.
  BenchGraphs(const std::string& suite_path, std::string folder, int threads);

  /// Reads the graph, or generates and keeps it first. Generated graphs are always mapped from their file, so that the
  /// first time is measured like all others. Throws Error.
  [[nodiscard]] LoadedGraph load(const BenchGraph& graph) const;

  /// The file in `folder` that keeps a generated graph: its name says how to make it.
  [[nodiscard]] std::string kept_path(const BenchGraph& graph) const;

 private:
  [[nodiscard]] LoadedGraph load_file(const BenchGraph& graph) const;
  void generate(const BenchGraph& graph, const std::string& path) const;

  std::string suite_folder_;
  std::string folder_;
  int threads_;
};

/// The command that makes or reads the graph, without its output.
[[nodiscard]] std::string recipe_text(const BenchGraph& graph);

}  // namespace mg::tools
