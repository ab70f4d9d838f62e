// METIS files (the METIS manual, section 4.1.1): a header `VERTICES EDGES [FMT [NCON]]`, then line v lists the
// neighbours of vertex v, from 1: `[SIZE] [VERTEX WEIGHT * NCON] (NEIGHBOUR [EDGE WEIGHT])*`. Every edge stands at both
// of its ends.
#include <fmt/format.h>

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "preprocess/readers/mirrored.hpp"
#include "preprocess/readers/numbered_text.hpp"
#include "preprocess/readers/readers.hpp"

namespace mg {
namespace {

struct Header {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t line = 0;
  bool sizes = false;
  bool edge_weights = false;
  std::uint64_t vertex_weights = 0;  ///< numbers a vertex

  /// fmt 100 is also what the GAP Benchmark Suite's converter writes for lines without sizes, so what the first number
  /// of a line is gets decided when all are known.
  [[nodiscard]] bool sizes_doubtful() const { return sizes && !edge_weights && vertex_weights == 0; }
};

/// Reads FMT, up to three binary digits: vertex sizes, vertex weights, edge weights.
void parse_fmt(const char*& p, Header& header) {
  const char* const word = p = skip_blanks(p);
  while (*p == '0' || *p == '1') ++p;
  if (p == word || p - word > 3 || !ends_word(*p)) {
    fail_at(word, "expected the format 0, 1, 10, 11, 100, 101, 110 or 111, found {}", quoted_word(word));
  }
  header.edge_weights = p[-1] == '1';
  if (p - word > 1 && p[-2] == '1') header.vertex_weights = 1;
  header.sizes = p - word > 2 && p[-3] == '1';
}

void parse_header_line(const char* p, Header& header) {
  const char* const count = skip_blanks(p);
  header.vertices = parse_count(p, "the number of vertices");
  if (header.vertices > max_vertices)
    fail_at(count, "{} vertices exceed the limit of {}", header.vertices, max_vertices);
  const char* const edge_count = skip_blanks(p);
  header.edges = parse_count(p, "the number of edges");
  // So that twice the number is one, too.
  constexpr std::uint64_t max_edges = std::numeric_limits<std::uint64_t>::max() / 2;
  if (header.edges > max_edges) fail_at(edge_count, "{} edges exceed the limit of {}", header.edges, max_edges);
  if (p = skip_blanks(p); *p != '\n') parse_fmt(p, header);
  if (p = skip_blanks(p); *p != '\n') {
    const char* const word = p;
    const std::uint64_t constraints = parse_count(p, "the number of weights of a vertex (NCON)");
    // A line holds that many numbers; the largest lines anyone writes hold a few dozen.
    if (constraints > 1000) fail_at(word, "{} weights a vertex exceed the limit of 1000", constraints);
    if (header.vertex_weights != 0) header.vertex_weights = constraints;
  }
  parse_line_end(p);
}

Header read_header(TextSource& source) {
  while (const auto line = source.next_line()) {
    const char* const p = skip_blanks(line->data());
    if (*p == '%' || *p == '\n') continue;
    Header header;
    parse_header(source, [&] { parse_header_line(p, header); });
    header.line = source.line_number();
    return header;
  }
  source.fail_at_position({source.line_number(), 1}, "the file ends before its header 'VERTICES EDGES [FMT [NCON]]'");
}

/// The lines of one block of text. Sources are rows of the block until it is placed.
struct Rows {
  EdgeBlock block;
  std::string_view text;
  std::uint64_t count = 0;
  std::uint64_t used = 0;              ///< rows up to the last that is not blank
  std::optional<TextError> malformed;  ///< what is wrong in the row behind them
};

class RowReader {
 public:
  RowReader(const Header& header, bool weighted) : header_(header), weighted_(weighted), collector_(weighted) {}

  /// Reads all rows and checks that there is one a vertex.
  void read(TextSource& source, Progress& progress) {
    const std::uint64_t lines = parse_text<Rows>(
        source, progress, [&](std::string_view text, Rows& rows) { parse(text, rows); },
        [&](Rows& rows, std::uint64_t first_line) { place(rows, first_line); },
        [&](const Rows& rows) { collector_.store(rows.block); });
    if (rows_ < header_.vertices) {
      source.fail_at_position({lines, 1},
                              fmt::format("the file ends after the lines of {} of the {} vertices that line {} "
                                          "announces; a vertex without neighbours has a blank line",
                                          rows_, header_.vertices, header_.line));
    }
  }

