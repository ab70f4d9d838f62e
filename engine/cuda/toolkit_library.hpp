// Libraries of the CUDA toolkit, loaded where there are any, so that programs run without the toolkit.
#pragma once

#include <dlfcn.h>

#include <string>

namespace mg {

/// Opens `file`, or, where that is empty, the newest lib`name`.so that the usual places have, for as long as the
/// process lives. Null where there is none, with the reason in `problem`: which files were looked for, and where.
[[nodiscard]] void* open_toolkit_library(const std::string& name, const std::string& file, std::string& problem);
/// The file that a library was opened from.
[[nodiscard]] std::string file_of(void* library);

/// Sets `function` to the library's function of that name, if it has one.
template <class Function>
[[nodiscard]] bool find_function(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(::dlsym(library, name));
  return function != nullptr;
}

}  // namespace mg
