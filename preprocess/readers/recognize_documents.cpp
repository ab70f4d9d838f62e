#include "preprocess/readers/recognize_documents.hpp"

#include <strings.h>

#include <algorithm>

#include "preprocess/readers/number_parsing.hpp"

namespace mg {

namespace {

[[nodiscard]] bool is_space(char c) { return is_blank(c) || c == '\n' || c == '\f' || c == '\v'; }
[[nodiscard]] bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

[[nodiscard]] bool starts_with_ignoring_case(std::string_view text, std::string_view start) {
  return text.size() >= start.size() && ::strncasecmp(text.data(), start.data(), start.size()) == 0;
}

/// A text that is looked through from its beginning.
class Head {
 public:
  explicit Head(std::string_view text) : rest_(text) {}

  [[nodiscard]] char front() const { return rest_.empty() ? '\0' : rest_.front(); }
  [[nodiscard]] std::string_view rest() const { return rest_; }
  void skip(std::size_t count) { rest_.remove_prefix(std::min(count, rest_.size())); }
  void skip_behind(std::string_view mark) {
    const std::size_t at = rest_.find(mark);
    skip(at == std::string_view::npos ? rest_.size() : at + mark.size());
  }
  Head& skip_space() {
    while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
    return *this;
  }
  /// Skips space and lines that begin with one of `marks`.
  Head& skip_lines_of(std::string_view marks) {
    for (skip_space(); !rest_.empty() && marks.find(rest_.front()) != std::string_view::npos; skip_space()) {
      skip_behind("\n");
    }
    return *this;
  }
  std::string_view take_word() {
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), [](char c) { return is_letter(c) || is_digit(c); });
    const std::string_view word = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    skip(word.size());
    return word;
  }

 private:
  std::string_view rest_;
};

/// Pairs of keys and values, and then graph [.
bool looks_like_gml(Head head) {
  while (true) {
    head.skip_lines_of("#");
    const std::string_view key = head.take_word();
    if (key.empty() || !is_letter(key.front())) return false;
    const bool apart = is_space(head.front());
    const char value = head.skip_space().front();
    if (key == "graph" && value == '[') return true;
    if (!apart || !(value == '"' || value == '-' || is_digit(value))) return false;
    head.skip(1);
    value == '"' ? head.skip_behind("\"")
                 : head.skip(std::min(head.rest().find_first_of(" \t\r\n"), head.rest().size()));
  }
}

/// { or [{, and what can follow.
bool looks_like_json(Head head) {
  const bool array = head.skip_space().front() == '[';
  if (array) head.skip(1);
  if (head.skip_space().front() != '{') return false;
  head.skip(1);
  const char next = head.skip_space().front();
  return next == '"' || (array && next == '}');
}

bool looks_like_pajek(Head head) {
  const std::string_view start = head.skip_lines_of("%").rest();
  return std::ranges::any_of(std::initializer_list<std::string_view>{"*network", "*vertices", "*arcs", "*edges"},
                             [&](std::string_view word) { return starts_with_ignoring_case(start, word); });
}

/// [strict] graph or digraph, its name, {.
bool looks_like_dot(Head head) {
  while (true) {
    head.skip_lines_of("#");
    if (head.rest().starts_with("//")) {
      head.skip_behind("\n");
    } else if (head.rest().starts_with("/*")) {
      head.skip_behind("*/");
    } else {
      break;
    }
  }
  std::string_view word = head.take_word();
  if (starts_with_ignoring_case(word, "strict") && word.size() == 6) word = head.skip_space().take_word();
  const bool digraph = word.size() == 7 && starts_with_ignoring_case(word, "digraph");
  if (!digraph && !(word.size() == 5 && starts_with_ignoring_case(word, "graph"))) return false;
  if (head.skip_space().front() == '"') {
    head.skip(1);
    head.skip_behind("\"");
  } else {
    while (!is_space(head.front()) && head.front() != '{' && head.front() != '\0') head.skip(1);
  }
  while (head.skip_space().rest().starts_with("/")) head.skip_behind(head.rest().starts_with("/*") ? "*/" : "\n");
  return head.front() == '{';
}

bool looks_like_tntp(Head head) {
  const std::string_view start = head.skip_lines_of("~").rest();
  return std::ranges::any_of(std::initializer_list<std::string_view>{"<NUMBER OF ZONES>", "<NUMBER OF NODES>",
                                                                     "<FIRST THRU NODE>", "<NUMBER OF LINKS>"},
                             [&](std::string_view tag) { return starts_with_ignoring_case(start, tag); });
}

/// dl, and then n or the number of rows.
bool looks_like_dl(Head head) {
  if (!starts_with_ignoring_case(head.skip_space().take_word(), "dl") || head.rest().empty()) return false;
  while (is_space(head.front()) || head.front() == ',') head.skip(1);
  const std::string_view word = head.take_word();
  const char next = head.skip_space().front();
  return next == '=' && std::ranges::any_of(std::initializer_list<std::string_view>{"n", "nr", "nc", "nm", "format"},
                                            [&](std::string_view known) {
                                              return word.size() == known.size() &&
                                                     starts_with_ignoring_case(word, known);
                                            });
}

}  // namespace

std::optional<Recognition> recognize_document(std::string_view text) {
  const Head head(text);
  if (looks_like_gml(head)) return Recognition{"gml", "graph [, with which GML begins"};
  if (looks_like_json(head)) return Recognition{"json", "the braces of JSON"};
  if (looks_like_pajek(head)) return Recognition{"pajek", "the first line, one of Pajek's"};
  if (looks_like_dot(head)) return Recognition{"dot", "graph {, with which DOT begins"};
  if (looks_like_tntp(head)) return Recognition{"tntp", "the metadata of TNTP"};
  if (looks_like_dl(head)) return Recognition{"dl", "the letters dl of UCINET"};
  return std::nullopt;
}

}  // namespace mg
