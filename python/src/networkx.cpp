// Graphs of networkx: a walk of their dicts, and results as the dicts and lists that networkx returns.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "interruptible.hpp"
#include "module.hpp"
#include "networkx_rows.hpp"
#include "preprocess/edge_columns.hpp"
#include "preprocess/graph_of_rows.hpp"
#include "preprocess/growing_array.hpp"

namespace mg::python {
namespace {

/// Says that networkx itself must do it, and why.
[[noreturn]] void leave_to_networkx(const char* why) {
  PyErr_SetString(PyExc_NotImplementedError, why);
  throw nb::python_error();
}

/// Of an object that has been asked for its number and has none. What else it raised, such as KeyboardInterrupt, goes
/// on.
void clear_refusal() {
  if (PyErr_Occurred() == nullptr) return;
  for (PyObject* const refusal : {PyExc_TypeError, PyExc_ValueError, PyExc_OverflowError}) {
    if (PyErr_ExceptionMatches(refusal) != 0) return PyErr_Clear();
  }
  throw nb::python_error();
}

/// The number of each node, by its dict; of nodes that are the numbers 0, 1, ... themselves, without one.
class NodeNumbers {
 public:
  explicit NodeNumbers(nb::list nodes) : nodes_(std::move(nodes)) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (whole_number(nodes_[i].ptr()) == static_cast<std::int64_t>(i)) continue;
      by_node_ = nb::dict();
      for (std::size_t j = 0; j < nodes_.size(); ++j) (*by_node_)[nodes_[j]] = j;
      return;
    }
  }

  [[nodiscard]] const nb::list& nodes() const { return nodes_; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  /// Whether that is the node's number, which is below size().
  [[nodiscard]] bool is_at(PyObject* node, std::size_t number) const {
    return PyList_GetItem(nodes_.ptr(), static_cast<Py_ssize_t>(number)) == node || find(node) == number;
  }

  /// Nothing for what is no node. Throws where it has no hash.
  [[nodiscard]] std::optional<VertexId> find(PyObject* node) const {
    if (!by_node_) {
      const std::int64_t number = whole_number(node);
      if (number >= 0 && number < static_cast<std::int64_t>(nodes_.size())) return static_cast<VertexId>(number);
      if (PyLong_CheckExact(node)) return std::nullopt;
      if (const auto number = find_index(node)) return number;
      return find_equal(node);
    }
    PyObject* number = PyDict_GetItemWithError(by_node_->ptr(), node);
    if (number == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
    if (number == nullptr) return std::nullopt;
    return static_cast<VertexId>(PyLong_AsLong(number));
  }

 private:
  friend class NetworkxGraph;  // tells the garbage collector what is held

  /// -1 for what is no int, or a large one.
  static std::int64_t whole_number(PyObject* node) {
    if (!PyLong_CheckExact(node)) return -1;
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(node, &overflow);
    return overflow != 0 ? -1 : number;
  }
  /// Of numpy's whole numbers and the like, which equal the node of their number as a rule.
  [[nodiscard]] std::optional<VertexId> find_index(PyObject* node) const {
    if (PyIndex_Check(node) == 0) return std::nullopt;
    const nb::object index = nb::steal(PyNumber_Index(node));
    if (!index.is_valid()) {
      clear_refusal();  // an array
      return std::nullopt;
    }
    const std::int64_t number = whole_number(index.ptr());
    if (number < 0 || number >= static_cast<std::int64_t>(nodes_.size())) return std::nullopt;
    const int equal = PyObject_RichCompareBool(nodes_[static_cast<std::size_t>(number)].ptr(), node, Py_EQ);
    if (equal < 0) throw nb::python_error();
    return equal == 1 ? std::optional(static_cast<VertexId>(number)) : std::nullopt;
  }
  /// 1.0 and True are the node 1, too.
  [[nodiscard]] std::optional<VertexId> find_equal(PyObject* node) const {
    if (PyObject_Hash(node) == -1) throw nb::python_error();
    if (!PyNumber_Check(node) || PyUnicode_Check(node)) return std::nullopt;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const int equal = PyObject_RichCompareBool(nodes_[i].ptr(), node, Py_EQ);
      if (equal < 0) throw nb::python_error();
      if (equal == 1) return static_cast<VertexId>(i);
    }
    return std::nullopt;
  }

  nb::list nodes_;
  std::optional<nb::dict> by_node_;
};

/// Calls f(key, value) for each entry of a dict.
template <class F>
void for_each_entry(PyObject* dict, F&& f) {
  if (!PyDict_Check(dict)) leave_to_networkx("a graph whose adjacency is not made of dicts");
  PyObject* key = nullptr;
  PyObject* value = nullptr;
  for (Py_ssize_t position = 0; PyDict_Next(dict, &position, &key, &value) != 0;) f(key, value);
}

/// How weights become numbers, and those of parallel edges one.
struct WeightRules {
  bool multigraph = false;
  bool adds_up = false;  ///< of parallel edges, the sum; else the lightest
  bool exact = true;     ///< answers in Python's own types need weights of one such type; else any real numbers do
};

/// Gathers weights of arcs: whole numbers as long as all are.
class WeightGatherer {
 public:
  WeightGatherer(nb::object attribute, const WeightRules& rules) : attribute_(std::move(attribute)), rules_(rules) {}

