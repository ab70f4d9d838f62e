// Proof of bounds of eccentricities and of a diameter.
#pragma once

#include <cstdint>
#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Of every vertex's eccentricity; 0 and 2^32 - 1 say nothing.
struct EccentricityBounds {
  std::span<const std::uint32_t> at_least;
  std::span<const std::uint32_t> at_most;
};
struct DiameterBounds {
  std::uint32_t at_least = 0;
  std::uint32_t at_most = 0;
};

/// Checks bounds of eccentricities within the component of `source`, directions ignored: those of vertices outside say
/// nothing, those of neighbors leave room for eccentricities that differ by no more than 1, and searches confirm them,
/// from every vertex where that is affordable, and elsewhere from the one that the lower bound of the diameter is
/// proved by and as many others as are, spread evenly. The bounds of the diameter are the largest of each. O(n + m)
/// time a search, on all threads.
[[nodiscard]] Verdict verify_eccentricities(const Graph& graph, VertexId source, const EccentricityBounds& bounds,
                                            const DiameterBounds& diameter);

}  // namespace mg
