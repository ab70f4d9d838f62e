// DOT, the language of Graphviz (graphviz.org/doc/info/lang.html).
#include <strings.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "preprocess/readers/listed_graph.hpp"
#include "preprocess/readers/number_parsing.hpp"
#include "preprocess/readers/readers.hpp"
#include "preprocess/readers/text_cursor.hpp"
#include "preprocess/readers/text_encoding.hpp"

namespace mg {

namespace {

/// {a b} -> {c d} makes an edge of each pair: a few kilobytes could make billions.
constexpr std::uint64_t most_edges_of_groups = std::uint64_t{1} << 22;
/// Nodes of subgraphs that have a name, each as often as its subgraph is named: a few letters could stand for many.
constexpr std::size_t most_members = std::size_t{1} << 26;

[[nodiscard]] bool begins_name(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}
[[nodiscard]] bool is_number_part(int c) { return (c >= '0' && c <= '9') || c == '.'; }
[[nodiscard]] bool is_name_part(int c) { return begins_name(c) || (c >= '0' && c <= '9'); }

struct Token {
  enum class Kind : std::uint8_t { id, mark, end };
  Kind kind = Kind::end;
  std::string text;    // of a mark: { } [ ] ; , = : -> --
  bool plain = false;  // an id that may be a keyword
  TextPosition position;

  [[nodiscard]] bool is_mark(std::string_view mark) const { return kind == Kind::mark && text == mark; }
  [[nodiscard]] bool is_keyword(std::string_view word) const {
    return plain && text.size() == word.size() && ::strncasecmp(text.data(), word.data(), word.size()) == 0;
  }
  [[nodiscard]] std::string shown() const { return kind == Kind::end ? "the end of the file" : quoted(text); }
};

class Tokens {
 public:
  explicit Tokens(TextCursor& cursor) : cursor_(cursor) {}

  void next(Token& token) {
    skip_space_and_comments();
    token.position = cursor_.position();
    token.text.clear();
    token.plain = false;
    token.kind = Token::Kind::id;
    const int c = cursor_.peek();
    if (c == TextCursor::end) {
      token.kind = Token::Kind::end;
    } else if (begins_name(c)) {
      read_name(token);
    } else if (c == '"') {
      read_strings(token);
    } else if (c == '<') {
      read_html(token);
    } else if (is_number_part(c) || (c == '-' && is_number_part(cursor_.peek_second()))) {
      read_numeral(token);
    } else {
      read_mark(token);
    }
  }

  void describe(std::vector<std::string>& decisions) const { encoding_.describe(decisions); }

 private:
  void take(Token& token) {
    token.text += static_cast<char>(cursor_.peek());
    cursor_.skip();
  }

  void skip_space_and_comments() {
    while (true) {
      cursor_.begin_token();
      const int c = cursor_.peek();
      if (c == '\n' || c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
        cursor_.skip();
      } else if ((c == '#' && cursor_.position().column == 1) || (c == '/' && cursor_.peek_second() == '/')) {
        cursor_.skip_line();
      } else if (c == '/' && cursor_.peek_second() == '*') {
        skip_comment();
      } else {
        return;
      }
    }
  }

  void skip_comment() {
    const TextPosition begin = cursor_.position();
    cursor_.skip();
    cursor_.skip();
    while (cursor_.peek() != '*' || cursor_.peek_second() != '/') {
      if (cursor_.peek() == TextCursor::end) cursor_.fail_at_position(begin, "a comment that begins here has no end");
      cursor_.skip();
    }
    cursor_.skip();
    cursor_.skip();
  }

  void read_name(Token& token) {
    token.plain = true;
    while (is_name_part(cursor_.peek())) take(token);
    encoding_.decode(token.text);
  }

  void read_numeral(Token& token) {
    if (cursor_.peek() == '-') take(token);
    while (is_number_part(cursor_.peek())) take(token);
    const auto points = std::count(token.text.begin(), token.text.end(), '.');
    const bool has_digit = std::any_of(token.text.begin(), token.text.end(), is_digit);
    if (begins_name(cursor_.peek()) || points > 1 || !has_digit) {
      cursor_.fail_at_position(token.position,
                               fmt::format("{} goes on as no number does; a name that begins with a digit must stand "
                                           "in double quotes",
                                           quoted(token.text)));
    }
  }

