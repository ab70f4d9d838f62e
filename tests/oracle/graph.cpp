#include "tests/oracle/graph.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace oracle {
namespace {

bool is_number(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Numeric order of digit strings without leading zeros: shorter first, then bytewise.
bool smaller_number(const std::string& a, const std::string& b) {
  return std::make_pair(a.size(), a) < std::make_pair(b.size(), b);
}

std::vector<std::string> ordered_names(const Listing& listing) {
  std::vector<std::string> names;
  std::map<std::string, bool> seen;
  const auto add = [&](const std::string& name) {
    if (!seen[name]) names.push_back(name);
    seen[name] = true;
  };
  for (const std::string& name : listing.vertices) add(name);
  for (const Listing::Edge& edge : listing.edges) {
    add(edge.source);
    add(edge.target);
  }
  if (std::all_of(names.begin(), names.end(), is_number)) std::sort(names.begin(), names.end(), smaller_number);
  return names;
}

double combined(double old_weight, double new_weight, Duplicates duplicates) {
  switch (duplicates) {
    case Duplicates::min: return std::min(old_weight, new_weight);
    case Duplicates::max: return std::max(old_weight, new_weight);
    case Duplicates::sum: return old_weight + new_weight;
    default: return old_weight;
  }
}

}  // namespace

std::size_t Graph::num_arcs() const {
  std::size_t count = 0;
  for (const auto& row : out) count += row.size();
  return count;
}

std::size_t Graph::num_edges() const {
  if (directed) return num_arcs();
  std::size_t loops = 0;
  for (std::size_t v = 0; v < out.size(); ++v) {
    for (const Arc& arc : out[v]) loops += arc.target == v ? 1 : 0;
  }
  return (num_arcs() + loops) / 2;
}

Graph build(const Listing& listing, Duplicates duplicates, SelfLoops self_loops) {
  Graph graph;
  graph.directed = listing.directed;
  graph.weighted = listing.weighted;
  graph.names = ordered_names(listing);
  for (std::size_t v = 0; v < graph.names.size(); ++v) graph.index[graph.names[v]] = v;

  // One entry an edge kept, in the order of first appearance.
  std::vector<std::tuple<std::size_t, std::size_t, double>> kept;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> position;
  for (const Listing::Edge& edge : listing.edges) {
    std::size_t u = graph.index.at(edge.source);
    std::size_t v = graph.index.at(edge.target);
    const double weight = listing.weighted ? edge.weight : 1;
    if (u == v && self_loops == SelfLoops::drop) continue;
    if (!listing.directed && u > v) std::swap(u, v);
    const auto [entry, is_new] = position.try_emplace({u, v}, kept.size());
    if (is_new || duplicates == Duplicates::keep) {
      kept.emplace_back(u, v, weight);
    } else if (listing.weighted) {
      double& old_weight = std::get<2>(kept[entry->second]);
      old_weight = combined(old_weight, weight, duplicates);
    }
  }

  graph.out.resize(graph.names.size());
  for (const auto& [u, v, weight] : kept) {
    graph.out[u].push_back({v, weight});
    if (!graph.directed && u != v) graph.out[v].push_back({u, weight});
  }
  return graph;
}

std::vector<std::tuple<std::string, std::string, double>> arcs(const Graph& graph) {
  std::vector<std::tuple<std::string, std::string, double>> result;
  for (std::size_t v = 0; v < graph.out.size(); ++v) {
    for (const Arc& arc : graph.out[v]) result.emplace_back(graph.names[v], graph.names[arc.target], arc.weight);
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace oracle
