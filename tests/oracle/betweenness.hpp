// The reference for betweenness of vertices and edges along paths of fewest arcs or of least weight.
#pragma once

#include <cstddef>
#include <vector>

#include "tests/oracle/graph.hpp"

namespace oracle {

struct EdgeScore {
  std::size_t first;
  std::size_t second;
  double score;
};

struct Betweenness {
  std::vector<double> of_vertices;
  std::vector<EdgeScore> of_edges;  ///< in ascending order; of undirected ones, first <= second, both directions added
};

/// Brandes' dependencies summed over `sources` (none: all vertices), not normalised, and the shares of them that go
/// along edges: serial, by the distances of Dijkstra's algorithm. Lengths are weights, which are above 0, or 1 each,
/// added up in doubles; parallel arcs make parallel paths.
[[nodiscard]] Betweenness betweenness_along(const Graph& graph, std::vector<std::size_t> sources, bool weighted);

}  // namespace oracle
