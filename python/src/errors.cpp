// Errors of the library as Python's exceptions.
#include "module.hpp"
#include "text.hpp"

namespace mg::python {
namespace {

/// Made once, when the module is imported; types live as long as the interpreter.
struct ErrorTypes {
  PyObject* error = nullptr;
  PyObject* wrong_use = nullptr;
  PyObject* bad_input = nullptr;
  PyObject* no_resources = nullptr;
  PyObject* validation = nullptr;
};
ErrorTypes types;

PyObject* make_type(nb::module_& module, const char* name, const char* doc, nb::handle first, nb::handle second) {
  const nb::tuple bases = second.is_valid() ? nb::make_tuple(first, second) : nb::make_tuple(first);
  PyObject* type = PyErr_NewExceptionWithDoc((std::string("multigraph.") + name).c_str(), doc, bases.ptr(), nullptr);
  if (type == nullptr) throw nb::python_error();
  module.attr(name) = nb::handle(type);
  return type;
}

PyObject* type_of(ExitCode code) {
  switch (code) {
    case ExitCode::wrong_use: return types.wrong_use;
    case ExitCode::bad_input: return types.bad_input;
    case ExitCode::no_resources: return types.no_resources;
    case ExitCode::validation_failed: return types.validation;
    case ExitCode::interrupted: return PyExc_KeyboardInterrupt;
    case ExitCode::done:
    case ExitCode::internal: break;
  }
  return types.error;
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    PyErr_SetObject(type_of(error.code()), message_object(error.what()).ptr());
  }
}

}  // namespace

void define_errors(nb::module_& module) {
  types.error = make_type(module, "Error", "What MultiGraph raises.", PyExc_Exception, {});
  types.wrong_use =
      make_type(module, "WrongUse", "An unknown name, option or value; the message lists what is allowed.", types.error,
                PyExc_ValueError);
  types.bad_input = make_type(module, "BadInput", "A file or array that is no graph; the message names the place.",
                              types.error, PyExc_ValueError);
  types.no_resources =
      make_type(module, "NoResources", "Not enough memory, or no such device.", types.error, PyExc_MemoryError);
  types.validation = make_type(module, "ValidationError", "validate=True found an answer to be wrong.", types.error,
                               PyExc_AssertionError);
  nb::register_exception_translator(translate);
}

}  // namespace mg::python
