#include "tests/traps.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>
#include <utility>

#include "engine/error.hpp"

namespace mg {

namespace {

std::string weight_of(const EdgeList& list, std::size_t edge) {
  if (const auto* integers = std::get_if<Array<std::uint32_t>>(&list.weights))
    return fmt::format(":{}", (*integers)[edge]);
  if (const auto* reals = std::get_if<Array<float>>(&list.weights)) return fmt::format(":{}", (*reals)[edge]);
  return {};
}

std::string graph_of(const EdgeList& list) {
  std::string text = !list.direction_declared ? "" : list.directed ? "directed: " : "undirected: ";
  for (std::size_t i = 0; i < list.edges.size(); ++i) {
    const Edge edge = list.edges[i];
    text += fmt::format("{}{}>{}{}", i == 0 ? "" : ", ", list.names.name(edge.source), list.names.name(edge.target),
                        weight_of(list, i));
  }
  return text;
}

}  // namespace

ReadOptions read_options(const std::string& words) {
  ReadOptions options;
  std::istringstream stream(words);
  for (std::string word; stream >> word;) {
    const std::string key = word.substr(0, word.find('='));
    const std::string value = word.substr(key.size() + 1);
    if (key == "format") options.format = value;
    if (key == "columns") options.table.columns = value;
    if (key == "header") options.table.header = value == "yes";
    if (key == "delimiter") options.table.delimiter = parse_delimiter(value);
    if (key == "names") {
      options.table.names = value == "strings"  ? NameKind::strings
                            : value == "labels" ? NameKind::labels
                                                : NameKind::numbers;
    }
    if (key == "attribute") options.weight_attribute = value;
    if (key == "weights") options.read_weights = value == "yes";
    if (key == "bipartite") options.bipartite = value == "yes";
  }
  return options;
}

Outcome read(const TemporaryFolder& folder, const std::vector<std::string>& paths, ReadOptions options,
             std::size_t block_size) {
  options.block_size = block_size;
  try {
    const EdgeList list = read_graph(paths, options, silent_progress());
    std::string told;
    for (const std::string& decision : list.decisions) told += decision + "\n";
    return {graph_of(list), told};
  } catch (const Error& error) {
    EXPECT_TRUE(error.code() == ExitCode::bad_input || error.code() == ExitCode::wrong_use) << error.what();
    std::string message = error.what();
    const std::string prefix = folder.path().string() + "/";
    for (std::size_t at = message.find(prefix); at != std::string::npos; at = message.find(prefix)) {
      message.erase(at, prefix.size());
    }
    return {"refused: " + message, {}};
  }
}

void expect(const Outcome& outcome, const std::string& expected, const std::string& what) {
  const std::size_t bar = expected.find(" | ");
  const std::string graph = expected.substr(0, bar);
  if (graph.starts_with("refused: ")) {
    EXPECT_TRUE(outcome.graph.starts_with("refused: ") &&
                outcome.graph.find(graph.substr(sizeof "refused: " - 1)) != std::string::npos)
        << what << "\nfound:    " << outcome.graph << "\nexpected: " << graph;
  } else {
    EXPECT_EQ(outcome.graph, graph) << what << "\n" << outcome.told;
  }
  if (bar == std::string::npos) return;
  EXPECT_NE(outcome.told.find(expected.substr(bar + 3)), std::string::npos) << what << "\n" << outcome.told;
}

void check(const std::vector<Trap>& traps) {
  const TemporaryFolder folder;
  for (const Trap& trap : traps) {
    const std::vector<std::string> paths{folder.write(trap.file, trap.text)};
    const ReadOptions options = read_options(trap.options);
    const std::string what = trap.file + " " + trap.options + "\n" + trap.text;
    const Outcome outcome = read(folder, paths, options, default_block_size);
    expect(outcome, trap.expected, what);
    const Outcome in_pieces = read(folder, paths, options, 8);
    EXPECT_EQ(in_pieces.graph, outcome.graph) << what;
    EXPECT_EQ(in_pieces.told, outcome.told) << what;
  }
}

}  // namespace mg
