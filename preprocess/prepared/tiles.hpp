// The sections of a prepared file that hold tiles.
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "dense/tiles.hpp"
#include "engine/error.hpp"
#include "preprocess/prepared/format.hpp"
#include "preprocess/prepared/image.hpp"
#include "preprocess/prepared/metadata.hpp"

namespace mg::prepared {

/// Section tiles.shape: the sizes, and which alternative of TileWeights the weights are.
struct TilesHeader {
  std::uint32_t panel_columns = 0;
  std::uint32_t chunk_arcs = 0;
  std::uint32_t group_rows = 0;
  std::uint32_t group_partials = 0;
  std::uint32_t weight_kind = 0;
};
static_assert(sizeof(TilesHeader) == 5 * sizeof(std::uint32_t));

[[nodiscard]] inline TilesHeader header_of(const Tiles& tiles) {
  return {tiles.shape.panel_columns, tiles.shape.chunk_arcs, tiles.shape.group_rows, tiles.shape.group_partials,
          static_cast<std::uint32_t>(tiles.weights.index())};
}

/// Where the array of tiles with that name is.
[[nodiscard]] inline SectionType section_of(std::string_view array) {
  constexpr std::string_view prefix = "tiles.";
  for (const SectionKind& kind : known_sections) {
    if (kind.name.starts_with(prefix) && kind.name.substr(prefix.size()) == array) return kind.type;
  }
  fail(ExitCode::internal, "no section is for the tiles' {}", array);
}

/// Calls visit(section type, array) for all arrays but the weights.
template <class T, class Visit>
void for_each_array_section(T& tiles, Visit&& visit) {
  for_each_tile_array([&](std::string_view name, auto& array) { visit(section_of(name), array); }, tiles);
}

/// The tiles that the image holds, unchecked but for the shape's section; null when it holds none. Throws
/// Error(bad_input).
[[nodiscard]] std::shared_ptr<const Tiles> view_tiles(const Image& image, const Metadata& metadata);

}  // namespace mg::prepared
