// A graph for a tool to work on: mapped where it is prepared, else read and built, with every decision told.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/graph/graph.hpp"
#include "preprocess/edge_list.hpp"
#include "preprocess/prepared/file.hpp"
#include "tools/graph_options.hpp"

namespace mg::tools {

/// Times are milliseconds.
struct LoadedGraph {
  Graph graph;
  Provenance provenance;
  double read_ms = 0;   ///< reading or mapping, checks included
  double build_ms = 0;  ///< cleaning, ordering, laying out
};

/// Reads `inputs` and tells what the reader decided. `read_ms` is set to the time it took. Throws Error.
[[nodiscard]] EdgeList read_edges(const std::vector<std::string>& inputs, const ReadOptions& options, double& read_ms);

/// Builds the graph of `list` and tells what cleaning did; the result's decisions are what both told.
[[nodiscard]] LoadedGraph build_edges(EdgeList list, std::vector<std::string> inputs, const BuildOptions& options);

/// Maps a prepared graph and checks that it is safe to walk. Throws Error(bad_input) when `path` is no prepared graph.
[[nodiscard]] LoadedGraph map_prepared(const std::string& path);

/// Throws Error(wrong_use) when options for reading were given with a graph that is prepared already.
void refuse_reading_options(const std::string& path, const std::vector<std::string>& given);

/// The sizes of those of `inputs` that are files, together.
[[nodiscard]] std::uint64_t input_bytes(const std::vector<std::string>& inputs);

}  // namespace mg::tools
