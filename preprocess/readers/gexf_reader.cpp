// GEXF 1.1 to 1.3: the graphs of Gephi and networkx.
#include <fmt/format.h>

#include <array>
#include <charconv>
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

enum class Element : std::uint8_t {
  gexf,
  graph,
  attributes,
  attribute,
  default_value,
  nodes,
  node,
  edges,
  edge,
  attvalues,
  attvalue,
  passed_over
};

/// The most frequent first.
constexpr std::array elements{
    NamedElement<Element>{"edge", Element::edge},
    NamedElement<Element>{"attvalue", Element::attvalue},
    NamedElement<Element>{"node", Element::node},
    NamedElement<Element>{"attvalues", Element::attvalues},
    NamedElement<Element>{"nodes", Element::nodes},
    NamedElement<Element>{"edges", Element::edges},
    NamedElement<Element>{"attribute", Element::attribute},
    NamedElement<Element>{"attributes", Element::attributes},
    NamedElement<Element>{"default", Element::default_value},
    NamedElement<Element>{"graph", Element::graph},
    NamedElement<Element>{"gexf", Element::gexf},
};

enum class EdgeType : std::uint8_t { directed, undirected, mutual };

class GexfReader final : public XmlHandler {
 public:
  GexfReader(Input& input, const ReadOptions& options)
      : xml_(input, options.block_size),
        graph_(input.name(), options, [this] { return xml_.here(); }),
        labels_wanted_(options.table.names == NameKind::labels) {
    for (const char* const name : {"weight", "label", "kind"}) own_of_edges_.declare(name, name);
  }

  EdgeList read(Progress& progress);

  void start(std::string_view name, const XmlAttributes& attributes) override;
  void end() override;
  void text(std::string_view piece) override;

 private:
  struct OpenEdge {
    std::string source, target;
    EdgeType type = EdgeType::undirected;
    BestValue weight;
  };

  void demand_parent(std::string_view name, std::initializer_list<Element> parents) const {
    open_.demand_parent(name, parents, graph_);
  }
  [[nodiscard]] EdgeType edge_type(std::string_view text) const;
  [[nodiscard]] DocumentAttributes* attributes_of(std::string_view what);
  Element start_known(Element element, const XmlAttributes& attributes);
  void start_root(std::string_view name);
  void start_graph(const XmlAttributes& attributes);
  void start_attribute(const XmlAttributes& attributes);
  void start_node(const XmlAttributes& attributes);
  void start_edge(const XmlAttributes& attributes);
  void start_value(const XmlAttributes& attributes);
  void offer_weight(int rank, std::string_view name, std::string_view value);
  Element pass_over(std::string_view name);
  void note_time(std::string_view attribute) {
    dynamic_ = dynamic_ || attribute == "start" || attribute == "end" || attribute == "startopen" ||
               attribute == "endopen" || attribute == "timestamp" || attribute == "timestamps" ||
               attribute == "intervals";
  }
  void note_count(const XmlAttributes& attributes, std::optional<std::uint64_t>& count) const;
  void end_default();
  void end_edge();
  void describe(std::vector<std::string>& decisions);

  XmlParser xml_;
  ListedGraph graph_;
  bool labels_wanted_;
  OpenElements<Element> open_{elements};

  DocumentAttributes of_nodes_{graph_.weight_attribute()};
  DocumentAttributes of_edges_{graph_.weight_attribute()};
  DocumentAttributes own_of_edges_{graph_.weight_attribute()};  // those of <edge> itself, which have no ids
  DocumentAttributes* declared_class_ = nullptr;                // of the <attributes> that are open
  DocumentAttribute* declared_ = nullptr;                       // the <attribute> that is open
  BestValue default_weight_;
  bool collecting_ = false;
  std::string text_;

  EdgeType default_type_ = EdgeType::undirected;
  OpenEdge edge_;
  std::size_t nodes_open_ = 0;
  std::uint64_t num_labels_ = 0;  // that are not the ids once more

  std::uint64_t num_graphs_ = 0, num_mutual_ = 0, num_declared_nodes_ = 0, num_listed_edges_ = 0;
  std::optional<std::uint64_t> promised_nodes_, promised_edges_;
  bool dynamic_ = false, hierarchy_ = false;
  std::map<std::string, std::uint64_t, std::less<>> passed_over_;
};

void GexfReader::start(std::string_view name, const XmlAttributes& attributes) {
  if (open_.empty()) return start_root(name);
  const Element element = open_.innermost() == Element::passed_over ? Element::passed_over : open_.called(name);
  open_.open(element == Element::passed_over ? pass_over(name) : start_known(element, attributes));
}

