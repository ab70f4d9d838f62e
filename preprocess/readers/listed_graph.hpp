// Graphs that a document lists node by node and edge by edge, with attributes: what the readers of GraphML, GEXF, GML,
// Pajek, DOT, DL and JSON have in common.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/edge_list.hpp"
#include "preprocess/read.hpp"
#include "preprocess/readers/growing_array.hpp"
#include "preprocess/readers/name_interner.hpp"
#include "preprocess/readers/text_chunks.hpp"

namespace mg {

/// Which attribute of the edges is their weight: the one that ReadOptions::weight_attribute names, or else "weight"
/// and, where edges have none of that name, "value".
class WeightAttribute {
 public:
  explicit WeightAttribute(const ReadOptions& options)
      : wanted_(options.read_weights), asked_(options.weight_attribute) {}

  /// How well the name fits; of several attributes of an edge the highest is its weight. 0: it is none.
  [[nodiscard]] int rank(std::string_view name) const;
  [[nodiscard]] const std::string& asked() const { return asked_; }

 private:
  bool wanted_;
  std::string asked_;
};

/// An edge as its document has it; views need not outlive the call that takes it.
struct ListedEdge {
  std::string_view source;
  std::string_view target;
  std::optional<std::string_view> weight = {};
  int weight_rank = 2;                ///< what WeightAttribute::rank() said of the weight's name
  std::optional<bool> directed = {};  ///< where the edge itself says it
};

/// Gathers nodes and edges in the order of the document. Vertices are numbered as nodes are declared, or named first
/// by an edge. 9 bytes an edge, 4 more with weights, the names and a hash index. The ends of edges wait in a queue
/// until enough are there to be looked up together, which is faster than one by one; nobody sees them before they are.
class ListedGraph {
 public:
  /// `name`: of the input, for errors. `here`: the place in it that is being read, asked for only when needed.
  ListedGraph(std::string name, const ReadOptions& options, std::function<TextPosition()> here);

  /// What edges are that do not say it themselves, as the document declares it; at any time.
  void declare_direction(bool directed) { directed_ = directed; }

  /// Declares a node; false when one of that id was declared before. `label`: its name under --names labels; of a node
  /// that is declared again, the last label counts.
  bool node(std::string_view id, std::optional<std::string_view> label = {});
  /// In place of node(), before everything else: nodes are the numbers `first` .. `first + count - 1`. That costs
  /// nothing, so `count` may be what a file promises.
  void number_nodes(std::uint64_t first, VertexId count) { numbered_ = {first, count}; }
  /// As node(), of a node known by its number.
  bool declare(VertexId node);
  void label(VertexId node, std::string_view label);
  /// Notes that a node has an attribute, for the report of what was passed over.
  void node_attribute(std::string_view name) { note(node_attributes_, name); }
  /// Adds an edge. Nodes that are not declared yet may be declared later.
  void edge(const ListedEdge& edge);
  /// The node of that id, which is new where there was none.
  VertexId vertex(std::string_view id);
  /// Adds an edge between nodes known by their numbers, whatever their ids in `edge`.
  void edge_between(VertexId source, VertexId target, const ListedEdge& edge);
  /// Notes that so many edges have an attribute, for the report of what was passed over.
  void edge_attribute(std::string_view name, std::uint64_t count = 1) { note(attributes_, name, count); }

  [[nodiscard]] const WeightAttribute& weight_attribute() const { return weight_attribute_; }
  [[nodiscard]] bool labels_wanted() const { return labels_wanted_; }
  [[nodiscard]] VertexId num_nodes();
  [[nodiscard]] VertexId num_declared() const { return num_declared_; }
  [[nodiscard]] std::size_t num_edges() const { return edges_.size(); }
  /// The id of a node, by its number.
  [[nodiscard]] std::string_view id(VertexId node) const { return ids_.name(node); }
  [[nodiscard]] bool is_declared(VertexId node) const { return declared_[node] != 0; }
  [[nodiscard]] bool is_node(std::string_view id);

  /// Throws Error(bad_input) "FILE:LINE:COLUMN: message" for the place that is being read.
  template <class... Args>
  [[noreturn]] void fail_here(fmt::format_string<Args...> format, Args&&... args) const {
    fail_at_position(here_(), fmt::format(format, std::forward<Args>(args)...));
  }
  [[noreturn]] void fail_at_position(TextPosition position, std::string_view message) const;

  /// The graph. `decisions` of the reader come before those made here. Throws Error(bad_input) for labels that two
  /// nodes share, and Error(wrong_use) where no edge has the attribute that was asked for as weight.
  [[nodiscard]] EdgeList finish(std::string_view format, std::vector<std::string> decisions);

 private:
  struct Remembered {
    TextPosition position;
    std::string word;
  };

  struct Numbered {
    std::uint64_t first;
    VertexId count;
  };
  using AttributeCounts = std::map<std::string, std::uint64_t, std::less<>>;
  enum class EdgeDirection : std::uint8_t { undirected, directed, as_declared };

  /// Edges whose ends are not known by number yet.
  struct Queue {
    std::string bytes;  // of the names, source and target in turn
    std::vector<std::size_t> name_ends;
    std::vector<std::uint32_t> hashes;
    std::vector<std::string_view> names;
    std::vector<VertexId> numbers;
    std::size_t first_edge = 0;  // the place of the first; the others follow it

    void add(std::string_view name);
  };

  static void note(AttributeCounts& counts, std::string_view name, std::uint64_t count = 1);
  void number_queued_edges();
  void add_edge(Edge ends, const ListedEdge& edge);
  void settle_directions();
  void add_weight(const ListedEdge& edge);
  void make_real();
  void expand_undirected_edges();
  [[nodiscard]] VertexNames take_names();
  [[nodiscard]] std::string id_of(VertexId node) const;
  [[nodiscard]] VertexNames take_labels();
  [[nodiscard]] Weights take_weights();
  void describe_nodes(std::vector<std::string>& decisions);
  void describe_weights(const Weights& weights, std::vector<std::string>& decisions) const;

  std::string name_;
  WeightAttribute weight_attribute_;
  bool labels_wanted_;
  std::function<TextPosition()> here_;
  bool directed_ = false;

  NameInterner ids_;
  Queue queue_;
  GrowingArray<std::uint8_t> declared_;  // by node
  VertexId num_declared_ = 0;
  std::vector<std::string> labels_;  // by node; empty unless wanted
  std::optional<Numbered> numbered_;
  std::unordered_map<VertexId, std::string> numbered_labels_;
  std::uint64_t num_labels_ = 0;  // that were met, wanted or not

  GrowingArray<Edge> edges_;
  GrowingArray<EdgeDirection> edge_directed_;
  std::size_t num_directed_ = 0;

  GrowingArray<std::uint32_t> weights_;  // none until an edge has one; floats from the first on that is no integer
  std::size_t num_weighted_ = 0;
  int weight_rank_ = 0;
  std::size_t num_rounded_ = 0;
  std::optional<Remembered> first_real_, first_large_integer_;
  AttributeCounts attributes_, node_attributes_;
};

}  // namespace mg