  /// Strings with + between them are one.
  void read_strings(Token& token) {
    read_string(token);
    skip_space_and_comments();
    while (cursor_.peek() == '+') {
      cursor_.skip();
      skip_space_and_comments();
      if (cursor_.peek() != '"') cursor_.fail_here("expected a string behind '+', found {}", cursor_.found());
      read_string(token);
      if (token.text.size() > longest_token) cursor_.fail_here("a string of more than {} MiB", longest_token >> 20);
      skip_space_and_comments();
    }
    encoding_.decode(token.text);
  }

  void read_string(Token& token) {
    const TextPosition begin = cursor_.position();
    cursor_.skip();
    for (int c = cursor_.peek(); c != '"'; c = cursor_.peek()) {
      if (c == TextCursor::end) cursor_.fail_at_position(begin, "a string that begins here has no end");
      const int escaped = c == '\\' ? cursor_.peek_second() : 0;
      if (escaped == '"') {
        cursor_.skip();
        take(token);
      } else if (escaped == '\n') {
        cursor_.skip();
        cursor_.skip();
      } else {
        take(token);
        if (escaped == '\\') take(token);
      }
    }
    cursor_.skip();
  }

  void read_html(Token& token) {
    std::size_t depth = 0;
    do {
      const int c = cursor_.peek();
      if (c == TextCursor::end) cursor_.fail_at_position(token.position, "a text in <> that begins here has no end");
      depth += c == '<' ? 1 : 0;
      depth -= c == '>' ? 1 : 0;
      take(token);
    } while (depth != 0);
    encoding_.decode(token.text);
  }

  void read_mark(Token& token) {
    constexpr std::string_view marks = "{}[];,=:";
    token.kind = Token::Kind::mark;
    const int c = cursor_.peek();
    if (marks.find(static_cast<char>(c)) != std::string_view::npos) return take(token);
    const int second = c == '-' ? cursor_.peek_second() : 0;
    if (second != '-' && second != '>') {
      cursor_.fail_here("expected a name, an edge or one of {} found {}{}", "{ } [ ] ; , = :", cursor_.found(),
                        c == '#' ? "; comments with # begin at the beginning of a line" : "");
    }
    take(token);
    take(token);
  }

  TextCursor& cursor_;
  TextEncoding encoding_;
};

using Group = std::vector<VertexId>;

class DotReader {
 public:
  DotReader(TextCursor& cursor, const ReadOptions& options)
      : cursor_(cursor), tokens_(cursor), graph_(cursor.name(), options, [this] { return place_; }) {}

  EdgeList read() {
    next();
    read_head();
    open_.emplace_back();
    read_statements();
    if (token_.kind != Token::Kind::end) {
      fail_at_token("expected the end of the file behind the graph, found {}; keep one graph in the file",
                    token_.shown());
    }
    return graph_.finish("dot", decisions());
  }

 private:
  /// The weight of an edge, as far as it is said.
  struct Attributes {
    std::optional<std::string> weight;
    int weight_rank = 0;
  };

  /// A pair of braces that is open.
  struct Scope {
    Group nodes;
    Attributes edge_defaults;
  };

  template <class... Args>
  [[noreturn]] void fail_at_token(fmt::format_string<Args...> format, Args&&... args) const {
    cursor_.fail_at_position(token_.position, fmt::format(format, std::forward<Args>(args)...));
  }

  void next() { tokens_.next(token_); }
  void expect_mark(std::string_view mark) const {
    if (!token_.is_mark(mark)) fail_at_token("expected '{}', found {}", mark, token_.shown());
  }
  void expect_id(std::string_view what) const {
    if (token_.kind != Token::Kind::id) fail_at_token("expected {}, found {}", what, token_.shown());
  }