Element GexfReader::start_known(Element element, const XmlAttributes& attributes) {
  switch (element) {
    case Element::edge: start_edge(attributes); break;
    case Element::node: start_node(attributes); break;
    case Element::attvalues: demand_parent("attvalues", {Element::node, Element::edge}); break;
    case Element::attvalue: start_value(attributes); break;
    case Element::nodes:
      demand_parent("nodes", {Element::graph, Element::node});
      note_count(attributes, promised_nodes_);
      break;
    case Element::edges:
      demand_parent("edges", {Element::graph, Element::node});
      note_count(attributes, promised_edges_);
      break;
    case Element::attributes:
      demand_parent("attributes", {Element::graph});
      declared_class_ = attributes_of(attributes.find("class").value_or(""));
      break;
    case Element::attribute: start_attribute(attributes); break;
    case Element::default_value:
      demand_parent("default", {Element::attribute});
      collecting_ = true;
      text_.clear();
      break;
    case Element::graph: start_graph(attributes); break;
    default: graph_.fail_here("<gexf> within <gexf>: one document was expected");
  }
  return element;
}

void GexfReader::start_root(std::string_view name) {
  if (local_name(name) != "gexf") graph_.fail_here("the root element is <{}>, that of GEXF is <gexf>", name);
  open_.open_root(name, Element::gexf);
}

/// Elements of others, such as colors and places, and those of GEXF that say nothing about who is joined to whom.
Element GexfReader::pass_over(std::string_view name) {
  const bool own = open_.is_own(name);
  if (!own || open_.innermost() == Element::passed_over) return Element::passed_over;
  const std::string_view local = local_name(name);
  if (local == "spells" || local == "slices") {
    dynamic_ = true;
  } else if (local == "parents") {
    hierarchy_ = true;
  } else if (local != "meta" && local != "options") {
    ++passed_over_[std::string(local)];
  }
  return Element::passed_over;
}

EdgeType GexfReader::edge_type(std::string_view text) const {
  if (text == "directed") return EdgeType::directed;
  if (text == "undirected") return EdgeType::undirected;
  if (text == "mutual") return EdgeType::mutual;
  graph_.fail_here("the type of edges {}; directed, undirected and mutual are known", quoted(text));
}

DocumentAttributes* GexfReader::attributes_of(std::string_view what) {
  if (what == "node") return &of_nodes_;
  if (what == "edge") return &of_edges_;
  graph_.fail_here("expected <attributes class=\"node\"> or \"edge\", found {}", quoted(what));
}

void GexfReader::start_graph(const XmlAttributes& attributes) {
  demand_parent("graph", {Element::gexf});
  if (++num_graphs_ > 1) graph_.fail_here("a second <graph>: which one is meant? Keep one of them in the file");
  if (const auto type = attributes.find("defaultedgetype")) default_type_ = edge_type(*type);
  dynamic_ = attributes.find("mode") == "dynamic";
  graph_.declare_direction(default_type_ != EdgeType::undirected);
}

/// The counts of outer lists; those of nested ones are theirs alone.
void GexfReader::note_count(const XmlAttributes& attributes, std::optional<std::uint64_t>& count) const {
  const auto text = attributes.find("count");
  if (!text || open_.innermost() != Element::graph) return;
  std::uint64_t value = 0;
  const auto parsed = std::from_chars(text->data(), text->data() + text->size(), value);
  if (parsed.ec == std::errc() && parsed.ptr == text->data() + text->size()) count = value;
}

void GexfReader::start_attribute(const XmlAttributes& attributes) {
  demand_parent("attribute", {Element::attributes});
  const auto id = attributes.find("id");
  if (!id) graph_.fail_here("an <attribute> without an id");
  declared_ = declared_class_->declare(*id, attributes.find("title").value_or(*id));
  if (declared_ == nullptr) {
    graph_.fail_here("the <attribute> {} is declared a second time, or after it was used", quoted(*id));
  }
}

void GexfReader::end_default() {
  collecting_ = false;
  const std::string_view value = without_xml_space(text_);
  if (declared_class_ != &of_edges_ || value.empty()) return;
  if (!default_weight_.offer(declared_->weight_rank, value)) {
    graph_.fail_here("a second default of {}", quoted(declared_->name));
  }
}

void GexfReader::start_node(const XmlAttributes& attributes) {
  demand_parent("node", {Element::nodes});
  std::string_view id;
  std::optional<std::string_view> label;
  attributes.for_each([&](std::string_view name, std::string_view value) {
    if (name == "id") {
      id = value;
    } else if (name == "label") {
      label = value;
    } else if (name == "pid") {
      hierarchy_ = true;
    } else {
      note_time(name);
    }
  });
  if (id.empty()) graph_.fail_here("a <node> without an id");
  if (!graph_.node(id, label)) graph_.fail_here("the node {} is declared a second time", quoted(id));
  ++num_declared_nodes_;
  num_labels_ += label && *label != id ? 1 : 0;
  hierarchy_ = hierarchy_ || nodes_open_ > 0;
  ++nodes_open_;
}

void GexfReader::offer_weight(int rank, std::string_view name, std::string_view value) {
  if (edge_.weight.offer(rank, value)) return;
  graph_.fail_here(
      "a second {} of the same edge: weights that change over time are none; --weights none reads the graph without",
      quoted(name));
}

