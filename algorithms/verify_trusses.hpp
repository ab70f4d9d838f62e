// Proof of trussness: a peeling of the verifier's own.
#pragma once

#include <cstdint>
#include <span>

#include "engine/algorithm.hpp"
#include "engine/graph.hpp"

namespace mg {

/// Checks the trussness of every edge of an undirected graph; one entry an arc, of which those of edges_of() count.
/// O(m^1.5), serial: edges go one at a time in the order of the triangles that they have left. Source: Wang and Cheng,
/// "Truss Decomposition in Massive Networks", VLDB 2012, algorithm 2.
[[nodiscard]] Verdict verify_trusses(const Graph& graph, std::span<const std::int32_t> trussness);

}  // namespace mg
