// GML, the Graph Modelling Language of M. Himsolt, as networkx, igraph, Gephi and yEd write it: keys with values, which
// are numbers, strings, or lists of keys with values.
#include <algorithm>
#include <charconv>
#include <map>
#include <string>

#include "preprocess/readers/character_entities.hpp"
#include "preprocess/readers/listed_graph.hpp"
#include "preprocess/readers/number_parsing.hpp"
#include "preprocess/readers/readers.hpp"
#include "preprocess/readers/text_cursor.hpp"
#include "preprocess/readers/text_encoding.hpp"

namespace mg {

namespace {

[[nodiscard]] bool is_space(int c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }
[[nodiscard]] bool is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

struct Token {
  enum class Kind : std::uint8_t { key, number, string, open, close, end };
  Kind kind = Kind::end;
  std::string text;
  TextPosition position;

  [[nodiscard]] bool is_scalar() const { return kind == Kind::number || kind == Kind::string; }
  [[nodiscard]] std::string shown() const {
    switch (kind) {
      case Kind::open: return "'['";
      case Kind::close: return "']'";
      case Kind::end: return "the end of the file";
      default: return quoted(text);
    }
  }
};

class Tokens {
 public:
  explicit Tokens(TextCursor& cursor) : cursor_(cursor) {}

  /// Reads the next token into `token`, whose memory is used again.
  void next(Token& token) {
    skip_space_and_comments();
    cursor_.begin_token();
    token.position = cursor_.position();
    token.text.clear();
    const int c = cursor_.peek();
    if (c == TextCursor::end) {
      token.kind = Token::Kind::end;
    } else if (c == '[' || c == ']') {
      cursor_.skip();
      token.kind = c == '[' ? Token::Kind::open : Token::Kind::close;
    } else if (c == '"') {
      read_string(token);
    } else {
      read_word(token);
    }
  }

  void describe(std::vector<std::string>& decisions) const {
    encoding_.describe(decisions);
    if (unknown_entities_ == 0) return;
    decisions.push_back(fmt::format("entities: {} that are neither numbers nor of XML are kept as they are written",
                                    unknown_entities_));
  }

 private:
  void skip_space_and_comments() {
    while (true) {
      cursor_.begin_token();
      const int c = cursor_.peek();
      if (c == '#') {
        cursor_.skip_line();
      } else if (is_space(c)) {
        cursor_.skip();
      } else {
        return;
      }
    }
  }

  void read_string(Token& token) {
    token.kind = Token::Kind::string;
    bool entities = false;
    cursor_.skip();
    for (int c = cursor_.peek(); c != '"'; c = cursor_.peek()) {
      if (c == TextCursor::end) cursor_.fail_at_position(token.position, "a string that begins here has no end");
      entities |= c == '&';
      token.text += static_cast<char>(c);
      cursor_.skip();
    }
    cursor_.skip();
    encoding_.decode(token.text);
    if (entities) unknown_entities_ += decode_entities(token.text);
  }

  void read_word(Token& token) {
    token.kind = is_letter(cursor_.peek()) ? Token::Kind::key : Token::Kind::number;
    for (int c = cursor_.peek(); is_letter(c) || is_digit(static_cast<char>(c)) || c == '+' || c == '-' || c == '.';
         c = cursor_.peek()) {
      token.text += static_cast<char>(c);
      cursor_.skip();
    }
    if (token.text.empty()) {
      cursor_.fail_here("expected a key, a number, a string in double quotes, '[' or ']', found {}", cursor_.found());
    }
  }

  TextCursor& cursor_;
  TextEncoding encoding_;
  std::uint64_t unknown_entities_ = 0;
};

/// An id as all ways to write a whole number have it in common.
void make_canonical(Token& id) {
  if (id.kind != Token::Kind::number) return;
  std::string_view text = id.text;
  if (text.starts_with('+')) text.remove_prefix(1);
  std::int64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec == std::errc() && parsed.ptr == text.data() + text.size()) id.text = fmt::format("{}", value);
}

class GmlReader {
 public:
  GmlReader(TextCursor& cursor, const ReadOptions& options)
      : cursor_(cursor), tokens_(cursor), graph_(cursor.name(), options, [this] { return place_; }) {}

  EdgeList read() {
    bool found = false;
    for (tokens_.next(key_); key_.kind != Token::Kind::end; tokens_.next(key_)) {
      expect_key("a key");
      const bool is_graph = key_.text == "graph";
      if (is_graph && found) fail_at_key("a second graph; keep one of them in the file");
      found |= is_graph;
      tokens_.next(value_);
      if (is_graph) {
        expect_list();
        read_graph();
      } else {
        pass_over_value();
      }
    }
    if (!found) fail_at_key("the file ends without a graph [ ... ]");
    std::vector<std::string> decisions{!directed_   ? "direction: not said, so undirected, as GML has it"
                                       : *directed_ ? "direction: directed, as the graph says"
                                                    : "direction: undirected, as the graph says"};
    tokens_.describe(decisions);
    for (const auto& [key, count] : passed_over_) {
      decisions.push_back(fmt::format("lists of the graph passed over: {} of {}", count, quoted(key)));
    }
    return graph_.finish("gml", std::move(decisions));
  }

 private:
  [[noreturn]] void fail_at_key(std::string_view message) const { cursor_.fail_at_position(key_.position, message); }
  [[noreturn]] void fail_at_value(std::string_view message) const {
    cursor_.fail_at_position(value_.position, message);
  }

