// A type's name as C++ writes it, for sources that are generated at run time.
#pragma once

#include <string_view>

namespace mg {

/// "mg::bfs::Visit". Types without a name that another source could use (lambdas, local types, those of an anonymous
/// namespace) yield a text with a '<lambda', '{anonymous}' or the like in it.
template <class T>
[[nodiscard]] constexpr std::string_view type_name() {
  std::string_view text = __PRETTY_FUNCTION__;
  text.remove_prefix(text.find("T = ") + 4);
  return text.substr(0, text.find_first_of(";]"));
}

/// Whether another translation unit can name the type.
template <class T>
[[nodiscard]] constexpr bool has_portable_name() {
  return type_name<T>().find_first_of("{(") == std::string_view::npos &&
         type_name<T>().find("<lambda") == std::string_view::npos &&
         type_name<T>().find("unnamed") == std::string_view::npos;
}

}  // namespace mg
