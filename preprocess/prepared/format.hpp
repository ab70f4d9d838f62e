// The bytes of a prepared graph file (.mg), as docs/file-format.md describes them. Little-endian throughout.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace mg::prepared {

/// Not text, and damaged by every conversion that text suffers (line ends, 7 bits, end of file at ^Z).
inline constexpr std::array<char, 8> magic = {'\x89', 'M', 'G', 'R', 'F', '\r', '\n', '\x1a'};
inline constexpr std::uint32_t version = 1;
inline constexpr std::uint32_t endian_mark = 0x01020304;

/// The first 64 bytes of a file.
struct Header {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t endian_mark;
  std::uint64_t file_size;
  std::uint64_t table_offset;
  std::uint32_t section_count;
  std::uint32_t entry_size;
  std::uint64_t table_checksum;
  std::uint64_t reserved;
  std::uint64_t header_checksum;  ///< of the 56 bytes before
};
static_assert(sizeof(Header) == 64);

/// Readers that do not know the type of a section with this flag refuse the file.
inline constexpr std::uint32_t required_flag = 1;

/// One entry of the section table.
struct SectionEntry {
  std::uint32_t type;
  std::uint32_t flags;
  std::uint64_t offset;
  std::uint64_t length;  ///< bytes
  std::uint32_t element_size;
  std::uint32_t reserved;
  std::uint64_t checksum;
  std::array<char, 24> name;  ///< for people; padded with zeros
};
static_assert(sizeof(SectionEntry) == 64);

/// Sections begin at multiples of 64; those that are large enough for it to matter, at pages.
inline constexpr std::uint64_t alignment = 64;
inline constexpr std::uint64_t page = 4096;
inline constexpr std::uint64_t page_aligned_from = std::uint64_t{64} << 10;

enum class SectionType : std::uint32_t {
  metadata = 1,
  out_offsets = 16,
  out_neighbors = 17,
  out_weights = 18,
  in_offsets = 32,
  in_neighbors = 33,
  in_weights = 34,
  names_ids = 48,
  names_offsets = 49,
  names_bytes = 50,
  names_by_name = 51,
  order_to_file = 64,
  order_from_file = 65,
  tiles_shape = 80,
  tiles_columns = 81,
  tiles_panel_chunks = 82,
  tiles_chunk_steps = 83,
  tiles_chunk_partials = 84,
  tiles_ids = 85,
  tiles_headers = 86,
  tiles_weights = 87,
  tiles_group_rows = 88,
  tiles_group_counts = 89,
  tiles_group_batches = 90,
  tiles_group_segments = 91,
  tiles_places = 92,
  tiles_marks = 93,
  tiles_segments = 94,
  places_x = 96,
  places_y = 97,
};

/// What this version knows about a type of section.
struct SectionKind {
  SectionType type;
  std::string_view name;
  std::uint32_t element_size;
  bool required = true;  ///< false: a reader may pass it over
};

inline constexpr std::array<SectionKind, 30> known_sections = {{
    {SectionType::metadata, "metadata", 1},
    {SectionType::out_offsets, "out.offsets", 8},
    {SectionType::out_neighbors, "out.neighbors", 4},
    {SectionType::out_weights, "out.weights", 4},
    {SectionType::in_offsets, "in.offsets", 8},
    {SectionType::in_neighbors, "in.neighbors", 4},
    {SectionType::in_weights, "in.weights", 4},
    {SectionType::names_ids, "names.ids", 8},
    {SectionType::names_offsets, "names.offsets", 8},
    {SectionType::names_bytes, "names.bytes", 1},
    {SectionType::names_by_name, "names.by_name", 4},
    {SectionType::order_to_file, "order.to_file", 4},
    {SectionType::order_from_file, "order.from_file", 4},
    {SectionType::tiles_shape, "tiles.shape", 4, false},
    {SectionType::tiles_columns, "tiles.columns", 4, false},
    {SectionType::tiles_panel_chunks, "tiles.panel_chunks", 4, false},
    {SectionType::tiles_chunk_steps, "tiles.chunk_steps", 4, false},
    {SectionType::tiles_chunk_partials, "tiles.chunk_partials", 4, false},
    {SectionType::tiles_ids, "tiles.ids", 2, false},
    {SectionType::tiles_headers, "tiles.headers", 4, false},
    {SectionType::tiles_weights, "tiles.weights", 1, false},
    {SectionType::tiles_group_rows, "tiles.group_rows", 4, false},
    {SectionType::tiles_group_counts, "tiles.group_counts", 4, false},
    {SectionType::tiles_group_batches, "tiles.group_batches", 4, false},
    {SectionType::tiles_group_segments, "tiles.group_segments", 4, false},
    {SectionType::tiles_places, "tiles.places", 2, false},
    {SectionType::tiles_marks, "tiles.marks", 4, false},
    {SectionType::tiles_segments, "tiles.segments", 4, false},
    {SectionType::places_x, "places.x", 8, false},
    {SectionType::places_y, "places.y", 8, false},
}};

/// Null for a type that a later version introduced.
[[nodiscard]] constexpr const SectionKind* find_kind(std::uint32_t type) {
  for (const SectionKind& kind : known_sections) {
    if (static_cast<std::uint32_t>(kind.type) == type) return &kind;
  }
  return nullptr;
}

}  // namespace mg::prepared
