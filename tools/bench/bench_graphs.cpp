#include "tools/bench/bench_graphs.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "tools/prep/prep_commands.hpp"
#include "tools/terminal.hpp"

namespace mg::tools {

namespace fs = std::filesystem;

BenchGraphs::BenchGraphs(const std::string& suite_path, std::string folder, int threads)
    : suite_folder_(fs::path(suite_path).parent_path().string()), folder_(std::move(folder)), threads_(threads) {}

LoadedGraph BenchGraphs::load(const BenchGraph& graph) const {
  if (!graph.file.empty()) return load_file(graph);
  const std::string path = kept_path(graph);
  std::error_code ignored;
  if (!fs::exists(path, ignored)) generate(graph, path);
  return map_prepared(path);
}

std::string BenchGraphs::kept_path(const BenchGraph& graph) const {
  std::string name = graph.generator;
  for (const std::string& option : graph.options) name += fmt::format(",{}", option.substr(2));
  std::ranges::replace_if(
      name, [](char c) { return c == ':' || c == '/'; }, '-');
  return (fs::path(folder_) / (name + ".mg")).string();
}

LoadedGraph BenchGraphs::load_file(const BenchGraph& graph) const {
  const std::string path = (fs::path(suite_folder_) / graph.file).string();
  if (is_prepared(path)) {
    refuse_reading_options(path, graph.options);
    return map_prepared(path);
  }
  po::options_description options;
  options.add(format_options()).add(cleaning_options());
  GraphOptions reading = read_graph_options(CommandLine("mg_prep convert", graph.options, options, {}));
  reading.build.threads = threads_;
  double read_ms = 0;
  EdgeList list = read_edges({path}, reading.read, read_ms);
  LoadedGraph loaded = build_edges(std::move(list), {path}, reading.build);
  loaded.read_ms = read_ms;
  return loaded;
}

void BenchGraphs::generate(const BenchGraph& graph, const std::string& path) const {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) fail(ExitCode::no_resources, "the folder {} for graphs cannot be made: {}", folder_, error.message());
  note("generating {}, to be kept in {}", graph.name, folder_);
  po::options_description options;
  options.add(generate_command.options()).add_options()("argument", po::value<std::vector<std::string>>());
  po::positional_options_description positional;
  positional.add("argument", 1);
  std::vector<std::string> words{graph.generator, fmt::format("--output={}", path)};
  words.insert(words.end(), graph.options.begin(), graph.options.end());
  if (threads_ > 0) words.push_back(fmt::format("--threads={}", threads_));
  generate_command.run(CommandLine("mg_prep generate", words, options, positional));
}

std::string recipe_text(const BenchGraph& graph) {
  const std::string command = graph.file.empty() ? "generate " + graph.generator : "convert " + graph.file;
  return fmt::format("mg_prep {}{}{}", command, graph.options.empty() ? "" : " ", fmt::join(graph.options, " "));
}

}  // namespace mg::tools
