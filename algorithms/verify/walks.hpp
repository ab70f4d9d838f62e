// Proof that walks are walks: where they begin, that each step is an arc, and that they end where no arc goes on.
#pragma once

#include <cstdint>
#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// What was asked for.
struct WalkOrder {
  std::span<const VertexId> starts;
  std::uint64_t walks;   ///< from each of them
  std::uint64_t length;  ///< steps of each, as long as an arc goes on
  bool weighted;         ///< arcs of weight 0 are as if they were not there
};

/// Checks paths of length + 1 places each, one walk after the other, no_vertex behind the end of one. That steps are as
/// frequent as they should be is not checked. O(places * log(degree)), on all threads.
[[nodiscard]] Verdict verify_walks(const Graph& graph, const WalkOrder& order, std::span<const VertexId> paths);

}  // namespace mg
