// Removal of vertices that no edge touches.
#pragma once

#include "engine/graph/graph.hpp"

namespace mg {

/// Vertices without an arc in either direction (a self loop is one). O(n).
[[nodiscard]] VertexId count_isolated(const Graph& graph, int threads);

/// Removes these vertices, their names and places from `graph`, whose vertices stand in file order and whose arrays
/// nobody else holds: they are changed in place.
void drop_isolated(Graph& graph, int threads);

}  // namespace mg
