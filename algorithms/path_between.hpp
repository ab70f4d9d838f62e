// A path out of the distances that two searches have found, one from either end.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "engine/graph/graph.hpp"

namespace mg {

/// The ends of a path, and what an arc is long: its weight, or 1.
struct PathEnds {
  VertexId source;
  VertexId target;
  bool weighted;
};

/// The vertices of a path in order, and how far they are from the first; none where there is no path.
template <class Distance>
struct VertexPath {
  std::vector<VertexId> vertices;
  std::vector<Distance> distances;
};

/// Sums of lengths: doubles where weights are, whole numbers otherwise.
template <class Distance>
using LengthOf = std::conditional_t<std::is_floating_point_v<Distance>, double, std::uint64_t>;

/// The shortest path through vertices that both searches have reached: of several, one of the fewest arcs, and of those
/// the one whose vertices, from the target back, come first in the file. A distance that a search has found is that of
/// some path, and the largest value of its type where there is none. Lengths of arcs are not negative, and along
/// parallel arcs the shortest counts. O(n), and the arcs at vertices of shortest paths.
template <class Distance>
[[nodiscard]] VertexPath<LengthOf<Distance>> path_between(const Graph& graph, const PathEnds& ends,
                                                          std::span<const Distance> from_source,
                                                          std::span<const Distance> to_target);

extern template VertexPath<std::uint64_t> path_between(const Graph&, const PathEnds&, std::span<const std::uint32_t>,
                                                       std::span<const std::uint32_t>);
extern template VertexPath<std::uint64_t> path_between(const Graph&, const PathEnds&, std::span<const std::uint64_t>,
                                                       std::span<const std::uint64_t>);
extern template VertexPath<double> path_between(const Graph&, const PathEnds&, std::span<const double>,
                                                std::span<const double>);

}  // namespace mg
