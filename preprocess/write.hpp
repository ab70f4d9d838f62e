// A graph out into any of the formats that the readers take.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/graph.hpp"
#include "engine/progress.hpp"

namespace mg {

/// The names that `write_graph` takes for `format`, besides "auto".
[[nodiscard]] std::span<const std::string_view> writable_formats();

/// The format that the name of an output file asks for, its compression left aside. Throws Error(wrong_use) where the
/// name says nothing.
[[nodiscard]] std::string_view format_of_path(std::string_view path);

/// Writes `graph` to `path` ("-": standard output) as mtx, el, csv, gr (DIMACS), metis, gap, galois, graphml, gexf,
/// graphalytics (PREFIX.v and PREFIX.e) or "auto" (by suffix); compressed where the name ends in .gz, .bz2 or .zst.
/// Vertices come in the input file's order, whatever the order in memory.
///
/// Formats that number their vertices, or name them in edges alone, cannot say everything: then `path`.names is written
/// beside it (see names_file.hpp), and readers pick it up, so that nothing is lost.
/// Returns what a person should know about the result, one sentence each.
/// Throws Error(wrong_use) where the format cannot hold the graph, naming the edge or vertex.
std::vector<std::string> write_graph(const Graph& graph, const std::string& path, std::string_view format,
                                     Progress& progress);

/// The files that write_graph would make or remove for `path`.
[[nodiscard]] std::vector<std::string> files_written(const std::string& path, std::string_view format);

}  // namespace mg
