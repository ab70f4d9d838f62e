// The adjacent pairs of vertices as results list them.
#pragma once

#include "engine/graph/graph.hpp"

namespace mg {

/// The edges of the simple undirected graph in the order of the file, by internal vertices: by the one of its ends that
/// comes first in the file, then by the other.
struct NeighborPairs {
  /// Ignores direction, duplicates and self loops. O(n + m log(degree)) time, on all threads, and 8 bytes a pair.
  explicit NeighborPairs(const Graph& graph);

  Array<VertexId> firsts;
  Array<VertexId> seconds;
};

}  // namespace mg
