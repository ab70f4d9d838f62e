#include "tools/shown_text.hpp"

#include <fmt/format.h>

#include <boost/locale/utf.hpp>

namespace mg::tools {

namespace {

/// Appends the pieces of `text` to `out`: a character where it may stay, otherwise its bytes as \xHH.
template <class MayStay>
std::string spelled(std::string_view text, MayStay&& may_stay) {
  namespace utf = boost::locale::utf;
  std::string out;
  out.reserve(text.size());
  for (const char *p = text.data(), *const end = p + text.size(); p != end;) {
    const char* next = p;
    const utf::code_point point = utf::utf_traits<char>::decode(next, end);
    const bool character = utf::is_valid_codepoint(point);
    if (!character) next = p + 1;
    if (character && may_stay(point)) {
      out.append(p, next);
    } else {
      for (; p != next; ++p) out += fmt::format("\\x{:02X}", static_cast<unsigned char>(*p));
    }
    p = next;
  }
  return out;
}

bool is_control(boost::locale::utf::code_point point) {
  return (point < 0x20 && point != '\n' && point != '\t') || (point >= 0x7F && point < 0xA0);
}

}  // namespace

std::string as_utf8(std::string_view text) {
  return spelled(text, [](auto) { return true; });
}

bool is_utf8(std::string_view text) { return as_utf8(text) == text; }

std::string as_shown(std::string_view text) {
  return spelled(text, [](auto point) { return !is_control(point); });
}

}  // namespace mg::tools
