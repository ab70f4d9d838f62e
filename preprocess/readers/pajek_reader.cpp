// Pajek's networks (.net, .paj): sections that begin with *Vertices, *Arcs, *Edges, *Arcslist, *Edgeslist, *Matrix,
// lines of words, vertices numbered from 1.
#include <strings.h>

#include <algorithm>
#include <charconv>
#include <string>

#include "preprocess/readers/document_lines.hpp"
#include "preprocess/readers/listed_graph.hpp"
#include "preprocess/readers/readers.hpp"
#include "preprocess/readers/text_encoding.hpp"

namespace mg {

namespace {

enum class Section : std::uint8_t { none, vertices, arcs, edges, arcs_list, edges_list, matrix, passed_over, end };

class PajekReader {
 public:
  PajekReader(Input& input, const ReadOptions& options, Progress& progress)
      : lines_(input, options.block_size, '%', progress),
        graph_(input.name(), options, [this] { return lines_.position(); }) {}

  EdgeList read() {
    while (lines_.next()) {
      if (lines_.front() == '*') {
        begin_section();
      } else {
        read_line();
      }
      if (section_ == Section::end) break;
    }
    finish_matrix();
    if (!vertices_) lines_.fail("the file ends without *Vertices N");
    graph_.declare_direction(arcs_seen_ || !edges_seen_);
    return graph_.finish("pajek", decisions());
  }

 private:
  [[nodiscard]] static bool is(std::string_view word, std::string_view keyword) {
    return word.size() == keyword.size() && ::strncasecmp(word.data(), keyword.data(), word.size()) == 0;
  }

  void begin_section() {
    finish_matrix();
    const std::string_view word = lines_.word("a section");
    if (is(word, "*Network")) {
      section_ = vertices_ ? refuse_second_network() : Section::none;
    } else if (is(word, "*Vertices")) {
      begin_vertices();
    } else if (is(word, "*Arcs")) {
      begin_ties(Section::arcs, true);
    } else if (is(word, "*Edges")) {
      begin_ties(Section::edges, false);
    } else if (is(word, "*Arcslist")) {
      begin_ties(Section::arcs_list, true);
    } else if (is(word, "*Edgeslist")) {
      begin_ties(Section::edges_list, false);
    } else if (is(word, "*Matrix")) {
      begin_ties(Section::matrix, !first_mode_);  // rows and columns of two modes are no sources and targets
      row_ = 0;
    } else if (is(word, "*Partition") || is(word, "*Vector") || is(word, "*Permutation") || is(word, "*Cluster") ||
               is(word, "*Hierarchy")) {
      ++passed_sections_;
      section_ = Section::passed_over;
    } else {
      lines_.fail_at_word("expected *Vertices, *Arcs, *Edges, *Arcslist, *Edgeslist or *Matrix, found {}",
                          quoted(word));
    }
  }

  Section refuse_second_network() const { lines_.fail_at_word("a second network; keep one of them in the file"); }

  void begin_vertices() {
    if (section_ == Section::passed_over) {  // of a partition or a vector, whose values follow
      return;
    }
    if (vertices_) lines_.fail_at_word("a second *Vertices; keep one network in the file");
    const std::uint64_t count = lines_.number("the number of vertices", 0, max_vertices);
    vertices_ = count;
    if (lines_.more()) first_mode_ = lines_.number("the number of vertices of the first mode", 0, count);
    graph_.number_nodes(1, static_cast<VertexId>(count));
    section_ = Section::vertices;
  }

  void begin_ties(Section section, bool arcs) {
    if (!vertices_) lines_.fail_at_word("found a section of lines before *Vertices N");
    section_ = section;
    if (lines_.more()) ++relations_;
    (arcs ? arcs_seen_ : edges_seen_) = true;
    arcs_ = arcs;
  }

  void read_line() {
    switch (section_) {
      case Section::none: ++lines_before_; return;
      case Section::vertices: return read_vertex();
      case Section::arcs:
      case Section::edges: return read_tie();
      case Section::arcs_list:
      case Section::edges_list: return read_list();
      case Section::matrix: return read_row();
      default: return;
    }
  }

  VertexId vertex() { return static_cast<VertexId>(lines_.number("a vertex", 1, *vertices_) - 1); }

  void read_vertex() {
    const VertexId node = vertex();
    if (node < next_vertex_) lines_.fail_at_word("vertex {} is there already, or out of order", node + 1);
    next_vertex_ = node + 1;
    if (!lines_.more()) return;
    label_ = lines_.word("a label");
    encoding_.decode(label_);
    if (!label_.empty()) graph_.label(node, label_);
    if (lines_.more()) ++shapes_;
  }

