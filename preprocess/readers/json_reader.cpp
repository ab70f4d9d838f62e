// Graphs in JSON: node-link data of networkx, D3, sigma and vis.js, networkx's adjacency data, the JSON Graph Format,
// Cytoscape.js, graphology; also an edge a line. They differ in where nodes and edges stand, which JsonRoles knows, and
// in how their parts are called, which JsonRecord knows.
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "preprocess/readers/listed_graph.hpp"
#include "preprocess/readers/mirrored.hpp"
#include "preprocess/readers/readers.hpp"
#include "preprocess/readers/text_cursor.hpp"

namespace mg {

namespace {

constexpr std::size_t most_skipped_named = 16;

/// What an object or an array is, by where it stands.
enum class Role : std::uint8_t {
  document,
  graph,
  graphs,
  options,      // of graphology
  elements,     // of Cytoscape.js
  nodes,        // [node, ...]
  named_nodes,  // {"id": node, ...}
  edges,
  items,  // [node or edge, ...]
  node,
  edge,
  item,
  data,        // of a node or an edge: as if it stood in it
  attributes,  // of a node or an edge: the same, but for what it is called and joins
  adjacency,   // [[neighbour, ...], ...]
  row,
  neighbour,
  skipped,
};

/// The role of a container within one of role `parent` under `key`; nothing where none may be.
std::optional<Role> role_within(Role parent, std::string_view key, bool array) {
  using enum Role;
  const auto only = [&](bool fits, Role role) { return fits ? std::optional(role) : std::nullopt; };
  switch (parent) {
    case document:
      if (key == "graph" && !array) return graph;
      if (key == "graphs") return only(array, graphs);
      if (key == "elements") return array ? items : elements;
      if (key == "options" && !array) return options;
      if (key == "adjacency") return only(array, adjacency);
      [[fallthrough]];
    case graph:
    case elements:
      if (key == "nodes") return array ? nodes : named_nodes;
      if (key == "links" || key == "edges") return only(array, edges);
      return only(key != "hyperedges", skipped);
    case graphs: return only(!array, graph);
    case nodes:
    case named_nodes: return only(!array, node);
    case edges: return only(!array, edge);
    case items: return only(!array, item);
    case adjacency: return only(array, row);
    case row: return only(!array, neighbour);
    case node:
    case edge:
    case item:
      if (key == "data" && !array) return data;
      if ((key == "attributes" || key == "metadata") && !array) return attributes;
      return only(key != "id" && key != "source" && key != "target", skipped);
    case data:
    case neighbour: return only(key != "id" && key != "source" && key != "target", skipped);
    default: return skipped;
  }
}

struct Scalar {
  std::string text;
  bool number = false;
};

/// What is known of the node or edge that is being read.
struct JsonRecord {
  std::optional<Scalar> id, key, name, label, source, target, weight;
  int weight_rank = 0;
  std::optional<bool> directed;
  std::vector<std::string> attributes;  // the other ones
};

/// Characters for nlohmann's parser.
struct CursorIterator {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  TextCursor* cursor = nullptr;

  char operator*() const { return static_cast<char>(cursor->peek()); }
  CursorIterator& operator++() {
    cursor->skip();
    return *this;
  }
  CursorIterator operator++(int) { return ++*this; }
  [[nodiscard]] bool at_end() const { return cursor == nullptr || cursor->peek() == TextCursor::end; }
  friend bool operator==(const CursorIterator& a, const CursorIterator& b) { return a.at_end() == b.at_end(); }
};

class JsonReader {
 public:
  using Json = nlohmann::json;
  using number_integer_t = Json::number_integer_t;
  using number_unsigned_t = Json::number_unsigned_t;
  using number_float_t = Json::number_float_t;
  using string_t = Json::string_t;
  using binary_t = Json::binary_t;

  JsonReader(TextCursor& cursor, const ReadOptions& options)
      : cursor_(cursor), graph_(cursor.name(), options, [this] { return cursor_.position(); }) {}

  EdgeList read() {
    do {
      Json::sax_parse(CursorIterator{&cursor_}, CursorIterator{}, this, Json::input_format_t::json, false);
      ++num_documents_;
      skip_space();
      if (cursor_.peek() != TextCursor::end && !one_a_line_) {
        cursor_.fail_here("expected the end of the file behind the document, found {}", cursor_.found());
      }
    } while (cursor_.peek() != TextCursor::end);
    return finish();
  }

