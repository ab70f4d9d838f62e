// Proofs of closeness and harmonic centrality: from vertices back to the sources, one at a time.
#pragma once

#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Checks closeness centralities, one a vertex, by the distances from `sources`, or from all vertices where there are
/// none: those that reach the vertex, itself left out, over the sum of their distances, and where it is `improved`,
/// times their share of the sources other than the vertex. Each vertex where that is affordable, and as many as are
/// elsewhere, spread evenly. O(n + m) time a vertex, on all threads.
[[nodiscard]] Verdict verify_closeness(const Graph& graph, std::span<const VertexId> sources,
                                       std::span<const double> scores, bool improved);

/// The same of harmonic centralities: the sum of 1 / distance, and where it is `normalised`, over the number of sources
/// other than the vertex.
[[nodiscard]] Verdict verify_harmonic(const Graph& graph, std::span<const VertexId> sources,
                                      std::span<const double> scores, bool normalised);

}  // namespace mg