  EdgeCollector& collector() { return collector_; }

 private:
  void parse(std::string_view text, Rows& rows) const {
    rows.text = text;
    rows.count = rows.used = 0;
    rows.malformed.reset();
    rows.block.reset(text.size() / 2 + 1, weighted_);
    const char* const end = text.data() + text.size();
    for (const char* p = text.data(); p < end; ++p) {
      p = skip_blanks(p);
      if (*p == '%') {
        p = line_end(p);
        continue;
      }
      if (*p != '\n') rows.used = rows.count + 1;
      // Lines may follow that of the last vertex, and must be blank; whether this one does is known when it is placed.
      try {
        parse_row(p, static_cast<VertexId>(rows.count), rows.block);
      } catch (TextError& error) {
        rows.malformed = std::move(error);
        return;
      }
      ++rows.count;
    }
  }

  void parse_row(const char*& p, VertexId row, EdgeBlock& block) const {
    const bool blank = *p == '\n';
    if (header_.sizes && !header_.sizes_doubtful() && !blank) parse_count(p, "the size of the vertex");
    if (!blank) {
      for (std::uint64_t i = 0; i < header_.vertex_weights; ++i) parse_count(p, "a weight of the vertex");
    }
    for (p = skip_blanks(p); *p != '\n'; p = skip_blanks(p)) {
      block.add(row, header_.sizes_doubtful() ? parse_doubtful(p) : parse_vertex(p, header_.vertices, "a neighbour"));
      if (header_.edge_weights) parse_weight(p, weighted_, block.weights(), "the weight of the edge");
    }
  }

  /// A number that may be a neighbour or a size, minus one; what is neither is no_vertex.
  static VertexId parse_doubtful(const char*& p) {
    const std::uint64_t value = parse_count(p, "a neighbour");
    return value == 0 || value > max_vertices ? no_vertex : static_cast<VertexId>(value - 1);
  }

  /// The first line of `text` that is neither blank nor a comment behind those of `vertices` vertices.
  static const char* line_beyond(std::string_view text, std::uint64_t vertices) {
    const char* p = text.data();
    for (std::uint64_t rows = 0;; p = line_end(p) + 1) {
      const char first = *skip_blanks(p);
      if (first == '%') continue;
      if (rows >= vertices && first != '\n') return p;
      ++rows;
    }
  }

  void place(Rows& rows, std::uint64_t first_line) {
    if (rows.used > header_.vertices - rows_) {
      fail_at(line_beyond(rows.text, header_.vertices - rows_),
              "found a line for vertex {}, but line {} announces {} vertices", header_.vertices + 1, header_.line,
              header_.vertices);
    }
    if (rows.malformed) throw *rows.malformed;
    for (Edge& edge : rows.block.edges()) edge.source += static_cast<VertexId>(rows_);
    collector_.place(rows.block, rows.text, first_line);
    rows_ = std::min(header_.vertices, rows_ + rows.count);
  }

