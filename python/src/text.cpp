#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "preprocess/read.hpp"

namespace mg::python {
namespace nb = nanobind;
namespace {

/// An option of mg_run and mg_prep convert, and what it is called here.
struct OptionWords {
  std::string_view option;
  std::string_view keyword;
  std::string_view values = {};  ///< that sentences name, with blanks around each; * is what no word looks like
};

constexpr std::array option_words{
    OptionWords{"bipartite", "bipartite=True"},
    OptionWords{"columns", "columns", " * "},
    OptionWords{"delimiter", "delimiter", " * comma semicolon space tab "},
    OptionWords{"deterministic", "deterministic=True"},
    OptionWords{"device", "device", " auto cpu cuda "},
    OptionWords{"directed", "directed=True"},
    OptionWords{"duplicates", "duplicates", " keep first min max sum "},
    OptionWords{"format", "format"},
    OptionWords{"header", "header", " yes no "},
    OptionWords{"max-iterations", "max_iterations"},
    OptionWords{"names", "names", " numbers strings "},
    OptionWords{"policy", "a policy"},
    OptionWords{"undirected", "directed=False"},
    OptionWords{"weights", "weights", " * file none unit "},
};

bool is_of_option(char letter) { return (letter >= 'a' && letter <= 'z') || letter == '-'; }

/// The value behind an option: up to a blank, without what belongs to the sentence.
std::string_view value_at_front(std::string_view rest) {
  if (!rest.starts_with(' ')) return {};
  rest.remove_prefix(1);
  std::string_view value = rest.substr(0, rest.find_first_of(" ()'\"\n"));
  while (!value.empty() && std::string_view(",.:;").find(value.back()) != std::string_view::npos)
    value.remove_suffix(1);
  return value;
}

/// Whether a sentence that names the option gives that value to it.
bool is_value(const OptionWords& words, std::string_view value) {
  if (value.empty()) return false;
  if (words.option == "format") return std::ranges::count(known_formats(), value) != 0;
  const std::string_view known = std::ranges::all_of(value, is_of_option) ? value : "*";
  return words.values.find(fmt::format(" {} ", known)) != std::string_view::npos;
}

std::string in_python(std::string_view sentence) {
  std::string text;
  for (std::size_t begin = 0;;) {
    const std::size_t dashes = sentence.find("--", begin);
    text += sentence.substr(begin, dashes - begin);
    if (dashes == std::string_view::npos) return text;
    const std::string_view behind = sentence.substr(dashes + 2);
    const auto end = std::ranges::find_if_not(behind, is_of_option);
    const std::string_view option(behind.begin(), end);
    const auto words = std::ranges::find(option_words, option, &OptionWords::option);
    begin = dashes + 2 + option.size();
    if (words == option_words.end()) {
      text += sentence.substr(dashes, begin - dashes);
      continue;
    }
    text += words->keyword;
    const std::string_view value = value_at_front(sentence.substr(begin));
    if (!is_value(*words, value)) continue;
    begin += 1 + value.size();
    if (words->option == "header") {
      text += value == "yes" ? "=True" : "=False";
    } else {
      text += fmt::format("='{}'", value);
    }
  }
}

}  // namespace

std::string bytes_of_text(nb::handle text, const char* surrogates) {
  const nb::object bytes = nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", surrogates));
  if (!bytes.is_valid()) throw nb::python_error();
  return {PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr()))};
}

nb::object object_of_text(std::string_view bytes) {
  return nb::steal(PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "surrogateescape"));
}

nb::str message_object(std::string_view sentence) {
  const std::string text = in_python(sentence);
  return nb::steal<nb::str>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace"));
}

nb::list message_objects(const std::vector<std::string>& sentences) {
  nb::list list;
  for (const std::string& sentence : sentences) list.append(message_object(sentence));
  return list;
}

}  // namespace mg::python
