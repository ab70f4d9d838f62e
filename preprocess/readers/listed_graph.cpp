#include "preprocess/readers/listed_graph.hpp"

#include <fmt/ranges.h>
#include <strings.h>

#include <algorithm>
#include <bit>
#include <charconv>

#include "preprocess/readers/edge_collector.hpp"
#include "preprocess/readers/weight_text.hpp"

namespace mg {

namespace {

constexpr std::size_t most_attributes_named = 16;
/// As many names as keep what the queue and the index read of them within a core's caches.
constexpr std::size_t most_names_queued = 1024;
constexpr std::size_t most_bytes_queued = std::size_t{64} << 10;

[[nodiscard]] bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && ::strncasecmp(a.data(), b.data(), a.size()) == 0;
}

/// The number that `text` is the shortest way to write.
[[nodiscard]] std::optional<std::uint64_t> canonical_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return std::nullopt;
  if (text.size() > 1 && text.front() == '0') return std::nullopt;
  return value;
}

/// "'a' (of 3 edges), 'b' (of 1 edges)".
[[nodiscard]] std::string described(std::string_view attribute, std::uint64_t count, std::string_view things) {
  return fmt::format("{} (of {} {})", quoted(attribute), count, things);
}

}  // namespace

int WeightAttribute::rank(std::string_view name) const {
  if (!wanted_) return 0;
  if (!asked_.empty()) return name == asked_ ? 3 : 0;
  if (equals_ignoring_case(name, "weight")) return 2;
  return equals_ignoring_case(name, "value") ? 1 : 0;
}

ListedGraph::ListedGraph(std::string name, const ReadOptions& options, std::function<TextPosition()> here)
    : name_(std::move(name)),
      weight_attribute_(options),
      labels_wanted_(options.table.names == NameKind::labels),
      here_(std::move(here)) {}

void ListedGraph::fail_at_position(TextPosition position, std::string_view message) const {
  fail(ExitCode::bad_input, "{}:{}:{}: {}", name_, position.line, position.column, message);
}

void ListedGraph::Queue::add(std::string_view name) {
  bytes += name;
  name_ends.push_back(bytes.size());
  hashes.push_back(hash_name(name));
}

/// Gives the queued edges their ends, which are numbered in the order of the document.
void ListedGraph::number_queued_edges() {
  const std::size_t count = queue_.name_ends.size();
  if (count == 0) return;
  queue_.names.clear();
  std::size_t begin = 0;
  for (const std::size_t end : queue_.name_ends) {
    queue_.names.push_back(std::string_view(queue_.bytes).substr(begin, end - begin));
    begin = end;
  }
  queue_.numbers.resize(count);
  ids_.intern(queue_.names, queue_.hashes, queue_.numbers);
  for (std::size_t i = 0; i < count; i += 2) {
    edges_[queue_.first_edge + i / 2] = {queue_.numbers[i], queue_.numbers[i + 1]};
  }
  declared_.claim(ids_.size() - declared_.size());
  if (labels_wanted_) labels_.resize(ids_.size());
  queue_.bytes.clear();
  queue_.name_ends.clear();
  queue_.hashes.clear();
}

VertexId ListedGraph::num_nodes() {
  number_queued_edges();
  return numbered_ ? numbered_->count : ids_.size();
}

bool ListedGraph::is_node(std::string_view id) {
  number_queued_edges();
  return ids_.find(id).has_value();
}

VertexId ListedGraph::vertex(std::string_view id) {
  number_queued_edges();
  const VertexId next = ids_.size();
  const VertexId node = ids_.intern(id);
  if (node == next) {
    declared_.push_back(0);
    if (labels_wanted_) labels_.emplace_back();
  }
  return node;
}

bool ListedGraph::node(std::string_view id, std::optional<std::string_view> label) {
  const VertexId node = vertex(id);
  if (label && *label != id) this->label(node, *label);
  return declare(node);
}

bool ListedGraph::declare(VertexId node) {
  if (declared_[node] != 0) return false;
  declared_[node] = 1;
  ++num_declared_;
  return true;
}

void ListedGraph::label(VertexId node, std::string_view label) {
  ++num_labels_;
  if (labels_wanted_) (numbered_ ? numbered_labels_[node] : labels_[node]) = label;
}

