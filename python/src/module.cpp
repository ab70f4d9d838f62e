// The module multigraph._core: what Python needs of the library, in its plainest form.
#include "module.hpp"

#include <nanobind/stl/string.h>

#include "algorithms/built_in.hpp"
#include "engine/plugin.hpp"
#include "tools/doctor.hpp"

NB_MODULE(_core, module) {
  using namespace mg::python;
  mg::register_built_in();
  module.attr("__version__") = MG_VERSION;
  define_errors(module);
  define_graph(module);
  define_run(module);
  define_registry(module);
  define_networkx(module);
  module.def("plugin", &mg::load_plugin, nb::arg("path"));
  module.def("doctor", &mg::tools::doctor_text, nb::call_guard<nb::gil_scoped_release>());
}
