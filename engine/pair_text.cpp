#include "engine/pair_text.hpp"

#include <algorithm>
#include <utility>

namespace mg {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;

/// The two sides of the one separator.
std::optional<Pair> split_at(std::string_view entry, char separator) {
  const std::size_t at = entry.find(separator);
  if (at == std::string_view::npos || entry.find(separator, at + 1) != std::string_view::npos) return std::nullopt;
  const Pair pair(entry.substr(0, at), entry.substr(at + 1));
  return pair.first.empty() || pair.second.empty() ? std::nullopt : std::optional(pair);
}

std::optional<Pair> split_at_blanks(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  line = line.substr(0, line.find_last_not_of(' ') + 1);
  const std::size_t end = line.find(' ');
  if (end == std::string_view::npos) return std::nullopt;
  const Pair pair(line.substr(0, end), line.substr(line.find_first_not_of(' ', end)));
  return pair.second.find(' ') != std::string_view::npos ? std::nullopt : std::optional(pair);
}

std::optional<Pair> pair_of_line(std::string_view line) {
  return line.find('\t') != std::string_view::npos ? split_at(line, '\t') : split_at_blanks(line);
}

}  // namespace

std::optional<std::string> visit_pairs(std::string_view text,
                                       const std::function<void(std::string_view, std::string_view)>& visit) {
  const bool is_lines = text.find('\n') != std::string_view::npos;
  for (std::size_t begin = 0; begin < text.size() + (is_lines ? 0 : 1);) {
    const std::size_t end = std::min(text.find(is_lines ? '\n' : ',', begin), text.size());
    std::string_view entry = text.substr(begin, end - begin);
    begin = end + 1;
    if (is_lines && entry.ends_with('\r')) entry.remove_suffix(1);
    if (is_lines && entry.find_first_not_of(" \t") == std::string_view::npos) continue;
    const auto pair = is_lines ? pair_of_line(entry) : split_at(entry, ':');
    if (!pair) return std::string(entry);
    visit(pair->first, pair->second);
  }
  return std::nullopt;
}

}  // namespace mg
