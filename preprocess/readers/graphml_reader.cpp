// GraphML: the graphs of networkx, igraph, Gephi, yEd, graph-tool, Neo4j, JGraphT and others.
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/readers/document_attributes.hpp"
#include "preprocess/readers/listed_graph.hpp"
#include "preprocess/readers/readers.hpp"
#include "preprocess/readers/xml_elements.hpp"
#include "preprocess/readers/xml_parser.hpp"
#include "preprocess/short_list.hpp"

namespace mg {

namespace {

/// Values are numbers and labels; what is longer is a mistake that costs memory.
constexpr std::size_t longest_value = std::size_t{1} << 20;
constexpr int label_rank_of_yed = 1;

enum class Element : std::uint8_t { graphml, key, default_value, graph, node, edge, data, yed_label, passed_over };

/// The most frequent first.
constexpr std::array elements{
    NamedElement<Element>{"edge", Element::edge},       NamedElement<Element>{"node", Element::node},
    NamedElement<Element>{"data", Element::data},       NamedElement<Element>{"graph", Element::graph},
    NamedElement<Element>{"key", Element::key},         NamedElement<Element>{"default", Element::default_value},
    NamedElement<Element>{"graphml", Element::graphml},
};

class GraphmlReader final : public XmlHandler {
 public:
  GraphmlReader(Input& input, const ReadOptions& options)
      : xml_(input, options.block_size),
        graph_(input.name(), options, [this] { return xml_.here(); }),
        labels_wanted_(options.table.names == NameKind::labels) {}

  EdgeList read(Progress& progress);

  void start(std::string_view name, const XmlAttributes& attributes) override;
  void end() override;
  void text(std::string_view piece) override;

 private:
  struct Node {
    std::string id;
    BestValue label;
  };
  struct OpenEdge {
    std::string source, target;
    bool directed = false;
    BestValue weight;
  };

  void demand_parent(std::string_view name, std::initializer_list<Element> parents) const {
    open_.demand_parent(name, parents, graph_);
  }
  void start_root(std::string_view name);
  void start_key(const XmlAttributes& attributes);
  void start_graph(const XmlAttributes& attributes);
  void start_node(const XmlAttributes& attributes);
  void start_edge(const XmlAttributes& attributes);
  Element start_data(const XmlAttributes& attributes);
  Element pass_over(std::string_view name);
  void note_content();
  void end_default();
  void end_data();
  void offer_label(int rank);
  void end_edge();
  void end_node();
  void collect() {
    collecting_ = true;
    text_.clear();
  }
  void describe(std::vector<std::string>& decisions) const;

  XmlParser xml_;
  ListedGraph graph_;
  bool labels_wanted_;
  OpenElements<Element> open_{elements};

  DocumentAttributes of_nodes_{graph_.weight_attribute()};
  DocumentAttributes of_edges_{graph_.weight_attribute()};
  struct {
    DocumentAttribute* of_nodes;
    DocumentAttribute* of_edges;
  } key_{};  // that is being declared
  BestValue default_weight_, default_label_;

  std::vector<bool> graph_directed_;  // of the graphs that are open
  std::vector<Node> nodes_;           // that are open
  OpenEdge edge_;
  DocumentAttribute* attribute_ = nullptr;  // of the data that are open
  bool collecting_ = false;
  std::string text_;

