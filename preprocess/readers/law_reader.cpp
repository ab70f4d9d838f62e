// The ASCII graphs of LAW's WebGraph: the number of vertices in the first line, then a line for each vertex, 0, 1, ...,
// with its successors.
#include <string>

#include "preprocess/readers/numbered_text.hpp"
#include "preprocess/readers/readers.hpp"

namespace mg {

namespace {

/// The lines of one block of text. Sources are lines of the block until it is placed.
struct Lines {
  EdgeBlock block;
  std::string_view text;
  std::uint64_t used = 0;              ///< lines up to the last that is not blank
  std::uint64_t count = 0;             ///< lines
  std::optional<TextError> malformed;  ///< what is wrong in the line behind them
};

std::uint64_t read_vertices(TextSource& source) {
  const auto line = source.next_line();
  if (!line) source.fail_at_position({1, 1}, "expected the number of vertices, found an empty file");
  return parse_header(source, [&] {
    const char* p = line->data();
    const std::uint64_t vertices = parse_count(p, "the number of vertices, alone in the first line");
    p = skip_blanks(p);
    if (*p != '\n') fail_at(p, "expected the number of vertices alone in the first line");
    if (vertices > max_vertices) fail_at(line->data(), "{} vertices exceed the limit of {}", vertices, max_vertices);
    return vertices;
  });
}

/// Reads a vertex 0 .. n - 1.
VertexId parse_successor(const char*& p, std::uint64_t vertices) {
  const char* const word = p;
  std::uint64_t value = 0;
  if (!parse_unsigned(p, value) || !ends_word(*p) || value >= vertices) {
    fail_at(word, "expected a successor from 0 to {}, found {}", vertices - 1, quoted_word(word));
  }
  p = skip_blanks(p);
  return static_cast<VertexId>(value);
}

void parse_lines(std::string_view text, std::uint64_t vertices, Lines& lines) {
  lines.text = text;
  lines.count = lines.used = 0;
  lines.malformed.reset();
  lines.block.reset(text.size() / 2 + 1, false);
  const char* const end = text.data() + text.size();
  for (const char* p = text.data(); p < end; ++p, ++lines.count) {
    p = skip_blanks(p);
    if (*p != '\n') lines.used = lines.count + 1;
    // Blank lines may follow that of the last vertex; whether this one does is known when it is placed.
    try {
      while (*p != '\n') lines.block.add(static_cast<VertexId>(lines.count), parse_successor(p, vertices));
    } catch (TextError& error) {
      lines.malformed = std::move(error);
      return;
    }
  }
}

/// The first line of `text`, behind so many, that is not blank.
const char* used_line_behind(std::string_view text, std::uint64_t lines) {
  const char* line = find_line(text, lines, [](const char* /*line*/) { return true; });
  while (*skip_blanks(line) == '\n') line = line_end(line) + 1;
  return line;
}

}  // namespace

EdgeList read_law(Input& input, const ReadOptions& options, Progress& progress) {
  TextSource source(input, options.block_size, any_line);
  const std::uint64_t vertices = read_vertices(source);
  EdgeCollector collector(false);
  std::uint64_t rows = 0;
  const auto place = [&](Lines& lines, std::uint64_t first_line) {
    if (lines.used > vertices - rows) {
      fail_at(used_line_behind(lines.text, vertices - rows),
              "found a line more than the {} vertices that line 1 announces", vertices);
    }
    if (lines.malformed) throw *lines.malformed;
    for (Edge& edge : lines.block.edges()) edge.source += static_cast<VertexId>(rows);
    collector.place(lines.block, lines.text, first_line);
    rows = std::min(vertices, rows + lines.count);
  };
  const std::uint64_t lines = parse_text<Lines>(
      source, progress, [&](std::string_view text, Lines& block) { parse_lines(text, vertices, block); }, place,
      [&](const Lines& block) { collector.store(block.block); });
  if (rows < vertices) {
    source.fail_at_position({lines, 1},
                            fmt::format("the file ends after the lines of {} of the {} vertices that line 1 announces; "
                                        "a vertex without successors has a blank line",
                                        rows, vertices));
  }
  EdgeList list;
  list.format = "law";
  list.names = VertexNames::counted(0, static_cast<VertexId>(vertices));
  list.edges = collector.take_edges();
  list.directed = true;
  list.direction_declared = true;
  list.decisions = {"directed arcs from each line's vertex to its successors, as LAW's graphs are", "no weights"};
  return list;
}

}  // namespace mg
