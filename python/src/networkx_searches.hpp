// Searches of graphs of networkx, with results as the dicts and lists that networkx returns.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "module.hpp"
#include "networkx_graph.hpp"

namespace mg::python {

/// The results of a breadth-first search, in the forms that networkx returns.
class Search {
 public:
  Search(const NetworkxGraph& graph, SearchTree tree) : graph_(graph), tree_(std::move(tree)) {}

  [[nodiscard]] nb::dict lengths() const;
  [[nodiscard]] nb::dict paths(bool reversed) const;
  [[nodiscard]] nb::object layers() const;
  /// (parent, child), or (child, parent).
  [[nodiscard]] nb::object edges(bool child_first) const;
  /// (parent, [children]) for each that has children.
  [[nodiscard]] nb::object successors() const;
  /// A set of what was found, but for the source.
  [[nodiscard]] nb::object others() const;

 private:
  [[nodiscard]] PyObject* node(std::size_t i) const { return graph_.node(tree_.vertices[i]); }
  [[nodiscard]] std::size_t end_of(std::size_t level) const {
    return level + 1 < tree_.levels.size() ? tree_.levels[level + 1] : tree_.vertices.size();
  }

  const NetworkxGraph& graph_;
  SearchTree tree_;
};

[[nodiscard]] Search search(const NetworkxGraph& graph, const std::vector<VertexId>& sources,
                            std::optional<std::uint64_t> depth);
/// Of each source: how many others it reaches, the sum of their distances, that of the inverses, and the largest.
[[nodiscard]] nb::tuple reaches_of(const NetworkxGraph& graph, const std::vector<VertexId>& sources, int threads);
/// Sets of nodes, in the order in which networkx finds them.
[[nodiscard]] nb::list strong_components_of(const NetworkxGraph& graph);
/// The path between two nodes, or None.
[[nodiscard]] nb::object path_between(const NetworkxGraph& out, const NetworkxGraph& in, VertexId source,
                                      VertexId target);
/// (its weight, the path), or None where there is none; between nodes that differ.
[[nodiscard]] nb::object lightest_path(const NetworkxGraph& out, const NetworkxGraph& in, VertexId source,
                                       VertexId target);
/// (distances by node; paths by node, or with a target the path to it, or None).
[[nodiscard]] nb::tuple dijkstra(const NetworkxGraph& graph, const std::vector<VertexId>& sources,
                                 std::optional<double> cutoff, std::optional<VertexId> target, bool wants_paths);

}  // namespace mg::python