  // What nlohmann's parser calls.
  bool null() { return scalar(std::nullopt); }
  bool boolean(bool value) { return flag(value); }
  bool number_integer(number_integer_t value) { return scalar(Scalar{fmt::format("{}", value), true}); }
  bool number_unsigned(number_unsigned_t value) { return scalar(Scalar{fmt::format("{}", value), true}); }
  bool number_float(number_float_t /*value*/, const string_t& text) { return scalar(Scalar{text, true}); }
  bool string(const string_t& text) { return scalar(Scalar{text, false}); }
  bool binary(const binary_t& /*bytes*/) { return false; }
  bool key(const string_t& text) {
    cursor_.begin_token();
    key_ = text;
    return true;
  }
  bool start_object(std::size_t /*size*/) { return open(false); }
  bool start_array(std::size_t /*size*/) { return open(true); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/, const Json::exception& error) {
    std::string_view message = error.what();
    for (const std::string_view before : {"] ", "syntax error while parsing ", "; last read"}) {
      const std::size_t at = message.find(before);
      if (at == std::string_view::npos) continue;
      message = before[0] == ';' ? message.substr(0, at) : message.substr(at + before.size());
    }
    constexpr std::size_t longest = 160;
    cursor_.fail_here("no JSON: {}{}", message.substr(0, longest), message.size() > longest ? "..." : "");
  }

 private:
  bool open(bool array) {
    cursor_.begin_token();
    if (stack_.size() == deepest_nesting) cursor_.fail_here("lists in lists, more than {} deep", deepest_nesting);
    if (stack_.empty()) {
      stack_.push_back(array ? Role::items : Role::document);
      root_ = {};
      return true;
    }
    note_skipped();
    const Role parent = stack_.back();
    const auto role = role_within(parent, key_, array);
    if (!role) refuse_value(array ? "an array" : "an object");
    enter(parent, *role);
    stack_.push_back(*role);
    return true;
  }

  void enter(Role parent, Role role) {
    switch (role) {
      case Role::nodes:
      case Role::named_nodes:
        if (nodes_listed_) cursor_.fail_here("a second list of nodes");
        nodes_listed_ = true;
        in_graph_ |= parent == Role::graph;
        break;
      case Role::edges:
      case Role::adjacency:
        if (edges_listed_) cursor_.fail_here("a second list of edges, {}", mg::quoted(key_));
        edges_listed_ = true;
        adjacency_ |= role == Role::adjacency;
        in_graph_ |= parent == Role::graph;
        break;
      case Role::graph:
        if (parent == Role::graphs && graphs_++ != 0) cursor_.fail_here("a second graph; keep one of them in the file");
        break;
      case Role::options: graphology_ = true; break;
      case Role::row: begin_row(); break;
      case Role::node:
      case Role::edge:
      case Role::item:
      case Role::neighbour:
        record_ = {};
        if (parent == Role::named_nodes) record_.id = Scalar{key_, false};
        named_by_key_ = parent == Role::named_nodes;
        break;
      case Role::skipped:
        if (is_record(parent)) {
          record_.attributes.push_back(key_);
        } else if (parent != Role::skipped) {
          passing_over_ = key_;
        }
        break;
      default: break;
    }
  }

  [[nodiscard]] static bool is_record(Role role) {
    return role == Role::node || role == Role::edge || role == Role::item || role == Role::neighbour ||
           role == Role::data || role == Role::attributes;
  }

  bool close() {
    cursor_.begin_token();
    const Role role = stack_.back();
    stack_.pop_back();
    switch (role) {
      case Role::document:
        if (root_.source || root_.target) add_line();
        break;
      case Role::node: add_node(); break;
      case Role::edge: add_edge(record_); break;
      case Role::item:
        if (record_.source || record_.target) {
          add_edge(record_);
        } else {
          if (!record_.id) cursor_.fail_here("neither a node, with an \"id\", nor an edge, with a \"source\"");
          nodes_listed_ = true;
          add_node();
        }
        break;
      case Role::neighbour: add_neighbour(); break;
      default: break;
    }
    return true;
  }

