// Proof of similarities by their definition.
#pragma once

#include <cstdint>
#include <span>

#include "algorithms/similarity_measure.hpp"
#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Vertices, internal, two a pair.
struct ListedPairs {
  std::span<const VertexId> firsts;
  std::span<const VertexId> seconds;
};

/// Checks that the pairs are the neighbors of the simple undirected graph, each once and in the order of the file, and
/// their coefficients: each where that is affordable, and as many as are elsewhere, spread evenly. The rows of both are
/// read for it. On all threads.
[[nodiscard]] Verdict verify_similarity(const Graph& graph, jaccard::Measure measure, const ListedPairs& pairs,
                                        std::span<const double> coefficients);

/// Checks the coefficients of any pairs in the same way.
[[nodiscard]] Verdict verify_given_similarity(const Graph& graph, jaccard::Measure measure, const ListedPairs& pairs,
                                              std::span<const double> coefficients);

/// Checks of all vertices that what is listed for them are so many pairs at most, descending and in the order of the
/// file, and of as many vertices as is affordable, spread evenly, that these are the `top` that are most similar to
/// them, by counting the paths of two arcs from them again. On all threads.
[[nodiscard]] Verdict verify_most_similar(const Graph& graph, jaccard::Measure measure, std::uint64_t top,
                                          const ListedPairs& pairs, std::span<const double> coefficients);

}  // namespace mg
