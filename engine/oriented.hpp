// A graph's edges turned one way, for algorithms over small subgraphs.
#pragma once

#include "engine/graph.hpp"

namespace mg {

/// Every edge of the simple undirected graph once, from its end of lower degree to its end of higher degree, so that no
/// row is longer than sqrt(2 m). Vertices are renumbered by descending degree: row targets are smaller than the row, and
/// the hubs, which most rows name, lie close together.
struct OrientedGraph {
  Adjacency arcs;
  Array<VertexId> vertex;  ///< of the graph, by its number here
};

/// Ignores direction, duplicates and self loops. O(n log n + m) time on `threads` threads.
[[nodiscard]] OrientedGraph orient_by_degree(const Graph& graph, int threads);

}  // namespace mg
