// A graph of networkx as this module keeps it: its nodes, and its rows in the order of its dicts.
#pragma once

#include <memory>
#include <vector>

#include "module.hpp"
#include "networkx_nodes.hpp"
#include "networkx_rows.hpp"
#include "networkx_walk.hpp"

namespace mg::python {

class NetworkxGraph {
 public:
  NetworkxGraph(const nb::dict& adjacency, const nb::object& attribute, bool multigraph, bool adds_up, bool exact,
                const NetworkxGraph* same_nodes)
      : numbers_(same_nodes != nullptr ? same_nodes->numbers_ : NodeNumbers(nb::list(adjacency.keys()))),
        rows_(walk(numbers_, adjacency, attribute, {multigraph, adds_up, exact})) {}

  [[nodiscard]] const NetworkxRows& rows() const { return rows_; }
  [[nodiscard]] FoundPool& pool() const { return *pool_; }
  [[nodiscard]] const nb::list& nodes() const { return numbers_.nodes(); }
  [[nodiscard]] PyObject* node(VertexId v) const { return numbers_.nodes()[v].ptr(); }
  /// Throws KeyError where it is no node.
  [[nodiscard]] VertexId number(nb::handle node) const;
  // For the garbage collector: nodes may lead to the graph that keeps this.
  static int visit_held(PyObject* self, visitproc visit, void* arg);
  static int drop_held(PyObject* self);

  [[nodiscard]] bool is_short() const { return rows_.targets.size() < (std::size_t{1} << 18); }

  /// For the runtime. Real weights are rounded to 32 bits, which the graph's decisions count.
  [[nodiscard]] GraphHandle graph(bool directed, bool weighted) const;

  /// Of ranked_edges(), as a directed graph: for algorithms that ignore directions.
  [[nodiscard]] GraphHandle ranked_graph(bool descending) const;

 private:
  [[nodiscard]] Weights runtime_weights(std::size_t& rounded) const;

  NodeNumbers numbers_;
  NetworkxRows rows_;
  std::unique_ptr<FoundPool> pool_ = std::make_unique<FoundPool>();
};

/// Throws where a number, which comes from Python, is of another graph's nodes.
void check_vertices(const NetworkxGraph& graph, const std::vector<VertexId>& vertices);
/// Rows of two directions are of one graph, with weights of one type.
void check_two_sides(const NetworkxGraph& out, const NetworkxGraph& in);

}  // namespace mg::python