  void read_head() {
    strict_ = token_.is_keyword("strict");
    if (strict_) next();
    directed_ = token_.is_keyword("digraph");
    if (!directed_ && !token_.is_keyword("graph")) fail_at_token("expected graph or digraph, found {}", token_.shown());
    graph_.declare_direction(directed_);
    next();
    if (token_.kind == Token::Kind::id) next();
    expect_mark("{");
    next();
  }

  /// Up to the brace that closes, which is passed over.
  void read_statements() {
    while (!token_.is_mark("}")) {
      if (token_.is_mark(";")) {
        next();
        continue;
      }
      if (token_.kind == Token::Kind::end) fail_at_token("the file ends before the graph's '}}'");
      read_statement();
    }
    next();
  }

  void read_statement() {
    if (token_.is_keyword("node") || token_.is_keyword("graph")) return read_defaults(nullptr);
    if (token_.is_keyword("edge")) return read_defaults(&open_.back().edge_defaults);
    place_ = token_.position;
    if (begins_group()) return read_edges(read_group());
    expect_id("a node, an edge or a subgraph");
    id_ = token_.text;
    next();
    if (token_.is_mark("=")) {
      next();
      expect_id("a value");
      return next();
    }
    const VertexId node = mention(id_);
    skip_port();
    token_.is_mark("->") || token_.is_mark("--") ? read_edges({node}) : read_node_attributes(node);
  }

  [[nodiscard]] bool begins_group() const { return token_.is_mark("{") || token_.is_keyword("subgraph"); }

  /// node [...], graph [...], edge [...].
  void read_defaults(Attributes* edge_defaults) {
    next();
    expect_mark("[");
    read_attributes([&](std::string_view name) {
      if (edge_defaults != nullptr) take_weight(name, *edge_defaults);
    });
  }

  VertexId mention(std::string_view id) {
    const VertexId node = graph_.vertex(id);
    graph_.declare(node);
    if (open_.size() > 1) open_.back().nodes.push_back(node);
    return node;
  }

  void skip_port() {
    for (; token_.is_mark(":"); next()) {
      next();
      expect_id("a port");
      ++ports_;
    }
  }

  /// Calls f(name) for each attribute in the lists [...] that come next; its value is token_.
  template <class F>
  void read_attributes(F&& f) {
    while (token_.is_mark("[")) {
      for (next(); !token_.is_mark("]");) {
        expect_id("an attribute or ']'");
        const std::string name = token_.text;
        next();
        expect_mark("=");
        next();
        expect_id("a value");
        f(name);
        next();
        if (token_.is_mark(",") || token_.is_mark(";")) next();
      }
      next();
    }
  }

  void take_weight(std::string_view name, Attributes& attributes) const {
    const int rank = graph_.weight_attribute().rank(name);
    if (rank == 0 || rank < attributes.weight_rank) return;
    attributes.weight = token_.text;
    attributes.weight_rank = rank;
  }

  void read_node_attributes(VertexId node) {
    read_attributes([&](std::string_view name) {
      if (name != "label") return graph_.node_attribute(name);
      if (token_.text != "\\N") graph_.label(node, token_.text);
    });
  }

  /// [subgraph [NAME]] { ... }, or the name of a subgraph that is known: its nodes.
  Group read_group() {
    std::optional<std::string> name;
    if (token_.is_keyword("subgraph")) {
      next();
      if (token_.kind == Token::Kind::id) {
        name = token_.text;
        next();
      } else {
        expect_mark("{");
      }
    }
    Group nodes;
    if (token_.is_mark("{")) nodes = read_braces();
    if (!std::is_sorted(nodes.begin(), nodes.end())) std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return name ? remember(*name, nodes) : nodes;
  }

  Group read_braces() {
    if (open_.size() == deepest_nesting) fail_at_token("braces in braces, more than {} deep", deepest_nesting);
    ++groups_;
    next();
    const Attributes defaults = open_.back().edge_defaults;
    open_.push_back({{}, defaults});
    read_statements();
    Group nodes = std::move(open_.back().nodes);
    open_.pop_back();
    if (open_.size() > 1) open_.back().nodes.insert(open_.back().nodes.end(), nodes.begin(), nodes.end());
    return nodes;
  }

