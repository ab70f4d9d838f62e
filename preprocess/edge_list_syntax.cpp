#include "preprocess/edge_list_syntax.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace mg {

namespace {

using Fields = std::vector<std::string_view>;

constexpr std::size_t sample_lines = 500;

[[nodiscard]] std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// The first lines with data, without blanks around them.
[[nodiscard]] std::vector<std::string_view> sample_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < sample_lines) {
    const std::size_t end = text.find('\n');
    const char* const p = skip_blanks(text.data());
    if (*p != '\n' && !is_comment(p)) lines.push_back(trimmed(text.substr(0, end)));
    text.remove_prefix(end + 1);
  }
  return lines;
}

/// The fields of a line as far as guessing needs them: a separator within quotes does not count, quotes are stripped.
[[nodiscard]] Fields split(std::string_view line, char separator, bool quotes) {
  Fields fields;
  const auto separates = [&](char c) { return separator == EdgeListSyntax::blanks ? is_blank(c) : c == separator; };
  std::size_t begin = 0;
  bool quoted_part = false;
  const auto add = [&](std::size_t end) {
    std::string_view field = trimmed(line.substr(begin, end - begin));
    if (separator == EdgeListSyntax::blanks && field.empty()) return;
    if (quotes && field.size() >= 2 && field.front() == '"' && field.back() == '"')
      field = field.substr(1, field.size() - 2);
    fields.push_back(field);
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quotes && line[i] == '"') quoted_part = !quoted_part;
    if (quoted_part || !separates(line[i])) continue;
    add(i);
    begin = i + 1;
  }
  add(line.size());
  return fields;
}

[[nodiscard]] bool is_number(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  return !text.empty() && parsed.ptr == text.data() + text.size() && parsed.ec != std::errc::invalid_argument;
}

/// True when every line has the same two or three fields with this separator.
[[nodiscard]] bool consistent(const std::vector<std::string_view>& lines, char separator, bool quotes) {
  const std::size_t columns = split(lines.front(), separator, quotes).size();
  return (columns == 2 || columns == 3) && std::all_of(lines.begin(), lines.end(), [&](std::string_view line) {
           return split(line, separator, quotes).size() == columns;
         });
}

/// Tabs separate differently from blanks in general only where names contain spaces.
[[nodiscard]] bool tabs_hold_names_with_spaces(const std::vector<std::string_view>& lines, bool quotes) {
  if (!consistent(lines, '\t', quotes)) return false;
  for (const std::string_view line : lines) {
    for (const std::string_view field : split(line, '\t', quotes)) {
      if (field.find(' ') != std::string_view::npos && !is_number(field.substr(0, field.find(' ')))) return true;
    }
  }
  return false;
}

[[nodiscard]] char find_separator(const std::vector<std::string_view>& lines, bool csv) {
  for (const char candidate : {',', ';'}) {
    if (consistent(lines, candidate, csv)) return candidate;
  }
  if (tabs_hold_names_with_spaces(lines, csv)) return '\t';
  if (csv && !consistent(lines, EdgeListSyntax::blanks, csv)) {
    // The first line decides, and the line that differs is then reported.
    for (const char candidate : {',', ';', '\t'}) {
      if (lines.front().find(candidate) != std::string_view::npos) return candidate;
    }
  }
  return EdgeListSyntax::blanks;
}

[[nodiscard]] bool is_column_title(std::string_view word) {
  static constexpr std::array<std::string_view, 21> titles = {
      "source", "target", "src", "dst", "dest", "destination", "from",       "to",       "weight", "node1", "node2",
      "id1",    "id2",    "u",   "v",   "head", "tail",        "fromnodeid", "tonodeid", "start",  "end"};
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  return std::find(titles.begin(), titles.end(), lower) != titles.end();
}

/// The first line is a header when none of its fields is a number although all below are in some column, or when its
/// first two fields are what columns are usually called.
[[nodiscard]] bool first_line_is_header(const std::vector<Fields>& rows) {
  const Fields& first = rows.front();
  if (std::any_of(first.begin(), first.end(), is_number)) return false;
  if (first.size() >= 2 && is_column_title(first[0]) && is_column_title(first[1]) && first[0] != first[1]) return true;
  if (rows.size() < 2) return false;
  for (std::size_t column = 0; column < first.size(); ++column) {
    const bool numeric_below = std::all_of(
        rows.begin() + 1, rows.end(), [&](const Fields& row) { return column < row.size() && is_number(row[column]); });
    if (numeric_below) return true;
  }
  return false;
}

[[nodiscard]] std::string_view describe_separator(char separator, std::string_view line) {
  switch (separator) {
    case ',': return "commas";
    case ';': return "semicolons";
    case '\t': return "tabs";
    default: return line.find('\t') != std::string_view::npos ? "tabs" : "spaces";
  }
}

/// Takes comments and empty lines; false when no line with data follows.
bool skip_to_data(TextSource& source, EdgeListSyntax& syntax, std::vector<std::string>& decisions) {
  while (const auto line = source.next_line()) {
    const std::string_view text = trimmed(*line);
    if (!text.empty() && !is_comment(text.data())) {
      source.unread_line();
      return true;
    }
    if (text.starts_with("# Undirected graph") && !syntax.declared_undirected) {
      syntax.declared_undirected = true;
      decisions.push_back(fmt::format("direction: undirected, says the comment in line {}", source.line_number()));
    }
  }
  return false;
}

