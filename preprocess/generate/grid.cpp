// Grids, and road networks made from them. Vertex (x, y) is number y * width + x.
#include <algorithm>
#include <array>

#include "preprocess/generate/counter_rng.hpp"
#include "preprocess/generate/generator_parts.hpp"

namespace mg {
namespace {

/// What a street of the grid is, by its number: every 64th a motorway, every 8th an avenue. km/h.
[[nodiscard]] constexpr std::uint64_t speed_limit(VertexId street) {
  if (street % 64 == 0) return 110;
  return street % 8 == 0 ? 60 : 30;
}

constexpr std::uint64_t side_street_speed = 30;

/// Tenths of a second for `decimetres` at `speed` km/h, rounded up: dm / 10 / (km/h / 3.6) * 10.
[[nodiscard]] constexpr std::uint32_t travel_time(std::uint64_t decimetres, std::uint64_t speed) {
  return static_cast<std::uint32_t>((decimetres * 36 + 10 * speed - 1) / (10 * speed));
}

}  // namespace

EdgeList generate_grid(const GeneratorSpec& spec, Progress& progress) {
  const Extent extent = grid_extent(spec);
  const auto visit = [&](std::uint64_t item, auto& emit) {
    const auto v = static_cast<VertexId>(item);
    if (v % extent.width + 1 < extent.width) emit(v, v + 1);
    if (v / extent.width + 1 < extent.height) emit(v, v + extent.width);
  };
  return edge_list_of(extent.area(), edges_by_item(extent.area(), false, progress, visit).edges);
}

/// Each grid edge is there with probability `keep`, each square has one of its two diagonals with probability
/// `diagonal`. Segments are 50 to 150 m long, diagonals sqrt(2) times that; a weight is the travel time in tenths of a
/// second at the speed of the street: 17 to 180 along the grid, up to 255 on a diagonal. With the default 0.7 about one
/// vertex in a hundred is cut off, and the depth from any other is in the order of width + height.
EdgeList generate_road(const GeneratorSpec& spec, Progress& progress) {
  check_probability("keep", spec.keep);
  check_probability("diagonal", spec.diagonal);
  const Extent extent = grid_extent(spec);
  const CounterRng keep(spec.seed, stream_keep);
  const CounterRng length(spec.seed, stream_length);
  const auto decimetres = [&](std::uint64_t segment) { return 500 + length.below(segment, 1001); };

  const auto visit = [&](std::uint64_t item, auto& emit) {
    const auto v = static_cast<VertexId>(item);
    const VertexId x = v % extent.width;
    const VertexId y = v / extent.width;
    const bool has_right = x + 1 < extent.width;
    const bool has_below = y + 1 < extent.height;
    const std::uint64_t segment = item * 4;  // right, below, diagonal, which diagonal
    if (has_right && keep.chance(segment, spec.keep)) {
      emit(v, v + 1, travel_time(decimetres(segment), speed_limit(y)));
    }
    if (has_below && keep.chance(segment + 1, spec.keep)) {
      emit(v, v + extent.width, travel_time(decimetres(segment + 1), speed_limit(x)));
    }
    if (has_right && has_below && keep.chance(segment + 2, spec.diagonal)) {
      const std::uint32_t time = travel_time(decimetres(segment + 2) * 1414 / 1000, side_street_speed);
      const bool falling = keep(segment + 3) % 2 == 0;
      emit(falling ? v : v + 1, falling ? v + extent.width + 1 : v + extent.width, time);
    }
  };
  EmittedEdges emitted = edges_by_item(extent.area(), true, progress, visit);
  EdgeList list = edge_list_of(extent.area(), std::move(emitted.edges));
  list.weights = std::move(emitted.weights);
  list.decisions.emplace_back("weights are travel times in tenths of a second");
  return list;
}

}  // namespace mg
