// A type's name as C++ writes it, for sources that are generated at run time.
#pragma once

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
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

/// "Visit" of mg::bfs::Visit, "Gather" of mg::ranks::Gather<mg::ranks::AtSource>: the name by which schedules, traces
/// and people call a function, or a loop's body. Of one that wraps another (`using Label = F`), the other's.
template <class T>
[[nodiscard]] std::string_view label_of() {
  if constexpr (requires { typename T::Label; }) {
    return label_of<typename T::Label>();
  } else {
    static const std::string_view label = [] {
      const std::string_view name = type_name<T>();
      const std::string_view plain = name.substr(0, name.find('<'));
      const std::size_t colon = plain.rfind(':');
      return colon == std::string_view::npos ? plain : plain.substr(colon + 1);
    }();
    return label;
  }
}

/// Whether another translation unit can name the type.
template <class T>
[[nodiscard]] bool has_portable_name() {
  return type_name<T>().find_first_of("{(") == std::string::npos;
}

}  // namespace mg
