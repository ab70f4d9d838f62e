#include "preprocess/readers/character_entities.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "preprocess/readers/text_encoding.hpp"

namespace mg {

namespace {

/// Appends the character that `entity`, what stands between & and ;, means. False when it means none.
bool append_entity(std::string& text, std::string_view entity) {
  struct Named {
    std::string_view name;
    char character;
  };
  static constexpr Named known[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
  if (!entity.starts_with('#')) {
    const auto* const found =
        std::find_if(std::begin(known), std::end(known), [&](const Named& named) { return named.name == entity; });
    if (found == std::end(known)) return false;
    text += found->character;
    return true;
  }
  const bool hexadecimal = entity.starts_with("#x") || entity.starts_with("#X");
  const std::string_view digits = entity.substr(hexadecimal ? 2 : 1);
  std::uint32_t code = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), code, hexadecimal ? 16 : 10);
  return parsed.ec == std::errc() && parsed.ptr == digits.data() + digits.size() && append_utf8(text, code);
}

[[nodiscard]] bool may_be_entity(std::string_view entity) {
  return !entity.empty() && std::all_of(entity.begin(), entity.end(), [](char c) {
    return c == '#' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
}

}  // namespace

std::size_t decode_entities(std::string& text) {
  constexpr std::size_t longest_entity = 32;
  std::string decoded;
  std::size_t unknown = 0;
  std::string_view rest = text;
  for (std::size_t at = rest.find('&'); at != std::string_view::npos; at = rest.find('&')) {
    decoded += rest.substr(0, at);
    rest.remove_prefix(at);
    const std::size_t end = rest.substr(0, longest_entity).find(';');
    const std::string_view entity = end == std::string_view::npos ? std::string_view() : rest.substr(1, end - 1);
    if (append_entity(decoded, entity)) {
      rest.remove_prefix(end + 1);
    } else {
      unknown += may_be_entity(entity) ? 1 : 0;
      decoded += '&';
      rest.remove_prefix(1);
    }
  }
  decoded += rest;
  text = std::move(decoded);
  return unknown;
}

}  // namespace mg