  std::uint64_t num_graphs_ = 0, num_nested_ = 0, num_undeclared_directions_ = 0, num_ports_ = 0;
  bool has_content_ = false, graph_has_content_ = false;
  std::map<std::string, std::uint64_t, std::less<>> passed_over_;
};

void GraphmlReader::start(std::string_view name, const XmlAttributes& attributes) {
  if (open_.empty()) return start_root(name);
  const bool inside_unknown = open_.innermost() == Element::passed_over || open_.innermost() == Element::yed_label;
  Element element = inside_unknown ? Element::passed_over : open_.called(name);
  switch (element) {
    case Element::edge: start_edge(attributes); break;
    case Element::node: start_node(attributes); break;
    case Element::data: element = start_data(attributes); break;
    case Element::graph: start_graph(attributes); break;
    case Element::key: start_key(attributes); break;
    case Element::default_value:
      demand_parent("default", {Element::key});
      collect();
      break;
    case Element::graphml: graph_.fail_here("<graphml> within <graphml>: one document was expected"); break;
    default: element = pass_over(name);
  }
  open_.open(element);
}

void GraphmlReader::start_root(std::string_view name) {
  if (local_name(name) != "graphml") {
    graph_.fail_here("the root element is <{}>, that of GraphML is <graphml>", name);
  }
  open_.open_root(name, Element::graphml);
}

/// Elements of others, and those of GraphML that say nothing about who is joined to whom.
Element GraphmlReader::pass_over(std::string_view name) {
  const bool own = open_.is_own(name);
  const std::string_view local = local_name(name);
  // yEd's label of a node stands within its shape, wherever there is text for it.
  if (labels_wanted_ && local == "NodeLabel" && !nodes_.empty() && edge_.source.empty()) {
    if (nodes_.back().label.rank() >= label_rank_of_yed) return Element::passed_over;
    collect();
    return Element::yed_label;
  }
  const bool directly = open_.stands_in({Element::graphml, Element::graph, Element::node, Element::edge});
  if (!own || !directly || local == "desc") return Element::passed_over;
  if (local == "hyperedge") {
    graph_.fail_here(
        "a <hyperedge>, which joins any number of vertices, and edges join two: write an edge for each pair of its "
        "endpoints, or a node for the hyperedge and an edge from it to each endpoint");
  }
  if (local == "locator") graph_.fail_here("a <locator>: this content is in another file, which is not read");
  if (local == "port") {
    ++num_ports_;
  } else {
    ++passed_over_[std::string(local)];
  }
  return Element::passed_over;
}

void GraphmlReader::start_key(const XmlAttributes& attributes) {
  demand_parent("key", {Element::graphml, Element::graph});
  const auto id = attributes.find("id");
  if (!id) graph_.fail_here("a <key> without an id");
  const std::string_view of = attributes.find("for").value_or("all");
  const auto yed = attributes.find("yfiles.type");
  const std::string_view name = attributes.find("attr.name").value_or(yed.value_or(*id));
  const auto declare = [&](DocumentAttributes& attributes_of, std::string_view domain) -> DocumentAttribute* {
    if (of != "all" && of != domain) return nullptr;
    DocumentAttribute* const declared = attributes_of.declare(*id, name);
    if (declared != nullptr) return declared;
    graph_.fail_here("the <key> {} for {}s is declared a second time, or after it was used", quoted(*id), domain);
  };
  key_ = {declare(of_nodes_, "node"), declare(of_edges_, "edge")};
}

/// A default stands for what nodes and edges do not say themselves.
void GraphmlReader::end_default() {
  collecting_ = false;
  const std::string_view value = without_xml_space(text_);
  if (value.empty()) return;
  const DocumentAttribute* const of_edges = key_.of_edges;
  if (of_edges != nullptr && !default_weight_.offer(of_edges->weight_rank, value)) {
    graph_.fail_here("a second default of {}", quoted(of_edges->name));
  }
  if (key_.of_nodes != nullptr) static_cast<void>(default_label_.offer(key_.of_nodes->label_rank, value));
}

void GraphmlReader::start_graph(const XmlAttributes& attributes) {
  if (open_.stands_in({Element::edge})) {
    graph_.fail_here("a <graph> within an <edge>, whose vertices would have no place; move it out");
  }
  demand_parent("graph", {Element::graphml, Element::node});
  const auto declared = attributes.find("edgedefault");
  if (declared && *declared != "directed" && *declared != "undirected") {
    graph_.fail_here("expected edgedefault=\"directed\" or \"undirected\", found {}", quoted(*declared));
  }
  const bool outermost = graph_directed_.empty();
  if (!declared) ++num_undeclared_directions_;
  const bool directed = declared ? *declared == "directed" : !outermost && graph_directed_.back();
  graph_directed_.push_back(directed);
  if (!outermost) {
    ++num_nested_;
    return;
  }
  ++num_graphs_;
  graph_has_content_ = false;
  if (!has_content_) graph_.declare_direction(directed);
}

/// Called for each node and edge: of several graphs all but one must be empty.
void GraphmlReader::note_content() {
  if (graph_has_content_) return;
  if (has_content_) {
    graph_.fail_here("a second <graph>: which one is meant? Keep one of them in the file");
  }
  has_content_ = graph_has_content_ = true;
}

void GraphmlReader::start_node(const XmlAttributes& attributes) {
  demand_parent("node", {Element::graph});
  note_content();
  const auto id = attributes.find("id");
  if (!id || id->empty()) graph_.fail_here("a <node> without an id");
  if (!graph_.node(*id)) graph_.fail_here("the node {} is declared a second time", quoted(*id));
  nodes_.emplace_back();
  if (labels_wanted_) nodes_.back().id = *id;
}

void GraphmlReader::end_node() {
  if (labels_wanted_) {
    const Node& node = nodes_.back();
    const BestValue& label = node.label.rank() >= default_label_.rank() ? node.label : default_label_;
    if (label.rank() > 0) graph_.node(node.id, label.text());
  }
  nodes_.pop_back();
}

void GraphmlReader::start_edge(const XmlAttributes& attributes) {
  demand_parent("edge", {Element::graph});
  note_content();
  edge_.source.clear();
  edge_.target.clear();
  edge_.directed = graph_directed_.back();
  edge_.weight.clear();
  attributes.for_each([&](std::string_view name, std::string_view value) {
    if (name == "source") {
      edge_.source = value;
    } else if (name == "target") {
      edge_.target = value;
    } else if (name == "directed") {
      const bool yes = value == "true" || value == "1";
      if (!yes && value != "false" && value != "0") {
        graph_.fail_here("expected directed=\"true\" or \"false\", found {}", quoted(value));
      }
      edge_.directed = yes;
    } else if (name == "sourceport" || name == "targetport") {
      ++num_ports_;
    }
  });
  if (edge_.source.empty() || edge_.target.empty()) {
    graph_.fail_here("an <edge> without a {}", edge_.source.empty() ? "source" : "target");
  }
}

void GraphmlReader::end_edge() {
  const BestValue& weight = edge_.weight.rank() >= default_weight_.rank() ? edge_.weight : default_weight_;
  ListedEdge edge{edge_.source, edge_.target};
  edge.directed = edge_.directed;
  if (weight.rank() > 0) {
    edge.weight = weight.text();
    edge.weight_rank = weight.rank();
  }
  graph_.edge(edge);
  edge_.source.clear();
}

Element GraphmlReader::start_data(const XmlAttributes& attributes) {
  const bool of_edge = open_.innermost() == Element::edge;
  if (!of_edge && open_.innermost() != Element::node) return Element::passed_over;
  const auto key = attributes.find("key");
  if (!key) graph_.fail_here("<data> without a key");
  attribute_ = &(of_edge ? of_edges_ : of_nodes_).find(*key);
  ++attribute_->count;
  const bool used = of_edge ? attribute_->weight_rank > 0 : labels_wanted_ && attribute_->label_rank > 0;
  if (used) collect();
  return Element::data;
}

void GraphmlReader::offer_label(int rank) {
  collecting_ = false;
  const std::string_view label = without_xml_space(text_);
  if (!label.empty()) static_cast<void>(nodes_.back().label.offer(rank, label));
}

void GraphmlReader::end_data() {
  if (!collecting_) return;
  if (open_.innermost() == Element::node) return offer_label(attribute_->label_rank);
  collecting_ = false;
  const std::string_view value = without_xml_space(text_);
  if (value.empty() || edge_.weight.offer(attribute_->weight_rank, value)) return;
  graph_.fail_here("a second {} of the same edge", quoted(attribute_->name));
}

void GraphmlReader::end() {
  const Element element = open_.close();
  switch (element) {
    case Element::edge: end_edge(); break;
    case Element::node: end_node(); break;
    case Element::data: end_data(); break;
    case Element::graph: graph_directed_.pop_back(); break;
    case Element::default_value: end_default(); break;
    case Element::yed_label: offer_label(label_rank_of_yed); break;
    default: break;
  }
}

void GraphmlReader::text(std::string_view piece) {
  // What yEd puts within a label, after its text, is not of it.
  if (!collecting_ || open_.innermost() == Element::passed_over) return;
  if (text_.size() + piece.size() > longest_value) {
    graph_.fail_here("a value of more than {} KiB", longest_value >> 10);
  }
  text_ += piece;
}

void GraphmlReader::describe(std::vector<std::string>& decisions) const {
  if (num_graphs_ > 1) {
    decisions.push_back(fmt::format("graphs: {} in the document, of which one has nodes or edges", num_graphs_));
  }
  if (num_undeclared_directions_ > 0) {
    decisions.push_back("direction: a <graph> has no edgedefault; its edges are undirected unless they say otherwise");
  }
  if (num_nested_ > 0) {
    decisions.push_back(fmt::format("nested graphs: what {} within nodes {} stands beside the rest, in one graph",
                                    num_nested_ == 1 ? "a graph" : fmt::format("{} graphs", num_nested_),
                                    num_nested_ == 1 ? "holds" : "hold"));
  }
  if (num_ports_ > 0) decisions.push_back("ports: passed over; edges join the nodes that have them");
  ShortList passed_over;
  for (const auto& [name, count] : passed_over_) {
    passed_over.add([&, &name = name, count = count] { return fmt::format("{} of <{}>", count, name); });
  }
  if (!passed_over.empty()) decisions.push_back("elements passed over: " + passed_over.text());
  of_nodes_.describe_undeclared("nodes", decisions);
  of_edges_.describe_undeclared("edges", decisions);
  of_nodes_.describe_nodes(labels_wanted_, decisions);
}

EdgeList GraphmlReader::read(Progress& progress) {
  xml_.parse(*this, progress);
  if (num_graphs_ == 0) graph_.fail_here("a <graphml> document without a <graph>");
  of_edges_.tell_of_edges(graph_);
  std::vector<std::string> decisions;
  describe(decisions);
  return graph_.finish("graphml", std::move(decisions));
}

}  // namespace

EdgeList read_graphml(Input& input, const ReadOptions& options, Progress& progress) {
  return GraphmlReader(input, options).read(progress);
}

}  // namespace mg
