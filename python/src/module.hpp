// What the parts of the Python module share. Arrays and texts cross here; names, options and displays are Python's
// (python/multigraph/).
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/session.hpp"

namespace mg::python {

namespace nb = nanobind;

/// A graph and the session of all calls on it, so that what one leaves on a GPU is there for the next.
class GraphHandle {
 public:
  GraphHandle(Graph graph, std::vector<std::string> decisions)
      : session_(std::make_shared<Session>(std::move(graph))), decisions_(std::move(decisions)) {}

  [[nodiscard]] const Graph& graph() const { return session_->graph(); }
  [[nodiscard]] Session& session() const { return *session_; }
  [[nodiscard]] const std::vector<std::string>& decisions() const { return decisions_; }

 private:
  std::shared_ptr<Session> session_;
  std::vector<std::string> decisions_;
};

/// Keeps a Python object alive as long as an Array of its memory lives, whatever thread ends that.
[[nodiscard]] inline std::shared_ptr<const void> owner_of(nb::object object) {
  return {new nb::object(std::move(object)), [](const nb::object* held) {
            if (!nb::is_alive()) return;  // the interpreter has gone, and with it what was held
            const nb::gil_scoped_acquire gil;
            delete held;
          }};
}

template <class T>
using NumpyView = nb::ndarray<nb::numpy, const T, nb::ndim<1>>;

/// An array that numpy sees without a copy.
template <class T>
[[nodiscard]] NumpyView<T> numpy_view(const Array<T>& array) {
  auto* held = new Array<T>(array);
  const nb::capsule owner(held, [](void* pointer) noexcept { delete static_cast<Array<T>*>(pointer); });
  return NumpyView<T>(held->data(), {held->size()}, owner);
}

/// The options of a run, by name; those that are not given are the library's.
[[nodiscard]] RunOptions run_options(const nb::dict& given);

void define_arrow(nb::module_& module);
void define_errors(nb::module_& module);
void define_estimate(nb::module_& module);
void define_graph(nb::module_& module);
void define_run(nb::module_& module);
void define_registry(nb::module_& module);
void define_networkx(nb::module_& module);

}  // namespace mg::python
