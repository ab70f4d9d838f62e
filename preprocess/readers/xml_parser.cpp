#include "preprocess/readers/xml_parser.hpp"

#include <expat.h>

#include <algorithm>
#include <array>
#include <new>

#include "engine/error.hpp"

namespace mg {

namespace {

/// Larger pieces leave the caches before they are parsed.
constexpr std::size_t largest_piece = std::size_t{256} << 10;
constexpr std::uint64_t pieces_per_report = 64;
/// To give expat a tag alone, and to look for a plain element behind it, takes about as long as expat takes for so many
/// bytes. What plain elements have saved pays for it; where there are none, expat is given twice as much each time.
constexpr std::size_t price_of_a_look = 128;
constexpr std::size_t most_saved = std::size_t{16} << 10;
constexpr std::size_t longest_stride = std::size_t{64} << 10;

XML_Parser as_expat(void* parser) { return static_cast<XML_Parser>(parser); }

/// Expat takes a document for UTF-16 by its first two bytes: a byte order mark, or half of a character.
bool may_be_utf16(std::string_view start) {
  return start.size() < 2 || start[0] == '\0' || start[1] == '\0' || start.starts_with("\xFF\xFE") ||
         start.starts_with("\xFE\xFF");
}

/// The place behind `text`, plain XML that stands at `position`.
TextPosition behind(TextPosition position, std::string_view text) {
  const std::size_t last_line = text.rfind('\n') + 1;  // npos + 1 is 0
  if (last_line != 0) {
    position.line += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    position.column = 1;
  }
  position.column += text.size() - last_line;
  return position;
}

/// Of a tag as it stands in the document, the first reference to an entity that not every document knows, "&auml;".
std::string_view unknown_entity(std::string_view tag) {
  constexpr std::array<std::string_view, 5> known = {"&lt;", "&gt;", "&amp;", "&quot;", "&apos;"};
  for (std::size_t at = tag.find('&'); at != std::string_view::npos; at = tag.find('&', at + 1)) {
    const std::string_view reference = tag.substr(at, tag.find(';', at) - at + 1);
    if (!reference.starts_with("&#") && std::ranges::find(known, reference) == known.end()) return reference;
  }
  return {};
}

}  // namespace

/// What expat calls. It is C: exceptions wait in the parser until it has returned.
struct XmlParser::Callbacks {
  template <class Act>
  static void guarded(void* self, Act&& act) noexcept {
    auto& parser = *static_cast<XmlParser*>(self);
    if (parser.failure_) return;  // of an element that ends where it starts, expat tells the end even when stopped
    try {
      act(parser);
    } catch (...) {
      parser.failure_ = std::current_exception();
      XML_StopParser(as_expat(parser.parser_.get()), XML_FALSE);
    }
  }

