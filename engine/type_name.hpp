// A type's name as C++ writes it, for sources that are generated at run time.
#pragma once

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <typeinfo>

namespace mg {

/// "mg::bfs::Visit", with all its namespaces. Types that no other source can name (lambdas, those of functions and of
/// anonymous namespaces) yield a text with a brace or a parenthesis in it.
template <class T>
[[nodiscard]] const std::string& type_name() {
  static const std::string name = [] {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(typeid(T).name(), nullptr, nullptr, &status), &std::free);
    return std::string(status == 0 ? text.get() : typeid(T).name());
  }();
  return name;
}

/// Whether another translation unit can name the type.
template <class T>
[[nodiscard]] bool has_portable_name() {
  return type_name<T>().find_first_of("{(") == std::string::npos;
}

}  // namespace mg
