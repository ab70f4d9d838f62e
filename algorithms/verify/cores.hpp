// Proof of core numbers: a peeling of the verifier's own.
#pragma once

#include <cstdint>
#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Checks that every vertex has its core number: directions and arcs from a vertex to itself ignored, parallel arcs
/// counted each. O(n + m), serial: vertices go in the order of the neighbors that they have left, by counting sort.
/// Source: Batagelj and Zaversnik, "An O(m) algorithm for cores decomposition of networks", 2003.
[[nodiscard]] Verdict verify_cores(const Graph& graph, std::span<const std::int32_t> cores);

}  // namespace mg
