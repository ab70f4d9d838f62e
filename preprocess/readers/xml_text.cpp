#include "preprocess/readers/xml_text.hpp"

#include <boost/locale/utf.hpp>

#include "engine/error.hpp"
#include "preprocess/readers/text_chunks.hpp"

namespace mg {

namespace {

/// Why no XML document can hold `name`; empty where one can.
std::string_view obstacle(std::string_view name) {
  namespace utf = boost::locale::utf;
  if (name.empty()) return "is empty";
  for (const char *p = name.data(), *const end = p + name.size(); p != end;) {
    const utf::code_point point = utf::utf_traits<char>::decode(p, end);
    if (!utf::is_valid_codepoint(point)) return "is not UTF-8";
    const bool control = point < 0x20 && point != '\t' && point != '\n' && point != '\r';
    if (control || point == 0xFFFE || point == 0xFFFF) return "has a character that XML does not allow";
  }
  return {};
}

}  // namespace

void append_xml(std::string_view text, std::string& out) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of("&<>\"\t\n\r", begin), text.size());
    out += text.substr(begin, end - begin);
    if (end == text.size()) return;
    switch (text[end]) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += fmt::format("&#{};", int{text[end]});  // as it is, a reader would make a blank of it
    }
    begin = end + 1;
  }
}

void require_xml_names(const VertexNames& names) {
  if (names.kind() != VertexNames::Kind::strings) return;
  const auto& ends = names.offsets();
  for (VertexId v = 0; v < names.size(); ++v) {
    const std::string_view name(names.bytes().data() + ends[v], ends[std::size_t{v} + 1] - ends[v]);
    const std::string_view problem = obstacle(name);
    if (problem.empty()) continue;
    fail(ExitCode::wrong_use,
         "the vertex name {} cannot stand in an XML document: it {}; write csv, which holds any name", quoted(name),
         problem);
  }
}

}  // namespace mg
