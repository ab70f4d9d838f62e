// XML documents from an input, piece by piece, as events. Expat parses; this keeps documents within bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/progress.hpp"
#include "preprocess/input.hpp"
#include "preprocess/text_chunks.hpp"

namespace mg {

/// The attributes of an element as expat has them: names and values in turn, then a null.
class XmlAttributes {
 public:
  explicit XmlAttributes(const char* const* names_and_values) : items_(names_and_values) {}

  /// The value of the attribute of that name, if the element has it. Names are as written, with their prefix.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const {
    for (const char* const* item = items_; *item != nullptr; item += 2) {
      if (name == *item) return item[1];
    }
    return std::nullopt;
  }

  /// Calls visit(name, value) for each.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const char* const* item = items_; *item != nullptr; item += 2) {
      visit(std::string_view(item[0]), std::string_view(item[1]));
    }
  }

 private:
  const char* const* items_;
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
  void parse_piece(std::size_t wanted, bool& at_end);
  [[noreturn]] void fail_as_expat_says() const;

  Input& input_;
  std::size_t block_size_;
  std::unique_ptr<void, Free> parser_;  // expat's header stays with the source
  XmlHandler* handler_ = nullptr;
  bool has_type_ = false;  ///< <!DOCTYPE ...>
  std::size_t depth_ = 0;
  std::uint64_t bytes_fed_ = 0;
  std::exception_ptr failure_;
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
