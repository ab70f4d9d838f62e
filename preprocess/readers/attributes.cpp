#include "preprocess/readers/attributes.hpp"

#include <algorithm>

#include "preprocess/readers/table_sample.hpp"

namespace mg {

namespace {

/// A dictionary, read from its begin on.
class DictionaryScanner {
 public:
  explicit DictionaryScanner(std::string_view text) : text_(text) {}

  bool scan(std::vector<Attributes::Item>& items) {
    if (!take('{')) return false;
    while (!take('}')) {
      if (!items.empty() && !take(',')) return false;
      const std::string_view key = item(":");
      if (key.empty() || !take(':')) return false;
      const std::string_view value = item(",}");
      if (value.empty()) return false;
      items.push_back({unquoted(key), value});
    }
    return at_ == text_.size();
  }

 private:
  bool take(char c) {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  /// What stands up to one of `ends`, but for those within quotes and brackets.
  std::string_view item(std::string_view ends) {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    const std::size_t begin = at_;
    for (int depth = 0; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\'' || c == '"') {
        if (!skip_string(c)) return {};
      } else if (depth == 0 && ends.find(c) != std::string_view::npos) {
        break;
      } else if (c == '(' || c == '[' || c == '{') {
        ++depth;
      } else if (c == ')' || c == ']' || c == '}') {
        --depth;
      }
    }
    return trimmed(text_.substr(begin, at_ - begin));
  }

  /// Moves to the closing quote.
  bool skip_string(char quote) {
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == quote) return true;
      if (text_[at_] == '\\') ++at_;
    }
    return false;
  }

  static std::string_view unquoted(std::string_view text) {
    const bool quotes = text.size() >= 2 && (text[0] == '\'' || text[0] == '"') && text.back() == text[0];
    return quotes ? text.substr(1, text.size() - 2) : text;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<Attributes> Attributes::parse(std::string_view text) {
  Attributes attributes;
  if (!DictionaryScanner(text).scan(attributes.items_)) return std::nullopt;
  return attributes;
}

std::optional<std::string_view> Attributes::find_key(std::string_view key) const {
  const auto found = std::find_if(items_.begin(), items_.end(), [&](const Item& item) { return item.key == key; });
  if (found == items_.end()) return std::nullopt;
  return found->value;
}

std::vector<std::string> Attributes::keys() const {
  std::vector<std::string> keys;
  for (const Item& item : items_) keys.emplace_back(item.key);
  return keys;
}

bool ends_in_attributes(std::string_view line) {
  const std::size_t brace = line.find('{');
  if (brace == std::string_view::npos || brace == 0) return false;
  const char before = line[brace - 1];
  return (before == ' ' || before == '\t' || before == ',' || before == ';' || before == '|') &&
         Attributes::parse(trimmed(line.substr(brace))).has_value();
}

std::string_view without_attributes(std::string_view line) {
  std::string_view rest = trimmed(line.substr(0, line.find('{')));
  if (!rest.empty() && (rest.back() == ',' || rest.back() == ';' || rest.back() == '|')) rest.remove_suffix(1);
  return trimmed(rest);
}

Attributes attributes_of(std::string_view line) {
  return Attributes::parse(trimmed(line.substr(line.find('{')))).value_or(Attributes());
}

}  // namespace mg
