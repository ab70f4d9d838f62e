// The prepared graph file. Checksums keep random damage out, so the fuzzer makes them right after it has changed
// something, as somebody with bad intentions would.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"
#include "preprocess/building/check_bounds.hpp"
#include "preprocess/prepared/file.hpp"
#include "preprocess/prepared/format.hpp"
#include "preprocess/prepared/image.hpp"
#include "tests/fuzz/fuzz_file.hpp"
#include "tests/fuzz/fuzz_graph.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using mg::prepared::Header;
using mg::prepared::SectionEntry;

void make_checksums_right(std::span<std::uint8_t> file) {
  if (file.size() < sizeof(Header)) return;
  Header header;
  std::memcpy(&header, file.data(), sizeof header);
  header.magic = mg::prepared::magic;
  header.version = mg::prepared::version;
  header.endian_mark = mg::prepared::endian_mark;
  header.file_size = file.size();
  header.table_offset = sizeof header;
  header.entry_size = sizeof(SectionEntry);
  header.reserved = 0;
  const std::size_t room = (file.size() - sizeof header) / sizeof(SectionEntry);
  header.section_count = std::min<std::uint32_t>(header.section_count, static_cast<std::uint32_t>(room));
  std::vector<SectionEntry> table(header.section_count);
  const std::size_t table_bytes = table.size() * sizeof(SectionEntry);
  if (!table.empty()) std::memcpy(table.data(), file.data() + sizeof header, table_bytes);
  const auto bytes = std::as_bytes(file);
  for (SectionEntry& entry : table) {
    if (entry.offset > file.size() || entry.length > file.size() - entry.offset) continue;
    entry.checksum = mg::prepared::checksum(bytes.subspan(entry.offset, entry.length));
  }
  header.table_checksum = mg::prepared::checksum(std::as_bytes(std::span(table)));
  header.header_checksum = mg::prepared::checksum(std::as_bytes(std::span(&header, 1)).first(56));
  std::memcpy(file.data(), &header, sizeof header);
  if (!table.empty()) std::memcpy(file.data() + sizeof header, table.data(), table_bytes);
}

bool is_sound(const std::string& path) {
  try {
    mg::verify_prepared(path, mg::silent_progress(), 1);
    return true;
  } catch (const mg::Error&) {
    return false;
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  mg::use_threads(1);
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned /*seed*/) {
  size = LLVMFuzzerMutate(data, size, max_size);
  make_checksums_right({data, size});
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const mg::fuzz::MemoryFile file;
  file.write({data, size});
  const bool sound = is_sound(file.path());
  try {
    static_cast<void>(mg::inspect_prepared(file.path()).to_text());
    const mg::Graph graph = mg::open_prepared(file.path(), 1);
    mg::check_bounds(graph, "mapped", 1);
    for (mg::VertexId v = 0; v < graph.num_vertices(); ++v) static_cast<void>(graph.find(graph.name(v)));
    mg::fuzz::search(graph, sound);
  } catch (const mg::Error& error) {
    if (!sound) return 0;
    std::fprintf(stderr, "FUZZ: verified, yet: %s\n", error.what());
    std::abort();
  }
  return 0;
}
