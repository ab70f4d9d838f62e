// Proof of places among neighbors: what draws a vertex to theirs cancels out where it is.
#pragma once

#include <cstdint>
#include <span>

#include "algorithms/coordinates.hpp"
#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// What the places claim to be.
struct PlacesClaim {
  sphere::Coordinates known;   ///< where some vertices were from the beginning
  sphere::Coordinates before;  ///< where vertices were before the last round
  std::uint64_t rounds = 1;
  double tolerance = sphere::half_around;  ///< how many kilometers a vertex that was somewhere went in it, at most
};

/// Checks that vertices whose places are known are there, that the others got a place in the round that their distance
/// from these says, direction ignored, and none where it says more than there were; and that in the last round every
/// vertex went to a spatial median of where its neighbors were: their directions from there, seen along great circles,
/// add up to no more than the number of those that are there and a millionth of all, or to no more than twice
/// what is left after 1,000 steps of Weiszfeld's method from the mean. What was before the last round is believed, but
/// for who was somewhere; where the tolerance is met, it is where vertices are. O(n + m) for nearly all, on all
/// threads.
[[nodiscard]] Verdict verify_places(const Graph& graph, const sphere::Coordinates& places,
                                    std::span<const std::uint32_t> rounds, const PlacesClaim& claim);

}  // namespace mg