  /// From, to, weight, and what says how they look or when they are there.
  void read_tie() {
    const VertexId source = vertex();
    const VertexId target = vertex();
    ListedEdge edge{{}, {}};
    edge.directed = arcs_;
    edge.weight_rank = graph_.weight_attribute().rank("weight");
    const bool weighted = lines_.more() && lines_.front() != '[' && !is_letter(lines_.front());
    if (weighted) {
      const std::string_view weight = lines_.word("a weight");
      if (edge.weight_rank != 0) edge.weight = weight;
      graph_.edge_attribute("weight");
    }
    graph_.edge_between(source, target, edge);
    while (lines_.more()) {
      (lines_.front() == '[' ? intervals_ : looks_) += 1;
      lines_.word("an attribute");
    }
  }

  [[nodiscard]] static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

  void read_list() {
    const VertexId source = vertex();
    ListedEdge edge{{}, {}};
    edge.directed = arcs_;
    while (lines_.more()) {
      const bool opposite = lines_.front() == '-';  // a line that the list takes away, or a label of another
      if (opposite) {
        const std::string_view word = lines_.word("a vertex");
        lines_.fail_at_word("expected a vertex from 1 to {}, found {}", *vertices_, quoted(word));
      }
      graph_.edge_between(source, vertex(), edge);
    }
  }

  /// Rows of a matrix may be broken into lines.
  void read_row() {
    const std::uint64_t columns = first_mode_ ? *vertices_ - *first_mode_ : *vertices_;
    const std::uint64_t rows = first_mode_.value_or(*vertices_);
    while (lines_.more()) {
      if (row_ == rows) lines_.fail("found a row more than the {} that *Vertices announces", rows);
      const std::string_view value = lines_.word("a value");
      double number = 0;
      const auto parsed = std::from_chars(value.data(), value.data() + value.size(), number);
      if (parsed.ec != std::errc() || parsed.ptr != value.data() + value.size()) {
        lines_.fail_at_word("expected a value of the matrix, found {}", quoted(value));
      }
      if (number != 0) add_entry(value);
      if (++column_ == columns) {
        column_ = 0;
        ++row_;
      }
    }
  }

  void add_entry(std::string_view value) {
    ListedEdge edge{{}, {}};
    edge.directed = arcs_;
    edge.weight_rank = graph_.weight_attribute().rank("weight");
    if (edge.weight_rank != 0) edge.weight = value;
    graph_.edge_attribute("weight");
    graph_.edge_between(static_cast<VertexId>(row_), static_cast<VertexId>(first_mode_.value_or(0) + column_), edge);
  }

  void finish_matrix() {
    if (section_ != Section::matrix) return;
    const std::uint64_t rows = first_mode_.value_or(*vertices_);
    if (row_ != rows || column_ != 0) lines_.fail("the matrix ends after {} of its {} rows", row_, rows);
  }

  [[nodiscard]] std::vector<std::string> decisions() const {
    std::vector<std::string> decisions;
    const auto say = [&](std::uint64_t count, std::string_view what) {
      if (count != 0) decisions.push_back(fmt::format("{}: {}", what, count));
    };
    encoding_.describe(decisions);
    say(lines_before_, "lines before the first section passed over");
    if (first_mode_) {
      decisions.push_back(fmt::format("two modes: the first {} vertices and the {} behind them", *first_mode_,
                                      *vertices_ - *first_mode_));
    }
    say(relations_ > 1 ? relations_ : 0, "relations, read as one graph");
    say(shapes_, "vertices whose coordinates, shapes or times are passed over");
    say(intervals_, "time intervals passed over, so that all lines are there at once");
    say(looks_, "words on colours, widths and the like of lines passed over");
    say(passed_sections_, "partitions, vectors and the like passed over");
    return decisions;
  }

  DocumentLines lines_;
  ListedGraph graph_;
  TextEncoding encoding_;
  Section section_ = Section::none;
  std::optional<std::uint64_t> vertices_, first_mode_;
  std::uint64_t next_vertex_ = 0;
  std::uint64_t row_ = 0, column_ = 0;
  bool arcs_ = false, arcs_seen_ = false, edges_seen_ = false;
  std::uint64_t lines_before_ = 0;
  std::uint64_t relations_ = 0, shapes_ = 0, intervals_ = 0, looks_ = 0, passed_sections_ = 0;
  std::string label_;
};

}  // namespace

EdgeList read_pajek(Input& input, const ReadOptions& options, Progress& progress) {
  return PajekReader(input, options, progress).read();
}

}  // namespace mg