void GexfReader::start_edge(const XmlAttributes& attributes) {
  demand_parent("edge", {Element::edges});
  edge_.source.clear();
  edge_.target.clear();
  edge_.type = default_type_;
  edge_.weight.clear();
  attributes.for_each([&](std::string_view name, std::string_view value) {
    if (name == "source") {
      edge_.source = value;
    } else if (name == "target") {
      edge_.target = value;
    } else if (name == "type") {
      edge_.type = edge_type(value);
    } else if (name == "weight" || name == "label" || name == "kind") {
      DocumentAttribute& own = own_of_edges_.find(name);
      ++own.count;
      offer_weight(own.weight_rank, name, value);
    } else if (name != "id") {
      note_time(name);
    }
  });
  if (edge_.source.empty() || edge_.target.empty()) {
    graph_.fail_here("an <edge> without a {}", edge_.source.empty() ? "source" : "target");
  }
}

void GexfReader::end_edge() {
  const BestValue& weight = edge_.weight.rank() >= default_weight_.rank() ? edge_.weight : default_weight_;
  ListedEdge edge{edge_.source, edge_.target};
  edge.directed = edge_.type != EdgeType::undirected;
  if (weight.rank() > 0) {
    edge.weight = weight.text();
    edge.weight_rank = weight.rank();
  }
  graph_.edge(edge);
  ++num_listed_edges_;
  if (edge_.type != EdgeType::mutual) return;
  ++num_mutual_;
  std::swap(edge.source, edge.target);
  graph_.edge(edge);
}

void GexfReader::start_value(const XmlAttributes& attributes) {
  demand_parent("attvalue", {Element::attvalues});
  attributes.for_each([&](std::string_view name, std::string_view /*value*/) { note_time(name); });
  const auto key = attributes.find("for") ? attributes.find("for") : attributes.find("id");
  const auto value = attributes.find("value");
  if (!key || !value) graph_.fail_here("an <attvalue> without a {}", key ? "value" : "for");
  const bool of_edge = open_.outer() == Element::edge;
  DocumentAttribute& attribute = (of_edge ? of_edges_ : of_nodes_).find(*key);
  ++attribute.count;
  if (!of_edge) attribute.label_rank = 0;  // the label of a node is an attribute of <node> itself
  const std::string_view trimmed = without_xml_space(*value);
  if (of_edge && !trimmed.empty()) offer_weight(attribute.weight_rank, attribute.name, trimmed);
}

void GexfReader::end() {
  const Element element = open_.close();
  if (element == Element::edge) end_edge();
  if (element == Element::node) --nodes_open_;
  if (element == Element::default_value) end_default();
}

void GexfReader::text(std::string_view piece) {
  if (!collecting_ || open_.innermost() != Element::default_value) return;
  constexpr std::size_t longest_value = std::size_t{1} << 20;
  if (text_.size() + piece.size() > longest_value) {
    graph_.fail_here("a value of more than {} KiB", longest_value >> 10);
  }
  text_ += piece;
}

void GexfReader::describe(std::vector<std::string>& decisions) {
  if (num_mutual_ > 0) {
    decisions.push_back(fmt::format("mutual edges: {} became two each, one each way", num_mutual_));
  }
  if (dynamic_) {
    decisions.push_back("time: when nodes and edges exist is passed over; the graph is all that ever exists");
  }
  if (hierarchy_) decisions.push_back("hierarchy: nodes within nodes stand beside the others, in one graph");
  const auto compare = [&](std::optional<std::uint64_t> promised, std::uint64_t found, std::string_view what) {
    if (!promised || *promised == found || hierarchy_) return;
    decisions.push_back(fmt::format("{}: the document promises {} and has {}", what, *promised, found));
  };
  compare(promised_nodes_, num_declared_nodes_, "nodes");
  compare(promised_edges_, num_listed_edges_, "edges");
  ShortList passed_over;
  for (const auto& [name, count] : passed_over_) {
    passed_over.add([&, &name = name, count = count] { return fmt::format("{} of <{}>", count, name); });
  }
  if (!passed_over.empty()) decisions.push_back("elements passed over: " + passed_over.text());
  of_nodes_.describe_undeclared("nodes", decisions);
  of_edges_.describe_undeclared("edges", decisions);
  of_nodes_.describe_nodes(labels_wanted_, decisions);
  if (!labels_wanted_ && num_labels_ > 0) {
    decisions.push_back(
        fmt::format("labels of {} nodes passed over; --names labels calls vertices by them", num_labels_));
  }
}

EdgeList GexfReader::read(Progress& progress) {
  xml_.parse(*this, progress);
  if (num_graphs_ == 0) graph_.fail_here("a <gexf> document without a <graph>");
  of_edges_.tell_of_edges(graph_);
  own_of_edges_.tell_of_edges(graph_);
  std::vector<std::string> decisions;
  describe(decisions);
  return graph_.finish("gexf", std::move(decisions));
}

}  // namespace

EdgeList read_gexf(Input& input, const ReadOptions& options, Progress& progress) {
  return GexfReader(input, options).read(progress);
}

}  // namespace mg