  [[noreturn]] void refuse_direction() const {
    cursor_.fail_here("expected true or false, without quotes, behind \"directed\"");
  }
  [[noreturn]] void refuse_value(std::string_view what) const {
    std::string_view expected = "something else";
    switch (stack_.back()) {
      case Role::nodes:
      case Role::named_nodes: expected = "a node, which is an object"; break;
      case Role::edges: expected = "an edge, which is an object with \"source\" and \"target\""; break;
      case Role::items: expected = "nodes or edges, which are objects"; break;
      case Role::adjacency: expected = "the list of the neighbours of a node"; break;
      case Role::row: expected = "a neighbour, which is an object with an \"id\""; break;
      case Role::graphs: expected = "a graph, which is an object"; break;
      default:
        cursor_.fail_here("{} as {}, which cannot be read{}", what, mg::quoted(key_),
                          key_ == "hyperedges" ? "" : "; a number or a string is expected");
    }
    cursor_.fail_here("expected {}, found {}", expected, what);
  }

  /// Remembers what is passed over once there is something in it.
  void note_skipped() {
    if (passing_over_.empty() || stack_.empty() || stack_.back() != Role::skipped) return;
    if (skipped_.size() < most_skipped_named) skipped_.push_back(mg::quoted(passing_over_));
    passing_over_.clear();
  }

  /// A value that is neither an object nor an array; nothing for null.
  bool scalar(std::optional<Scalar> value) {
    cursor_.begin_token();
    note_skipped();
    if (stack_.empty()) cursor_.fail_here("a single value, where a graph is expected, an object or an array");
    switch (stack_.back()) {
      case Role::document:
        if (key_ == "directed") refuse_direction();
        if (value) take(root_, std::move(*value));
        break;
      case Role::graph:
        if (key_ == "directed") refuse_direction();
        break;
      case Role::options:
        if (key_ == "type" && value) take_type(value->text);
        break;
      case Role::node:
      case Role::edge:
      case Role::item:
      case Role::neighbour:
      case Role::data:
      case Role::attributes:
        if (!value && is_name(key_)) refuse_value("null");
        if (value) take(record_, std::move(*value));
        break;
      case Role::nodes:
        if (!value) refuse_value("null");
        record_ = {};
        record_.id = std::move(value);
        add_node();
        break;
      case Role::named_nodes:
      case Role::edges:
      case Role::items:
      case Role::adjacency:
      case Role::row:
      case Role::graphs: refuse_value(value ? mg::quoted(value->text) : "null");
      default: break;
    }
    return true;
  }

  bool flag(bool value) {
    note_skipped();
    const Role role = stack_.empty() ? Role::skipped : stack_.back();
    const bool of_record = is_record(role);
    if ((role == Role::document || role == Role::graph) && key_ == "directed") {
      declare(value);
    } else if (of_record && (key_ == "directed" || key_ == "undirected")) {
      record_.directed = value == (key_ == "directed");
      graphology_ |= key_ == "undirected";
    } else if (of_record && is_name(key_)) {
      refuse_value(value ? "true" : "false");
    } else if (of_record) {
      record_.attributes.push_back(key_);
    } else if (role != Role::document) {
      return scalar(Scalar{value ? "true" : "false", false});
    }
    cursor_.begin_token();
    return true;
  }

  void declare(bool directed) {
    if (directed_ && *directed_ != directed) cursor_.fail_here("\"directed\" is said twice, differently");
    directed_ = directed;
  }

  void take_type(std::string_view type) {
    if (type == "directed" || type == "undirected") return declare(type == "directed");
    if (type != "mixed") cursor_.fail_here("expected directed, undirected or mixed, found {}", mg::quoted(type));
  }

  [[nodiscard]] static bool is_name(std::string_view key) { return key == "id" || key == "source" || key == "target"; }

  void take_once(std::optional<Scalar>& part, Scalar value) const {
    if (part) cursor_.fail_here("a second {}", mg::quoted(key_));
    part = std::move(value);
  }

