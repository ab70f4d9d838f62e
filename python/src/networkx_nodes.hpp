// The nodes of a graph of networkx, and their numbers.
#pragma once

#include <optional>

#include "engine/graph/types.hpp"
#include "module.hpp"

namespace mg::python {

/// Says that networkx itself must do it, and why.
[[noreturn]] void leave_to_networkx(const char* why);
/// Clears the error of an object that was asked for its number and has none. What else it raised, such as
/// KeyboardInterrupt, goes on.
void clear_refusal();

/// The number of each node, by its dict; of nodes that are the numbers 0, 1, ... themselves, without one.
class NodeNumbers {
 public:
  explicit NodeNumbers(nb::list nodes);

  [[nodiscard]] const nb::list& nodes() const { return nodes_; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  /// Whether that is the node's number, which is below size().
  [[nodiscard]] bool is_at(PyObject* node, std::size_t number) const {
    return PyList_GetItem(nodes_.ptr(), static_cast<Py_ssize_t>(number)) == node || find(node) == number;
  }

  /// Nothing for what is no node. Throws where it has no hash.
  [[nodiscard]] std::optional<VertexId> find(PyObject* node) const;

 private:
  friend class NetworkxGraph;  // tells the garbage collector what is held

  /// Of numpy's whole numbers and the like, which equal the node of their number as a rule.
  [[nodiscard]] std::optional<VertexId> find_index(PyObject* node) const;
  /// 1.0 and True are the node 1, too.
  [[nodiscard]] std::optional<VertexId> find_equal(PyObject* node) const;

  nb::list nodes_;
  std::optional<nb::dict> by_node_;
};

}  // namespace mg::python
