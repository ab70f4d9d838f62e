// Bytes in: compression, and text cut into blocks at line ends.
#include "preprocess/input/input.hpp"

#include <gtest/gtest.h>

#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/readers/edge_collector.hpp"
#include "preprocess/readers/number_parsing.hpp"
#include "preprocess/readers/text_chunks.hpp"
#include "tests/archives.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

namespace io = boost::iostreams;

template <class Compressor>
std::string compressed(const std::string& content, const Compressor& compressor) {
  std::istringstream plain(content);
  std::ostringstream result;
  io::filtering_streambuf<io::input> filter;
  filter.push(compressor);
  filter.push(plain);
  io::copy(filter, result);
  return result.str();
}

std::string all_compressions(const std::string& content, Compression compression) {
  switch (compression) {
    case Compression::gzip: return compressed(content, io::gzip_compressor());
    case Compression::bzip2: return compressed(content, io::bzip2_compressor());
    case Compression::zstd: return compressed(content, io::zstd_compressor());
    case Compression::xz: return compressed(content, io::lzma_compressor());
    case Compression::none: return content;
    default: return compressed_by(std::string(to_string(compression)), content);
  }
}

constexpr Compression compressions[] = {Compression::none, Compression::gzip, Compression::bzip2,
                                        Compression::zstd, Compression::xz,   Compression::lz4,
                                        Compression::lzma, Compression::lzip, Compression::compress};

/// Files of these cannot be put one behind the other.
bool stands_alone(Compression compression) {
  return compression == Compression::lzma || compression == Compression::compress;
}

std::string read_all(const std::string& path, std::size_t piece = 1000) {
  Input input(path);
  std::string content;
  std::string buffer(piece, ' ');
  while (const std::size_t got = input.read(buffer.data(), piece)) content.append(buffer, 0, got);
  return content;
}

/// Numbers whose compressed form is longer than a decompressor's buffers.
std::string long_text() {
  std::string text;
  std::uint64_t state = 1;
  for (int i = 0; i < 100000; ++i) {
    state = state * 6364136223846793005 + 1442695040888963407;
    text += std::to_string(state >> 40) + "\n";
  }
  return text;
}

TEST(Input, UndoesCompressionWhateverTheName) {
  const TemporaryFolder folder;
  const std::string text = long_text();
  for (const Compression compression : compressions) {
    const std::string path = folder.write("file.txt", all_compressions(text, compression));
    EXPECT_EQ(Input(path).compression(), compression);
    EXPECT_EQ(Input(path).head(), std::string_view(text).substr(0, Input::head_size));
    EXPECT_TRUE(read_all(path) == text) << to_string(compression);
    EXPECT_TRUE(read_all(path, 300001) == text) << to_string(compression);
  }
}

TEST(Input, ReadsConcatenatedCompressedFiles) {
  const TemporaryFolder folder;
  for (const Compression compression : compressions) {
    if (stands_alone(compression)) continue;
    const std::string path =
        folder.write("file", all_compressions("1 2\n", compression) + all_compressions("3 4\n", compression));
    EXPECT_EQ(read_all(path), "1 2\n3 4\n") << to_string(compression);
  }
}

TEST(Input, RefusesCompressedDataThatEndsEarlyOrIsDamaged) {
  const TemporaryFolder folder;
  const std::string text = long_text();
  for (const Compression compression : compressions) {
    // The last has no checksum and no end.
    if (compression == Compression::none || compression == Compression::compress) continue;
    const std::string whole = all_compressions(text, compression);
    std::string damaged = whole;
    for (std::size_t i = whole.size() / 2; i < whole.size() / 2 + 64; ++i) damaged[i] = char(damaged[i] ^ 0x55);
    for (const std::string& content : {whole.substr(0, whole.size() / 2), whole.substr(0, whole.size() - 1), damaged}) {
      try {
        read_all(folder.write("broken", content));
        ADD_FAILURE() << to_string(compression) << " of " << content.size() << " bytes was accepted";
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::bad_input);
        EXPECT_NE(std::string(error.what()).find("broken: the "), std::string::npos) << error.what();
      }
    }
  }
}

TEST(Input, NamesWhatCannotBeOpened) {
  const TemporaryFolder folder;
  EXPECT_THROW(Input(folder / "absent"), Error);
  EXPECT_THROW(Input(folder.path().string()), Error);
  EXPECT_THROW(Input(folder.write("lists.lz4", "\x04\x22\x4d\x18 and so on")), Error);
}

TEST(Input, KnowsTheNameWithoutCompression) {
  const TemporaryFolder folder;
  EXPECT_TRUE(
      Input(folder.write("a.el.gz", all_compressions("1 2\n", Compression::gzip))).plain_path().ends_with("a.el"));
  EXPECT_TRUE(Input(folder.write("b.gz", "1 2\n")).plain_path().ends_with("b.gz"));
}

