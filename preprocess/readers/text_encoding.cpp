#include "preprocess/readers/text_encoding.hpp"

#include <fmt/format.h>

#include <boost/locale/utf.hpp>
#include <iterator>

namespace mg {

namespace {

namespace utf = boost::locale::utf;

[[nodiscard]] bool is_utf8(const std::string& text) {
  const char* const end = text.data() + text.size();
  for (const char* p = text.data(); p != end;) {
    if (static_cast<unsigned char>(*p) < 0x80) {
      ++p;
    } else if (!utf::is_valid_codepoint(utf::utf_traits<char>::decode(p, end))) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool append_utf8(std::string& text, std::uint32_t code) {
  if (code == 0 || !utf::is_valid_codepoint(code)) return false;
  utf::utf_traits<char>::encode(code, std::back_inserter(text));
  return true;
}

void TextEncoding::decode(std::string& text) {
  if (is_utf8(text)) return;
  ++num_latin1_;
  std::string decoded;
  for (const char c : text) append_utf8(decoded, static_cast<unsigned char>(c));
  text = std::move(decoded);
}

void TextEncoding::describe(std::vector<std::string>& decisions) const {
  if (num_latin1_ == 0) return;
  decisions.push_back(fmt::format(
      "encoding: {} words are not UTF-8 and were taken for ISO 8859-1 (latin-1); if they are something else, "
      "convert the file, e.g. with iconv -f CP1250 -t UTF-8",
      num_latin1_));
}

}  // namespace mg