void check_name(std::string_view name, const char* at) {
  if (name.empty()) fail_at(at, "expected the name of a vertex, found an empty field");
  if (name.find('\0') != std::string_view::npos) {
    fail_at(at, "expected the name of a vertex, found a zero byte in {}; is this a text file?", quoted(name));
  }
}

void pass_over_field(const char*& p, const EdgeListSyntax& syntax) {
  const bool by_blanks = syntax.separator == EdgeListSyntax::blanks;
  while (*p != '\n' && (by_blanks ? !is_blank(*p) : *p != syntax.separator)) ++p;
}

}  // namespace

EdgeListSyntax find_edge_list_syntax(TextSource& source, bool csv, std::vector<std::string>& decisions) {
  EdgeListSyntax syntax;
  syntax.quotes = csv;
  if (!skip_to_data(source, syntax, decisions)) return syntax;

  const std::vector<std::string_view> lines = sample_of(source.coming_lines());
  syntax.separator = find_separator(lines, csv);
  std::vector<Fields> rows;
  for (const std::string_view line : lines) rows.push_back(split(line, syntax.separator, csv));
  decisions.push_back(fmt::format("separator: {}", describe_separator(syntax.separator, lines.front())));

  const bool header = first_line_is_header(rows);
  if (header) decisions.push_back(fmt::format("header: line {}, {}", source.line_number() + 1, quoted(lines.front())));
  const std::size_t columns = rows[header && rows.size() > 1 ? 1 : 0].size();
  syntax.columns = static_cast<int>(columns);
  syntax.numeric_names = std::all_of(rows.begin() + (header ? 1 : 0), rows.end(), [](const Fields& row) {
    return std::none_of(row.begin(), row.begin() + std::min<std::ptrdiff_t>(2, std::ssize(row)),
                        [](std::string_view name) { return classify_name(name) == NameText::word; });
  });

  if (header) {
    source.next_line();
    if (!skip_to_data(source, syntax, decisions)) return syntax;
  }
  const auto line = source.next_line();
  syntax.first_data_line = source.line_number();
  if (columns < 2 || columns > 3) {
    source.fail_in_line(line->data(),
                        "expected 2 or 3 columns (source, target, and maybe a weight), found {} in {}; keep those that "
                        "are wanted, e.g. with cut or awk, or name another --format",
                        columns, quoted(*line));
  }
  source.unread_line();
  return syntax;
}

std::string_view next_field(const char*& p, const EdgeListSyntax& syntax, std::deque<std::string>& unquoted) {
  const char* const begin = p;
  if (syntax.quotes && *p == '"') {
    std::string* text = nullptr;
    const char* part = ++p;
    for (;; ++p) {
      if (*p == '\n') fail_at(begin, "expected a closing quote before the end of the line");
      if (*p != '"') continue;
      if (p[1] != '"') break;
      if (text == nullptr) text = &unquoted.emplace_back();
      text->append(part, p + 1);
      part = p + 2;
      ++p;
    }
    if (text != nullptr) text->append(part, p);
    const std::string_view field = text != nullptr ? *text : std::string_view(part, static_cast<std::size_t>(p - part));
    ++p;
    check_name(field, begin);
    return field;
  }
  pass_over_field(p, syntax);
  const char* end = p;
  while (end > begin && is_blank(end[-1])) --end;
  const std::string_view field(begin, static_cast<std::size_t>(end - begin));
  check_name(field, begin);
  return field;
}

void skip_separator(const char*& p, const EdgeListSyntax& syntax, int found) {
  const bool by_blanks = syntax.separator == EdgeListSyntax::blanks;
  const char* const begin = p;
  if (syntax.separator == '\t') {
    while (*p == ' ') ++p;
  } else {
    p = skip_blanks(p);
  }
  if (*p == '\n' || (*p == '\r' && p[1] == '\n')) {
    fail_at(p, "expected {} columns, as in line {}, found {}", syntax.columns, syntax.first_data_line, found);
  }
  if (by_blanks ? p == begin : *p != syntax.separator) {
    fail_at(p, "expected {} after a vertex, found {}", describe_separator(syntax.separator, {}), quoted_word(p));
  }
  if (!by_blanks) p = skip_blanks(p + 1);
}

void finish_edge_line(const char*& p, const EdgeListSyntax& syntax, WeightBlock* weights) {
  if (syntax.columns == 3) {
    skip_separator(p, syntax, 2);
    if (weights != nullptr) {
      weights->parse(p);
    } else {
      pass_over_field(p, syntax);
    }
  }
  if (*p != '\n') p = skip_blanks(p);
  if (*p != '\n') {
    fail_at(p, "expected {} columns, as in line {}, found more: {}", syntax.columns, syntax.first_data_line,
            quoted_word(p));
  }
  ++p;
}

NameText classify_name(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_digit)) {
    if (text.size() > 1 && text.front() == '0') return NameText::word;
    std::uint64_t value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    return parsed.ec == std::errc() ? NameText::number : NameText::malformed_number;
  }
  const bool begins_as_number =
      text.size() > 1 && (is_digit(text[0]) || ((text[0] == '-' || text[0] == '+') && is_digit(text[1])));
  return begins_as_number && is_number(text) ? NameText::malformed_number : NameText::word;
}

}  // namespace mg
