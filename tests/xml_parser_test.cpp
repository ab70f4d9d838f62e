// What handlers see of a document does not depend on which of its elements are read as plain ones.
#include "preprocess/readers/xml_parser.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/readers/plain_xml.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Writes down each event and its place, and how it all ends. Pieces of text are put together.
class Notes final : public XmlHandler {
 public:
  Notes(Input& input, std::size_t block_size) : xml_(input, block_size) {}

  void start(std::string_view name, const XmlAttributes& attributes) override {
    begin_note("start " + std::string(name));
    attributes.for_each([&](std::string_view attribute, std::string_view value) {
      notes_.back() += fmt::format(" {}={}", attribute, value);
    });
    if (name == "refused") xml_.fail_here("refused by the handler");
  }
  void end() override { begin_note("end"); }
  void text(std::string_view piece) override { text_ += piece; }

  std::vector<std::string> of_document() {
    try {
      xml_.parse(*this, silent_progress());
      notes_.emplace_back("read");
    } catch (const Error& error) {
      const std::string message = error.what();
      notes_.push_back(message.substr(message.find("document") + 8));
    }
    return std::move(notes_);
  }

 private:
  void begin_note(std::string note) {
    if (!text_.empty()) notes_.push_back("text " + std::exchange(text_, {}));
    const TextPosition place = xml_.here();
    notes_.push_back(fmt::format("{}:{} {}", place.line, place.column, std::move(note)));
  }

  XmlParser xml_;
  std::vector<std::string> notes_;
  std::string text_;
};

std::vector<std::string> notes_of(const TemporaryFolder& folder, std::string_view document,
                                  std::size_t block_size = default_block_size) {
  Input input(folder.write("document", document));
  return Notes(input, block_size).of_document();
}

/// As `document` without plain elements: a document with a type has none. In their places stands what is as long.
void expect_same_as_by_expat(std::string_view document) {
  const TemporaryFolder folder;
  const auto by_expat = notes_of(folder, fmt::format("<!DOCTYPE r>{}", document));
  const std::string plain = fmt::format("<!--     -->{}", document);
  EXPECT_EQ(notes_of(folder, plain), by_expat) << document;
  for (const std::size_t block_size : {1, 7, 64, 1000}) {
    EXPECT_EQ(notes_of(folder, plain, block_size), by_expat) << document << " in blocks of " << block_size;
  }
}

std::size_t length_of_plain(std::string_view content, std::size_t deepest = 10) {
  return PlainXml().take(content, deepest);
}

TEST(PlainXml, TakesWholeElementsOfPlainTags) {
  for (const std::string_view element :
       {"<a/>", "<a />", "<a></a>", "<a >text</a\t>", "\n  <a/>", "text<a/>", "<a b='c'/>", "<a b=\"c\" d='e'/>",
        "<a\r\n b=\"c\"\n/>", "<y:a_1.b-c x:d=\"1>2 [~] =/\"><b><c/></b>\r\n</y:a_1.b-c>"}) {
    EXPECT_EQ(length_of_plain(element), element.size()) << element;
    EXPECT_EQ(length_of_plain(std::string(element) + " <b/>"), element.size()) << element;
  }
}

