// The reference for places that come from neighbors' places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tests/oracle/graph.hpp"

namespace oracle {

/// In degrees.
struct Place {
  double latitude;
  double longitude;
};

/// One a vertex, of those that are somewhere.
using Places = std::vector<std::optional<Place>>;

/// So many rounds in which all vertices without a known place go at once to the spatial median of where their neighbors
/// in either direction are, each arc counting, if any is somewhere: serial. Where medians are a stretch, theirs is the
/// mean's direction if that is one, or the neighbor's place nearest to it that is one.
[[nodiscard]] Places places(const Graph& graph, const Places& known, std::uint64_t rounds);

/// The rounds in which vertices get a place: 0 of those that are known, -1 of those that get none in so many.
[[nodiscard]] std::vector<std::int64_t> arrivals(const Graph& graph, const Places& known, std::uint64_t rounds);

/// The angle between two places, in degrees.
[[nodiscard]] double angle(const Place& a, const Place& b);

}  // namespace oracle
