#include "preprocess/readers/plain_xml.hpp"

#include <algorithm>
#include <array>

namespace mg {

namespace {

/// More attributes than plain elements have, which are compared with each other.
constexpr std::size_t most_attributes = 16;

/// What bytes may be part of.
enum Part : std::uint8_t { name_start = 1, name = 2, value = 4, text = 8, space = 16 };

constexpr std::array<std::uint8_t, 256> parts = [] {
  std::array<std::uint8_t, 256> table{};
  for (unsigned char c = ' '; c <= '~'; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':';
    const bool name_only = (c >= '0' && c <= '9') || c == '-' || c == '.';
    const bool plain = c != '<' && c != '&';
    if (letter) table[c] |= name_start;
    if (letter || name_only) table[c] |= name;
    if (plain && c != '"' && c != '\'') table[c] |= value;
    if (plain && c != ']') table[c] |= text;  // "]]>" must not stand in text
  }
  for (const unsigned char c : {' ', '\t', '\n'}) table[c] |= space | text;
  return table;
}();

bool is(Part part, char c) { return (parts[static_cast<unsigned char>(c)] & part) != 0; }

}  // namespace

std::size_t PlainXml::take(std::string_view content, std::size_t deepest) {
  events_.clear();
  attributes_.clear();
  open_.clear();
  at_ = content.data();
  end_ = at_ + content.size();
  deepest_ = deepest;
  do {
    take_text();
    if (!take_tag()) return 0;
  } while (!open_.empty());
  return static_cast<std::size_t>(at_ - content.data());
}

/// Of a line's end of two characters, only the second is part of the text.
void PlainXml::take_text() {
  for (;;) {
    const char* const begin = at_;
    while (at_ != end_ && is(text, *at_)) ++at_;
    if (at_ != begin) {
      events_.push_back({PlainXmlEvent::Kind::text, {begin, static_cast<std::size_t>(at_ - begin)}, begin});
    }
    if (end_ - at_ < 2 || at_[0] != '\r' || at_[1] != '\n') return;
    ++at_;
  }
}

bool PlainXml::take_tag() {
  const char* const begin = at_;
  if (!take('<')) return false;
  if (take('/')) return take_end_tag();
  if (open_.size() == deepest_) return false;
  PlainXmlEvent element{PlainXmlEvent::Kind::start, take_name(), begin, attributes_.size()};
  if (element.text.empty() || !take_attributes(element)) return false;
  const bool empty = take('/');
  if (!take('>')) return false;
  events_.push_back(element);
  if (empty) {
    events_.push_back({PlainXmlEvent::Kind::end, element.text, at_});
  } else {
    open_.push_back(element.text);
  }
  return true;
}

/// From behind "</".
bool PlainXml::take_end_tag() {
  const char* const begin = at_ - 2;
  const std::string_view name = take_name();
  if (open_.empty() || open_.back() != name) return false;
  take_space();
  if (!take('>')) return false;
  open_.pop_back();
  events_.push_back({PlainXmlEvent::Kind::end, name, begin});
  return true;
}

/// All of an element's attributes, and the white space around them.
bool PlainXml::take_attributes(PlainXmlEvent& element) {
  while (take_space() && at_ != end_ && is(name_start, *at_)) {
    if (!take_attribute(element)) return false;
  }
  return true;
}

bool PlainXml::take_attribute(PlainXmlEvent& element) {
  const std::string_view name = take_name();
  if (!take('=') || at_ == end_) return false;
  const char quote = *at_;
  if (quote != '"' && quote != '\'') return false;
  const char* const begin = ++at_;
  while (at_ != end_ && is(value, *at_)) ++at_;
  const std::string_view text(begin, static_cast<std::size_t>(at_ - begin));
  if (!take(quote) || element.num_attributes == most_attributes) return false;
  for (std::size_t i = element.first_attribute; i < attributes_.size(); ++i) {
    if (attributes_[i].name == name) return false;
  }
  attributes_.push_back({name, text});
  ++element.num_attributes;
  return true;
}

/// Empty where there is none.
std::string_view PlainXml::take_name() {
  const char* const begin = at_;
  if (at_ == end_ || !is(name_start, *at_)) return {};
  while (at_ != end_ && is(name, *at_)) ++at_;
  return {begin, static_cast<std::size_t>(at_ - begin)};
}

bool PlainXml::take_space() {
  const char* const begin = at_;
  while (at_ != end_ && (is(space, *at_) || (*at_ == '\r' && end_ - at_ > 1 && at_[1] == '\n'))) ++at_;
  return at_ != begin;
}

}  // namespace mg
