#include "preprocess/building/graph_size.hpp"

#include "preprocess/prepared/file.hpp"

namespace mg {

GraphSize size_of_prepared(const std::string& path) {
  const PreparedInfo info = inspect_prepared(path);
  GraphSize size{.vertices = info.metadata.vertices,
                 .arcs = info.metadata.arcs,
                 .directed = info.metadata.directed,
                 .weighted = info.metadata.weight_type != WeightType::none};
  for (const auto& section : info.sections) {
    if (section.name.starts_with("names.")) size.name_bytes += section.bytes;
    if (section.name.starts_with("places.")) size.place_bytes += section.bytes;
    if (section.name.starts_with("tiles.")) size.has_tiles = true;
  }
  return size;
}

GraphSize size_of(const EdgeList& edges, const BuildOptions& options) {
  const bool directed = options.directed.value_or(edges.directed);
  const VertexNames& names = edges.names;
  return {.vertices = edges.num_vertices(),
          .arcs = edges.edges.size() * (directed ? 1 : 2),
          .directed = directed,
          .weighted = options.weights.computed() || type_of(edges.weights) != WeightType::none,
          .name_bytes = names.ids().size_bytes() + names.bytes().size_bytes() + names.by_name().size_bytes(),
          .place_bytes = edges.places.size_bytes()};
}

}  // namespace mg
