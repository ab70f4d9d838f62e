// Archives that end early, are damaged, lie about what they hold, or hold nothing that can be read as a graph.
#include "tests/archives.hpp"

#include <algorithm>
#include <cstring>

#include "tests/hostile/hostile_case.hpp"

namespace mg {
namespace {

/// An edge list that does not compress to a few bytes.
std::string edges() {
  std::string text;
  std::uint64_t state = 1;
  for (int i = 0; i < 300; ++i) {
    state = state * 6364136223846793005 + 1442695040888963407;
    text += std::to_string(state >> 44) + " " + std::to_string(state >> 24 & 0xFFFFF) + "\n";
  }
  return text;
}

const std::vector<PackedFile>& files() {
  static const std::vector<PackedFile> all = {{"g/README.txt", "an edge list\n"}, {"g/g.el", edges()}};
  return all;
}

template <class Number>
void put(std::string& bytes, std::size_t at, Number number) {
  std::memcpy(bytes.data() + at, &number, sizeof number);
}

std::string cut(const std::string& bytes, std::size_t size) { return bytes.substr(0, size); }

class Cases {
 public:
  explicit Cases(std::string file) : file_(std::move(file)) {}

  /// The message begins with the file's name and `error`.
  void refused(const std::string& what, std::string content, const std::string& error) {
    cases_.push_back({file_ + " " + what, "auto", {{file_, std::move(content)}}, file_ + error});
  }
  /// The same of an archive of `members` that is whole.
  void refused_of(const std::string& what, const std::vector<PackedFile>& members, const std::string& error);

  void damaged(const std::string& what, std::string content, const std::string& error = {}) {
    const std::string kind = file_.ends_with(".zip") ? "zip" : file_.ends_with(".7z") ? "7z" : "tar";
    refused(what, std::move(content), ": the " + kind + " archive is damaged or ends early" + error);
  }

  std::vector<HostileCase> take() { return std::move(cases_); }