  void add(PyObject* data) {
    if (rules_.multigraph) return add_parallel(data);
    append(number_of(data));
  }

  [[nodiscard]] ExactWeights take() {
    if (!is_real_) return std::move(integers_);
    return std::move(reals_);
  }

 private:
  using Number = std::variant<std::int64_t, double>;

  [[nodiscard]] Number number_of(PyObject* data) const {
    if (!PyDict_Check(data)) leave_to_networkx("edges whose attributes are no dict");
    PyObject* value = PyDict_GetItemWithError(data, attribute_.ptr());
    if (value == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
    if (value == nullptr) return std::int64_t{1};
    if (PyFloat_CheckExact(value)) return real_of(value);
    if (PyLong_CheckExact(value)) return integer_of(value);
    if (rules_.exact) leave_to_networkx("a weight that is neither int nor float");
    return number_like(value);
  }
  [[nodiscard]] static double real_of(PyObject* value) {
    const double number = PyFloat_AsDouble(value);
    if (!(number >= 0) || !std::isfinite(number)) leave_to_networkx("a weight that is negative, infinite or NaN");
    return number;
  }
  [[nodiscard]] std::int64_t integer_of(PyObject* value) const {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    const long long largest = rules_.exact ? 1LL << 30 : (1LL << 32) - 1;  // exact: sums along any path fit 63 bits
    if (overflow != 0 || number < 0 || number > largest) {
      leave_to_networkx(rules_.exact ? "a negative weight, or one beyond 2^30"
                                     : "a negative weight, or one beyond 2^32 - 1");
    }
    return number;
  }
  /// Numbers of other types, as numpy's, bools and fractions.
  [[nodiscard]] Number number_like(PyObject* value) const {
    const bool is_text = PyUnicode_Check(value) != 0;  // which float() would read
    const bool is_whole = PyIndex_Check(value) != 0;
    const nb::object number =
        is_text ? nb::object() : nb::steal(is_whole ? PyNumber_Index(value) : PyNumber_Float(value));
    if (!number.is_valid()) {
      clear_refusal();
      leave_to_networkx("a weight that is no real number");
    }
    if (is_whole) return integer_of(number.ptr());
    return real_of(number.ptr());
  }

  /// Of parallel edges, the sum, or the lightest: the first of them where several are.
  void add_parallel(PyObject* edges) {
    std::optional<Number> number;
    for_each_entry(edges, [&](PyObject*, PyObject* data) {
      const Number own = number_of(data);
      if (number && number->index() != own.index() && rules_.exact) {
        leave_to_networkx("parallel edges with weights of two types");
      }
      if (!number || (!rules_.adds_up && real(own) < real(*number))) {
        number = own;
      } else if (rules_.adds_up) {
        number = sum(*number, own);
      }
    });
    append(number.value_or(std::int64_t{1}));
  }

  [[nodiscard]] static double real(const Number& number) {
    return std::visit([](auto value) { return static_cast<double>(value); }, number);
  }
  [[nodiscard]] static Number sum(const Number& a, const Number& b) {
    const bool whole = std::holds_alternative<std::int64_t>(a) && std::holds_alternative<std::int64_t>(b);
    if (whole) return std::get<std::int64_t>(a) + std::get<std::int64_t>(b);
    return real(a) + real(b);
  }

  void append(const Number& number) {
    const bool is_first = integers_.empty() && reals_.empty();
    const bool is_real = std::holds_alternative<double>(number);
    if (is_first) is_real_ = is_real;
    if (is_real != is_real_ && rules_.exact) {
      leave_to_networkx("weights that are whole numbers and floats in one graph");
    }
    if (is_real && !is_real_) {
      reals_.assign(integers_.begin(), integers_.end());
      is_real_ = true;
    }
    if (is_real_) {
      reals_.push_back(real(number));
    } else {
      integers_.push_back(std::get<std::int64_t>(number));
    }
  }

  nb::object attribute_;
  WeightRules rules_;
  bool is_real_ = false;
  std::vector<std::int64_t> integers_;
  std::vector<double> reals_;
};

/// The rows of a dict of dicts, which has the nodes of `numbers` in their order. `attribute` None: without weights.
NetworkxRows walk(const NodeNumbers& numbers, const nb::dict& adjacency, const nb::object& attribute,
                  const WeightRules& rules) {
  const auto has_changed = [] { leave_to_networkx("a graph that changes while it is looked at"); };
  NetworkxRows rows;
  rows.offsets = Array<EdgeId>::uninitialized(numbers.size() + 1);
  rows.offsets[0] = 0;
  GrowingArray<VertexId> targets;
  WeightGatherer weights(attribute, rules);
  const bool weighted = !attribute.is_none();
  std::size_t row = 0;
  for_each_entry(adjacency.ptr(), [&](PyObject* own, PyObject* neighbors) {
    if (row >= numbers.size() || !numbers.is_at(own, row)) has_changed();
    for_each_entry(neighbors, [&](PyObject* node, PyObject* data) {
      const auto number = numbers.find(node);
      if (!number) leave_to_networkx("an adjacency that names what is no node");
      targets.push_back(*number);
      if (weighted) weights.add(data);
    });
    rows.offsets[++row] = targets.size();
  });
  if (row != numbers.size()) has_changed();
  rows.targets = targets.take();
  if (weighted) rows.weights = weights.take();
  return rows;
}

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
  [[nodiscard]] VertexId number(nb::handle node) const {
    const auto number = numbers_.find(node.ptr());
    if (!number) throw nb::key_error(nb::cast<std::string>(nb::repr(node)).c_str());
    return *number;
  }
  // For the garbage collector: nodes may lead to the graph that keeps this.
  static int visit_held(PyObject* self, visitproc visit, void* arg);
  static int drop_held(PyObject* self);

