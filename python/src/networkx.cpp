// The module's class of networkx's graphs: what Python calls.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <type_traits>
#include <variant>

#include "module.hpp"
#include "networkx_graph.hpp"
#include "networkx_objects.hpp"
#include "networkx_searches.hpp"

namespace mg::python {
namespace {

/// Whether all arcs weigh the same, and more than nothing.
bool is_uniform(const NetworkxGraph& graph) {
  return std::visit(
      []<class W>(const W& weights) {
        if constexpr (std::is_same_v<W, std::monostate>) {
          return true;
        } else {
          return std::ranges::all_of(weights, [&](auto weight) { return weight == weights.front() && weight > 0; });
        }
      },
      graph.rows().weights);
}

/// Dicts by node of an array in the order of nodes.
template <class Number, class Python>
nb::dict by_node(const NetworkxGraph& graph, const nb::ndarray<const Number, nb::ndim<1>, nb::device::cpu>& values) {
  if (values.size() != graph.nodes().size()) fail(ExitCode::internal, "one value a node is expected");
  nb::dict dict;
  for (std::size_t i = 0; i < values.size(); ++i) {
    set_entry(dict, graph.node(static_cast<VertexId>(i)), nb::steal(number_object(static_cast<Python>(values(i)))));
  }
  return dict;
}

/// The sets of nodes with the same label, in the order of their first nodes; labels are numbers of nodes.
nb::list sets_of(const NetworkxGraph& graph,
                 const nb::ndarray<const std::int32_t, nb::ndim<1>, nb::device::cpu>& labels) {
  if (labels.size() != graph.nodes().size()) fail(ExitCode::internal, "one label a node is expected");
  nb::list sets;
  std::vector<PyObject*> set_of(labels.size());  // borrowed from the list
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (static_cast<std::size_t>(labels(i)) >= set_of.size()) fail(ExitCode::internal, "a label is no node's number");
    PyObject*& set = set_of[static_cast<std::size_t>(labels(i))];
    if (set == nullptr) {
      const nb::object made = nb::steal(PySet_New(nullptr));
      set = made.ptr();
      sets.append(made);
    }
    PySet_Add(set, graph.node(static_cast<VertexId>(i)));
  }
  return sets;
}

}  // namespace

void define_networkx(nb::module_& module) {
  static const PyType_Slot held[] = {{Py_tp_traverse, reinterpret_cast<void*>(&NetworkxGraph::visit_held)},
                                     {Py_tp_clear, reinterpret_cast<void*>(&NetworkxGraph::drop_held)},
                                     {0, nullptr}};
  nb::class_<NetworkxGraph>(module, "NetworkxGraph", nb::type_slots(held))
      .def(nb::init<const nb::dict&, const nb::object&, bool, bool, bool, const NetworkxGraph*>(), nb::arg("adjacency"),
           nb::arg("attribute").none(), nb::arg("multigraph"), nb::arg("adds_up"), nb::arg("exact"),
           nb::arg("same_nodes").none())
      .def_prop_ro("nodes", &NetworkxGraph::nodes)
      .def_prop_ro("num_arcs", [](const NetworkxGraph& graph) { return graph.rows().targets.size(); })
      .def_prop_ro("is_uniform", &is_uniform)
      .def("number", &NetworkxGraph::number, nb::arg("node").none())
      .def("graph", &NetworkxGraph::graph, nb::arg("directed"), nb::arg("weighted"))
      .def("ranked_graph", &NetworkxGraph::ranked_graph, nb::arg("descending"))
      .def("search", &search, nb::arg("sources"), nb::arg("depth").none(), nb::keep_alive<0, 1>())
      .def("reaches", &reaches_of, nb::arg("sources"), nb::arg("threads"))
      .def("path", &path_between, nb::arg("predecessors"), nb::arg("source"), nb::arg("target"))
      .def("lightest_path", &lightest_path, nb::arg("predecessors"), nb::arg("source"), nb::arg("target"))
      .def("dijkstra", &dijkstra, nb::arg("sources"), nb::arg("cutoff").none(), nb::arg("target").none(),
           nb::arg("paths"))
      .def("ints", &by_node<std::uint64_t, std::int64_t>, nb::arg("values"))
      .def("floats", &by_node<double, double>, nb::arg("values"))
      .def("sets", &sets_of, nb::arg("labels"))
      .def("strong_components", &strong_components_of)
      .def("degrees", [](const NetworkxGraph& graph) {
        auto degrees = Array<std::uint64_t>::uninitialized(graph.rows().num_vertices());
        for (VertexId v = 0; v < degrees.size(); ++v) degrees[v] = graph.rows().row(v).size();
        return numpy_view(degrees);
      });
  nb::class_<Search>(module, "Search")
      .def("lengths", &Search::lengths)
      .def("paths", &Search::paths, nb::arg("reversed"))
      .def("layers", &Search::layers)
      .def("edges", &Search::edges, nb::arg("child_first"))
      .def("successors", &Search::successors)
      .def("others", &Search::others);
}

}  // namespace mg::python
