#include "networkx_nodes.hpp"

#include <cstdint>
#include <utility>

namespace mg::python {
namespace {

/// -1 for what is no int, or a large one.
std::int64_t whole_number(PyObject* node) {
  if (!PyLong_CheckExact(node)) return -1;
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(node, &overflow);
  return overflow != 0 ? -1 : number;
}

}  // namespace

[[noreturn]] void leave_to_networkx(const char* why) {
  PyErr_SetString(PyExc_NotImplementedError, why);
  throw nb::python_error();
}

void clear_refusal() {
  if (PyErr_Occurred() == nullptr) return;
  for (PyObject* const refusal : {PyExc_TypeError, PyExc_ValueError, PyExc_OverflowError}) {
    if (PyErr_ExceptionMatches(refusal) != 0) return PyErr_Clear();
  }
  throw nb::python_error();
}

NodeNumbers::NodeNumbers(nb::list nodes) : nodes_(std::move(nodes)) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (whole_number(nodes_[i].ptr()) == static_cast<std::int64_t>(i)) continue;
    by_node_ = nb::dict();
    for (std::size_t j = 0; j < nodes_.size(); ++j) (*by_node_)[nodes_[j]] = j;
    return;
  }
}

std::optional<VertexId> NodeNumbers::find(PyObject* node) const {
  if (!by_node_) {
    const std::int64_t number = whole_number(node);
    if (number >= 0 && number < static_cast<std::int64_t>(nodes_.size())) return static_cast<VertexId>(number);
    if (PyLong_CheckExact(node)) return std::nullopt;
    if (const auto index = find_index(node)) return index;
    return find_equal(node);
  }
  PyObject* number = PyDict_GetItemWithError(by_node_->ptr(), node);
  if (number == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
  if (number == nullptr) return std::nullopt;
  return static_cast<VertexId>(PyLong_AsLong(number));
}

std::optional<VertexId> NodeNumbers::find_index(PyObject* node) const {
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

std::optional<VertexId> NodeNumbers::find_equal(PyObject* node) const {
  if (PyObject_Hash(node) == -1) throw nb::python_error();
  if (!PyNumber_Check(node) || PyUnicode_Check(node)) return std::nullopt;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const int equal = PyObject_RichCompareBool(nodes_[i].ptr(), node, Py_EQ);
    if (equal < 0) throw nb::python_error();
    if (equal == 1) return static_cast<VertexId>(i);
  }
  return std::nullopt;
}

}  // namespace mg::python
