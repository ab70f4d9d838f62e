// Proof of strongly connected components: a depth-first search of the verifier's own.
#pragma once

#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Checks that the label of every vertex is the vertex of its strongly connected component that comes first in the
/// file's order. O(n + m), serial. Source: Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput.
/// 1972, without recursion.
[[nodiscard]] Verdict verify_strong_components(const Graph& graph, std::span<const VertexId> labels);

}  // namespace mg
