// UCINET's DL: a header of n=, format= and labels, and then data: a matrix, a list of edges, or lists of neighbours.
#include <strings.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <unordered_map>
#include <vector>

#include "preprocess/readers/document_lines.hpp"
#include "preprocess/readers/listed_graph.hpp"
#include "preprocess/readers/readers.hpp"
#include "preprocess/readers/text_encoding.hpp"

namespace mg {

namespace {

[[nodiscard]] bool is(std::string_view word, std::string_view keyword) {
  return word.size() == keyword.size() && ::strncasecmp(word.data(), keyword.data(), word.size()) == 0;
}

enum class Shape : std::uint8_t { full_matrix, lower_half, upper_half, edge_list, node_list };

struct Format {
  std::string_view name;
  Shape shape;
  bool two_modes = false;
};

constexpr Format dl_formats[] = {
    {"fullmatrix", Shape::full_matrix},    {"fm", Shape::full_matrix},
    {"lowerhalf", Shape::lower_half},      {"lh", Shape::lower_half},
    {"upperhalf", Shape::upper_half},      {"uh", Shape::upper_half},
    {"edgelist1", Shape::edge_list},       {"el1", Shape::edge_list},
    {"edgelist2", Shape::edge_list, true}, {"el2", Shape::edge_list, true},
    {"nodelist1", Shape::node_list},       {"nl1", Shape::node_list},
    {"nodelist2", Shape::node_list, true}, {"nl2", Shape::node_list, true},
};

/// What the header says.
struct Header {
  std::optional<std::uint64_t> rows, columns;  // both are n where the graph has one mode
  const Format* format = &dl_formats[0];
  bool two_modes = false;
  bool diagonal = true;
  bool embedded = false;  ///< vertices are called by their labels in the data
  std::vector<std::string> row_labels, column_labels;
};

class HeaderReader {
 public:
  HeaderReader(DocumentLines& lines, TextEncoding& encoding) : lines_(lines), encoding_(encoding) {}

  Header read() {
    lines_.separate_by_commas();
    if (!lines_.next() || !is(lines_.word("dl"), "dl")) lines_.fail_at_word("expected dl, with which DL files begin");
    while (!read_part()) {
    }
    settle_modes();
    return std::move(header_);
  }

 private:
  /// The next word of the text, or of a line `VALUE` behind `=`.
  std::string_view word(std::string_view what) {
    if (!more()) lines_.fail("the file ends before {}", what);
    return lines_.word(what);
  }

  bool more() {
    while (!lines_.more()) {
      if (!lines_.next()) return false;
    }
    return true;
  }

  /// True behind "data:".
  bool read_part() {
    std::string_view key = word("data:");
    if (is(key, "data:")) return true;
    const std::size_t equals = key.find('=');
    if (equals != std::string_view::npos || lines_.front() == '=') {
      read_value(std::string(key.substr(0, equals)), equals == std::string_view::npos ? "" : key.substr(equals + 1));
      return false;
    }
    if (is(key, "row") || is(key, "column") || is(key, "col")) {
      const bool rows = is(key, "row");
      key = word("labels:");
      read_labels(key, rows ? &header_.row_labels : &header_.column_labels);
    } else {
      read_labels(key, &header_.row_labels);
    }
    return false;
  }

  void read_labels(std::string_view key, std::vector<std::string>* labels) {
    if (is(key, "labels") && is_embedded(word("embedded or ':'"))) {
      header_.embedded = true;
    } else if (is(key, "labels:")) {
      read_label_list(*labels);
    } else {
      lines_.fail_at_word("expected n=, nr=, nc=, format=, labels: or data:, found {}", quoted(key));
    }
  }

  [[nodiscard]] static bool is_embedded(std::string_view word) { return is(word, "embedded") || is(word, "embedded:"); }

  /// As many as there are vertices of the mode, or up to the next part.
  void read_label_list(std::vector<std::string>& labels) {
    const bool rows = &labels == &header_.row_labels;
    const std::uint64_t count = (rows ? header_.rows : header_.columns).value_or(max_vertices);
    while (labels.size() < count && more() && !next_is_part()) {
      labels.emplace_back(lines_.word("a label"));
      encoding_.decode(labels.back());
    }
    if (header_.rows && labels.size() < count) lines_.fail("found {} labels for {} vertices", labels.size(), count);
  }

