// XML documents from an input, piece by piece, as events. Expat parses what is not plain; this keeps documents within
// bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/progress.hpp"
#include "preprocess/input/input.hpp"
#include "preprocess/readers/plain_xml.hpp"
#include "preprocess/readers/text_chunks.hpp"

namespace mg {

/// The attributes of an element, in its order. Names are as written, with their prefix.
class XmlAttributes {
 public:
  explicit XmlAttributes(std::span<const XmlAttribute> items) : items_(items) {}

  /// The value of the attribute of that name, if the element has it.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const {
    for (const XmlAttribute& item : items_) {
      if (item.name == name) return item.value;
    }
    return std::nullopt;
  }

  /// Calls visit(name, value) for each.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const XmlAttribute& item : items_) visit(item.name, item.value);
  }

 private:
  std::span<const XmlAttribute> items_;
};

/// What a document consists of, in its order. Views are valid during the call. Members may throw: parsing ends, and
/// the exception comes out of XmlParser::parse().
class XmlHandler {
 public:
  virtual ~XmlHandler() = default;
  /// `name` as written, with its prefix.
  virtual void start(std::string_view name, const XmlAttributes& attributes) = 0;
  virtual void end() = 0;
  /// A piece of the text between tags; pieces may be as short as a byte.
  virtual void text(std::string_view piece) = 0;
};

/// Parses one document. Refused with Error(bad_input) "FILE:LINE:COLUMN: ...": what is not well-formed; definitions of
/// entities, since a few lines of them make gigabytes, and files that entities name; elements deeper than
/// `deepest_element`; a tag, comment or instruction of more than `longest_tag` bytes. Text is converted from the
/// encoding that the document declares (UTF-8, UTF-16, ISO-8859-1 or US-ASCII) to UTF-8.
class XmlParser {
 public:
  static constexpr std::size_t deepest_element = 1000;
  static constexpr std::size_t longest_tag = std::size_t{16} << 20;

  /// `block_size`: bytes read at a time; it has no effect on what handlers see, but for the pieces of text.
  XmlParser(Input& input, std::size_t block_size);

  void parse(XmlHandler& handler, Progress& progress);

  /// The place of the event that is being handled.
  [[nodiscard]] TextPosition here() const;
  [[noreturn]] void fail_here(std::string_view message) const;

 private:
  struct Callbacks;
  struct Free {
    void operator()(void* parser) const;
  };

  void refuse_unknown_entities() const;
  [[nodiscard]] std::size_t next_stride(std::string_view block);
  void parse_block(std::string_view block, bool at_end);
  void feed(std::string_view bytes, bool at_end);
  [[nodiscard]] std::size_t waiting() const;
  [[nodiscard]] bool is_plain_allowed() const;
  std::size_t take_plain(std::string_view block);
  void tell_of_plain();
  [[nodiscard]] TextPosition expat_position() const;
  [[noreturn]] void fail_as_expat_says() const;

  Input& input_;
  std::size_t block_size_;
  std::unique_ptr<void, Free> parser_;  // expat's header stays with the source
  XmlHandler* handler_ = nullptr;
  bool has_type_ = false;  ///< <!DOCTYPE ...>
  std::size_t depth_ = 0;
  std::uint64_t bytes_fed_ = 0;
  std::exception_ptr failure_;
  std::vector<XmlAttribute> attributes_;

  PlainXml plain_;
  bool is_ascii_kept_ = false;  // whether the encoding has ASCII in single bytes, and nothing else in them
  bool in_cdata_ = false;
  std::size_t stride_ = 1;             // bytes that expat was given when plain elements were rare
  std::size_t saved_ = 0;              // bytes of plain elements, less what looking for them has cost
  const char* plain_begin_ = nullptr;  // while a handler hears of plain elements: where their run begins,
  const char* plain_at_ = nullptr;     // and where what it hears of stands
  // Expat knows nothing of what it was not given: how far its lines are behind, and its columns in one of them.
  std::uint64_t lines_passed_ = 0;
  std::uint64_t shifted_line_ = 0;
  std::uint64_t column_shift_ = 0;  // modulo 2^64
};

/// `name` without a namespace's prefix.
[[nodiscard]] inline std::string_view local_name(std::string_view name) { return name.substr(name.find(':') + 1); }
/// The prefix of `name` and its colon, or nothing.
[[nodiscard]] inline std::string_view prefix_of(std::string_view name) { return name.substr(0, name.find(':') + 1); }
/// `text` without the white space around it.
[[nodiscard]] std::string_view without_xml_space(std::string_view text);

/// The name of the root element, if a document begins as `head` does and the root stands in it.
[[nodiscard]] std::optional<std::string> xml_root_element(std::string_view head);

}  // namespace mg
