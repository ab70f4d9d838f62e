#include "networkx_searches.hpp"

#include <omp.h>

#include <algorithm>
#include <limits>
#include <variant>

#include "engine/cpu/processors.hpp"
#include "interruptible.hpp"
#include "networkx_objects.hpp"

namespace mg::python {
namespace {

/// Paths of a tree to all of its vertices, by vertex; `reversed`: from them.
nb::dict paths_of(const NetworkxGraph& graph, const std::vector<VertexId>& vertices,
                  const std::vector<std::uint32_t>& parents, bool reversed) {
  nb::dict all;
  std::vector<PyObject*> paths(vertices.size());  // borrowed: `all` has them
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    PyObject* node = graph.node(vertices[i]);
    const bool is_source = parents[i] == no_parent;
    PyObject* before = is_source ? nullptr : paths[parents[i]];
    const std::size_t length = is_source ? 0 : static_cast<std::size_t>(PyList_Size(before));
    const nb::object path = list_of(length + 1, [&](std::size_t at) {
      const bool is_own = at == (reversed ? 0 : length);
      PyObject* element = is_own ? node : PyList_GetItem(before, static_cast<Py_ssize_t>(reversed ? at - 1 : at));
      return Py_NewRef(element);
    });
    paths[i] = path.ptr();
    set_entry(all, node, path);
  }
  return all;
}

template <class Number>
nb::object lightest_path_of(const NetworkxGraph& out, const NetworkxGraph& in, VertexId source, VertexId target) {
  const auto path = interruptible(out.is_short(), [&](const std::atomic<bool>& stop) {
    return lightest_path_from_both_ends<Number>(out.rows(), in.rows(), source, target, out.pool(), stop);
  });
  if (!path) return nb::none();
  const nb::object vertices =
      list_of(path->vertices.size(), [&](std::size_t i) { return Py_NewRef(out.node(path->vertices[i])); });
  return nb::make_tuple(nb::steal(number_object(path->weight)), vertices);
}

template <class Number>
nb::tuple dijkstra_of(const NetworkxGraph& graph, const std::vector<VertexId>& sources, double cutoff,
                      std::optional<VertexId> target, bool wants_paths) {
  const auto tree = interruptible(graph.is_short(), [&](const std::atomic<bool>& stop) {
    return search_by_distance<Number>(graph.rows(), sources, cutoff, target, graph.pool(), stop);
  });
  nb::dict distances;
  for (std::size_t i = 0; i < tree.vertices.size(); ++i) {
    const bool is_source = tree.parents[i] == no_parent;
    PyObject* distance = is_source ? number_object(std::int64_t{0}) : number_object(tree.distances[i]);
    set_entry(distances, graph.node(tree.vertices[i]), nb::steal(distance));
  }
  nb::object paths = nb::none();
  if (wants_paths && !target) paths = paths_of(graph, tree.vertices, tree.parents, false);
  if (wants_paths && target && !tree.vertices.empty() && tree.vertices.back() == *target) {
    std::vector<VertexId> path;
    for (std::uint32_t at = static_cast<std::uint32_t>(tree.vertices.size() - 1); at != no_parent;
         at = tree.parents[at]) {
      path.push_back(tree.vertices[at]);
    }
    paths = list_of(path.size(), [&](std::size_t i) { return Py_NewRef(graph.node(path[path.size() - 1 - i])); });
  }
  return nb::make_tuple(distances, paths);
}

}  // namespace

nb::dict Search::lengths() const {
  nb::dict lengths;
  for (std::size_t level = 0; level < tree_.levels.size(); ++level) {
    const nb::object length = nb::steal(number_object(static_cast<std::int64_t>(level)));
    for (std::size_t i = tree_.levels[level]; i < end_of(level); ++i) set_entry(lengths, node(i), length);
  }
  return lengths;
}

nb::dict Search::paths(bool reversed) const { return paths_of(graph_, tree_.vertices, tree_.parents, reversed); }

nb::object Search::layers() const {
  return list_of(tree_.levels.size(), [&](std::size_t level) {
    const std::size_t begin = tree_.levels[level];
    return list_of(end_of(level) - begin, [&](std::size_t i) { return Py_NewRef(node(begin + i)); }).release().ptr();
  });
}

nb::object Search::edges(bool child_first) const {
  const std::size_t sources = end_of(0);
  return list_of(tree_.vertices.size() - sources, [&](std::size_t i) {
    PyObject* child = node(sources + i);
    PyObject* parent = node(tree_.parents[sources + i]);
    return child_first ? pair_object(child, parent) : pair_object(parent, child);
  });
}