TEST(PlainXml, LeavesAllElse) {
  for (const std::string_view content : {"",
                                         " ",
                                         "text",
                                         "<",
                                         "<a",
                                         "<a/",
                                         "<a b",
                                         "<a b=",
                                         "<a b=\"",
                                         "<a b=\"c",
                                         "<a b=\"c\"",
                                         "<a>",
                                         "<a></a",
                                         "</a>",
                                         "<a></b>",
                                         "<a><b></a></b>",
                                         "<!-- -->",
                                         "<?p?>",
                                         "<![CDATA[]]>",
                                         "<a><!-- --></a>",
                                         "<1/>",
                                         "< a/>",
                                         "<a b/>",
                                         "<a b=c/>",
                                         "<a b = \"c\"/>",
                                         "<a b=\"c\"d=\"e\"/>",
                                         "<a b=\"c\" b=\"c\"/>",
                                         "<a b=\"&amp;\"/>",
                                         "<a>&#65;</a>",
                                         "<a b=\"<\"/>",
                                         "<a b=\"\t\"/>",
                                         "<a b=\"\n\"/>",
                                         "<a>]]></a>",
                                         "]]><a/>",
                                         "<a>\r</a>",
                                         "\r<a/>",
                                         "<a\r/>",
                                         "<a b=\"\xC3\xBC\"/>",
                                         "<\xC3\xBC/>",
                                         "<a>\xC3\xBC</a>",
                                         "<a>\x01</a>",
                                         "<a/ >"}) {
    EXPECT_EQ(length_of_plain(content), 0U) << content;
  }
  EXPECT_EQ(length_of_plain(std::string_view("<a>\0</a>", 8)), 0U);
}

TEST(PlainXml, ElementsAreAsDeepAsIsAllowed) {
  EXPECT_EQ(length_of_plain("<a><b/></a>", 2), 11U);
  EXPECT_EQ(length_of_plain("<a><b></b></a>", 2), 14U);
  EXPECT_EQ(length_of_plain("<a><b/></a>", 1), 0U);
  EXPECT_EQ(length_of_plain("<a><b></b></a>", 1), 0U);
  EXPECT_EQ(length_of_plain("<a/>", 0), 0U);
}

TEST(XmlParser, TellsEventsAndTheirPlaces) {
  const TemporaryFolder folder;
  EXPECT_THAT(notes_of(folder, "<r>\n  <a b=\"c\" d='e'/>\r\n<x>1\n2</x>\n</r>\n"),
              ElementsAre("1:1 start r", "text \n  ", "2:3 start a b=c d=e", "2:19 end", "text \n", "3:1 start x",
                          "text 1\n2", "4:2 end", "text \n", "5:1 end", "read"));
}

TEST(XmlParser, PlainElementsAreThoseThatExpatReads) {
  for (const std::string_view document : {
           "<r><a/></r>",
           "<r>\n<a/>\n<a/> <b/>\n\n  <a x=\"1\" y='2'>\n t <b/> u </a>\n</r>\n",
           "<r>\r\n<a/>\r\n\t<a\r\n x=\"1\"\r\n/>t\r\nu</r>",
           "<r><a/>\r<a/>\r\r\n<a/></r>",
           "<r><a/><!-- <a/> --><a/><!-- \n --><a/></r>",
           "<r><a/><![CDATA[<a/>\n<a/>]]><a/></r>",
           "<r><a/><![CDATA[<a/>\n<a/>",
           "<r><a/>]]><a/></r>",
           "<r><a/>]]\n><a/>]</r>",
           "<r><a/><?p <a/> ?>\n<a/></r>",
           "<r><a x=\"&lt;\"/><a/><a>&amp;</a>\n<a>&#65;</a><b/></r>",
           "<r><a x=\"\xC3\xBC\"/>\xC3\xBC<a/>\xC3\xBC\n\xC3\xBC<a/><\xC3\xBC/><a/></r>",
           "<r><a/>\n<a x=\"1\" x=\"2\"/></r>",
           "<r><a/>\n<a><b></a></b></r>",
           "<r><a/>\n</r>\n<a/>",
           "<r><a/>\n</r>more",
           "<r><a/>\n<a/>",
           "<r><a/>\n <a",
           "<r><a/>\n<a x=\"1/></r>",
           "<r><a/>\n\n <b>\n <refused/></b></r>",
           "<r><a/>\n\n <refused x=\"1\"> </refused></r>",
           "<r><a/>\n<x>\xC3\xBC</x> <refused/></r>",
           "<r><a/>\n \xFC <a/></r>",
           "<r><a/>\n \x01 <a/></r>",
           "<r>  <a/>  <b",
           "<a/>",
           "  <a/> ",
       }) {
    expect_same_as_by_expat(document);
  }
}

