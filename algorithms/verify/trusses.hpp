// Proof of trussness: both sides of its definition.
#pragma once

#include <cstdint>
#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Checks the trussness of every edge of an undirected graph; one entry an arc, of which those of edges_of() count. An
/// edge of trussness k is in k - 2 triangles of edges of k or more at least, and peeling the edges of k or more takes
/// it (Cohen, "Trusses: Cohesive Subgraphs for Social Network Analysis", NSA 2008). O(m^1.5 log d) time, on all
/// threads, and 52 bytes an edge.
[[nodiscard]] Verdict verify_trusses(const Graph& graph, std::span<const std::int32_t> trussness);

}  // namespace mg
