// The vertices that one trusts most, and the graph of whom they follow.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/graph/graph.hpp"

namespace mg {

/// The `most` vertices of the highest ranks, of equal ones the first in the file, and none that has rank 0; in
/// descending order. O(n + c log c), where c have a rank.
[[nodiscard]] std::vector<VertexId> circle_of_trust(const Graph& graph, std::span<const float> ranks,
                                                    std::uint64_t most);

/// The arcs that leave some vertices, as a graph of these and of those that the arcs lead to.
struct Following {
  Graph graph;
  std::vector<VertexId> vertices;  ///< of the whole graph, ascending, one a vertex of this one
};
/// O(n + arcs of the followers).
[[nodiscard]] Following following_of(const Graph& graph, std::span<const VertexId> followers);

}  // namespace mg