 private:
  std::string file_;
  std::vector<HostileCase> cases_;
};

void Cases::refused_of(const std::string& what, const std::vector<PackedFile>& members, const std::string& error) {
  const std::string format = file_.ends_with(".zip") ? "zip" : file_.ends_with(".7z") ? "7zip" : "gnutar";
  refused(what, packed(format, members), error);
}

// Places in a central directory's entry and in the record at the end of a zip archive.
constexpr std::size_t zip_method = 10, zip_crc = 16, zip_packed_size = 20, zip_size = 24, zip_place = 42,
                      zip_local_method = 8;
constexpr std::size_t end_size = 12, end_place = 16;

/// Where the directory's entry for the graph, its last, begins.
std::size_t entry_of(const std::string& zip) { return zip.rfind("PK\x01\x02"); }
std::size_t end_of(const std::string& zip) { return zip.rfind("PK\x05\x06"); }

/// The archive with a number in the graph's entry of the directory replaced.
template <class Number>
std::string with_entry(std::string zip, std::size_t at, Number number) {
  put(zip, entry_of(zip) + at, number);
  return zip;
}
template <class Number>
std::string with_end(std::string zip, std::size_t at, Number number) {
  put(zip, end_of(zip) + at, number);
  return zip;
}

/// Sizes of 2^62, in the field that zip64 has for them.
std::string with_zip64_sizes(std::string zip) {
  const std::size_t entry = entry_of(zip);
  put(zip, entry + zip_packed_size, ~std::uint32_t{0});
  put(zip, entry + zip_size, ~std::uint32_t{0});
  std::uint16_t name_size = 0, extra_size = 0;
  std::memcpy(&name_size, zip.data() + entry + 28, sizeof name_size);
  std::memcpy(&extra_size, zip.data() + entry + 30, sizeof extra_size);
  const std::string extra =
      bytes_of(std::uint16_t{1}, std::uint16_t{16}, std::uint64_t{1} << 62, std::uint64_t{1} << 62);
  put(zip, entry + 30, static_cast<std::uint16_t>(extra_size + extra.size()));
  zip.insert(entry + 46 + name_size + extra_size, extra);
  std::uint32_t directory = 0;
  std::memcpy(&directory, zip.data() + end_of(zip) + end_size, sizeof directory);
  return with_end(zip, end_size, static_cast<std::uint32_t>(directory + extra.size()));
}

/// What lies in archives of every format.
void add_contents(Cases& cases) {
  cases.refused_of("of two graphs", {{"a.el", "1 2\n"}, {"b.el", "1 2\n"}},
                   ": 2 files in it could be the graph: say --member NAME, one of a.el, b.el");
  cases.refused_of("of two graphs that are named alike", {{"x/x.el", "1 2\n"}, {"y/y.mtx", "1 2\n"}},
                   ": 2 files in it could be the graph: say --member NAME, one of x/x.el, y/y.mtx");
  cases.refused_of("of a file that is there twice", {{"g.el", "1 2\n"}, {"g.el", "1 3\n"}},
                   ": 2 files in it are called 'g.el': unpack it");
  cases.refused_of("of a preferred file that is there twice", {{"g/g.el", "1 2\n"}, {"g/g.el", "1 3\n"}},
                   ": 2 files in it are called 'g/g.el': unpack it");
  cases.refused_of("without a graph", {{"README", "1 2\n"}, {"index.html", "1 2\n"}},
                   ": no file in it looks like a graph; if one is, say --member NAME, one of README, index.html");
  cases.refused_of("of vertices without edges", {{"g.v", "1\n2\n"}},
                   ":g.v: the vertices of a Graphalytics graph, but its edges cannot be read: g.");
  cases.refused_of("of a broken list", {{"g.el", "1 2\n3\n"}}, ":g.el:2:2: expected 2 columns, as in");
  cases.refused_of("of an empty matrix", {{"g.mtx", ""}}, ":g.mtx:1:1: the file is empty: expected the banner");
  cases.refused_of("of an archive", {{"g.zip", packed("zip", files())}},
                   ":g.zip: a zip archive within an archive; unp");
  cases.refused_of("of a tar archive", {{"t", packed("ustar", files())}},
                   ":t: a tar archive within an archive; unpack");
  cases.refused_of("of a compressed archive", {{"t.gz", packed("ustar", files(), "gzip")}},
                   ":t.gz: a tar archive within an archive; unpack");
  cases.refused_of("of a damaged compressed list", {{"g.el.gz", cut(compressed_by("gzip", edges()), 99)}},
                   ":g.el.gz: the gzip-compressed data is damaged or ends early");
  cases.refused_of("of a list that is compressed twice",
                   {{"g.el.gz.lz4", compressed_by("lz4", compressed_by("gzip", "1 2\n"))}},
                   ":g.el.gz.lz4: compressed more than once; undo the outer compression, lz4, first");
  cases.refused_of("of a prepared graph", {{"g.mg", "\x89MGRF\r\n\x1A"}}, ":g.mg: a prepared graph already");
  cases.refused_of("of a page of the web", {{"g.mtx", "<!DOCTYPE html>\n<html></html>\n"}},
                   ":g.mtx: a page of HTML, as servers send when there is no such file");
  cases.refused_of(
      "of a graph that claims 10^12 arcs",
      {{"g.sg", bytes_of(std::uint8_t{0}, std::int64_t{1'000'000'000'000}, std::int64_t{2}, std::int64_t{0})}},
      ":g.sg: the header announces 1000000000000 arcs, but");
}

std::vector<HostileCase> zip_cases() {
  Cases cases("g.zip");
  add_contents(cases);
  const std::string zip = packed("zip", files());
  const std::size_t entry = entry_of(zip);
  const std::size_t end = end_of(zip);
  cases.damaged("cut after ten bytes", cut(zip, 10));
  cases.damaged("cut in its data", cut(zip, zip.size() / 2));
  cases.damaged("cut before its directory", cut(zip, zip.find("PK\x01\x02")));
  cases.damaged("cut in its directory", cut(zip, entry + 20));
  cases.damaged("cut before its end record", cut(zip, end));
  cases.damaged("cut before the last byte", cut(zip, zip.size() - 1));
  cases.refused("without members", cut(zip.substr(end), 8) + std::string(14, '\0'), ": the archive holds no file");
  cases.refused_of("of a folder", {{.name = "g.el", .is_folder = true}}, ": the archive holds no file");
  cases.refused_of("of a link", {{.name = "g.el", .link = "/etc/passwd"}}, ": the archive holds no file");
  std::string damaged = zip;
  damaged[zip.size() / 2] = static_cast<char>(~damaged[zip.size() / 2]);
  cases.damaged("with a byte changed", damaged);
  cases.damaged("with a wrong checksum", with_entry(zip, zip_crc, std::uint32_t{0x12345678}));
  cases.damaged("with too large a packed size", with_entry(zip, zip_packed_size, std::uint32_t{1'000'000'000}));
  cases.damaged("with too small a packed size", with_entry(zip, zip_packed_size, std::uint32_t{20}));
  cases.damaged("with zip64 sizes of 2^62", with_zip64_sizes(zip));
  cases.damaged("with a member behind its end", with_entry(zip, zip_place, std::uint32_t{2'000'000'000}));
  cases.damaged("with a member within another", with_entry(zip, zip_place, std::uint32_t{40}));
  std::string unknown = with_entry(zip, zip_method, std::uint16_t{77});
  put(unknown, unknown.rfind("PK\x03\x04") + zip_local_method, std::uint16_t{77});
  cases.damaged("packed in an unknown way", unknown);
  cases.damaged("with its directory behind its end", with_end(zip, end_place, std::uint32_t{2'000'000'000}));
  cases.damaged("with a directory of 4 GB", with_end(zip, end_size, ~std::uint32_t{0}));
  cases.refused("that is encrypted", packed("zip", files(), "", "zip:encryption=traditional"),
                ":g/g.el: encrypted; unpack it with its password and name the file");
  cases.refused("that is encrypted well", packed("zip", files(), "", "zip:encryption=aes256"),
                ":g/g.el: encrypted; unpack it with its password and name the file");
  cases.refused("that is compressed", compressed_by("gzip", zip),
                ": a zip archive that is compressed once more; undo the outer compression, gzip, first");
  cases.refused_of("of a line of 40 MiB", {{"g.el", std::string(40 << 20, 'a')}},
                   ":g.el:1:1: a line of more than 16 MiB");
  return cases.take();
}

std::vector<HostileCase> seven_zip_cases() {
  Cases cases("g.7z");
  add_contents(cases);
  const std::string whole = packed("7zip", files());
  cases.damaged("cut after ten bytes", cut(whole, 10));
  cases.damaged("cut after its first header", cut(whole, 32));
  cases.damaged("cut in its data", cut(whole, whole.size() / 2));
  cases.damaged("cut before the last byte", cut(whole, whole.size() - 1));
  const auto with = [&](std::size_t at, auto number) {
    std::string changed = whole;
    put(changed, at, number);
    return changed;
  };
  cases.damaged("with its directory behind its end", with(12, std::uint64_t{1} << 40));
  cases.damaged("with its directory before its start", with(12, ~std::uint64_t{0}));
  cases.damaged("with a wrong checksum of its directory", with(28, std::uint32_t{1}));
  cases.damaged("with a byte of its data changed", with(200, static_cast<std::uint8_t>(~whole[200])));
  cases.damaged("with a byte of its directory changed",
                with(whole.size() - 9, static_cast<std::uint8_t>(~whole[whole.size() - 9])));
  cases.refused_of("of a folder", {{.name = "g.el", .is_folder = true}}, ": the archive holds no file");
  cases.refused("that is compressed", compressed_by("gzip", whole),
                ": a 7z archive that is compressed once more; undo the outer compression, gzip, first");
  return cases.take();
}

// Places in the header of a tar archive's member, 512 bytes.
constexpr std::size_t tar_size = 124, tar_checksum = 148, tar_type = 156, tar_map = 386, tar_real_size = 483;
constexpr std::size_t tar_block = 512;

/// The header at `at` with its checksum made right again.
std::string summed(std::string tar, std::size_t at) {
  std::fill_n(tar.begin() + std::ptrdiff_t(at + tar_checksum), 8, ' ');
  unsigned sum = 0;
  for (std::size_t i = 0; i < tar_block; ++i) sum += static_cast<unsigned char>(tar[at + i]);
  const std::string digits = fmt::format("{:06o}", sum);
  std::copy(digits.begin(), digits.end(), tar.begin() + std::ptrdiff_t(at + tar_checksum));
  tar[at + tar_checksum + 6] = '\0';
  return tar;
}

std::string with_type(std::string tar, std::size_t at, char type) {
  tar[at + tar_type] = type;
  return summed(std::move(tar), at);
}

std::string with_size(std::string tar, std::size_t at, std::string_view size) {
  std::copy(size.begin(), size.end(), tar.begin() + std::ptrdiff_t(at + tar_size));
  return summed(std::move(tar), at);
}

/// The file at `at` as one that begins with a thousand zeros, which are not stored.
std::string with_hole(std::string tar, std::size_t at) {
  const std::string_view size(tar.data() + at + tar_size, 12);
  const auto whole = std::stoull(std::string(size), nullptr, 8) + 1000;
  const std::string map = fmt::format("{:011o}", 1000) + '\0' + std::string(size);
  std::copy(map.begin(), map.end(), tar.begin() + std::ptrdiff_t(at + tar_map));
  const std::string real_size = fmt::format("{:011o}", whole);
  std::copy(real_size.begin(), real_size.end(), tar.begin() + std::ptrdiff_t(at + tar_real_size));
  return with_type(std::move(tar), at, 'S');
}

std::vector<HostileCase> tar_cases() {
  Cases cases("g.tar");
  add_contents(cases);
  const std::string tar = packed("gnutar", files());
  constexpr std::size_t graph = 2 * tar_block;  // behind the read-me file
  cases.damaged("cut in its first header", cut(tar, 300));
  cases.damaged("cut behind its first header", cut(tar, tar_block));
  cases.damaged("cut in the graph's header", cut(tar, graph + 100));
  cases.damaged("cut behind the graph's header", cut(tar, graph + tar_block));
  cases.damaged("cut in the graph", cut(tar, graph + tar_block + 1000));
  std::string changed = tar;
  changed[graph] = 'x';
  cases.damaged("with a wrong checksum", changed);
  cases.damaged("with a size that is no number", with_size(tar, graph, "not a number"));
  cases.damaged("with a size of 8 GiB", with_size(tar, graph, "77777777777"));
  cases.damaged("with a size of 2^62", with_size(tar, graph, std::string("\x80\0\0\0\x40\0\0\0\0\0\0\0", 12)));
  cases.damaged("with a size below zero", with_size(tar, graph, std::string(12, '\xFF')));
  cases.damaged("with a read-me file of 2^62 bytes",
                with_size(tar, 0, std::string("\x80\0\0\0\x40\0\0\0\0\0\0\0", 12)));
  const std::string hollow = packed("gnutar", {{"README", ""}, {"g.el", ""}});
  for (const auto& [what, type] :
       {std::pair("a link", '2'), {"a hard link", '1'}, {"a device", '3'}, {"a pipe", '6'}}) {
    cases.refused(fmt::format("of {}", what), with_type(hollow, tar_block, type), ": no file in it looks like a graph");
  }
  cases.damaged("with a long name that does not end", with_size(with_type(tar, graph, 'L'), graph, "77777777777"));
  cases.damaged("with attributes that do not end", with_size(with_type(tar, graph, 'x'), graph, "77777777777"));
  cases.damaged("with attributes that are none", with_type(tar, graph, 'x'));
  cases.refused("with a file with holes", with_hole(tar, graph),
                ":g/g.el: stored as a file with holes, which no graph");
  return cases.take();
}

std::vector<HostileCase> compressed_tar_cases() {
  Cases cases("g.tar.gz");
  const std::string tar = packed("gnutar", files());
  const std::string gz = compressed_by("gzip", tar);
  const std::string damage = ": the gzip-compressed data is damaged or ends early";
  cases.refused("cut in the middle", cut(gz, gz.size() / 2), damage);
  cases.refused("cut before the last byte", cut(gz, gz.size() - 1), damage);
  std::string changed = gz;
  changed[gz.size() - 6] = static_cast<char>(~changed[gz.size() - 6]);
  cases.refused("with a wrong checksum", changed, damage);
  cases.refused("with garbage behind it", gz + "garbage", damage);
  cases.damaged("of a tar that is cut", compressed_by("gzip", cut(tar, 1536 + 100)));
  cases.refused("of two graphs", packed("ustar", {{"a.el", "1 2\n"}, {"b.el", "1 2\n"}}, "gzip"),
                ": 2 files in it could be the graph: say --member NAME, one of a.el, b.el");
  cases.refused("of a tar that is compressed twice", compressed_by("gzip", gz),
                ": compressed more than once; undo the outer compression, gzip, first");
  return cases.take();
}

}  // namespace

std::vector<HostileCase> hostile_archives() {
  std::vector<HostileCase> all;
  for (auto make : {zip_cases, seven_zip_cases, tar_cases, compressed_tar_cases}) {
    for (HostileCase& broken : make()) all.push_back(std::move(broken));
  }
  return all;
}

}  // namespace mg