/// The lines of a text, gathered through blocks, with the number that each block was given for its first line.
std::vector<std::string> lines_by_blocks(const std::string& path, std::size_t block_size, int header_lines) {
  Input input(path);
  TextSource source(input, block_size);
  std::vector<std::string> lines;
  for (int i = 0; i < header_lines; ++i) {
    if (const auto line = source.next_line()) lines.emplace_back(*line);
  }
  using Lines = std::vector<std::string>;
  const std::uint64_t count = parse_text<Lines>(
      source, silent_progress(),
      [](std::string_view text, Lines& block) {
        block.clear();
        for (const char* p = text.data(); p < text.data() + text.size();) {
          const char* const end = line_end(p);
          block.emplace_back(p, end);
          p = end + 1;
        }
      },
      [&](const Lines& block, std::uint64_t first_line) {
        EXPECT_EQ(first_line, lines.size() + 1);
        lines.insert(lines.end(), block.begin(), block.end());
      },
      [](const Lines&) {});
  EXPECT_EQ(count, lines.size());
  return lines;
}

TEST(TextSource, CutsAtLineEndsOnlyWhateverTheBlockSize) {
  const TemporaryFolder folder;
  const std::vector<std::string> expected = {"one", "", "a line that is longer than several blocks", "x", "", "last"};
  std::string text;
  for (const std::string& line : expected) text += line + "\n";
  for (const Compression compression : {Compression::none, Compression::gzip}) {
    for (const std::string& content : {text, text.substr(0, text.size() - 1), "\xEF\xBB\xBF" + text}) {
      const std::string path = folder.write("text", all_compressions(content, compression));
      for (const std::size_t block_size : {1, 2, 3, 5, 8, 13, 39, 79}) {
        for (const int header_lines : {0, 3, 6}) {
          EXPECT_EQ(lines_by_blocks(path, block_size, header_lines), expected) << block_size << ' ' << header_lines;
        }
      }
    }
  }
}

TEST(TextSource, HandlesTextsWithoutLines) {
  const TemporaryFolder folder;
  EXPECT_TRUE(lines_by_blocks(folder.write("empty", ""), 8, 0).empty());
  EXPECT_TRUE(lines_by_blocks(folder.write("empty", ""), 8, 1).empty());
  EXPECT_EQ(lines_by_blocks(folder.write("newline", "\n"), 8, 0), std::vector<std::string>{""});
}

TEST(TextSource, ReportsTheFirstErrorOfTheFile) {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 1; i <= 1000; ++i) text += i % 100 == 57 ? "  bad\n" : "good\n";
  Input input(folder.write("text", text));
  TextSource source(input, 16);
  const auto parse = [](std::string_view block, int&) {
    const std::size_t bad = block.find("bad");
    if (bad != std::string_view::npos) fail_at(block.data() + bad, "found {}", quoted_word(block.data() + bad));
  };
  try {
    parse_text<int>(
        source, silent_progress(), parse, [](int&, std::uint64_t) {}, [](const int&) {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()), input.name() + ":57:3: found 'bad'");
  }
}

TEST(Quoting, ShowsWhatDoesNotPrintAndShortens) {
  EXPECT_EQ(mg::quoted(std::string_view("a\0\tb", 4)), "'a\\x00\\tb'");
  EXPECT_EQ(mg::quoted(std::string(100, 'x')), "'" + std::string(60, 'x') + "...'");
  EXPECT_EQ(quoted_word("\r\n"), "the end of the line");
}

std::pair<std::uint64_t, std::ptrdiff_t> parsed(const std::string& text) {
  const std::string padded = text + "\n" + std::string(TextSource::padding, '9');
  const char* p = padded.data();
  std::uint64_t value = 0;
  if (!parse_unsigned(p, value)) return {0, -1};
  return {value, p - padded.data()};
}

TEST(Numbers, AreReadAtEveryLength) {
  std::string digits;
  std::uint64_t value = 0;
  for (int length = 1; length <= 19; ++length) {
    digits += char('0' + length % 10);
    value = value * 10 + static_cast<std::uint64_t>(length % 10);
    for (const char* end : {"", " ", "\t5", ".5", ":", "/"}) {
      EXPECT_EQ(parsed(digits + end), std::pair(value, std::ptrdiff_t(length))) << digits << end;
    }
  }
  EXPECT_EQ(parsed("18446744073709551615").first, ~std::uint64_t{0});
  for (const char* none : {"", "x", "-1", "18446744073709551616", "99999999999999999999"}) {
    EXPECT_EQ(parsed(none).second, -1) << none;
  }
  EXPECT_EQ(parsed("000000000012"), std::pair(std::uint64_t{12}, std::ptrdiff_t{12}));
}

}  // namespace
}  // namespace mg
