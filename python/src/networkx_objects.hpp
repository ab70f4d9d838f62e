// Objects of Python that results are made of.
#pragma once

#include <cstddef>
#include <cstdint>

#include "module.hpp"

namespace mg::python {

/// A list of what element(i) makes: new references.
template <class Element>
nb::object list_of(std::size_t size, Element&& element) {
  PyObject* list = PyList_New(static_cast<Py_ssize_t>(size));
  if (list == nullptr) throw nb::python_error();
  for (std::size_t i = 0; i < size; ++i) PyList_SetItem(list, static_cast<Py_ssize_t>(i), element(i));
  return nb::steal(list);
}

inline PyObject* number_object(std::int64_t number) { return PyLong_FromLongLong(number); }
inline PyObject* number_object(double number) { return PyFloat_FromDouble(number); }

inline PyObject* pair_object(PyObject* first, PyObject* second) { return PyTuple_Pack(2, first, second); }

inline void set_entry(nb::dict& dict, PyObject* key, const nb::object& value) {
  if (PyDict_SetItem(dict.ptr(), key, value.ptr()) != 0) throw nb::python_error();
}

}  // namespace mg::python
