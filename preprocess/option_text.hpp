// Option values like random:1:255:42, taken apart.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

namespace mg {

/// The parts of `text` between separators; one empty part for an empty text.
[[nodiscard]] inline std::vector<std::string_view> split_at(char separator, std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

/// The decimal number that is the whole of `text`, if it is one and fits.
template <class T>
[[nodiscard]] std::optional<T> whole_number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace mg
