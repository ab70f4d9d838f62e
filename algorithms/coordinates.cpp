#include "algorithms/coordinates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"

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

/// Both coordinates of all vertices; empty where there are none. Throws Error(wrong_use) where some are missing.
std::pair<Array<double>, Array<double>> both_of_all(const Graph& graph, const Parameters& parameters, const char* one,
                                                    const char* other) {
  Array<double> ones = parameters.vertex_numbers(one, graph);
  Array<double> others = parameters.vertex_numbers(other, graph);
  if (ones.size() != others.size()) {
    fail(ExitCode::wrong_use, "the parameter '{}' needs '{}' beside it: give both, or none", ones.empty() ? other : one,
         ones.empty() ? one : other);
  }
  const std::size_t missing = parallel_find(
      ones.size(), default_threads(), [&](std::size_t v) { return std::isnan(ones[v]) || std::isnan(others[v]); });
  if (missing < ones.size()) {
    const auto v = static_cast<VertexId>(missing);
    fail(ExitCode::wrong_use, "the vertex '{}' has no {}: give the places of all vertices, or of none", graph.name(v),
         std::isnan(ones[v]) ? one : other);
  }
  return {std::move(ones), std::move(others)};
}

/// Of degrees.
Place place_at(double north, double east) {
  const double latitude = north * degree;
  const double longitude = east * degree;
  return {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude), std::sin(latitude)};
}

Array<double> unknown_of(const Graph& graph) {
  auto unknown = Array<double>::uninitialized(graph.num_vertices());
  parallel_for(unknown.size(), default_threads(),
               [&](std::size_t v) { unknown[v] = std::numeric_limits<double>::quiet_NaN(); });
  return unknown;
}

template <class PlaceOf>
Array<Place> placed(std::size_t count, PlaceOf&& place_of) {
  auto places = Array<Place>::uninitialized(count);
  parallel_for(count, default_threads(), [&](std::size_t v) { places[v] = place_of(v); });
  return places;
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
  if (known.latitude.empty() && known.longitude.empty()) return {unknown_of(graph), unknown_of(graph)};
  if (known.latitude.size() != graph.num_vertices() || known.longitude.size() != graph.num_vertices()) {
    fail(ExitCode::wrong_use,
         "places have a latitude and a longitude: give the parameters 'latitude' and 'longitude', degrees of some "
         "vertices");
  }
  const std::size_t half = parallel_find(graph.num_vertices(), default_threads(), [&](std::size_t v) {
    return std::isnan(known.latitude[v]) != std::isnan(known.longitude[v]);
  });
  if (half < graph.num_vertices()) {
    const auto v = static_cast<VertexId>(half);
    const bool has_latitude = std::isnan(known.longitude[v]);
    fail(ExitCode::wrong_use, "the vertex '{}' has a {} and no {}: give both, or none", graph.name(v),
         has_latitude ? "latitude" : "longitude", has_latitude ? "longitude" : "latitude");
  }
  return known;
}

void require_known(const Coordinates& coordinates) {
  const auto is_known = [](double latitude) { return !std::isnan(latitude); };
  if (coordinates.latitude.empty() || std::ranges::any_of(coordinates.latitude, is_known)) return;
  fail(ExitCode::wrong_use,
       "places come from those that are known: give the parameters 'latitude' and 'longitude', degrees of some "
       "vertices");
}

std::vector<ParameterSpec> with_places_on_plane(std::vector<ParameterSpec> others) {
  others.push_back(coordinate_parameter(
      "x", PlanePlaces::most, "of all vertices: where they are, on a plane; otherwise as the graph's file says"));
  others.push_back(coordinate_parameter("y", PlanePlaces::most, "of all vertices: the other coordinate on that plane"));
  return others;
}

std::vector<ParameterSpec> with_places_of_all(std::vector<ParameterSpec> others) {
  others.push_back(coordinate_parameter(
      "latitude", 90, "guides the search to the target, as 'x' does: degrees north of all vertices, -90 to 90"));
  others.push_back(coordinate_parameter("longitude", 180, "with it: degrees east of all vertices, -180 to 180"));
  return with_places_on_plane(std::move(others));
}

Array<Place> places_of_all(const Graph& graph, const Parameters& parameters) {
  const auto on_earth = both_of_all(graph, parameters, "latitude", "longitude");
  Array<Place> on_plane = places_on_plane(graph, parameters);
  if (!on_earth.first.empty() && !on_plane.empty()) {
    fail(ExitCode::wrong_use, "vertices are on Earth or on a plane: give 'latitude' and 'longitude', or 'x' and 'y'");
  }
  if (!on_plane.empty()) return on_plane;
  return placed(on_earth.first.size(),
                [&](std::size_t v) { return place_at(on_earth.first[v], on_earth.second[v]) * earth_radius; });
}

Array<Place> places_on_plane(const Graph& graph, const Parameters& parameters) {
  const auto both = both_of_all(graph, parameters, "x", "y");
  return placed(both.first.size(), [&](std::size_t v) { return Place{both.first[v], both.second[v], 0}; });
}

Array<Place> own_places(const Graph& graph, const Parameters& parameters) {
  constexpr std::array names = {"x", "y", "latitude", "longitude"};
  if (std::ranges::any_of(names, [&](const char* name) { return parameters.is_given(name); })) return {};
  return placed(graph.places.x.size(), [&](std::size_t v) {
    const VertexId at = graph.to_file(static_cast<VertexId>(v));
    return Place{graph.places.x[at], graph.places.y[at], 0};
  });
}

KnownPlaces known_places(const Coordinates& coordinates) {
  const Array<double>& latitudes = coordinates.latitude;
  const auto count = parallel_sum<std::size_t>(latitudes.size(), default_threads(),
                                               [&](std::size_t v) { return std::isnan(latitudes[v]) ? 0 : 1; });
  KnownPlaces known{Array<VertexId>::uninitialized(count), Array<Place>::uninitialized(count)};
  std::size_t next = 0;
  for (VertexId v = 0; next < count; ++v) {
    if (!std::isnan(latitudes[v])) known.vertices[next++] = v;
  }
  parallel_for(count, default_threads(), [&](std::size_t i) {
    const VertexId v = known.vertices[i];
    known.places[i] = place_at(coordinates.latitude[v], coordinates.longitude[v]);
  });
  return known;
}

Coordinates coordinates_of(std::span<const Place> places, const Coordinates& known) {
  Coordinates all{Array<double>::copy_of(known.latitude.span()), Array<double>::copy_of(known.longitude.span())};
  parallel_for(places.size(), default_threads(), [&](std::size_t v) {
    const Place& place = places[v];
    if (!std::isnan(known.latitude[v]) || !place.is_somewhere()) return;
    all.latitude[v] = std::atan2(place.z, std::hypot(place.x, place.y)) / degree;
    all.longitude[v] = std::atan2(place.y, place.x) / degree;
  });
  return all;
}

double chord_of(double kilometers) { return 2 * std::sin(std::min(kilometers / earth_radius, std::numbers::pi) / 2); }

}  // namespace mg::sphere
