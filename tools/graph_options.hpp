// The options that say how a graph file is read and cleaned, shared by every tool that reads one.
#pragma once

#include <string>
#include <vector>

#include "preprocess/building/build.hpp"
#include "preprocess/read.hpp"
#include "tools/command_line.hpp"

namespace mg::tools {

/// How to get from a file to a graph.
struct GraphOptions {
  ReadOptions read;
  BuildOptions build;
};

/// --directed, --undirected, --weights, --duplicates, --self-loops, --isolated, --order.
[[nodiscard]] po::options_description cleaning_options();
/// --format, --member, and for tables --columns, --header, --delimiter, --names, --bipartite.
[[nodiscard]] po::options_description format_options();

/// What `line` says. Throws Error(wrong_use).
[[nodiscard]] GraphOptions read_graph_options(const CommandLine& line);

/// Those of the options above that `line` gives, spelled "--name": a prepared graph has no use for them.
[[nodiscard]] std::vector<std::string> given_graph_options(const CommandLine& line);

}  // namespace mg::tools
