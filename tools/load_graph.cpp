#include "tools/load_graph.hpp"

#include <fmt/ranges.h>

#include <filesystem>

#include "preprocess/building/check_bounds.hpp"
#include "tools/terminal.hpp"

namespace mg::tools {

EdgeList read_edges(const std::vector<std::string>& inputs, const ReadOptions& options, double& read_ms) {
  Stopwatch watch;
  EdgeList list;
  {
    ProgressBar progress;
    list = read_graph(inputs, options, progress);
  }
  read_ms = watch.lap();
  for (const std::string& decision : list.decisions) note("{}", decision);
  return list;
}

LoadedGraph build_edges(EdgeList list, std::vector<std::string> inputs, const BuildOptions& options) {
  Stopwatch watch;
  LoadedGraph loaded;
  loaded.provenance = {.inputs = std::move(inputs), .format = list.format, .decisions = std::move(list.decisions)};
  BuildReport report;
  {
    ProgressBar progress;
    loaded.graph = build_graph(std::move(list), options, report, progress);
  }
  loaded.build_ms = watch.lap();
  for (const std::string& sentence : report.sentences()) {
    note("{}", sentence);
    loaded.provenance.decisions.push_back(sentence);
  }
  return loaded;
}

LoadedGraph map_prepared(const std::string& path) {
  if (!is_prepared(path)) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) fail(ExitCode::bad_input, "{}: there is no such file", path);
    fail(ExitCode::bad_input, "{}: not a prepared graph; `mg_prep convert {} -o G.mg` makes one of a graph file", path,
         path);
  }
  Stopwatch watch;
  LoadedGraph loaded;
  loaded.graph = open_prepared(path);
  check_bounds(loaded.graph, path);
  loaded.read_ms = watch.lap();
  return loaded;
}

void refuse_reading_options(const std::string& path, const std::vector<std::string>& given) {
  if (given.empty()) return;
  fail(ExitCode::wrong_use, "{} is prepared already, so {} can change nothing: give the options to mg_prep convert",
       path, fmt::join(given, ", "));
}

std::uint64_t input_bytes(const std::vector<std::string>& inputs) {
  std::uint64_t bytes = 0;
  for (const std::string& input : inputs) {
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(input, error);
    if (!error) bytes += size;
  }
  return bytes;
}

}  // namespace mg::tools