  void expect_key(std::string_view what) const {
    if (key_.kind != Token::Kind::key) fail_at_key(fmt::format("expected {}, found {}", what, key_.shown()));
  }
  void expect_list() const {
    if (value_.kind == Token::Kind::open) return;
    fail_at_value(fmt::format("expected '[' behind {}, found {}", quoted(key_.text), value_.shown()));
  }
  void expect_scalar() const {
    if (value_.is_scalar()) return;
    fail_at_value(fmt::format("expected a number or a string behind {}, found {}", quoted(key_.text), value_.shown()));
  }

  /// Calls f() for each key and its value in the list that has just been opened.
  template <class F>
  void for_each_key(std::string_view list, F&& f) {
    for (tokens_.next(key_); key_.kind != Token::Kind::close; tokens_.next(key_)) {
      expect_key(list);
      tokens_.next(value_);
      f();
    }
  }

  /// The value may be a list of any depth that is still sane.
  void pass_over_value() {
    if (value_.kind == Token::Kind::key && !is_special_number(value_.text)) expect_scalar();
    if (value_.kind == Token::Kind::close || value_.kind == Token::Kind::end) expect_scalar();
    if (value_.kind != Token::Kind::open) return;
    for (std::size_t depth = 1; depth != 0;) {
      tokens_.next(value_);
      if (value_.kind == Token::Kind::open && ++depth > deepest_nesting) {
        fail_at_value(fmt::format("lists in lists, more than {} deep", deepest_nesting));
      }
      if (value_.kind == Token::Kind::close) --depth;
      if (value_.kind == Token::Kind::end) fail_at_value("the file ends within a list");
    }
  }

  /// As networkx writes them, without quotes.
  [[nodiscard]] static bool is_special_number(std::string_view text) { return text == "NAN" || text == "INF"; }

  void read_graph() {
    for_each_key("a key of the graph, or ']'", [&] {
      if (key_.text == "node") {
        expect_list();
        read_node();
      } else if (key_.text == "edge") {
        expect_list();
        read_edge();
      } else if (key_.text == "directed") {
        read_direction();
      } else if (key_.text == "graph") {
        fail_at_key("a graph within the graph, which is not read");
      } else {
        if (value_.kind == Token::Kind::open) ++passed_over_[key_.text];
        pass_over_value();
      }
    });
  }

  void read_direction() {
    expect_scalar();
    if (value_.text != "0" && value_.text != "1") {
      fail_at_value(fmt::format("expected directed 0 or directed 1, found {}", value_.shown()));
    }
    const bool directed = value_.text == "1";
    if (directed_ && *directed_ != directed) fail_at_key("the graph says directed 0 and directed 1");
    directed_ = directed;
    graph_.declare_direction(directed);
  }

  /// Takes the value as that of an attribute that an element has once.
  void take(std::optional<Token>& attribute) {
    expect_scalar();
    if (attribute) fail_at_key(fmt::format("a second {}", quoted(key_.text)));
    make_canonical(value_);
    attribute = value_;
  }

  void read_node() {
    place_ = key_.position;
    std::optional<Token> id, label;
    for_each_key("a key of the node, or ']'", [&] {
      if (key_.text == "id") return take(id);
      if (key_.text == "label" && value_.is_scalar()) {
        if (!label) label = value_;
        return;
      }
      if (key_.text == "graph") fail_at_key("a graph within a node, which is not read");
      graph_.node_attribute(key_.text);
      pass_over_value();
    });
    if (!id) cursor_.fail_at_position(place_, "a node without an id");
    const std::optional<std::string_view> name = label ? std::optional<std::string_view>(label->text) : std::nullopt;
    if (!graph_.node(id->text, name)) {
      cursor_.fail_at_position(id->position, fmt::format("node {} is there already", quoted(id->text)));
    }
  }

  void read_edge() {
    place_ = key_.position;
    std::optional<Token> source, target;
    int weight_rank = 0;
    for_each_key("a key of the edge, or ']'", [&] {
      if (key_.text == "source") return take(source);
      if (key_.text == "target") return take(target);
      const int rank = graph_.weight_attribute().rank(key_.text);
      if (rank != 0 && rank == weight_rank) fail_at_key(fmt::format("a second {}", quoted(key_.text)));
      graph_.edge_attribute(key_.text);
      if (rank > weight_rank && value_.kind != Token::Kind::open) {
        weight_rank = rank;
        weight_ = value_;
        return;
      }
      pass_over_value();
    });
    if (!source || !target) {
      cursor_.fail_at_position(place_, fmt::format("an edge without a {}", source ? "target" : "source"));
    }
    ListedEdge edge{source->text, target->text};
    if (weight_rank != 0) {
      place_ = weight_.position;
      edge.weight = weight_.text;
      edge.weight_rank = weight_rank;
    }
    graph_.edge(edge);
  }

  TextCursor& cursor_;
  Tokens tokens_;
  TextPosition place_;
  ListedGraph graph_;
  std::optional<bool> directed_;
  std::map<std::string, std::uint64_t> passed_over_;  ///< lists that the graph holds, by their keys
  Token key_, value_, weight_;
};

}  // namespace

EdgeList read_gml(Input& input, const ReadOptions& options, Progress& progress) {
  TextCursor cursor(input, options.block_size, progress);
  return GmlReader(cursor, options).read();
}

}  // namespace mg
