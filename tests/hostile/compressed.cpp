// Compressed inputs that end early, are damaged, or hold something broken.
#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <sstream>

#include "tests/archives.hpp"
#include "tests/hostile/hostile_case.hpp"

namespace mg {
namespace {

namespace io = boost::iostreams;

template <class Compressor>
std::string compress(const std::string& content, const Compressor& compressor) {
  std::istringstream plain(content);
  std::ostringstream result;
  io::filtering_streambuf<io::input> filter;
  filter.push(compressor);
  filter.push(plain);
  io::copy(filter, result);
  return result.str();
}

/// An edge list that does not compress to a few bytes.
std::string edges() {
  std::string text;
  std::uint64_t state = 1;
  for (int i = 0; i < 500; ++i) {
    state = state * 6364136223846793005 + 1442695040888963407;
    text += std::to_string(state >> 44) + " " + std::to_string(state >> 24 & 0xFFFFF) + "\n";
  }
  return text;
}

void add(std::vector<HostileCase>& cases, const std::string& name, const std::string& suffix, const std::string& whole,
         const std::string& broken_text) {
  const std::string file = "g.el." + suffix;
  const std::string error = file + ": the " + name + "-compressed data is damaged or ends early";
  const auto expect_damage = [&](const std::string& what, std::string content) {
    cases.push_back({name + " " + what, "auto", {{file, std::move(content)}}, error});
  };
  expect_damage("cut in the middle", whole.substr(0, whole.size() / 2));
  expect_damage("cut before the last byte", whole.substr(0, whole.size() - 1));
  if (name != "lzma") expect_damage("cut after ten bytes", whole.substr(0, 10));  // which is known by thirteen
  if (name != "zstd") {  // which stores no checksum unless asked to
    std::string damaged = whole;
    for (std::size_t i = whole.size() / 2; i < whole.size() / 2 + 16; ++i) damaged[i] = static_cast<char>(~damaged[i]);
    expect_damage("damaged in the middle", damaged);
  }
  expect_damage("with garbage behind it", whole + "garbage");
  cases.push_back({name + " of a broken list", "el", {{file, broken_text}}, file + ":2:2: expected 2 columns, as in"});
}

/// A file of some megabytes in which one bit of an early edge has changed, so that text goes wrong long before the
/// checksum.
HostileCase flipped_bit() {
  std::string text;
  for (int i = 0; i < 700'000; ++i) text += "1 2\n";
  std::string stored = compress(text, io::gzip_compressor(io::gzip_params(io::zlib::no_compression)));
  const std::size_t space = stored.find("\n1 2\n") + 2;
  stored[space] = 'a';  // ' ' ^ 0x41
  return {
      "one byte changed", "el", {{"g.el.gz", stored}}, "g.el.gz: the gzip-compressed data is damaged or ends early"};
}

/// A line that is small in the file alone. Reading ahead doubles, so only one of more than twice the limit is refused
/// for its length whatever the blocks.
HostileCase long_line(const std::string& what, const std::string& before, const std::string& error,
                      const std::string& format = "el") {
  const std::string text = before + std::string(40 << 20, '1');
  return {what, format, {{"g.el.gz", compress(text, io::gzip_compressor())}}, error};
}

/// Data that end early in the middle of a line which is longer than what is read ahead.
HostileCase row_that_ends_early() {
  std::string row;
  for (int i = 0; i < 100'000; ++i) row += std::to_string(i) + ' ';
  const std::string whole = compress(row, io::zstd_compressor());
  return {"a long row that ends early",
          "adj",
          {{"g.adj.zst", whole.substr(0, whole.size() / 2)}},
          "g.adj.zst: the zstd-compressed data is damaged or ends early"};
}

}  // namespace

std::vector<HostileCase> hostile_compressed() {
  const std::string broken = "1 2\n3\n";
  std::vector<HostileCase> cases;
  add(cases, "gzip", "gz", compress(edges(), io::gzip_compressor()), compress(broken, io::gzip_compressor()));
  add(cases, "bzip2", "bz2", compress(edges(), io::bzip2_compressor()), compress(broken, io::bzip2_compressor()));
  add(cases, "zstd", "zst", compress(edges(), io::zstd_compressor()), compress(broken, io::zstd_compressor()));
  add(cases, "xz", "xz", compress(edges(), io::lzma_compressor()), compress(broken, io::lzma_compressor()));
  cases.push_back(row_that_ends_early());
  for (const auto& [name, suffix] : {std::pair("lz4", "lz4"), {"lzma", "lzma"}, {"lzip", "lz"}}) {
    add(cases, name, suffix, compressed_by(name, edges()), compressed_by(name, broken));
  }
  cases.push_back({"compress that is damaged",
                   "auto",
                   {{"g.el.Z", compressed_by("compress", edges()).substr(0, 900) + std::string(100, '\xFF')}},
                   "g.el.Z: the compress-compressed data is damaged or ends early"});
  cases.push_back({"compress of a broken list",
                   "el",
                   {{"g.el.Z", compressed_by("compress", broken)}},
                   "g.el.Z:2:2: expected 2 columns, as in"});
  const std::string sg = bytes_of(std::uint8_t{0}, std::int64_t{1'000'000'000'000}, std::int64_t{2}, std::int64_t{0});
  cases.push_back({"compressed graph that claims 10^12 arcs",
                   "gap",
                   {{"g.sg.gz", compress(sg, io::gzip_compressor())}},
                   "g.sg.gz: the header announces 1000000000000 arcs, but"});
  const std::string twice = compress(compress("1 2\n", io::gzip_compressor()), io::gzip_compressor());
  cases.push_back({"compressed twice", "auto", {{"g.el.gz.gz", twice}}, "g.el.gz.gz: compressed more than once"});
  cases.push_back(flipped_bit());
  cases.push_back(long_line("a first line of 40 MiB", "", "g.el.gz:1:1: a line of more than 16 MiB; is this a table"));
  cases.push_back(
      long_line("a later line of 40 MiB", "1 2\n3 4\n", "g.el.gz:3:1: a line of more than 16 MiB; is this"));
  const std::string endless = "nothing ends for 1 MiB: no vertex is that long";
  cases.push_back(long_line("a neighbor of 40 MiB", "1 2 3\n2 ", "g.el.gz:2:1: " + endless, "adj"));
  cases.push_back(long_line("a neighbour of 40 MiB in METIS", "3 1\n2 ", "g.el.gz:2:1: " + endless, "metis"));
  cases.push_back(long_line("a successor of 40 MiB", "3\n", "g.el.gz:2:1: " + endless, "law"));
  return cases;
}

}  // namespace mg
