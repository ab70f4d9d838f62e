// The module multigraph._core: what Python needs of the library, in its plainest form.
#include "module.hpp"

#include <dlfcn.h>
#include <nanobind/stl/string.h>

#include <string>

#include "algorithms/built_in.hpp"
#include "engine/plugin.hpp"
#include "tools/run/doctor.hpp"

namespace {

/// The path of libmultigraph.so: what plug-ins are linked with.
std::string library_path() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&mg::load_plugin), &info) == 0 || info.dli_fname == nullptr) return {};
  return info.dli_fname;
}

}  // namespace

NB_MODULE(_core, module) {
  using namespace mg::python;
  mg::register_built_in();
  module.attr("__version__") = MG_VERSION;
  module.def("library_path", &library_path);
  define_errors(module);
  define_arrow(module);
  define_graph(module);
  define_estimate(module);
  define_run(module);
  define_registry(module);
  define_networkx(module);
  module.def("plugin", &mg::load_plugin, nb::arg("path"));
  module.def("doctor", &mg::tools::doctor_text, nb::call_guard<nb::gil_scoped_release>());
}