void ListedGraph::edge(const ListedEdge& edge) {
  if (queue_.name_ends.empty()) queue_.first_edge = edges_.size();
  queue_.add(edge.source);  // before the target, for they are numbered as they are named
  queue_.add(edge.target);
  add_edge({no_vertex, no_vertex}, edge);
  if (queue_.hashes.size() >= most_names_queued || queue_.bytes.size() >= most_bytes_queued) number_queued_edges();
}

void ListedGraph::edge_between(VertexId source, VertexId target, const ListedEdge& edge) {
  number_queued_edges();
  add_edge({source, target}, edge);
}

void ListedGraph::add_edge(Edge ends, const ListedEdge& edge) {
  edges_.push_back(ends);
  edge_directed_.push_back(!edge.directed   ? EdgeDirection::as_declared
                           : *edge.directed ? EdgeDirection::directed
                                            : EdgeDirection::undirected);
  if (edge.weight) {
    add_weight(edge);
  } else if (num_weighted_ != 0) {
    weights_.push_back(first_real_ ? std::bit_cast<std::uint32_t>(1.0F) : 1);
  }
}

void ListedGraph::note(AttributeCounts& counts, std::string_view name, std::uint64_t count) {
  const auto found = counts.find(name);
  if (found != counts.end()) {
    found->second += count;
  } else if (counts.size() < most_attributes_named) {
    counts.emplace(name, count);
  }
}

void ListedGraph::add_weight(const ListedEdge& edge) {
  if (num_weighted_ == 0) {
    weight_rank_ = edge.weight_rank;
    const std::size_t before = edges_.size() - 1;
    weights_.claim(before);
    std::fill_n(weights_.data(), before, 1);
  }
  if (weight_rank_ != edge.weight_rank) {
    fail_here(
        "some edges have an attribute \"weight\" and some have \"value\" alone: say which is meant, --weights "
        "from:weight or --weights from:value");
  }
  ++num_weighted_;
  try {
    const WeightText weight = parse_weight(*edge.weight);
    const auto remember = [&](std::optional<Remembered>& where) {
      if (!where) where = {here_(), std::string(*edge.weight)};
    };
    if (!weight.integer && !first_real_) make_real();
    if (!weight.integer) remember(first_real_);
    if (weight.integer && !fits_float(*weight.integer)) remember(first_large_integer_);
    num_rounded_ += weight.exact ? 0 : 1;
    const float real = weight.integer ? static_cast<float>(*weight.integer) : weight.real;
    weights_.push_back(first_real_ ? std::bit_cast<std::uint32_t>(real) : *weight.integer);
  } catch (const TextError& error) {
    fail_at_position(here_(), error.message);
  }
}

void ListedGraph::make_real() {
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    weights_[i] = std::bit_cast<std::uint32_t>(static_cast<float>(weights_[i]));
  }
}

void ListedGraph::settle_directions() {
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    EdgeDirection& direction = edge_directed_[i];
    if (direction == EdgeDirection::as_declared) {
      direction = directed_ ? EdgeDirection::directed : EdgeDirection::undirected;
    }
    num_directed_ += direction == EdgeDirection::directed ? 1 : 0;
  }
}

void ListedGraph::expand_undirected_edges() {
  const std::size_t count = edges_.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Edge edge = edges_[i];
    if (edge_directed_[i] == EdgeDirection::directed || edge.source == edge.target) continue;
    edges_.push_back({edge.target, edge.source});
    if (num_weighted_ != 0) weights_.push_back(std::uint32_t{weights_[i]});
  }
}

VertexNames ListedGraph::take_names() {
  if (numbered_) return VertexNames::counted(numbered_->first, numbered_->count);
  if (ids_.size() == 0) return {};
  const auto first = canonical_number(ids_.name(0));
  bool counted = first.has_value();
  for (VertexId i = 0; counted && i < ids_.size(); ++i) counted = canonical_number(ids_.name(i)) == *first + i;
  return counted ? VertexNames::counted(*first, ids_.size()) : ids_.take();
}

std::string ListedGraph::id_of(VertexId node) const {
  return numbered_ ? fmt::format("{}", numbered_->first + node) : std::string(ids_.name(node));
}