  [[nodiscard]] bool next_is_part() {
    const std::string_view rest = lines_.coming();
    const auto begins = [&](std::string_view part) {
      return rest.size() >= part.size() && ::strncasecmp(rest.data(), part.data(), part.size()) == 0;
    };
    return begins("data:") || begins("row labels") || begins("column labels") || begins("col labels") ||
           begins("labels:");
  }

  void read_value(const std::string& key, std::string_view behind) {
    std::string value(behind);
    if (value.empty()) {
      value = word("a value");
      if (value.starts_with('=')) value.erase(0, 1);
      if (value.empty()) value = word("a value");
    }
    if (is(key, "n")) {
      header_.rows = header_.columns = count(value);
    } else if (is(key, "nr")) {
      header_.rows = count(value);
      header_.two_modes = true;
    } else if (is(key, "nc")) {
      header_.columns = count(value);
      header_.two_modes = true;
    } else if (is(key, "nm")) {
      if (value != "1") lines_.fail_at_word("{} matrices; keep one of them in the file", value);
    } else if (is(key, "format")) {
      header_.format = format_named(value);
    } else if (is(key, "diagonal")) {
      if (!is(value, "present") && !is(value, "absent")) {
        lines_.fail_at_word("expected diagonal=present or absent, found {}", quoted(value));
      }
      header_.diagonal = is(value, "present");
    } else {
      lines_.fail_at_word("expected n=, nr=, nc=, nm=, format= or diagonal=, found {}", quoted(key + "="));
    }
  }

  [[nodiscard]] std::uint64_t count(std::string_view value) const {
    std::uint64_t number = 0;
    const auto parsed = std::from_chars(value.data(), value.data() + value.size(), number);
    if (parsed.ec != std::errc() || parsed.ptr != value.data() + value.size() || number > max_vertices) {
      lines_.fail_at_word("expected a number of vertices up to {}, found {}", max_vertices, quoted(value));
    }
    return number;
  }

  [[nodiscard]] const Format* format_named(std::string_view value) const {
    const auto* const found =
        std::ranges::find_if(dl_formats, [&](const Format& known) { return is(value, known.name); });
    if (found != std::end(dl_formats)) return found;
    lines_.fail_at_word(
        "format {} is not read; fullmatrix, lowerhalf, upperhalf, edgelist1, edgelist2, nodelist1 and "
        "nodelist2 are",
        quoted(value));
  }

  void settle_modes() {
    header_.two_modes |= header_.format->two_modes;
    if (!header_.rows || !header_.columns) lines_.fail("the header has no n=, or not both of nr= and nc=");
    if (header_.two_modes && *header_.rows + *header_.columns > max_vertices) {
      lines_.fail("{} and {} vertices exceed the limit of {}", *header_.rows, *header_.columns, max_vertices);
    }
    const bool half = header_.format->shape == Shape::lower_half || header_.format->shape == Shape::upper_half;
    if (half && header_.two_modes) lines_.fail("half of a matrix with nr= and nc=");
  }

  DocumentLines& lines_;
  TextEncoding& encoding_;
  Header header_;
};

class DlReader {
 public:
  DlReader(Input& input, const ReadOptions& options, Progress& progress)
      : lines_(input, options.block_size, '\0', progress),
        graph_(input.name(), options, [this] { return lines_.position(); }) {}

  EdgeList read() {
    header_ = HeaderReader(lines_, encoding_).read();
    undirected_ = header_.format->shape == Shape::lower_half || header_.format->shape == Shape::upper_half;
    graph_.declare_direction(!undirected_);
    header_.embedded ? void() : number_vertices();
    switch (header_.format->shape) {
      case Shape::edge_list: read_lines([&] { read_edge(); }); break;
      case Shape::node_list: read_lines([&] { read_neighbours(); }); break;
      default: read_matrix();
    }
    check_modes();
    EdgeList list = graph_.finish("dl", decisions());
    if (!undirected_) list.direction_declared = false;
    return list;
  }

