
#include <cstring>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"
#include "preprocess/building/tiles_builder.hpp"
#include "preprocess/prepared/file.hpp"
#include "preprocess/prepared/format.hpp"
#include "preprocess/prepared/image.hpp"
#include "preprocess/prepared/tiles.hpp"
#include "preprocess/writers/atomic_file.hpp"

namespace mg {
namespace {

using prepared::Header;
using prepared::SectionEntry;
using prepared::SectionType;
using Bytes = std::span<const std::byte>;

struct Section {
  SectionType type;
  Bytes content;
};

/// Everything a graph has to store, in the order of the file.
class SectionList {
 public:
  SectionList(const Graph& graph, const std::string& metadata, const Layouts& layouts) {
    add(SectionType::metadata, Bytes(std::as_bytes(std::span(metadata))));
    if (layouts.csr || !graph.directed) {
      add_adjacency(graph.out, SectionType::out_offsets, SectionType::out_neighbors, SectionType::out_weights);
    }
    if (layouts.csc && graph.directed) {
      add_adjacency(graph.in, SectionType::in_offsets, SectionType::in_neighbors, SectionType::in_weights);
    }
    add_names(graph.names);
    if (!graph.order.to_file.empty()) {
      add(SectionType::order_to_file, graph.order.to_file);
      add(SectionType::order_from_file, graph.order.from_file);
    }
    if (!graph.places.empty()) {
      add(SectionType::places_x, graph.places.x);
      add(SectionType::places_y, graph.places.y);
    }
  }

  void add_tiles(const Tiles& tiles, const prepared::TilesHeader& header) {
    add(SectionType::tiles_shape, Bytes(std::as_bytes(std::span(&header, 1))));
    prepared::for_each_array_section(tiles, [&](SectionType type, const auto& array) { add(type, array); });
    std::visit(
        [&](const auto& weights) {
          if constexpr (requires { weights.size(); }) add(SectionType::tiles_weights, weights);
        },
        tiles.weights);
  }

  [[nodiscard]] const std::vector<Section>& sections() const { return sections_; }

 private:
  void add(SectionType type, Bytes content) { sections_.push_back({type, content}); }
  template <class T>
  void add(SectionType type, const Array<T>& array) {
    add(type, std::as_bytes(array.span()));
  }

  void add_adjacency(const Adjacency& rows, SectionType offsets, SectionType neighbors, SectionType weights) {
    add(offsets, rows.offsets);
    add(neighbors, rows.neighbors);
    if (const auto* integers = std::get_if<Array<std::uint32_t>>(&rows.weights)) add(weights, *integers);
    if (const auto* reals = std::get_if<Array<float>>(&rows.weights)) add(weights, *reals);
  }

  void add_names(const VertexNames& names) {
    if (names.kind() == VertexNames::Kind::integers) add(SectionType::names_ids, names.ids());
    if (names.kind() != VertexNames::Kind::strings) return;
    add(SectionType::names_offsets, names.offsets());
    add(SectionType::names_bytes, names.bytes());
    add(SectionType::names_by_name, names.by_name());
  }

