// Matrix Market coordinate files (math.nist.gov/MatrixMarket/formats.html): entry (i, j) of a square matrix is the edge
// i -> j; a symmetric matrix is an undirected graph. Of a graph between two sides, rows and columns are numbered apart.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>
#include <utility>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "preprocess/readers/numbered_text.hpp"
#include "preprocess/readers/readers.hpp"

namespace mg {
namespace {

enum class Symmetry : std::uint8_t { general, symmetric, skew_symmetric };

struct Header {
  bool has_values = false;
  bool real = false;  ///< values are declared to be real numbers, not integers
  Symmetry symmetry = Symmetry::general;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::uint64_t entries = 0;
  std::uint64_t size_line = 0;
};

/// A word of the line at `p` in lower case; `at` is where it stands in the file.
struct Word {
  const char* at;
  std::string text;
};

Word take_word(const char*& p) {
  const char* const begin = p = skip_blanks(p);
  while (!ends_word(*p)) ++p;
  std::string text(begin, p);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return {begin, std::move(text)};
}

constexpr std::string_view accepted_banner =
    "%%MatrixMarket matrix coordinate pattern|real|integer general|symmetric|skew-symmetric";

/// Reads the first line into `header`.
void parse_banner(std::string_view line, Header& header) {
  const char* p = line.data();
  if (line.empty() || take_word(p).text != "%%matrixmarket") {
    fail_at(line.data(),
            "expected the banner '{}', found {}; if the lines are plain 'row column [value]' without a header, read "
            "them as an edge list (--format el)",
            accepted_banner, quoted(line));
  }
  if (const Word object = take_word(p); object.text != "matrix") {
    fail_at(object.at, "expected 'matrix' in the Matrix Market banner, found {}", quoted_word(object.at));
  }
  if (const Word layout = take_word(p); layout.text != "coordinate") {
    fail_at(layout.at, "expected 'coordinate' in the Matrix Market banner, found {}{}", quoted_word(layout.at),
            layout.text == "array" ? ": an array lists every element of a dense matrix and is no graph's file" : "");
  }
  const Word field = take_word(p);
  if (field.text != "pattern" && field.text != "real" && field.text != "integer" && field.text != "double") {
    fail_at(field.at, "expected 'pattern', 'real' or 'integer' in the Matrix Market banner, found {}{}",
            quoted_word(field.at), field.text == "complex" ? ": edge weights are real numbers" : "");
  }
  header.has_values = field.text != "pattern";
  header.real = header.has_values && field.text != "integer";
  const Word symmetry = take_word(p);
  if (symmetry.text == "symmetric") {
    header.symmetry = Symmetry::symmetric;
  } else if (symmetry.text == "skew-symmetric") {
    header.symmetry = Symmetry::skew_symmetric;
    if (!header.has_values)
      fail_at(symmetry.at, "a 'pattern' matrix has no values to negate and cannot be skew-symmetric");
  } else if (symmetry.text != "general") {
    fail_at(symmetry.at, "expected 'general', 'symmetric' or 'skew-symmetric' in the Matrix Market banner, found {}{}",
            quoted_word(symmetry.at), symmetry.text == "hermitian" ? ": hermitian matrices are complex" : "");
  }
  parse_line_end(p);
}

/// SuiteSparse:GraphBLAS states its type in a comment, "%%GraphBLAS type uint8_t". Unknown types are refused, since the
/// values then mean something else; the ranges of known ones are not checked.
void check_graphblas_type(std::string_view comment) {
  const char* p = comment.data();
  if (take_word(p).text != "%%graphblas" || take_word(p).text != "type") return;
  Word type = take_word(p);
  if (std::string_view(type.text).ends_with("_t")) type.text.resize(type.text.size() - 2);
  constexpr std::array known = {"bool",   "int8",   "int16",  "int32", "int64", "uint8",
                                "uint16", "uint32", "uint64", "float", "double"};
  const bool is_known = std::find(known.begin(), known.end(), type.text) != known.end();
  if (p = skip_blanks(p); !is_known || *p != '\n') {
    fail_at(is_known ? p : type.at, "expected the GraphBLAS type {}, found {}", fmt::join(known, ", "),
            quoted_word(is_known ? p : type.at));
  }
}

/// Reads "rows columns entries".
void parse_sizes(std::string_view line, Header& header, bool bipartite) {
  const char* p = line.data();
  constexpr std::string_view expected = "three numbers 'rows columns entries'";
  header.rows = parse_count(p, expected);
  header.columns = parse_count(p, expected);
  header.entries = parse_count(p, expected);
  parse_line_end(p);
  const bool general = header.symmetry == Symmetry::general;
  if (bipartite && !general) {
    fail_at(line.data(), "a {}symmetric matrix is no graph between two sides: leave --bipartite out",
            header.symmetry == Symmetry::skew_symmetric ? "skew-" : "");
  }
  if (!bipartite && header.rows != header.columns) {
    fail_at(line.data(), "the matrix of a graph is square, this one is {} x {}{}", header.rows, header.columns,
            general ? "; with --bipartite it is one between its rows and its columns" : "");
  }
  for (const std::uint64_t side : {header.rows, header.columns}) {
    if (side > max_vertices) fail_at(line.data(), "{} vertices exceed the limit of {}", side, max_vertices);
  }
  if (bipartite && header.rows + header.columns > max_vertices) {
    fail_at(line.data(), "{} rows and {} columns exceed the limit of {} vertices", header.rows, header.columns,
            max_vertices);
  }
}

Header read_header(TextSource& source, bool bipartite) {
  Header header;
  const auto line = source.next_line();
  if (!line)
    source.fail_at_position({1, 1}, fmt::format("the file is empty: expected the banner '{}'", accepted_banner));
  parse_header(source, [&] { parse_banner(*line, header); });
  while (const auto next = source.next_line()) {
    const char* const begin = skip_blanks(next->data());
    if (*begin == '\n') continue;
    parse_header(source, [&] {
      if (*begin == '%') {
        check_graphblas_type(*next);
      } else {
        parse_sizes(*next, header, bipartite);
        header.size_line = source.line_number();
      }
    });
    if (header.size_line != 0) return header;
  }
  source.fail_at_position({source.line_number(), 1}, "the file ends before the line 'rows columns entries'");
}

EdgeCollector read_entries(TextSource& source, const Header& header, const ReadOptions& options, Progress& progress) {
  const bool weighted = header.has_values && options.read_weights;
  const auto first_column = static_cast<VertexId>(options.bipartite ? header.rows : 0);
  EdgeCollector collector(weighted);
  const bool diagonal_allowed = header.symmetry != Symmetry::skew_symmetric;
  const auto parse_line = [&](const char*& p, EdgeBlock& block) {
    const char* const line = p;
    if (*p == '%') {
      p = line_end(p) + 1;
      return;
    }
    const VertexId row = parse_vertex(p, header.rows, "a row number");
    const VertexId column = first_column + parse_vertex(p, header.columns, "a column number");
    if (header.has_values) parse_weight(p, weighted, block.weights(), "a value");
    if (row == column && !diagonal_allowed) fail_at(line, "a skew-symmetric matrix has no entries on its diagonal");
    parse_line_end(p);
    block.add(row, column);
  };
  const AnnouncedEdges announced{header.entries, header.size_line, "entries", header.real};
  collect_announced_edges(source, progress, collector, announced, weighted, header.has_values ? 6 : 4, parse_line,
                          [](const char* p) { return *p != '\n' && *p != '%'; });
  return collector;
}

/// Adds the mirror image of every entry of a skew-symmetric matrix, its value negated.
void mirror_negated(EdgeList& list, const Header& header, const std::string& file) {
  const std::size_t count = list.edges.size();
  auto edges = Array<Edge>::uninitialized(2 * count);
  Array<float> weights;
  if (type_of(list.weights) != WeightType::none) weights = Array<float>::uninitialized(2 * count);
  const auto* const integers = std::get_if<Array<std::uint32_t>>(&list.weights);
  const auto* const floats = std::get_if<Array<float>>(&list.weights);
  for (std::size_t i = 0; i < count; ++i) {
    const Edge edge = list.edges[i];
    edges[2 * i] = edge;
    edges[2 * i + 1] = {edge.target, edge.source};
    if (weights.empty()) continue;
    const float weight = integers != nullptr ? static_cast<float>((*integers)[i]) : (*floats)[i];
    if (integers != nullptr && !header.real && static_cast<double>(weight) != (*integers)[i]) {
      fail(ExitCode::bad_input,
           "{}: the value {} of entry ({}, {}) has a negative mirror image, and a 32-bit float cannot hold it exactly; "
           "read the file without weights",
           file, (*integers)[i], edge.source + 1, edge.target + 1);
    }
    weights[2 * i] = weight;
    weights[2 * i + 1] = -weight;
  }
  list.edges = std::move(edges);
  if (!weights.empty()) list.weights = std::move(weights);
}

/// The standard stores the lower triangle of a symmetric matrix; files with the upper one are as clear.
void note_upper_triangle(EdgeList& list) {
  const auto edges = std::as_const(list.edges).span();
  const auto above = parallel_sum<std::uint64_t>(
      edges.size(), default_threads(), [&](std::size_t i) { return edges[i].source < edges[i].target ? 1U : 0U; });
  if (above == 0) return;
  list.decisions.push_back(
      fmt::format("{} of {} entries of the symmetric matrix stand above its diagonal; they count as "
                  "their mirror images do",
                  above, list.edges.size()));
}

}  // namespace

EdgeList read_matrix_market(Input& input, const ReadOptions& options, Progress& progress) {
  TextSource source(input, options.block_size);
  const Header header = read_header(source, options.bipartite);
  const bool weighted = header.has_values && options.read_weights;
  EdgeCollector collector = read_entries(source, header, options, progress);

  EdgeList list;
  list.format = "mtx";
  list.names = VertexNames::counted(1, static_cast<VertexId>(header.rows + (options.bipartite ? header.columns : 0)));
  list.edges = collector.take_edges();
  if (weighted) list.weights = collector.take_weights(source);
  list.directed = header.symmetry != Symmetry::symmetric && !options.bipartite;
  list.direction_declared = !options.bipartite;
  switch (header.symmetry) {
    case Symmetry::general:
      list.decisions.push_back(
          options.bipartite ? fmt::format("a matrix of {} rows and {} columns as two sides: column N is called {} + N",
                                          header.rows, header.columns, header.rows)
                            : "a general matrix: directed edges, row -> column");
      break;
    case Symmetry::symmetric:
      list.decisions.push_back("a symmetric matrix: undirected edges");
      note_upper_triangle(list);
      break;
    case Symmetry::skew_symmetric:
      list.decisions.push_back(
          "a skew-symmetric matrix: directed edges, each entry's mirror image added with its value negated");
      mirror_negated(list, header, source.name());
      break;
  }
  list.decisions.push_back(weighted ? fmt::format("values are {}", describe(list.weights, collector.rounded()))
                           : header.has_values ? "values are passed over: no weights"
                                               : "a pattern: no weights");
  return list;
}

}  // namespace mg