  static void start(void* self, const char* name, const char** attributes) {
    guarded(self, [&](XmlParser& parser) {
      if (++parser.depth_ > deepest_element) {
        parser.fail_here(fmt::format("elements within elements, more than {} deep", deepest_element));
      }
      if (parser.has_type_) parser.refuse_unknown_entities();
      parser.attributes_.clear();
      for (; *attributes != nullptr; attributes += 2) parser.attributes_.push_back({attributes[0], attributes[1]});
      parser.handler_->start(name, XmlAttributes(parser.attributes_));
    });
  }
  static void end(void* self, const char* /*name*/) {
    guarded(self, [](XmlParser& parser) {
      --parser.depth_;
      parser.handler_->end();
    });
  }
  static void text(void* self, const char* begin, int size) {
    guarded(self, [&](XmlParser& parser) { parser.handler_->text({begin, static_cast<std::size_t>(size)}); });
  }
  static void start_cdata(void* self) { static_cast<XmlParser*>(self)->in_cdata_ = true; }
  static void end_cdata(void* self) { static_cast<XmlParser*>(self)->in_cdata_ = false; }
  static void type(void* self, const char* /*name*/, const char* /*system*/, const char* /*public_id*/,
                   int /*has_internal_subset*/) {
    static_cast<XmlParser*>(self)->has_type_ = true;
  }
  static void entity(void* self, const char* name, int /*parameter*/, const char* /*value*/, int /*size*/,
                     const char* /*base*/, const char* /*system*/, const char* /*public_id*/,
                     const char* /*notation*/) {
    guarded(self, [&](XmlParser& parser) {
      parser.fail_here(
          fmt::format("the document defines the entity {}: definitions are not followed, since a few of "
                      "them make gigabytes; write what it stands for in its places",
                      quoted(name)));
    });
  }
  static void skipped(void* self, const char* name, int /*parameter*/) {
    guarded(self, [&](XmlParser& parser) {
      parser.fail_here(
          fmt::format("the entity {} is not defined in this document, and no other file is read for it; "
                      "write what it stands for",
                      quoted(name)));
    });
  }
  static int external(XML_Parser expat, const char* /*context*/, const char* /*base*/, const char* system,
                      const char* /*public_id*/) {
    guarded(XML_GetUserData(expat), [&](XmlParser& parser) {
      parser.fail_here(
          fmt::format("an entity from another file, {}, which is not read", quoted(system != nullptr ? system : "")));
    });
    return XML_STATUS_ERROR;
  }
};

void XmlParser::Free::operator()(void* parser) const { XML_ParserFree(as_expat(parser)); }

XmlParser::XmlParser(Input& input, std::size_t block_size)
    : input_(input),
      block_size_(std::clamp<std::size_t>(block_size, 1, largest_piece)),
      parser_(XML_ParserCreate(nullptr)) {
  XML_Parser const expat = as_expat(parser_.get());
  if (expat == nullptr) throw std::bad_alloc();
  XML_SetUserData(expat, this);
  XML_SetElementHandler(expat, Callbacks::start, Callbacks::end);
  XML_SetCharacterDataHandler(expat, Callbacks::text);
  XML_SetCdataSectionHandler(expat, Callbacks::start_cdata, Callbacks::end_cdata);
  XML_SetStartDoctypeDeclHandler(expat, Callbacks::type);
  XML_SetEntityDeclHandler(expat, Callbacks::entity);
  XML_SetSkippedEntityHandler(expat, Callbacks::skipped);
  XML_SetExternalEntityRefHandler(expat, Callbacks::external);
}

TextPosition XmlParser::expat_position() const {
  XML_Parser const expat = as_expat(parser_.get());
  return {XML_GetCurrentLineNumber(expat), XML_GetCurrentColumnNumber(expat) + 1};
}

TextPosition XmlParser::here() const {
  TextPosition position = expat_position();
  if (position.line == shifted_line_) position.column += column_shift_;
  position.line += lines_passed_;
  return plain_begin_ == nullptr ? position : behind(position, {plain_begin_, plain_at_});
}

void XmlParser::fail_here(std::string_view message) const {
  const TextPosition position = here();
  fail(ExitCode::bad_input, "{}:{}:{}: {}", input_.name(), position.line, position.column, message);
}

void XmlParser::fail_as_expat_says() const {
  const XML_Error error = XML_GetErrorCode(as_expat(parser_.get()));
  if (error == XML_ERROR_NO_MEMORY) throw std::bad_alloc();
  if (error == XML_ERROR_UNKNOWN_ENCODING) {
    fail_here(
        "the encoding that the document declares is not read (UTF-8, UTF-16, ISO-8859-1 and US-ASCII are): convert the "
        "file, e.g. with iconv, and declare UTF-8");
  }
  fail_here(fmt::format("not well-formed XML: {}{}", XML_ErrorString(error),
                        error == XML_ERROR_NO_ELEMENTS && bytes_fed_ > 0 ? "; the document ends too early" : ""));
}

/// Where a document has a type, whose definitions may stand in another file, expat leaves entities that it does not
/// know out of attributes without a word.
void XmlParser::refuse_unknown_entities() const {
  XML_Parser const expat = as_expat(parser_.get());
  int offset = 0;
  int size = 0;
  const char* const context = XML_GetInputContext(expat, &offset, &size);
  if (context == nullptr) return;
  std::string tag(context + offset, static_cast<std::size_t>(XML_GetCurrentByteCount(expat)));
  std::erase(tag, '\0');  // of UTF-16
  if (const std::string_view reference = unknown_entity(tag); !reference.empty()) {
    fail_here(
        fmt::format("the entity {} is not defined in this document, and no other file is read for it; write what "
                    "it stands for",
                    quoted(reference)));
  }
}

void XmlParser::feed(std::string_view bytes, bool at_end) {
  bytes_fed_ += bytes.size();
  const XML_Status status =
      XML_Parse(as_expat(parser_.get()), bytes.data(), static_cast<int>(bytes.size()), at_end ? XML_TRUE : XML_FALSE);
  if (failure_) std::rethrow_exception(failure_);
  if (status != XML_STATUS_OK) fail_as_expat_says();
}

/// Where expat has nothing left of a tag and stands within an element, what follows is the content of that element.
/// Where a document has a type, that could say more of its elements than they do.
bool XmlParser::is_plain_allowed() const {
  return is_ascii_kept_ && depth_ > 0 && !has_type_ && !in_cdata_ && waiting() == 0;
}

void XmlParser::tell_of_plain() {
  for (const PlainXmlEvent& event : plain_.events()) {
    plain_at_ = event.at;
    switch (event.kind) {
      case PlainXmlEvent::Kind::start: handler_->start(event.text, XmlAttributes(plain_.attributes_of(event))); break;
      case PlainXmlEvent::Kind::end: handler_->end(); break;
      case PlainXmlEvent::Kind::text: handler_->text(event.text); break;
    }
  }
}

/// Reads the plain elements that `block` begins with, and returns how long they are.
std::size_t XmlParser::take_plain(std::string_view block) {
  if (!is_plain_allowed()) return 0;
  std::size_t taken = 0;
  plain_begin_ = block.data();
  while (const std::size_t size = plain_.take(block.substr(taken), deepest_element - depth_)) {
    tell_of_plain();
    taken += size;
  }
  plain_begin_ = nullptr;
  if (taken == 0) return 0;
  const TextPosition end = behind(here(), block.substr(0, taken));
  const TextPosition expats = expat_position();
  lines_passed_ = end.line - expats.line;
  shifted_line_ = expats.line;
  column_shift_ = end.column - expats.column;
  return taken;
}

/// Bytes of a tag that has not ended yet. Expat looks through them once more with each piece that it is given.
std::size_t XmlParser::waiting() const {
  const XML_Index parsed = XML_GetCurrentByteIndex(as_expat(parser_.get()));
  return parsed < 0 ? 0 : static_cast<std::size_t>(bytes_fed_ - static_cast<std::uint64_t>(parsed));
}

/// How much of `block`, which does not begin with plain elements, expat is given before they are looked for once more:
/// up to a tag.
std::size_t XmlParser::next_stride(std::string_view block) {
  const std::size_t tag = block.find('<');
  if (tag == std::string_view::npos) return block.size();
  const bool ends_element = block.substr(tag, 2) == "</";  // plain ones may follow
  std::size_t stride = 1;
  if (!ends_element && saved_ < price_of_a_look) {
    stride_ = stride = std::min(2 * stride_, longest_stride);
  } else if (!ends_element) {
    saved_ -= price_of_a_look;
    stride_ = 1;
  }
  return std::min(block.find('<', std::max(tag + stride, waiting())), block.size());
}

void XmlParser::parse_block(std::string_view block, bool at_end) {
  do {
    const std::size_t taken = take_plain(block);
    saved_ = std::min(saved_ + taken, most_saved);
    block.remove_prefix(taken);
    const std::string_view piece = block.substr(0, next_stride(block));
    if (!piece.empty() || at_end) feed(piece, at_end && piece.size() == block.size());
    block.remove_prefix(piece.size());
  } while (!block.empty());
}

void XmlParser::parse(XmlHandler& handler, Progress& progress) {
  handler_ = &handler;
  std::vector<char> block;
  bool at_end = false;
  for (std::uint64_t piece = 1; !at_end; ++piece) {
    block.resize(std::max(block_size_, waiting()));
    const std::size_t got = input_.read(block.data(), block.size());
    at_end = got < block.size();
    if (piece == 1) is_ascii_kept_ = !may_be_utf16({block.data(), got});
    parse_block({block.data(), got}, at_end);
    if (!at_end && waiting() > longest_tag) {
      fail_here(fmt::format("a tag, comment or instruction of more than {} MiB", longest_tag >> 20));
    }
    if (piece % pieces_per_report == 0) progress.report("read", input_.file_position(), input_.file_size());
  }
}

std::string_view without_xml_space(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(space);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(space) + 1 - begin);
}

