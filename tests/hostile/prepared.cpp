// Prepared graphs: frames cut at every border, and forgeries whose checksums are right.
#include <functional>

#include "tests/hostile/hostile_case.hpp"
#include "tests/prepared_fixture.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

Graph specimen() { return make({9, 30, WeightType::u32, true, "random:3", letters(9)}); }

std::string stored(const Graph& graph, const std::string& path) {
  write_prepared(graph, path, {.threads = 1}, silent_progress());
  return read_file(path);
}

HostileCase mg_case(std::string what, std::string content, std::string error) {
  return {std::move(what), "mg", {{"g.mg", std::move(content)}}, std::move(error)};
}

/// The specimen after `commit`, its checksums made right again.
HostileCase forged(std::string what, const std::function<void(Forgery&)>& commit, std::string error) {
  const TemporaryFolder folder;
  const std::string path = folder / "g.mg";
  stored(specimen(), path);
  Forgery forgery(path);
  commit(forgery);
  forgery.save();
  return mg_case(std::move(what), read_file(path), std::move(error));
}

void add_cuts(std::vector<HostileCase>& cases, const std::string& whole) {
  Header header;
  std::memcpy(&header, whole.data(), sizeof header);
  std::vector<SectionEntry> table(header.section_count);
  std::memcpy(table.data(), whole.data() + sizeof header, table.size() * sizeof(SectionEntry));
  for (const std::size_t size : {0U, 8U, 12U, 16U, 24U, 32U, 63U}) {
    cases.push_back(
        mg_case("cut off after " + std::to_string(size) + " bytes", whole.substr(0, size),
                "not a sound prepared graph: it has " + std::to_string(size) + " bytes, less than a header"));
  }
  std::vector<std::uint64_t> borders = {sizeof header, sizeof header + sizeof(SectionEntry), whole.size() - 1};
  for (const SectionEntry& section : table) borders.push_back(section.offset);
  for (const std::uint64_t size : borders) {
    cases.push_back(
        mg_case("cut off after " + std::to_string(size) + " bytes", whole.substr(0, size),
                "not a sound prepared graph: it has " + std::to_string(size) + " bytes where its header says"));
  }
}

}  // namespace

std::vector<HostileCase> hostile_prepared() {
  const TemporaryFolder folder;
  const std::string whole = stored(specimen(), folder / "g.mg");
  const auto with = [&](std::size_t at, const std::string& bytes) {
    std::string changed = whole;
    changed.replace(at, bytes.size(), bytes);
    return changed;
  };
  constexpr std::uint64_t huge = ~std::uint64_t{0};
  std::vector<HostileCase> cases = {
      mg_case("text", std::string(100, '1'), "not a sound prepared graph: it does not begin with the mark of one"),
      mg_case("line ends converted", whole.substr(0, 5) + whole.substr(6),
              "not a sound prepared graph: it does not beg"),
      mg_case("version 2", with(8, bytes_of(2U)), "version 2 of the format, this program reads version 1"),
      mg_case("other byte order", with(12, bytes_of(0x04030201U)),
              "not a sound prepared graph: it was made on a machine"),
      mg_case("byte in the header", with(40, "x"), "not a sound prepared graph: the checksum of its header is wrong"),
      mg_case("byte in the table", with(70, "x"), "not a sound prepared graph: the checksum of its section table is"),
      mg_case("bytes too many", whole + "123",
              "not a sound prepared graph: it has " + std::to_string(whole.size() + 3)),
      forged(
          "4 billion sections", [](Forgery& f) { f.header.section_count = 0xFFFFFFFF; },
          "not a sound prepared graph: a table of 4294967295 sections does not fit"),
      forged(
          "no sections", [](Forgery& f) { f.table.clear(), f.header.section_count = 0; },
          "g.mg: not a sound prepared graph: "),
      forged(
          "section of 2^64 - 4 bytes", [](Forgery& f) { f.table[2].length = huge - 3; }, "reaches beyond its end"),
      forged(
          "section that wraps around",
          [](Forgery& f) {
            f.table[2].offset = 1 << 10;
            f.table[2].length = huge - (1 << 10) + 1;
          },
          "reaches beyond its end"),
      forged(
          "two sections in one place", [](Forgery& f) { f.table[2].offset = f.table[1].offset; }, "overlap at byte"),
      forged(
          "elements of no bytes", [](Forgery& f) { f.table[2].element_size = 0; }, "no multiple of its element's 0"),
      forged(
          "offsets that descend", [](Forgery& f) { f.set(SectionType::out_offsets, 4, huge); }, "do not ascend"),
      forged(
          "neighbour out of range", [](Forgery& f) { f.set(SectionType::out_neighbors, 3, 9U); },
          "names vertex 9 of 9"),
      forged(
          "order out of range", [](Forgery& f) { f.set(SectionType::order_to_file, 2, 9U); }, "names vertex 9 of 9"),
      forged(
          "index of names out of range", [](Forgery& f) { f.set(SectionType::names_by_name, 3, 9U); },
          "the index of 9 vertex names does not consist of their numbers"),
      forged(
          "names beyond their bytes", [](Forgery& f) { f.set(SectionType::names_offsets, 9, huge); },
          "offsets of vertex names do not ascend within their"),
      forged(
          "more vertices than there are", [](Forgery& f) { f.replace("\"vertices\": ", "\"vertices\":9"); },
          "instead of"),
      forged(
          "negative number of arcs", [](Forgery& f) { f.replace("\"arcs\": ", "\"arcs\":-"); },
          "in its metadata, member 'arcs' is not a number"),
      forged(
          "metadata that are no JSON", [](Forgery& f) { f.set(SectionType::metadata, 0, '['); },
          "in its metadata, it is not JSON"),
  };
  add_cuts(cases, whole);
  return cases;
}

}  // namespace mg
