// A graph's edges turned one way, for functions on any machine.
#pragma once

#include "engine/graph/types.hpp"

namespace mg {

/// Every edge of the simple undirected graph once, in the row of its end of larger rank. Ranks are by descending
/// degree, so that no row is longer than sqrt(2 m) and the hubs, which most rows name, lie close together. A row holds
/// smaller ranks than its own, ascending. loop.orient() makes them.
struct OrientedRows {
  const EdgeId* offsets;
  const VertexId* targets;
  const VertexId* vertices;  ///< of the graph, by rank

  /// Where the row of a rank begins among the edges; it ends where that of the next one begins.
  [[nodiscard]] EdgeId begin(VertexId row) const { return offsets[row]; }
  [[nodiscard]] EdgeId end(VertexId row) const { return offsets[std::uint64_t{row} + 1]; }
};

}  // namespace mg