  const Header& header_;
  bool weighted_;
  EdgeCollector collector_;
  std::uint64_t rows_ = 0;
};

/// Reads the lists of `list` as undirected or directed edges, whichever the header's count fits. Returns what is wrong
/// with them otherwise.
std::optional<std::string> settle_direction(EdgeList& list, const Header& header) {
  const MirrorCounts entries = count_mirrored(list);
  const std::uint64_t total = entries.others + entries.self_loops;
  list.directed = false;
  list.direction_declared = true;
  if (entries.symmetric && entries.others / 2 + entries.self_loops == header.edges) {
    keep_one_end(list);
    if (entries.self_loops > 0) {
      list.decisions.push_back(
          fmt::format("{} self loops, each listed once, which the format does not provide for", entries.self_loops));
    }
    return std::nullopt;
  }
  if (entries.symmetric && total == 2 * header.edges) {
    keep_one_end(list, 2);
    if (list.edges.size() != header.edges) return "a vertex lists itself an odd number of times";
    list.decisions.push_back(
        fmt::format("{} self loops, each listed twice, which the format does not provide for", entries.self_loops / 2));
    return std::nullopt;
  }
  if (entries.symmetric && total == header.edges) {
    keep_one_end(list);
    list.decisions.push_back(fmt::format("the header's {} counts the entries of all lists, two an edge", header.edges));
    return std::nullopt;
  }
  if (total == header.edges) {
    list.directed = true;
    list.direction_declared = false;
    list.decisions.push_back(
        fmt::format("{} entries for {} edges: every edge is listed at one end only, so the lines are "
                    "read as directed edges from their vertex",
                    total, header.edges));
    return std::nullopt;
  }
  if (!entries.symmetric && total == 2 * header.edges) {
    return fmt::format("every edge must stand at both of its ends, but {}", describe_unmatched(list));
  }
  return fmt::format("expected {} entries, two for each of {} edges, found {}", 2 * header.edges, header.edges, total);
}

/// The lists without the first number of every line, or nothing where a line has none.
std::optional<Array<Edge>> without_sizes(const Array<Edge>& entries, std::uint64_t vertices) {
  if (entries.size() < vertices) return std::nullopt;
  auto rest = Array<Edge>::uninitialized(entries.size() - vertices);
  std::size_t kept = 0;
  VertexId row = 0;  // the one whose first number is next
  for (const Edge entry : entries) {
    if (entry.source == row) {
      ++row;
    } else if (entry.source > row || kept == rest.size()) {  // a line without a number
      return std::nullopt;
    } else {
      rest[kept++] = entry;
    }
  }
  return row == vertices ? std::optional(rest) : std::nullopt;
}

/// The first entry whose target is no vertex.
std::optional<std::string> find_outside(const EdgeList& list) {
  for (const Edge entry : list.edges) {
    if (entry.target < list.num_vertices()) continue;
    return fmt::format("vertex {} lists a neighbour that is not one of 1 .. {}", entry.source + 1, list.num_vertices());
  }
  return std::nullopt;
}

/// Decides what the first numbers of the lines are in a file of format 100: sizes, as it says, if that fits; neighbours
/// otherwise, if that does.
std::optional<std::string> settle_doubtful(EdgeList& list, const Header& header) {
  std::optional<std::string> wrong = "a line lacks the size of its vertex";
  if (auto rest = without_sizes(list.edges, header.vertices)) {
    EdgeList sized = list;
    sized.edges = std::move(*rest);
    wrong = find_outside(sized);
    if (!wrong) wrong = settle_direction(sized, header);
    if (!wrong) {
      list = std::move(sized);
      list.decisions.push_back("the sizes of the vertices are passed over");
      return std::nullopt;
    }
  }
  if (find_outside(list) || settle_direction(list, header)) return wrong;
  list.decisions.push_back(
      fmt::format("the header says that lines begin with a vertex size (format 100), but the {} edges "
                  "add up only if they do not",
                  header.edges));
  return std::nullopt;
}

}  // namespace

EdgeList read_metis(Input& input, const ReadOptions& options, Progress& progress) {
  TextSource source(input, options.block_size, any_line);
  const Header header = read_header(source);
  const bool weighted = header.edge_weights && options.read_weights;
  RowReader reader(header, weighted);
  reader.read(source, progress);

  EdgeList list;
  list.format = "metis";
  list.names = VertexNames::counted(1, static_cast<VertexId>(header.vertices));
  list.edges = reader.collector().take_edges();
  if (weighted) list.weights = reader.collector().take_weights(source);
  const auto wrong = header.sizes_doubtful() ? settle_doubtful(list, header) : settle_direction(list, header);
  if (wrong) source.fail_at_position({header.line, 1}, *wrong);
  if (header.sizes && !header.sizes_doubtful()) list.decisions.push_back("the sizes of the vertices are passed over");
  if (header.vertex_weights > 0) {
    list.decisions.push_back(
        fmt::format("the weights of the vertices ({} each) are passed over", header.vertex_weights));
  }
  list.decisions.push_back(weighted              ? fmt::format("edge weights: {}", describe(list.weights))
                           : header.edge_weights ? "edge weights are passed over"
                                                 : "no edge weights");
  return list;
}

}  // namespace mg