  /// Takes an attribute of a node or an edge.
  void take(JsonRecord& record, Scalar value) {
    const bool of_edge = stack_.back() != Role::attributes;
    if (key_ == "id" && of_edge) {
      if (named_by_key_) return record.attributes.push_back(key_);
      return take_once(record.id, std::move(value));
    }
    if ((key_ == "source" || key_ == "from") && of_edge) return take_once(record.source, std::move(value));
    if ((key_ == "target" || key_ == "to") && of_edge) return take_once(record.target, std::move(value));
    if (key_ == "label") return void(record.label = std::move(value));
    if (key_ == "name") return void(record.name = std::move(value));
    if (key_ == "key" && of_edge) return void(record.key = std::move(value));
    record.attributes.push_back(key_);
    const int rank = graph_.weight_attribute().rank(key_);
    if (rank == 0 || rank < record.weight_rank) return;
    if (rank == record.weight_rank) cursor_.fail_here("a second {}", mg::quoted(key_));
    record.weight = std::move(value);
    record.weight_rank = rank;
  }

  /// The vertex that `id` names, and whether it was a number: 1 and "1" may be two nodes.
  VertexId vertex(const Scalar& id) {
    const VertexId vertex = graph_.vertex(id.text);
    if (vertex == kinds_.size()) kinds_.push_back(0);
    kinds_[vertex] |= id.number ? 1 : 2;
    if (kinds_[vertex] == 3 && !two_kinds_) two_kinds_ = {id.text, cursor_.position()};
    return vertex;
  }

  void add_node() {
    if (!record_.id && record_.key) record_.id = std::move(record_.key);
    if (record_.id && record_.key) record_.attributes.emplace_back("key");
    const bool has_id = record_.id.has_value();
    if (order_.empty()) nodes_have_ids_ = has_id;
    if (has_id != nodes_have_ids_) cursor_.fail_here("some nodes have an \"id\" and some have none");
    const Scalar id = has_id ? *record_.id : Scalar{fmt::format("{}", order_.size()), true};
    order_.push_back(vertex(id));
    const auto& label = record_.label ? record_.label : record_.name;
    const auto name = label ? std::optional<std::string_view>(label->text) : std::nullopt;
    if (!graph_.node(id.text, name)) {
      cursor_.fail_here("node {} is there already{}", mg::quoted(id.text),
                        kinds_[order_.back()] == 3 ? ", once as a number and once as a string" : "");
    }
    if (record_.source || record_.target) cursor_.fail_here("a node with a \"source\" or a \"target\"");
    for (const std::string& attribute : record_.attributes) graph_.node_attribute(attribute);
  }

  void add_edge(const JsonRecord& record) {
    if (!record.source || !record.target) {
      cursor_.fail_here("an edge without a \"{}\"", record.source ? "target" : "source");
    }
    const VertexId source = vertex(*record.source);
    const VertexId target = vertex(*record.target);
    add_edge_between(source, target, record);
  }

  void add_edge_between(VertexId source, VertexId target, const JsonRecord& record) {
    for (const std::string& attribute : record.attributes) graph_.edge_attribute(attribute);
    if (record.label) graph_.edge_attribute("label");
    if (record.name) graph_.edge_attribute("name");
    if (record.key) graph_.edge_attribute("key");
    ListedEdge edge{{}, {}};
    edge.directed = record.directed;
    if (record.weight) {
      edge.weight = record.weight->text;
      edge.weight_rank = record.weight_rank;
    }
    graph_.edge_between(source, target, edge);
  }

  void add_line() {
    if (nodes_listed_ || edges_listed_) cursor_.fail_here("a graph with a \"source\" or a \"target\" of its own");
    one_a_line_ = true;
    add_edge(root_);
  }

  void begin_row() {
    if (rows_ == order_.size()) {
      cursor_.fail_here("found a list of neighbours more than the {} nodes that stand before \"adjacency\"", rows_);
    }
    ++rows_;
  }

  void add_neighbour() {
    if (!record_.id) cursor_.fail_here("a neighbour without an \"id\"");
    add_edge_between(order_[rows_ - 1], vertex(*record_.id), record_);
  }

  void skip_space() {
    for (int c = cursor_.peek(); c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = cursor_.peek()) cursor_.skip();
  }

