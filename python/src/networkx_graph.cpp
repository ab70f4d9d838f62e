#include "networkx_graph.hpp"

#include <fmt/format.h>

#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "interruptible.hpp"
#include "preprocess/building/graph_of_rows.hpp"
#include "preprocess/readers/edge_columns.hpp"

namespace mg::python {

VertexId NetworkxGraph::number(nb::handle node) const {
  const auto number = numbers_.find(node.ptr());
  if (!number) throw nb::key_error(nb::cast<std::string>(nb::repr(node)).c_str());
  return *number;
}

GraphHandle NetworkxGraph::graph(bool directed, bool weighted) const {
  return interruptible(is_short(), [&](const std::atomic<bool>&) {
    std::size_t rounded = 0;
    Weights weights = weighted ? runtime_weights(rounded) : Weights{};
    std::vector<std::string> decisions;
    if (rounded > 0)
      decisions.push_back(fmt::format("{} weight{} rounded to 32 bits", rounded, rounded == 1 ? " was" : "s were"));
    return GraphHandle(graph_of_rows({rows_.offsets, rows_.targets, std::move(weights)}, directed),
                       std::move(decisions));
  });
}

GraphHandle NetworkxGraph::ranked_graph(bool descending) const {
  return interruptible(is_short(), [&](const std::atomic<bool>&) {
    return GraphHandle(graph_of_rows(ranked_edges(rows_, descending), true), {});
  });
}

Weights NetworkxGraph::runtime_weights(std::size_t& rounded) const {
  return std::visit(
      [&]<class W>(const W& values) -> Weights {
        if constexpr (std::is_same_v<W, std::monostate>) {
          return {};
        } else {
          return weights_of_column<typename W::value_type>(values, rounded);
        }
      },
      rows_.weights);
}

int NetworkxGraph::visit_held(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  const NodeNumbers& held = nb::inst_ptr<NetworkxGraph>(self)->numbers_;
  Py_VISIT(held.nodes_.ptr());
  if (held.by_node_) Py_VISIT(held.by_node_->ptr());
  return 0;
}

int NetworkxGraph::drop_held(PyObject* self) {
  if (!nb::inst_ready(self)) return 0;
  NodeNumbers& held = nb::inst_ptr<NetworkxGraph>(self)->numbers_;
  held.nodes_.reset();
  if (held.by_node_) held.by_node_->reset();
  return 0;
}

void check_vertices(const NetworkxGraph& graph, const std::vector<VertexId>& vertices) {
  for (const VertexId v : vertices) {
    if (v < graph.rows().num_vertices()) continue;
    fail(ExitCode::wrong_use, "there is no node number {}: the graph has {} nodes", v, graph.rows().num_vertices());
  }
}

void check_two_sides(const NetworkxGraph& out, const NetworkxGraph& in) {
  if (out.rows().num_vertices() != in.rows().num_vertices()) {
    fail(ExitCode::wrong_use, "successors of {} nodes and predecessors of {} are not of one graph",
         out.rows().num_vertices(), in.rows().num_vertices());
  }
  if (out.rows().weights.index() != in.rows().weights.index()) {
    leave_to_networkx("successors and predecessors with weights of two types");
  }
}

}  // namespace mg::python
