// The sections of a prepared file that hold tiles.
#pragma once

#include <array>
#include <memory>

#include "dense/tiles.hpp"
#include "preprocess/prepared_image.hpp"
#include "preprocess/prepared_metadata.hpp"

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

/// Calls visit(section type, array) for all arrays but the weights.
template <class T, class Visit>
void for_each_array_section(T& tiles, Visit&& visit) {
  visit(SectionType::tiles_columns, tiles.columns);
  visit(SectionType::tiles_panel_chunks, tiles.panel_chunks);
  visit(SectionType::tiles_chunk_steps, tiles.chunk_steps);
  visit(SectionType::tiles_chunk_partials, tiles.chunk_partials);
  visit(SectionType::tiles_ids, tiles.ids);
  visit(SectionType::tiles_headers, tiles.headers);
  visit(SectionType::tiles_group_rows, tiles.group_rows);
  visit(SectionType::tiles_group_counts, tiles.group_counts);
  visit(SectionType::tiles_group_batches, tiles.group_batches);
  visit(SectionType::tiles_group_segments, tiles.group_segments);
  visit(SectionType::tiles_places, tiles.places);
  visit(SectionType::tiles_marks, tiles.marks);
  visit(SectionType::tiles_segments, tiles.segments);
}

/// The tiles that the image holds, unchecked but for the shape's section; null when it holds none. Throws
/// Error(bad_input).
[[nodiscard]] std::shared_ptr<const Tiles> view_tiles(const Image& image, const Metadata& metadata);

}  // namespace mg::prepared
