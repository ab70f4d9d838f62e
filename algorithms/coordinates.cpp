#include "algorithms/coordinates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/parallel.hpp"

namespace mg::sphere {
namespace {

constexpr double degree = std::numbers::pi / 180;

ParameterSpec coordinate_parameter(const char* name, double most, const char* help) {
  return {.name = name,
          .type = ParameterSpec::Type::vertex_weights,
          .fallback = "none",
          .help = help,
          .lowest = -most,
          .highest = most,
          .unnamed = std::numeric_limits<double>::quiet_NaN()};
}

}  // namespace

ParameterSpec latitude_parameter() {
  return coordinate_parameter("latitude", 90, "of vertices whose places are known: degrees north, -90 to 90");
}
ParameterSpec longitude_parameter() {
  return coordinate_parameter("longitude", 180, "of the same vertices: degrees east, -180 to 180");
}

Coordinates known_coordinates(const Graph& graph, const Parameters& parameters) {
  Coordinates known{parameters.vertex_numbers("latitude", graph), parameters.vertex_numbers("longitude", graph)};
  if (known.latitude.size() != graph.num_vertices() || known.longitude.size() != graph.num_vertices()) {
    fail(ExitCode::wrong_use,
         "places come from those that are known: give the parameters 'latitude' and 'longitude', degrees of some "
         "vertices");
  }
  for (VertexId v = 0; v < graph.num_vertices(); ++v) {
    if (std::isnan(known.latitude[v]) == std::isnan(known.longitude[v])) continue;
    const bool has_latitude = std::isnan(known.longitude[v]);
    fail(ExitCode::wrong_use, "the vertex '{}' has a {} and no {}: give both, or none", graph.name(v),
         has_latitude ? "latitude" : "longitude", has_latitude ? "longitude" : "latitude");
  }
  return known;
}

Array<Place> places_at(const Coordinates& coordinates) {
  auto places = Array<Place>::uninitialized(coordinates.latitude.size());
  parallel_for(places.size(), omp_get_max_threads(), [&](std::size_t v) {
    const double latitude = coordinates.latitude[v] * degree;
    const double longitude = coordinates.longitude[v] * degree;
    if (std::isnan(latitude)) {
      places[v] = {};
    } else {
      places[v] = {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude),
                   std::sin(latitude)};
    }
  });
  return places;
}

Coordinates coordinates_of(std::span<const Place> places, const Coordinates& known) {
  Coordinates all{Array<double>::copy_of(known.latitude.span()), Array<double>::copy_of(known.longitude.span())};
  parallel_for(places.size(), omp_get_max_threads(), [&](std::size_t v) {
    const Place& place = places[v];
    if (!std::isnan(known.latitude[v]) || !place.is_somewhere()) return;
    all.latitude[v] = std::atan2(place.z, std::hypot(place.x, place.y)) / degree;
    all.longitude[v] = std::atan2(place.y, place.x) / degree;
  });
  return all;
}

double chord_of(double kilometers) { return 2 * std::sin(std::min(kilometers / earth_radius, std::numbers::pi) / 2); }

}  // namespace mg::sphere
