// The neighbors of a vertex as verifiers read them.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/graph/graph.hpp"

namespace mg {

/// The others that v has an arc with, either way, ascending.
[[nodiscard]] inline std::vector<VertexId> neighbors_of(const Graph& graph, VertexId v) {
  std::vector<VertexId> neighbors(graph.out.row(v).begin(), graph.out.row(v).end());
  if (graph.directed) neighbors.insert(neighbors.end(), graph.in.row(v).begin(), graph.in.row(v).end());
  std::ranges::sort(neighbors);
  neighbors.erase(std::unique(neighbors.begin(), neighbors.end()), neighbors.end());
  std::erase(neighbors, v);
  return neighbors;
}

}  // namespace mg