  EdgeList finish() {
    if (!edges_listed_ && !in_graph_ && graph_.num_edges() == 0) {
      fail(ExitCode::bad_input,
           "{}: JSON without a graph that is known: lists of \"nodes\" and of \"links\" or \"edges\" with \"source\" "
           "and "
           "\"target\" are expected, or \"adjacency\", \"elements\" or \"graph\" with them",
           cursor_.name());
    }
    if (adjacency_ && rows_ != order_.size()) {
      fail(ExitCode::bad_input, "{}: \"adjacency\" holds {} lists for {} nodes", cursor_.name(), rows_, order_.size());
    }
    nodes_listed_ ? refuse_unlisted_ends() : refuse_two_kinds();
    const bool table = !nodes_listed_;
    const bool directed = directed_.value_or(table || in_graph_ || graphology_);
    graph_.declare_direction(directed);
    EdgeList list = graph_.finish("json", decisions(directed));
    if (adjacency_ && !list.directed) keep_one_of_both(list);
    if (table && !directed_) list.direction_declared = false;
    return list;
  }

  std::vector<std::string> decisions(bool directed) const {
    std::vector<std::string> decisions;
    if (one_a_line_) decisions.push_back(fmt::format("edges: {} objects, an edge each", num_documents_));
    if (nodes_listed_ && !nodes_have_ids_ && !order_.empty()) {
      decisions.emplace_back("nodes have no \"id\": they are called 0, 1, ... by their places, as edges call them");
    }
    const std::string_view word = directed ? "directed" : "undirected";
    if (!skipped_.empty()) decisions.push_back(fmt::format("passed over: {}", fmt::join(skipped_, ", ")));
    decisions.push_back(directed_ ? fmt::format("direction: {}, as the document says", word)
                                  : fmt::format("direction: not said, so {}", word));
    return decisions;
  }

  /// Otherwise a list of edges by places could be read as one by ids.
  void refuse_unlisted_ends() {
    if (graph_.num_declared() == graph_.num_nodes()) return;
    for (VertexId v = 0; v < graph_.num_nodes(); ++v) {
      if (graph_.is_declared(v)) continue;
      fail(ExitCode::bad_input,
           "{}: edges name {}, which is no {} of the {} nodes that are listed; ends of edges are {}", cursor_.name(),
           mg::quoted(graph_.id(v)), nodes_have_ids_ ? "\"id\"" : "place", order_.size(),
           nodes_have_ids_ ? "the ids of nodes, not their places" : "places of nodes, from 0, where those have no id");
    }
  }

  void refuse_two_kinds() const {
    if (!two_kinds_) return;
    cursor_.fail_at_position(two_kinds_->second,
                             fmt::format("{} stands as a number and as a string: are they one vertex or two? Write all "
                                         "of them alike",
                                         mg::quoted(two_kinds_->first)));
  }

  void keep_one_of_both(EdgeList& list) const {
    if (!count_mirrored(list).symmetric) {
      fail(ExitCode::bad_input, "{}: an undirected graph, but {}; say \"directed\": true if it is directed",
           cursor_.name(), describe_unmatched(list));
    }
    keep_one_end(list);
  }

  TextCursor& cursor_;
  ListedGraph graph_;
  std::vector<Role> stack_;
  std::string key_;  // of what comes next
  JsonRecord record_, root_;
  std::vector<VertexId> order_;      // the nodes as they are listed
  std::vector<std::uint8_t> kinds_;  // by vertex: 1 where it is named by a number, 2 by a string
  std::optional<std::pair<std::string, TextPosition>> two_kinds_;
  std::optional<bool> directed_;
  std::string passing_over_;
  std::vector<std::string> skipped_;  // what stands beside nodes and edges
  std::size_t rows_ = 0, graphs_ = 0;
  std::uint64_t num_documents_ = 0;
  bool nodes_listed_ = false, edges_listed_ = false, adjacency_ = false, one_a_line_ = false;
  bool in_graph_ = false, graphology_ = false;
  bool nodes_have_ids_ = true;
  bool named_by_key_ = false;
};

}  // namespace

EdgeList read_json(Input& input, const ReadOptions& options, Progress& progress) {
  TextCursor cursor(input, options.block_size, progress);
  return JsonReader(cursor, options).read();
}

}  // namespace mg
