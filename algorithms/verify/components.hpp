// Proof of connected components: a union-find of the verifier's own.
#pragma once

#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Checks that the label of every vertex is the vertex of its component, directions ignored, that comes first in the
/// file's order. Two vertices then have the same label exactly if they are connected. O(n + m) for all practical
/// purposes, parallel. Source: Anderson and Woll, "Wait-free parallel algorithms for the union-find problem", 1991.
[[nodiscard]] Verdict verify_components(const Graph& graph, std::span<const VertexId> labels);

}  // namespace mg
