// Places on Earth as people give and get them, in degrees, and as vectors.
#pragma once

#include <span>
#include <vector>

#include "algorithms/spherical_median.hpp"
#include "engine/parameters.hpp"

namespace mg::sphere {

inline constexpr double earth_radius = 6371;    ///< in kilometers, on average
inline constexpr double half_around = 20015.1;  ///< as far as places can be apart

/// Degrees north and east of vertices, internal ones; NaN of those that are nowhere.
struct Coordinates {
  Array<double> latitude;
  Array<double> longitude;
};

/// The parameters by which some vertices have coordinates.
[[nodiscard]] ParameterSpec latitude_parameter();
[[nodiscard]] ParameterSpec longitude_parameter();
/// Those that they give. Throws Error(wrong_use) as Parameters::vertex_numbers does, for a graph of vertices where
/// there is one of them alone, and for a vertex that has one of the two.
[[nodiscard]] Coordinates known_coordinates(const Graph& graph, const Parameters& parameters);
/// Throws Error(wrong_use) where there are vertices, and none of them is known.
void require_known(const Coordinates& coordinates);

/// Beside others, the parameters by which all vertices have places on a plane, `x` and `y`.
[[nodiscard]] std::vector<ParameterSpec> with_places_on_plane(std::vector<ParameterSpec> others);
/// Beside others, those by which all vertices have places on Earth or on a plane.
[[nodiscard]] std::vector<ParameterSpec> with_places_of_all(std::vector<ParameterSpec> others);
/// Where they are: on Earth as vectors from its center, in kilometers. Nothing where nobody says so. Throws
/// Error(wrong_use) as Parameters::vertex_numbers does, for places of both kinds, and for a vertex that has none.
[[nodiscard]] Array<Place> places_of_all(const Graph& graph, const Parameters& parameters);
/// The same where they are on a plane, by the parameters x and y alone.
[[nodiscard]] Array<Place> places_on_plane(const Graph& graph, const Parameters& parameters);
/// Those on a plane that the graph brings along, where no parameter says anything of places, not even none. O(n).
[[nodiscard]] Array<Place> own_places(const Graph& graph, const Parameters& parameters);

/// The vertices that are somewhere, ascending, and where.
struct KnownPlaces {
  Array<VertexId> vertices;
  Array<Place> places;
};
[[nodiscard]] KnownPlaces known_places(const Coordinates& coordinates);
/// Of places, but for those that are `known`, which are as they were given.
[[nodiscard]] Coordinates coordinates_of(std::span<const Place> places, const Coordinates& known);

/// The chord that belongs to so many kilometers on Earth.
[[nodiscard]] double chord_of(double kilometers);

}  // namespace mg::sphere
