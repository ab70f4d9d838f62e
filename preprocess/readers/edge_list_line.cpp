// Lines of an edge list whose syntax is known.
#include "preprocess/readers/attributes.hpp"
#include "preprocess/readers/edge_list_syntax.hpp"
#include "preprocess/readers/number_parsing.hpp"

namespace mg {

namespace {

[[nodiscard]] bool by_blanks(const EdgeListSyntax& syntax) { return syntax.separator == EdgeListSyntax::blanks; }

/// Moves over blanks that are no separators.
[[nodiscard]] const char* skip_space(const char* p, const EdgeListSyntax& syntax) {
  if (syntax.separator != '\t') return skip_blanks(p);
  while (*p == ' ') ++p;
  return *p == '\r' && p[1] == '\n' ? p + 1 : p;
}

/// Throws where `name` begins with a byte order mark. Apart, so that what is called for every name stays small.
[[gnu::noinline, gnu::cold]] void refuse_byte_order_mark(std::string_view name, const char* at) {
  if (!name.starts_with("\xEF\xBB\xBF")) return;
  fail_at(
      at,
      "expected the name of a vertex, found a byte order mark in front of it: files that were put together, perhaps; "
      "take it away, e.g. with sed 's/^\\xEF\\xBB\\xBF//'");
}

void check_name(std::string_view name, const char* at) {
  if (name.empty()) fail_at(at, "expected the name of a vertex, found an empty field");
  if (name.front() == '\xEF') refuse_byte_order_mark(name, at);
  if (name.find('\0') != std::string_view::npos) {
    fail_at(at, "expected the name of a vertex, found a zero byte in {}; is this a text file?", quoted(name));
  }
}

/// The text between the quotes that begin at `p`, with doubled ones undoubled in `unquoted`; `p` moves behind them.
std::string_view quoted_text(const char*& p, std::deque<std::string>& unquoted) {
  const char* const begin = p;
  std::string* text = nullptr;
  const char* part = ++p;
  for (;; ++p) {
    if (*p == '\n')
      fail_at(begin, "expected a closing quote before the end of the line: names of several lines are not read");
    if (*p != '"') continue;
    if (p[1] != '"') break;
    if (text == nullptr) text = &unquoted.emplace_back();
    text->append(part, p + 1);
    part = p + 2;
    ++p;
  }
  const std::string_view last(part, static_cast<std::size_t>(p - part));
  ++p;
  if (text == nullptr) return last;
  return text->append(last);
}

/// The text up to the next separator, without blanks behind it.
std::string_view plain_text(const char*& p, const EdgeListSyntax& syntax) {
  const char* const begin = p;
  if (by_blanks(syntax)) {
    while (*p != '\n' && !is_blank(*p)) ++p;
    return {begin, static_cast<std::size_t>(p - begin)};
  }
  while (*p != '\n' && *p != syntax.separator) ++p;
  const char* end = p;
  while (end > begin && is_blank(end[-1])) --end;
  return {begin, static_cast<std::size_t>(end - begin)};
}

/// The field at `p`; `p` moves behind it.
std::string_view next_text(const char*& p, const EdgeListSyntax& syntax, std::deque<std::string>& unquoted) {
  return syntax.quotes && *p == '"' ? quoted_text(p, unquoted) : plain_text(p, syntax);
}

/// `blank_before`: blanks stand between the separator and the name.
NameField next_name(const char*& p, const EdgeListSyntax& syntax, std::deque<std::string>& unquoted,
                    bool blank_before) {
  NameField name;
  name.at = p;
  name.quoted = syntax.quotes && *p == '"';
  name.text = next_text(p, syntax, unquoted);
  check_name(name.text, name.at);
  if (!name.quoted && !by_blanks(syntax)) {
    const char* const behind = name.text.data() + name.text.size();
    const bool blank_behind = is_blank(*behind) && !(*behind == '\r' && behind[1] == '\n') && behind != p;
    name.trimmed = blank_before || blank_behind;
  }
  return name;
}

void parse_weight(const char*& p, const EdgeListSyntax& syntax, WeightBlock* weights) {
  const bool ends_at_separator =
      by_blanks(syntax) || syntax.separator == '\t' || syntax.separator == ',' || syntax.separator == ';';
  const bool quoted_weight = syntax.quotes && *p == '"';
  if (weights != nullptr && ends_at_separator && !quoted_weight) {
    weights->parse(p);
    return;
  }
  const char* const begin = p;
  std::deque<std::string> unquoted;
  const std::string_view word = next_text(p, syntax, unquoted);
  if (weights == nullptr) return;
  if (word.empty() || !unquoted.empty()) fail_at(begin, "expected a weight, found {}", quoted_word(begin));
  weights->parse_word(word);
}

void parse_attributes(const char*& p, const EdgeListSyntax& syntax, WeightBlock* weights) {
  p = skip_blanks(p);
  if (!by_blanks(syntax) && *p == syntax.separator) p = skip_blanks(p + 1);
  const char* const begin = p;
  p = line_end(p);
  const char* end = p;
  while (end > begin && is_blank(end[-1])) --end;
  const std::string_view text(begin, static_cast<std::size_t>(end - begin));
  const auto attributes = Attributes::parse(text);
  if (!attributes) {
    fail_at(begin, "expected the attributes of an edge, as {{'weight': 1}}, like those in line {}, found {}",
            syntax.first_data_line, text.empty() ? "the end of the line" : quoted(text));
  }
  if (syntax.must_lack_weight && attributes->find_key("weight")) {
    fail_at(begin,
            "expected no attribute 'weight', as in line {}, found {}: give every edge one, or say --columns {},{} to "
            "leave weights aside",
            syntax.first_data_line, quoted(text), syntax.columns.source + 1, syntax.columns.target + 1);
  }
  if (syntax.weight_key.empty() || weights == nullptr) return;
  const auto weight = attributes->find_key(syntax.weight_key);
  if (!weight) {
    fail_at(begin, "expected the attribute {}, as in line {}, found {}", quoted(syntax.weight_key),
            syntax.first_data_line, quoted(text));
  }
  weights->parse_word(*weight);
}

void parse_line_end(const char*& p, const EdgeListSyntax& syntax, WeightBlock* weights) {
  if (syntax.attributes) parse_attributes(p, syntax, weights);
  if (*p != '\n') p = skip_space(p, syntax);
  if (*p == ',' && syntax.separator != ',' && is_digit(p[-1]) && is_digit(p[1])) {
    fail_at(p, "expected a number with a point, found a comma in it: write points, e.g. with tr , .");
  }
  if (*p != '\n') {
    fail_at(p, "expected {} columns, as in line {}, found more: {}", syntax.columns.count, syntax.first_data_line,
            quoted_word(p));
  }
  ++p;
}

void check_direction(const NameField& field, const EdgeListSyntax& syntax) {
  if (field.text == syntax.direction) return;
  fail_at(field.at,
          "expected {} as in the lines before, found {}: a graph is directed or undirected as a whole; --columns "
          "{},{} passes over this column",
          quoted(syntax.direction), quoted(field.text), syntax.columns.source + 1, syntax.columns.target + 1);
}

/// Reads the field at `p`, which belongs to a column other than those of the names.
void parse_other(const char*& p, const EdgeListSyntax& syntax, std::size_t column, WeightBlock* weights) {
  if (column == syntax.columns.weight) return parse_weight(p, syntax, weights);
  std::deque<std::string> unquoted;
  NameField field{.text = {}, .at = p};
  field.text = next_text(p, syntax, unquoted);
  if (column == syntax.columns.direction) check_direction(field, syntax);
}

}  // namespace

void skip_separator(const char*& p, const EdgeListSyntax& syntax, std::size_t found) {
  const char* const begin = p;
  p = skip_space(p, syntax);
  if (*p == '\n' || (*p == '\r' && p[1] == '\n')) {
    fail_at(p, "expected {} columns, as in line {}, found {}", syntax.columns.count, syntax.first_data_line, found);
  }
  if (by_blanks(syntax) ? p == begin : *p != syntax.separator) {
    fail_at(p, "expected {} after a vertex, found {}", describe_separator(syntax.separator), quoted_word(p));
  }
  if (!by_blanks(syntax)) p = skip_space(p + 1, syntax);
}

void finish_longer_line(const char*& p, const EdgeListSyntax& syntax, WeightBlock* weights) {
  for (std::size_t column = 2; column < syntax.columns.count; ++column) {
    skip_separator(p, syntax, column);
    parse_other(p, syntax, column, weights);
  }
  parse_line_end(p, syntax, weights);
}

void parse_edge_line(const char*& p, const EdgeListSyntax& syntax, std::deque<std::string>& unquoted, EdgeNames& names,
                     WeightBlock* weights) {
  const char* const line = p;
  p = line_begin(p, syntax);
  bool blank_before = p != line;
  for (std::size_t column = 0; column < syntax.columns.count; ++column) {
    if (column > 0) {
      skip_separator(p, syntax, column);
      blank_before = p[-1] != syntax.separator;
    }
    if (column == syntax.columns.source) {
      names.source = next_name(p, syntax, unquoted, blank_before);
    } else if (column == syntax.columns.target) {
      names.target = next_name(p, syntax, unquoted, blank_before);
    } else {
      parse_other(p, syntax, column, weights);
    }
  }
  parse_line_end(p, syntax, weights);
}

}  // namespace mg
