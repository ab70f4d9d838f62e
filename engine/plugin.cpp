#include "engine/plugin.hpp"

#include <dlfcn.h>

#include <exception>

#include "engine/error.hpp"
#include "engine/registration_scope.hpp"

namespace mg {

namespace {

using InterfaceFunction = int();
using RegisterFunction = void();

/// A path for dlopen, which searches the system's library folders for names without a slash.
std::string with_slash(const std::string& path) { return path.find('/') == std::string::npos ? "./" + path : path; }

template <class Function>
Function* symbol(void* library, const std::string& path, const char* name, std::string_view signature) {
  void* address = ::dlsym(library, name);
  if (address == nullptr) {
    fail(ExitCode::wrong_use, "the plug-in '{}' does not export `extern \"C\" {}`", path, signature);
  }
  return reinterpret_cast<Function*>(address);
}

void call_register(RegisterFunction* register_entries, const std::string& path) {
  try {
    register_entries();
  } catch (const std::exception& error) {
    fail(ExitCode::wrong_use, "the plug-in '{}' failed to register: {}", path, error.what());
  } catch (...) {
    fail(ExitCode::wrong_use, "the plug-in '{}' failed to register: it threw something that is no std::exception",
         path);
  }
}

}  // namespace

void load_plugin(const std::string& path) {
  // Open before dlopen: static initialisers of the plug-in may register as well.
  RegistrationScope scope(path);
  void* library = ::dlopen(with_slash(path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) fail(ExitCode::wrong_use, "the plug-in '{}' cannot be loaded: {}", path, ::dlerror());
  auto* interface = symbol<InterfaceFunction>(library, path, "mg_plugin_interface", "int mg_plugin_interface()");
  auto* register_entries = symbol<RegisterFunction>(library, path, "mg_plugin_register", "void mg_plugin_register()");
  if (const int version = interface(); version != plugin_interface) {
    fail(ExitCode::wrong_use,
         "the plug-in '{}' was built for interface {}, but this is {}: build it again with these headers", path,
         version, plugin_interface);
  }
  call_register(register_entries, path);
  if (scope.num_registered() == 0) {
    fail(ExitCode::wrong_use, "the plug-in '{}' registers no algorithm, no engine and no policy", path);
  }
  scope.keep();
}

}  // namespace mg