  /// The nodes of the subgraph `name`, these among them. Both ascend.
  Group remember(const std::string& name, const Group& nodes) {
    Group& known = subgraphs_[name];
    members_ += known.size() + nodes.size();
    if (members_ > most_members) {
      fail_at_token("subgraphs with more than {} nodes in all, those that are named again counted again", most_members);
    }
    if (nodes.empty()) return known;
    Group both;
    std::set_union(known.begin(), known.end(), nodes.begin(), nodes.end(), std::back_inserter(both));
    return known = std::move(both);
  }

  /// -> GROUP -> GROUP [...] behind the first group, or nothing.
  void read_edges(Group first) {
    std::vector<Group> groups{std::move(first)};
    while (token_.is_mark("->") || token_.is_mark("--")) {
      if (token_.is_mark("->") != directed_) {
        fail_at_token("found {} in a {}", token_.shown(),
                      directed_ ? "digraph, whose edges are ->" : "graph, whose edges are --");
      }
      next();
      if (begins_group()) {
        groups.push_back(read_group());
      } else {
        expect_id("a node or a subgraph");
        const VertexId node = mention(token_.text);
        next();
        skip_port();
        groups.push_back({node});
      }
    }
    if (groups.size() == 1) return;
    Attributes attributes = open_.back().edge_defaults;
    attributes.weight_rank = 0;  // what the edge itself says counts more
    names_.clear();
    read_attributes([&](std::string_view name) {
      names_.emplace_back(name);
      take_weight(name, attributes);
    });
    if (attributes.weight_rank == 0) attributes = open_.back().edge_defaults;
    for (std::size_t i = 1; i < groups.size(); ++i) add_edges(groups[i - 1], groups[i], attributes);
  }

  void add_edges(const Group& from, const Group& to, const Attributes& attributes) {
    const std::uint64_t count = std::uint64_t{from.size()} * to.size();
    if (count > 1) edges_of_groups_ += count;
    if (edges_of_groups_ > most_edges_of_groups) {
      fail_at_token("groups in braces make more than {} edges", most_edges_of_groups);
    }
    ListedEdge edge{{}, {}};
    if (attributes.weight) edge.weight = *attributes.weight;
    edge.weight_rank = attributes.weight_rank;
    for (const VertexId source : from) {
      for (const VertexId target : to) {
        graph_.edge_between(source, target, edge);
        for (const std::string& name : names_) graph_.edge_attribute(name);
      }
    }
  }

  [[nodiscard]] std::vector<std::string> decisions() const {
    std::vector<std::string> decisions{directed_ ? "direction: directed, a digraph" : "direction: undirected, a graph"};
    tokens_.describe(decisions);
    if (strict_) decisions.emplace_back("strict: several edges between the same nodes are one");
    if (groups_ != 0) {
      decisions.push_back(fmt::format("subgraphs and clusters: {}, whose nodes are nodes as all others", groups_));
    }
    if (edges_of_groups_ != 0) decisions.push_back(fmt::format("groups in braces: {} edges", edges_of_groups_));
    if (ports_ != 0) decisions.push_back(fmt::format("ports: {} passed over", ports_));
    return decisions;
  }

  TextCursor& cursor_;
  Tokens tokens_;
  TextPosition place_;
  ListedGraph graph_;
  Token token_;
  std::string id_;
  std::vector<std::string> names_;  // of the attributes of the edge that is being read
  std::vector<Scope> open_;
  std::map<std::string, Group> subgraphs_;
  std::size_t members_ = 0;
  bool strict_ = false, directed_ = false;
  std::uint64_t groups_ = 0, edges_of_groups_ = 0, ports_ = 0;
};

}  // namespace

EdgeList read_dot(Input& input, const ReadOptions& options, Progress& progress) {
  TextCursor cursor(input, options.block_size, progress);
  return DotReader(cursor, options).read();
}

}  // namespace mg