std::optional<std::string> xml_root_element(std::string_view head) {
  struct Search {
    XML_Parser parser;
    std::string doctype;
    std::optional<std::string> root;

    void found(const char* name) {
      if (!root) root = name;
      XML_StopParser(parser, XML_FALSE);
    }
  };
  const std::unique_ptr<XML_ParserStruct, void (*)(XML_Parser)> parser(XML_ParserCreate(nullptr), XML_ParserFree);
  if (parser == nullptr) throw std::bad_alloc();
  Search search{parser.get(), {}, {}};
  XML_SetUserData(parser.get(), &search);
  XML_SetStartElementHandler(parser.get(), [](void* user, const char* name, const char** /*attributes*/) {
    static_cast<Search*>(user)->found(name);
  });
  XML_SetStartDoctypeDeclHandler(parser.get(),
                                 [](void* user, const char* name, const char* /*system*/, const char* /*public_id*/,
                                    int /*has_subset*/) { static_cast<Search*>(user)->doctype = name; });
  // Where entities are defined, the type of the document has to do: the root could make them unfold.
  XML_SetEntityDeclHandler(parser.get(), [](void* user, const char* /*name*/, int /*parameter*/, const char* /*value*/,
                                            int /*size*/, const char* /*base*/, const char* /*system*/,
                                            const char* /*public_id*/, const char* /*notation*/) {
    auto* self = static_cast<Search*>(user);
    self->found(self->doctype.c_str());
  });
  XML_Parse(parser.get(), head.data(), static_cast<int>(head.size()), XML_FALSE);
  return search.root;
}

}  // namespace mg
