// Adjacency lists: a line is a vertex and its neighbours, none included. As in Graphalytics' validation graphs.
#include "preprocess/readers/number_parsing.hpp"
#include "preprocess/readers/numeric_edges.hpp"
#include "preprocess/readers/readers.hpp"

namespace mg {

namespace {

/// A neighbour takes two bytes at least, " 1".
constexpr std::size_t shortest_neighbour = 2;

std::uint64_t parse_vertex(const char*& p) {
  const char* const begin = p;
  std::uint64_t vertex = 0;
  if (!parse_unsigned(p, vertex) || !(is_blank(*p) || *p == '\n' || *p == ',')) {
    fail_at(begin,
            "expected a vertex, a whole number from 0 to 2^64 - 1, found {}; of lists of words, networkx makes an edge "
            "list in Python: networkx.write_edgelist(networkx.read_adjlist('FILE'), 'FILE.el', data=False)",
            quoted_word(begin));
  }
  while (is_blank(*p) || *p == ',') ++p;
  return vertex;
}

void parse_lists(std::string_view text, NumericBlock& block) {
  block.reset(text.size() / shortest_neighbour + 1, false);
  const char* const end = text.data() + text.size();
  for (const char* p = text.data(); p < end; ++p) {
    p = skip_blanks(p);
    if (*p == '#' || *p == '%') p = line_end(p);
    if (*p == '\n') continue;
    const std::uint64_t vertex = parse_vertex(p);
    if (*p == '\n') block.add_vertex(vertex);
    while (*p != '\n') block.add(vertex, parse_vertex(p));
  }
}

}  // namespace

EdgeList read_adjacency_list(Input& input, const ReadOptions& options, Progress& progress) {
  TextSource source(input, options.block_size, any_line);
  NumericEdges edges(false);
  struct Result {
    std::string_view text;
    NumericBlock block;
  };
  parse_text<Result>(
      source, progress,
      [](std::string_view text, Result& result) {
        result.text = text;
        parse_lists(text, result.block);
      },
      [&](Result& result, std::uint64_t first_line) { edges.place(result.block, result.text, first_line); },
      [&](const Result& result) { edges.store(result.block); });

  EdgeList list;
  list.names = edges.renumber(options.isolated == Isolated::keep, source.name());
  list.edges = edges.collector().take_edges();
  list.format = "adj";
  list.decisions = {describe(list.names), "direction: not declared, each neighbour taken as an arc from its vertex"};
  return list;
}

}  // namespace mg