VertexNames ListedGraph::take_labels() {
  if (numbered_ && num_nodes() / 2 > numbered_labels_.size()) {
    fail(ExitCode::bad_input,
         "{}: {} of {} vertices have a label; without --names labels they are called by their numbers", name_,
         numbered_labels_.size(), num_nodes());
  }
  NameInterner names;
  for (VertexId i = 0; i < num_nodes(); ++i) {
    std::string label = numbered_ ? numbered_labels_[i] : labels_[i];
    if (label.empty()) label = id_of(i);
    const VertexId known = names.intern(label);
    if (known == i) continue;
    fail(ExitCode::bad_input,
         "{}: nodes {} and {} have the same label, {}; without --names labels vertices are called "
         "by their ids",
         name_, quoted(id_of(known)), quoted(id_of(i)), quoted(label));
  }
  return names.take();
}

Weights ListedGraph::take_weights() {
  if (num_weighted_ == 0) return std::monostate{};
  if (!first_real_) return weights_.take();
  if (first_large_integer_) {
    fail_at_position(first_large_integer_->position,
                     fmt::format("weight {} cannot be kept exactly: weight {} in line {} makes all weights 32-bit "
                                 "floats, which round it; write it as a decimal ({}.0) to accept that",
                                 quoted(first_large_integer_->word), quoted(first_real_->word),
                                 first_real_->position.line, first_large_integer_->word));
  }
  return weights_.take<float>();
}

EdgeList ListedGraph::finish(std::string_view format, std::vector<std::string> decisions) {
  EdgeList list;
  number_queued_edges();
  const std::size_t num_listed = edges_.size();
  settle_directions();
  const bool mixed = num_directed_ != 0 && num_directed_ != num_listed;
  list.directed = num_listed == 0 ? directed_ : num_directed_ != 0;
  list.direction_declared = true;
  describe_nodes(decisions);
  if (mixed) {
    decisions.push_back(fmt::format("direction: mixed; each of the {} undirected edges became an edge each way",
                                    num_listed - num_directed_));
    expand_undirected_edges();
  }
  list.weights = take_weights();
  describe_weights(list.weights, decisions);
  list.names = labels_wanted_ ? take_labels() : take_names();
  list.edges = edges_.take();
  list.format = format;
  list.decisions = std::move(decisions);
  return list;
}

void ListedGraph::describe_nodes(std::vector<std::string>& decisions) {
  if (num_declared_ != 0 && num_declared_ != ids_.size()) {
    decisions.push_back(
        fmt::format("nodes: {} are declared, {} are named by edges alone", num_declared_, ids_.size() - num_declared_));
  }
  std::vector<std::string> passed;
  for (const auto& [attribute, count] : node_attributes_) passed.push_back(described(attribute, count, "nodes"));
  if (!passed.empty()) decisions.push_back(fmt::format("node attributes passed over: {}", fmt::join(passed, ", ")));
  if (!labels_wanted_) {
    if (num_labels_ == 0) return;
    decisions.push_back(
        fmt::format("names: ids; {} nodes have labels, which --names labels makes their names", num_labels_));
    return;
  }
  const std::size_t labelled =
      numbered_ ? numbered_labels_.size()
                : labels_.size() - static_cast<std::size_t>(std::count(labels_.begin(), labels_.end(), std::string()));
  decisions.push_back(labelled == num_nodes() ? "names: the labels of the nodes"
                                              : fmt::format("names: the labels of the nodes; {} have none and are "
                                                            "called by their ids",
                                                            num_nodes() - labelled));
}

void ListedGraph::describe_weights(const Weights& weights, std::vector<std::string>& decisions) const {
  std::vector<std::string> passed;
  for (const auto& [attribute, count] : attributes_) {
    const bool is_weight = num_weighted_ != 0 && weight_attribute_.rank(attribute) == weight_rank_;
    if (!is_weight) passed.push_back(described(attribute, count, "edges"));
  }
  const std::string names = fmt::format("{}", fmt::join(passed, ", "));
  if (!weight_attribute_.asked().empty() && num_weighted_ == 0) {
    fail(ExitCode::wrong_use, "--weights from:{}: no edge of {} has that attribute; {}", weight_attribute_.asked(),
         name_, passed.empty() ? "edges have none" : "edges have " + names);
  }
  std::string text = describe(weights, num_rounded_);
  if (num_weighted_ != 0 && num_weighted_ != edge_directed_.size()) {
    text += fmt::format("; {} of {} edges have none and weigh 1", edge_directed_.size() - num_weighted_,
                        edge_directed_.size());
  }
  decisions.push_back(std::move(text));
  if (passed.empty()) return;
  decisions.push_back(
      fmt::format("edge attributes passed over: {}; --weights from:NAME takes one as the weight", names));
}

}  // namespace mg