nb::object Search::successors() const {
  nb::list all;
  for (std::size_t begin = end_of(0), end = begin; begin < tree_.vertices.size(); begin = end) {
    while (end < tree_.vertices.size() && tree_.parents[end] == tree_.parents[begin]) ++end;
    const nb::object children = list_of(end - begin, [&](std::size_t i) { return Py_NewRef(node(begin + i)); });
    all.append(nb::steal(pair_object(node(tree_.parents[begin]), children.ptr())));
  }
  return all;
}

nb::object Search::others() const {
  nb::object set = nb::steal(PySet_New(nullptr));
  for (std::size_t i = end_of(0); i < tree_.vertices.size(); ++i) PySet_Add(set.ptr(), node(i));
  return set;
}

Search search(const NetworkxGraph& graph, const std::vector<VertexId>& sources, std::optional<std::uint64_t> depth) {
  const std::uint64_t levels = depth.value_or(std::numeric_limits<std::uint64_t>::max());
  check_vertices(graph, sources);
  return {graph, interruptible(graph.is_short(), [&](const std::atomic<bool>& stop) {
            return search_breadth_first(graph.rows(), sources, levels, graph.pool(), stop);
          })};
}

nb::tuple reaches_of(const NetworkxGraph& graph, const std::vector<VertexId>& sources, int threads) {
  check_vertices(graph, sources);
  const std::vector<Reach> all = interruptible(false, [&](const std::atomic<bool>& stop) {
    const int wanted = threads > 0 ? threads : default_threads();
    const int used = std::min(wanted, omp_get_num_procs());  // OpenMP has what it knows of each on the stack
    return reaches(graph.rows(), sources, used, graph.pool(), stop);
  });
  auto vertices = Array<std::uint64_t>::uninitialized(all.size());
  auto distances = Array<std::uint64_t>::uninitialized(all.size());
  auto inverses = Array<double>::uninitialized(all.size());
  auto farthest = Array<std::uint64_t>::uninitialized(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    vertices[i] = all[i].vertices;
    distances[i] = all[i].distance;
    inverses[i] = all[i].inverse;
    farthest[i] = all[i].farthest;
  }
  return nb::make_tuple(numpy_view(vertices), numpy_view(distances), numpy_view(inverses), numpy_view(farthest));
}

nb::list strong_components_of(const NetworkxGraph& graph) {
  const StrongComponents found = interruptible(
      graph.is_short(), [&](const std::atomic<bool>& stop) { return strong_components(graph.rows(), stop); });
  nb::list sets;
  std::size_t next = 0;
  for (const std::size_t end : found.ends) {
    const nb::object set = nb::steal(PySet_New(nullptr));
    for (; next < end; ++next) PySet_Add(set.ptr(), graph.node(found.vertices[next]));
    sets.append(set);
  }
  return sets;
}

nb::object path_between(const NetworkxGraph& out, const NetworkxGraph& in, VertexId source, VertexId target) {
  check_two_sides(out, in);
  check_vertices(out, {source, target});
  const auto path = interruptible(out.is_short(), [&](const std::atomic<bool>& stop) {
    return path_from_both_ends(out.rows(), in.rows(), source, target, out.pool(), stop);
  });
  if (!path) return nb::none();
  return list_of(path->size(), [&](std::size_t i) { return Py_NewRef(out.node((*path)[i])); });
}

nb::object lightest_path(const NetworkxGraph& out, const NetworkxGraph& in, VertexId source, VertexId target) {
  check_two_sides(out, in);
  check_vertices(out, {source, target});
  const bool real = std::holds_alternative<std::vector<double>>(out.rows().weights);
  return real ? lightest_path_of<double>(out, in, source, target)
              : lightest_path_of<std::int64_t>(out, in, source, target);
}

nb::tuple dijkstra(const NetworkxGraph& graph, const std::vector<VertexId>& sources, std::optional<double> cutoff,
                   std::optional<VertexId> target, bool wants_paths) {
  check_vertices(graph, sources);
  if (target) check_vertices(graph, {*target});
  const double limit = cutoff.value_or(std::numeric_limits<double>::infinity());
  const bool real = std::holds_alternative<std::vector<double>>(graph.rows().weights);
  return real ? dijkstra_of<double>(graph, sources, limit, target, wants_paths)
              : dijkstra_of<std::int64_t>(graph, sources, limit, target, wants_paths);
}

}  // namespace mg::python