TEST(XmlParser, PlainElementsCountAsDeep) {
  const auto nested = [](std::size_t depth) {
    std::string text = "<r>";
    for (std::size_t i = 1; i < depth; ++i) text += "<a>\n";
    text += "<b/>\n";
    for (std::size_t i = 1; i < depth; ++i) text += "</a>\n";
    return text + "</r>";
  };
  expect_same_as_by_expat(nested(XmlParser::deepest_element - 1));
  expect_same_as_by_expat(nested(XmlParser::deepest_element));
  const TemporaryFolder folder;
  EXPECT_THAT(notes_of(folder, nested(XmlParser::deepest_element)).back(), HasSubstr("more than 1000 deep"));
  EXPECT_EQ(notes_of(folder, nested(XmlParser::deepest_element - 1)).back(), "read");
}

TEST(XmlParser, ATypeMayGiveElementsAttributes) {
  const TemporaryFolder folder;
  EXPECT_THAT(notes_of(folder, "<!DOCTYPE r [<!ATTLIST a x CDATA \"1\">]><r><a/></r>"),
              ElementsAre("1:40 start r", "1:43 start a x=1", "1:47 end", "1:47 end", "read"));
}

/// Bytes of UTF-16 may be those of tags, which they are not.
TEST(XmlParser, NoElementOfUtf16IsPlain) {
  const TemporaryFolder folder;
  const std::string content = "\x3C\x61\x2F\x3E";  // "<a/>", or two letters of China
  const auto in_utf16 = [&](std::string_view text) {
    std::string wide;
    for (const char c : text) (wide += '\0') += c;
    return wide;
  };
  const std::string document = in_utf16("<r>") + content + in_utf16("</r>");
  EXPECT_THAT(notes_of(folder, document),
              ElementsAre("1:1 start r", "text \xE3\xB1\xA1\xE2\xBC\xBE", "1:6 end", "read"));
  EXPECT_THAT(notes_of(folder, "\xFE\xFF" + document),  // the byte order mark is a column
              ElementsAre("1:2 start r", "text \xE3\xB1\xA1\xE2\xBC\xBE", "1:7 end", "read"));
}

/// Pieces of documents, well-formed and not, in any order: many elements behind each other, and all that stops them.
TEST(XmlParser, AnyDocumentIsReadAsExpatReadsIt) {
  constexpr std::string_view pieces[] = {
      "<a/>",
      "<a x=\"1\" y=\"2\"/>\n",
      "<a>",
      "</a>",
      "\n",
      " ",
      "\r\n",
      "<b>\n<c/>7</b>",
      "text",
      "\xC3\xBC",
      "<d x=\"\xC3\xBC\"/>",
      "&amp;",
      "<!-- <a/>\n -->",
      "<![CDATA[",
      "]]>",
      "<?p <a/>?>",
      "]",
      ">",
      "\r",
      "<refused/>",
  };
  constexpr std::size_t rare = std::size(pieces) - 6;  // those behind it end most documents
  std::minstd_rand random(1);
  for (int i = 0; i < 300; ++i) {
    std::string document = "<r>";
    for (std::size_t size = random() % 200; size > 0; --size) {
      const std::size_t choices = random() % 20 == 0 ? std::size(pieces) : rare;
      document += pieces[random() % 3 == 0 ? random() % choices : random() % 2];
    }
    expect_same_as_by_expat(document + "</r>\n");
  }
}

/// Long enough that plain elements are looked for after ever longer pieces, and found again.
TEST(XmlParser, PlainElementsAreFoundAgain) {
  std::string document = "<r>\n";
  for (int part = 0; part < 6; ++part) {
    for (int i = 0; i < 4000; ++i) document += part % 2 == 0 ? "<a x=\"&#65;\"/>\n" : "<a x=\"A\"/> <b>1</b>\n";
  }
  expect_same_as_by_expat(document + "</r>");
}

}  // namespace
}  // namespace mg