  [[nodiscard]] bool is_short() const { return rows_.targets.size() < (std::size_t{1} << 18); }

  /// For the runtime. Real weights are rounded to 32 bits, which the graph's decisions count.
  [[nodiscard]] GraphHandle graph(bool directed, bool weighted) const {
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

  /// Of ranked_edges(), as a directed graph: for algorithms that ignore directions.
  [[nodiscard]] GraphHandle ranked_graph(bool descending) const {
    return interruptible(is_short(), [&](const std::atomic<bool>&) {
      return GraphHandle(graph_of_rows(ranked_edges(rows_, descending), true), {});
    });
  }

 private:
  [[nodiscard]] Weights runtime_weights(std::size_t& rounded) const {
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

  NodeNumbers numbers_;
  NetworkxRows rows_;
  std::unique_ptr<FoundPool> pool_ = std::make_unique<FoundPool>();
};

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

/// Numbers come from Python, perhaps those of another graph's nodes.
void check_vertices(const NetworkxGraph& graph, const std::vector<VertexId>& vertices) {
  for (const VertexId v : vertices) {
    if (v < graph.rows().num_vertices()) continue;
    fail(ExitCode::wrong_use, "there is no node number {}: the graph has {} nodes", v, graph.rows().num_vertices());
  }
}

/// Rows of two directions are of one graph, with weights of one type.
void check_two_sides(const NetworkxGraph& out, const NetworkxGraph& in) {
  if (out.rows().num_vertices() != in.rows().num_vertices()) {
    fail(ExitCode::wrong_use, "successors of {} nodes and predecessors of {} are not of one graph",
         out.rows().num_vertices(), in.rows().num_vertices());
  }
  if (out.rows().weights.index() != in.rows().weights.index()) {
    leave_to_networkx("successors and predecessors with weights of two types");
  }
}

/// A list of what element(i) makes: new references.
template <class Element>
nb::object list_of(std::size_t size, Element&& element) {
  PyObject* list = PyList_New(static_cast<Py_ssize_t>(size));
  if (list == nullptr) throw nb::python_error();
  for (std::size_t i = 0; i < size; ++i) PyList_SetItem(list, static_cast<Py_ssize_t>(i), element(i));
  return nb::steal(list);
}

PyObject* number_object(std::int64_t number) { return PyLong_FromLongLong(number); }
PyObject* number_object(double number) { return PyFloat_FromDouble(number); }

PyObject* pair_object(PyObject* first, PyObject* second) { return PyTuple_Pack(2, first, second); }

void set_entry(nb::dict& dict, PyObject* key, const nb::object& value) {
  if (PyDict_SetItem(dict.ptr(), key, value.ptr()) != 0) throw nb::python_error();
}

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

/// The results of a breadth-first search, in the forms that networkx returns.
class Search {
 public:
  Search(const NetworkxGraph& graph, SearchTree tree) : graph_(graph), tree_(std::move(tree)) {}

  [[nodiscard]] nb::dict lengths() const {
    nb::dict lengths;
    for (std::size_t level = 0; level < tree_.levels.size(); ++level) {
      const nb::object length = nb::steal(number_object(static_cast<std::int64_t>(level)));
      for (std::size_t i = tree_.levels[level]; i < end_of(level); ++i) set_entry(lengths, node(i), length);
    }
    return lengths;
  }
  [[nodiscard]] nb::dict paths(bool reversed) const {
    return paths_of(graph_, tree_.vertices, tree_.parents, reversed);
  }
  [[nodiscard]] nb::object layers() const {
    return list_of(tree_.levels.size(), [&](std::size_t level) {
      const std::size_t begin = tree_.levels[level];
      return list_of(end_of(level) - begin, [&](std::size_t i) { return Py_NewRef(node(begin + i)); }).release().ptr();
    });
  }
  /// (parent, child), or (child, parent).
  [[nodiscard]] nb::object edges(bool child_first) const {
    const std::size_t sources = end_of(0);
    return list_of(tree_.vertices.size() - sources, [&](std::size_t i) {
      PyObject* child = node(sources + i);
      PyObject* parent = node(tree_.parents[sources + i]);
      return child_first ? pair_object(child, parent) : pair_object(parent, child);
    });
  }
  /// (parent, [children]) for each that has children.
  [[nodiscard]] nb::object successors() const {
    nb::list all;
    for (std::size_t begin = end_of(0), end = begin; begin < tree_.vertices.size(); begin = end) {
      while (end < tree_.vertices.size() && tree_.parents[end] == tree_.parents[begin]) ++end;
      const nb::object children = list_of(end - begin, [&](std::size_t i) { return Py_NewRef(node(begin + i)); });
      all.append(nb::steal(pair_object(node(tree_.parents[begin]), children.ptr())));
    }
    return all;
  }
  /// A set of what was found, but for the source.
  [[nodiscard]] nb::object others() const {
    nb::object set = nb::steal(PySet_New(nullptr));
    for (std::size_t i = end_of(0); i < tree_.vertices.size(); ++i) PySet_Add(set.ptr(), node(i));
    return set;
  }

 private:
  [[nodiscard]] PyObject* node(std::size_t i) const { return graph_.node(tree_.vertices[i]); }
  [[nodiscard]] std::size_t end_of(std::size_t level) const {
    return level + 1 < tree_.levels.size() ? tree_.levels[level + 1] : tree_.vertices.size();
  }

  const NetworkxGraph& graph_;
  SearchTree tree_;
};

Search search(const NetworkxGraph& graph, const std::vector<VertexId>& sources, std::optional<std::uint64_t> depth) {
  const std::uint64_t levels = depth.value_or(std::numeric_limits<std::uint64_t>::max());
  check_vertices(graph, sources);
  return {graph, interruptible(graph.is_short(), [&](const std::atomic<bool>& stop) {
            return search_breadth_first(graph.rows(), sources, levels, graph.pool(), stop);
          })};
}

/// Of each source: how many others it reaches, the sum of their distances, that of the inverses, and the largest.
nb::tuple reaches_of(const NetworkxGraph& graph, const std::vector<VertexId>& sources, int threads) {
  check_vertices(graph, sources);
  const std::vector<Reach> all = interruptible(false, [&](const std::atomic<bool>& stop) {
    const int wanted = threads > 0 ? threads : omp_get_max_threads();
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

/// Sets of nodes.
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

/// (its weight, the path), or None where there is none; between nodes that differ.
nb::object lightest_path(const NetworkxGraph& out, const NetworkxGraph& in, VertexId source, VertexId target) {
  check_two_sides(out, in);
  check_vertices(out, {source, target});
  const bool real = std::holds_alternative<std::vector<double>>(out.rows().weights);
  return real ? lightest_path_of<double>(out, in, source, target)
              : lightest_path_of<std::int64_t>(out, in, source, target);
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

/// (distances by node; paths by node, or with a target the path to it, or None).
nb::tuple dijkstra(const NetworkxGraph& graph, const std::vector<VertexId>& sources, std::optional<double> cutoff,
                   std::optional<VertexId> target, bool wants_paths) {
  check_vertices(graph, sources);
  if (target) check_vertices(graph, {*target});
  const double limit = cutoff.value_or(std::numeric_limits<double>::infinity());
  const bool real = std::holds_alternative<std::vector<double>>(graph.rows().weights);
  return real ? dijkstra_of<double>(graph, sources, limit, target, wants_paths)
              : dijkstra_of<std::int64_t>(graph, sources, limit, target, wants_paths);
}

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