 private:
  void number_vertices() {
    const std::uint64_t rows = *header_.rows;
    graph_.number_nodes(1, static_cast<VertexId>(header_.two_modes ? rows + *header_.columns : rows));
    for (std::size_t i = 0; i < header_.row_labels.size(); ++i) {
      graph_.label(static_cast<VertexId>(i), header_.row_labels[i]);
    }
    if (!header_.two_modes) return;
    for (std::size_t i = 0; i < header_.column_labels.size(); ++i) {
      graph_.label(static_cast<VertexId>(rows + i), header_.column_labels[i]);
    }
  }

  bool more() {
    while (!lines_.more()) {
      if (!lines_.next()) return false;
    }
    return true;
  }

  /// Calls f() for each line of the rest, the first of which may be begun.
  template <class F>
  void read_lines(F&& f) {
    while (more()) f();
  }

  /// The vertex that comes next, of the rows or of the columns.
  VertexId vertex(bool column) {
    const std::uint64_t first = column && header_.two_modes ? *header_.rows : 0;
    if (!header_.embedded) {
      return static_cast<VertexId>(first + lines_.number("a vertex", 1, *(column ? header_.columns : header_.rows)) -
                                   1);
    }
    return labelled(lines_.word("the label of a vertex"), column);
  }

  VertexId labelled(std::string_view label, bool column) {
    label_ = label;
    encoding_.decode(label_);
    const std::uint64_t limit = header_.two_modes ? *header_.rows + *header_.columns : *header_.rows;
    if (graph_.num_nodes() == limit && !graph_.is_node(label_)) take_other_capitals();
    const VertexId vertex = graph_.vertex(label_);
    if (vertex >= limit) lines_.fail_at_word("{} is a label more than the {} vertices", quoted(label_), limit);
    if (vertex == modes_.size()) modes_.push_back(0);
    modes_[vertex] |= column ? 2 : 1;
    if (header_.two_modes && modes_[vertex] == 3) {
      lines_.fail_at_word("{} is a row and a column of two modes: are they one vertex or two?", quoted(label_));
    }
    return vertex;
  }

  void add(VertexId source, VertexId target, std::optional<std::string_view> weight) {
    ListedEdge edge{{}, {}};
    edge.weight_rank = graph_.weight_attribute().rank("weight");
    if (weight) graph_.edge_attribute("weight");
    if (edge.weight_rank != 0) edge.weight = weight;
    graph_.edge_between(source, target, edge);
  }

  void read_edge() {
    const VertexId source = vertex(false);
    const VertexId target = vertex(true);
    std::optional<std::string_view> weight;
    if (lines_.more()) weight = lines_.word("a weight");
    if (lines_.more()) lines_.fail("expected the end of the line behind an edge and its weight");
    if (weight && is_zero(*weight)) {
      ++no_edges_;
    } else {
      add(source, target, weight);
    }
  }

  void read_neighbours() {
    const VertexId source = vertex(false);
    while (lines_.more()) add(source, vertex(true), std::nullopt);
  }

  /// Row by row, however they are broken into lines.
  void read_matrix() {
    if (header_.embedded) read_column_labels();
    // Rows without columns are not gone through: a file of a line may announce four billion of them.
    const std::uint64_t rows = *header_.columns == 0 && !header_.embedded ? 0 : *header_.rows;
    for (std::uint64_t row = 0; row < rows; ++row) {
      const VertexId source = header_.embedded ? row_label() : static_cast<VertexId>(row);
      const auto [first, last] = columns_of(row);
      for (std::uint64_t column = first; column < last; ++column) {
        if (!header_.diagonal && column == row && !header_.two_modes) continue;
        const std::string_view value = next_value(row);
        if (!is_zero(value)) add(source, target_of(column), value);
      }
    }
    if (more()) lines_.fail("expected the end of the file behind {} rows", *header_.rows);
  }

  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> columns_of(std::uint64_t row) const {
    switch (header_.format->shape) {
      case Shape::lower_half: return {0, row + 1};
      case Shape::upper_half: return {row, *header_.columns};
      default: return {0, *header_.columns};
    }
  }

