#include "preprocess/prepared/tiles.hpp"

namespace mg::prepared {

std::shared_ptr<const Tiles> view_tiles(const Image& image, const Metadata& metadata) {
  if (image.find(SectionType::tiles_shape) == nullptr) return nullptr;
  const auto header = image.array<TilesHeader>(SectionType::tiles_shape);
  if (image.find(SectionType::tiles_shape)->length != sizeof(TilesHeader)) {
    image.damaged("section tiles.shape has {} bytes instead of {}", image.find(SectionType::tiles_shape)->length,
                  sizeof(TilesHeader));
  }
  auto tiles = std::make_shared<Tiles>();
  tiles->shape = {header[0].panel_columns, header[0].chunk_arcs, header[0].group_rows, header[0].group_partials};
  tiles->num_rows = static_cast<VertexId>(metadata.vertices);
  tiles->num_arcs = metadata.arcs;
  for_each_array_section(*tiles, [&]<class T>(SectionType type, Array<T>& array) { array = image.array<T>(type); });
  switch (header[0].weight_kind) {
    case 0: break;
    case 1: tiles->weights = image.array<std::uint8_t>(SectionType::tiles_weights); break;
    case 2: tiles->weights = image.array<std::uint16_t>(SectionType::tiles_weights); break;
    case 3: tiles->weights = image.array<std::uint32_t>(SectionType::tiles_weights); break;
    case 4: tiles->weights = image.array<float>(SectionType::tiles_weights); break;
    default: image.damaged("section tiles.shape names the kind of weights {}", header[0].weight_kind);
  }
  return tiles;
}

}  // namespace mg::prepared