  std::vector<Section> sections_;
};

std::uint64_t aligned(std::uint64_t position, std::uint64_t length) {
  const std::uint64_t unit = length >= prepared::page_aligned_from ? prepared::page : prepared::alignment;
  return (position + unit - 1) / unit * unit;
}

std::vector<SectionEntry> make_table(const std::vector<Section>& sections, int threads) {
  std::vector<SectionEntry> table(sections.size());
  std::uint64_t position = sizeof(Header) + sections.size() * sizeof(SectionEntry);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const auto* kind = prepared::find_kind(static_cast<std::uint32_t>(sections[i].type));
    SectionEntry& entry = table[i];
    entry.type = static_cast<std::uint32_t>(kind->type);
    entry.flags = kind->required ? prepared::required_flag : 0;
    entry.length = sections[i].content.size();
    entry.offset = aligned(position, entry.length);
    entry.element_size = kind->element_size;
    kind->name.copy(entry.name.data(), entry.name.size());
    position = entry.offset + entry.length;
  }
  parallel_tasks(sections.size(), threads_worth(position, prepared::checksum_grain, threads),
                 [&](std::size_t i) { table[i].checksum = prepared::checksum(sections[i].content); });
  return table;
}

Header make_header(const std::vector<SectionEntry>& table) {
  Header header{};
  header.magic = prepared::magic;
  header.version = prepared::version;
  header.endian_mark = prepared::endian_mark;
  header.file_size = table.back().offset + table.back().length;
  header.table_offset = sizeof(Header);
  header.section_count = static_cast<std::uint32_t>(table.size());
  header.entry_size = sizeof(SectionEntry);
  header.table_checksum = prepared::checksum(std::as_bytes(std::span(table)));
  const Bytes bytes = std::as_bytes(std::span(&header, 1));
  header.header_checksum = prepared::checksum(bytes.first(offsetof(Header, header_checksum)));
  return header;
}

/// Appends zeros up to `position`.
void pad(AtomicFile& file, std::uint64_t position) {
  static constexpr std::array<std::byte, prepared::page> zeros{};
  file.write(Bytes(zeros).first(position - file.position()));
}

/// Appends in pieces, so that progress shows.
void write_section(AtomicFile& file, Bytes content, std::uint64_t total, Progress& progress) {
  constexpr std::size_t piece = std::size_t{64} << 20;
  while (!content.empty()) {
    const std::size_t size = std::min(piece, content.size());
    file.write(content.first(size));
    content = content.subspan(size);
    progress.report("writing", file.position(), total);
  }
}

}  // namespace

void write_prepared(const Graph& graph, const std::string& path, const WriteOptions& options, Progress& progress) {
  if (graph.directed && !options.layouts.csr && !options.layouts.csc) {
    fail(ExitCode::wrong_use, "a prepared graph needs at least one of the layouts csr and csc");
  }
  const int threads = options.threads > 0 ? options.threads : default_threads();
  const auto metadata = prepared::Metadata::of(graph, options.provenance, threads);
  // Provenance may hold file names in any encoding; JSON takes UTF-8 alone.
  const std::string json = metadata.to_json().dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  SectionList list(graph, json, options.layouts);
  std::shared_ptr<const Tiles> tiles;
  prepared::TilesHeader tiles_header;
  if (options.layouts.tiles) {
    progress.report("laying out tiles", 0, 1);
    tiles = graph.tiles;
    if (tiles == nullptr) {
      tiles = std::make_shared<const Tiles>(build_tiles(graph.in, graph.num_vertices(), {}, threads));
    }
    tiles_header = prepared::header_of(*tiles);
    list.add_tiles(*tiles, tiles_header);
  }
  AtomicFile file(path);
  const std::vector<SectionEntry> table = make_table(list.sections(), threads);
  const Header header = make_header(table);
  file.write(std::as_bytes(std::span(&header, 1)));
  file.write(std::as_bytes(std::span(table)));
  for (std::size_t i = 0; i < table.size(); ++i) {
    pad(file, table[i].offset);
    write_section(file, list.sections()[i].content, header.file_size, progress);
  }
  file.commit();
}

Layouts Layouts::parse(std::string_view text) {
  Layouts layouts{.csr = false, .csc = false, .tiles = false};
  while (true) {
    const std::string_view name = text.substr(0, text.find(','));
    if (name != "csr" && name != "csc" && name != "tiles") {
      fail(ExitCode::wrong_use, "there is no layout '{}': list some of csr, csc and tiles, as in csr,csc,tiles", name);
    }
    (name == "csr" ? layouts.csr : name == "csc" ? layouts.csc : layouts.tiles) = true;
    if (name.size() == text.size()) return layouts;
    text.remove_prefix(name.size() + 1);
  }
}

}  // namespace mg
