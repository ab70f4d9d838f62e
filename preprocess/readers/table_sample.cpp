#include "preprocess/readers/table_sample.hpp"

#include <algorithm>
#include <charconv>

#include "preprocess/readers/edge_list_syntax.hpp"
#include "preprocess/readers/number_parsing.hpp"

namespace mg {

namespace {

using Lines = std::vector<std::string_view>;

[[nodiscard]] bool separates(char c, char separator) {
  return separator == EdgeListSyntax::blanks ? is_blank(c) : c == separator;
}

/// The number of columns that every line has with this separator; 0 where they differ.
[[nodiscard]] std::size_t even_columns(const Lines& lines, char separator, bool quotes) {
  const std::size_t columns = split_fields(lines.front(), separator, quotes).size();
  const bool even = std::all_of(lines.begin(), lines.end(), [&](std::string_view line) {
    return split_fields(line, separator, quotes).size() == columns;
  });
  return even ? columns : 0;
}

/// True for "1 2": nobody calls a vertex that, so that its blank separates columns.
[[nodiscard]] bool is_row_of_numbers(std::string_view field) {
  const Fields parts = split_fields(field, EdgeListSyntax::blanks, false);
  return parts.size() > 1 && std::all_of(parts.begin(), parts.end(), is_number);
}

/// True when the separator divides all lines into the same number of columns, two at least.
[[nodiscard]] bool divides(const Lines& lines, char separator, bool quotes) {
  if (even_columns(lines, separator, quotes) < 2) return false;
  return std::none_of(lines.begin(), lines.end(), [&](std::string_view line) {
    const Fields fields = split_fields(line, separator, quotes);
    return std::any_of(fields.begin(), fields.end(), is_row_of_numbers);
  });
}

/// True when every quote that begins a field of the line has another at the field's end; `found` when one begins.
[[nodiscard]] bool is_well_quoted(std::string_view line, char separator, bool& found) {
  std::size_t i = 0;
  const auto skip_blanks_within = [&] {
    while (i < line.size() && is_blank(line[i]) && line[i] != separator) ++i;
  };
  for (; i < line.size(); ++i) {
    skip_blanks_within();
    if (i < line.size() && line[i] == '"') {
      found = true;
      for (++i; i < line.size(); ++i) {
        if (line[i] != '"') continue;
        if (i + 1 == line.size() || line[i + 1] != '"') break;
        ++i;
      }
      if (i == line.size()) return false;
      ++i;
      if (separator != EdgeListSyntax::blanks) skip_blanks_within();
      if (i < line.size() && !separates(line[i], separator)) return false;
    }
    while (i < line.size() && !separates(line[i], separator)) ++i;
  }
  return true;
}

/// Tabs separate differently from blanks in general where names contain spaces or fields are empty.
[[nodiscard]] bool divides_by_tabs_alone(const Lines& lines, bool quotes) {
  return divides(lines, '\t', quotes) &&
         even_columns(lines, '\t', quotes) != even_columns(lines, EdgeListSyntax::blanks, quotes);
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<SampleLine> sample_of(std::string_view text, std::uint64_t first_line) {
  std::vector<SampleLine> lines;
  std::size_t unmarked = 0;
  for (std::uint64_t number = first_line; !text.empty() && unmarked < sample_size; ++number) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    text.remove_prefix(end + 1);
    if (trimmed(line).empty()) continue;
    const bool marked = is_comment(skip_blanks(line.data()));
    lines.push_back({line, number, marked});
    unmarked += marked ? 0 : 1;
  }
  return lines;
}

Fields split_fields(std::string_view line, char separator, bool quotes) {
  Fields fields;
  std::size_t begin = 0;
  bool quoted_part = false;
  bool at_begin = true;  // of a field: a quote within one is a character like others
  const auto add = [&](std::size_t end) {
    std::string_view field = trimmed(line.substr(begin, end - begin));
    if (separator == EdgeListSyntax::blanks && field.empty()) return;
    if (quotes && field.size() >= 2 && field.front() == '"' && field.back() == '"') {
      field = field.substr(1, field.size() - 2);
    }
    fields.push_back(field);
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quotes && c == '"' && (at_begin || quoted_part)) quoted_part = !quoted_part;
    if (quoted_part || !separates(c, separator)) {
      // A doubled quote closes and opens.
      const bool reopens = quotes && c == '"' && !quoted_part && i + 1 < line.size() && line[i + 1] == '"';
      at_begin = reopens || (at_begin && is_blank(c));
      continue;
    }
    add(i);
    begin = i + 1;
    at_begin = true;
  }
  add(line.size());
  return fields;
}

bool is_number(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  return !text.empty() && parsed.ptr == text.data() + text.size() && parsed.ec != std::errc::invalid_argument;
}

bool has_quoted_fields(const Lines& lines, char separator) {
  bool found = false;
  const bool sound = std::all_of(lines.begin(), lines.end(),
                                 [&](std::string_view line) { return is_well_quoted(line, separator, found); });
  return sound && found;
}

FoundSeparator find_separator(const Lines& lines, bool csv) {
  const bool commas = divides(lines, ',', csv);
  const bool semicolons = divides(lines, ';', csv);
  if (commas && semicolons) return {';', true};
  if (commas || semicolons) return {commas ? ',' : ';'};
  if (divides_by_tabs_alone(lines, csv)) return {'\t'};
  const std::size_t by_blanks = even_columns(lines, EdgeListSyntax::blanks, csv);
  if (by_blanks < 2 && divides(lines, '|', csv)) return {'|'};
  if (csv && by_blanks < 2) {
    // The first line decides, and the line that differs is then reported.
    for (const char candidate : {',', ';', '\t', '|'}) {
      if (lines.front().find(candidate) != std::string_view::npos) return {candidate};
    }
  }
  return {EdgeListSyntax::blanks};
}

}  // namespace mg
