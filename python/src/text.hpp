// Texts between Python and the library, which takes any bytes for a name, a path or a part of a message.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>
#include <vector>

namespace mg::python {

/// A text whose bytes need not be UTF-8: in Python a str in which others than UTF-8's are surrogates
/// ("surrogateescape"), as its own file names are. A str with other surrogates is one that nothing is called.
struct Text {
  std::string bytes;
};

/// The bytes of a str; `surrogates` says what becomes of them. Throws Python's error where that does not tell.
[[nodiscard]] std::string bytes_of_text(nanobind::handle text, const char* surrogates = "surrogateescape");
[[nodiscard]] nanobind::object object_of_text(std::string_view bytes);

/// A sentence of the library for people: `--names strings` is names='strings' in Python. Bytes that are not UTF-8 are
/// written as \xNN.
[[nodiscard]] nanobind::str message_object(std::string_view sentence);
[[nodiscard]] nanobind::list message_objects(const std::vector<std::string>& sentences);

}  // namespace mg::python

namespace nanobind::detail {

template <>
struct type_caster<mg::python::Text> {
  NB_TYPE_CASTER(mg::python::Text, const_name("str"))

  bool from_python(handle source, std::uint8_t, cleanup_list*) noexcept {
    if (!PyUnicode_Check(source.ptr())) return false;
    for (const char* surrogates : {"surrogateescape", "surrogatepass"}) {
      try {
        value.bytes = mg::python::bytes_of_text(source, surrogates);
        return true;
      } catch (python_error&) {  // the next may tell
      }
    }
    return false;
  }
  static handle from_cpp(const mg::python::Text& text, rv_policy, cleanup_list*) noexcept {
    return PyUnicode_DecodeUTF8(text.bytes.data(), static_cast<Py_ssize_t>(text.bytes.size()), "surrogateescape");
  }
};

}  // namespace nanobind::detail