  void read_column_labels() {
    for (std::uint64_t column = 0; column < *header_.columns; ++column) {
      if (!more()) lines_.fail("the file ends after {} of {} labels of columns", column, *header_.columns);
      column_vertices_.push_back(labelled(lines_.word("a label"), true));
      if (column_vertices_.back() != column) lines_.fail_at_word("a second column {}", quoted(label_));
    }
  }

  VertexId row_label() {
    if (!more()) lines_.fail("the file ends before the label of a row");
    return labelled(lines_.word("the label of a row"), false);
  }

  [[nodiscard]] VertexId target_of(std::uint64_t column) const {
    if (header_.embedded) return column_vertices_[column];
    return static_cast<VertexId>((header_.two_modes ? *header_.rows : 0) + column);
  }

  std::string_view next_value(std::uint64_t row) {
    if (!more()) lines_.fail("the matrix ends in row {} of {}", row + 1, *header_.rows);
    return lines_.word("a value");
  }

  [[nodiscard]] bool is_zero(std::string_view value) const {
    double number = 0;
    const auto parsed = std::from_chars(value.data(), value.data() + value.size(), number);
    if (parsed.ec == std::errc::result_out_of_range) return false;
    if (parsed.ec != std::errc() || parsed.ptr != value.data() + value.size()) {
      lines_.fail_at_word("expected a value, a number, found {}", quoted(value));
    }
    return number == 0;
  }
  /// UCINET does not tell capitals from small letters: where all vertices have been named, another name may be one of
  /// theirs.
  void take_other_capitals() {
    if (nodes_in_small_letters_.empty()) {  // no more are added from now on
      for (VertexId node = 0; node < graph_.num_nodes(); ++node) {
        nodes_in_small_letters_.try_emplace(in_small_letters(graph_.id(node)), node);
      }
    }
    const auto known = nodes_in_small_letters_.find(in_small_letters(label_));
    if (known == nodes_in_small_letters_.end()) return;
    label_ = graph_.id(known->second);
    ++other_capitals_;
  }

  [[nodiscard]] static std::string in_small_letters(std::string_view text) {
    std::string small(text);
    for (char& c : small) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return small;
  }

  void check_modes() {
    if (!header_.embedded || header_.two_modes || graph_.num_nodes() == *header_.rows) return;
    if (graph_.num_nodes() > *header_.rows) lines_.fail("found more labels than the {} vertices", *header_.rows);
  }

  [[nodiscard]] std::vector<std::string> decisions() {
    std::vector<std::string> decisions;
    encoding_.describe(decisions);
    if (header_.two_modes) {
      decisions.push_back(fmt::format("two modes: {} rows, and {} columns, which are vertices behind them",
                                      *header_.rows, *header_.columns));
    }
    const std::uint64_t announced = *header_.rows + (header_.two_modes ? *header_.columns : 0);
    if (header_.embedded && graph_.num_nodes() != announced) {
      decisions.push_back(fmt::format("vertices: {} are announced, {} occur; those without a label are left out",
                                      announced, graph_.num_nodes()));
    }
    if (other_capitals_ != 0) {
      decisions.push_back(
          fmt::format("labels: {} differ from earlier ones in capitals alone, and are these", other_capitals_));
    }
    if (no_edges_ != 0) decisions.push_back(fmt::format("edges: {} of value 0 are none", no_edges_));
    decisions.emplace_back(undirected_ ? "direction: undirected, half of a matrix"
                                       : "direction: not said; rows are sources, columns are targets");
    return decisions;
  }

  DocumentLines lines_;
  ListedGraph graph_;
  TextEncoding encoding_;
  Header header_;
  bool undirected_ = false;
  std::uint64_t no_edges_ = 0;  ///< lines of an edge list whose value is 0
  std::vector<VertexId> column_vertices_;
  std::vector<std::uint8_t> modes_;  // by vertex: 1 a row, 2 a column
  std::string label_;
  std::unordered_map<std::string, VertexId> nodes_in_small_letters_;
  std::uint64_t other_capitals_ = 0;
};

}  // namespace

EdgeList read_dl(Input& input, const ReadOptions& options, Progress& progress) {
  return DlReader(input, options, progress).read();
}

}  // namespace mg
