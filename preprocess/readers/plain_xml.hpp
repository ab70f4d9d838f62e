// The part of XML that graphs consist of almost everywhere: ASCII in plain tags. It is read several times as fast as
// the whole language.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace mg {

struct XmlAttribute {
  std::string_view name;
  std::string_view value;
};

/// What an element consists of, in its order.
struct PlainXmlEvent {
  enum class Kind : std::uint8_t { start, end, text };
  Kind kind = Kind::text;
  std::string_view text = {};  ///< the name of the element that starts, or a piece of the text between tags
  const char* at = nullptr;    ///< where it stands; the end of an element without content, <a/>, stands behind that
  std::size_t first_attribute = 0, num_attributes = 0;
};

/// Recognises elements that mean the same to every reader of XML: from their first tag to their last of printable
/// ASCII and white space, without references, comments, instructions and CDATA. All else, well-formed or not, is left
/// to a whole parser.
class PlainXml {
 public:
  /// Reads the text and the element that `content`, from within the root element of a document in UTF-8, ISO-8859-1 or
  /// US-ASCII, begins with, and returns how long they are. 0: it begins with something else, ends before the element
  /// does, or has elements more than `deepest` deep.
  std::size_t take(std::string_view content, std::size_t deepest);

  /// What was taken; views are those of `content`.
  [[nodiscard]] std::span<const PlainXmlEvent> events() const { return events_; }
  [[nodiscard]] std::span<const XmlAttribute> attributes_of(const PlainXmlEvent& event) const {
    return std::span(attributes_).subspan(event.first_attribute, event.num_attributes);
  }

 private:
  void take_text();
  bool take_tag();
  bool take_end_tag();
  bool take_attributes(PlainXmlEvent& element);
  bool take_attribute(PlainXmlEvent& element);
  std::string_view take_name();
  bool take_space();
  bool take(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }

  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::size_t deepest_ = 0;
  std::vector<PlainXmlEvent> events_;
  std::vector<XmlAttribute> attributes_;
  std::vector<std::string_view> open_;
};

}  // namespace mg
