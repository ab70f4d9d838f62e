// Proof of local clustering coefficients by their definition.
#pragma once

#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Checks coefficients, one a vertex: the arcs among its neighbors, in either direction, over the ordered pairs of
/// them; 0 where there are fewer than two. Each vertex where that is affordable, and as many as are elsewhere, spread
/// evenly: the rows of a vertex's neighbors are read for it. On all threads.
[[nodiscard]] Verdict verify_clustering(const Graph& graph, std::span<const double> coefficients);

}  // namespace mg
