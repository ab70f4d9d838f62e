// Proof of betweenness: against Brandes' algorithm where that is affordable, else by what the scores must sum to.
#pragma once

#include <optional>
#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// Checks betweenness along unweighted out-arcs: the sum over `sources` (empty: all vertices) of Brandes' dependencies,
/// ends of paths not counted, not normalised; parallel arcs make parallel paths.
///  - Up to 2e8 arc visits (sources times vertices and arcs): verify_betweenness_by_brandes. More shortest paths than a
///    long double can count (far beyond what a double can) are left to the next method.
///  - Up to 2e10: verify_betweenness_by_distances.
///  - Beyond that only signs, and zeros at vertices without in- or out-arcs, are checked.
[[nodiscard]] Verdict verify_betweenness(const Graph& graph, std::span<const VertexId> sources,
                                         std::span<const double> scores);

/// The same along paths of least weight (Brandes' algorithm by Dijkstra's order), of a graph whose weights are above 0;
/// unweighted arcs weigh 1. Lengths are sums in doubles, from the source on; paths are equally long where these are
/// equal. Beyond 2e8 arc visits, only signs and zeros are checked.
[[nodiscard]] Verdict verify_weighted_betweenness(const Graph& graph, std::span<const VertexId> sources,
                                                  std::span<const double> scores);

/// Checks betweenness of arcs, one score each: the sum over `sources` (empty: all vertices) of the shares of shortest
/// paths to each vertex that go along the arc. Up to 2e8 arc visits by Brandes' algorithm, to 1e-6. Beyond, and where
/// numbers of paths overflow: no score is negative, and of what comes to a vertex along arcs, as much stays there as
/// sources reach it; beyond 2e10 visits, signs alone.
[[nodiscard]] Verdict verify_edge_betweenness(const Graph& graph, std::span<const VertexId> sources,
                                              std::span<const double> scores, bool weighted);

/// Compares every score with a serial run of Brandes' algorithm, to 1e-6. No problem is reported where
/// the numbers of shortest paths overflow; then the result is std::nullopt. Source: Brandes, "A faster algorithm for
/// betweenness centrality", 2001.
[[nodiscard]] std::optional<Verdict> verify_betweenness_by_brandes(const Graph& graph,
                                                                   std::span<const VertexId> sources,
                                                                   std::span<const double> scores);

/// Checks what must hold of scores: they are finite and not negative, zero where no shortest path can
/// pass (a vertex without in- or out-arcs, or reached from no source but itself), and sum to what distances say: a
/// shortest path of d arcs has d - 1 inner vertices, so that one source contributes the sum of d(source, t) - 1 over
/// the t that it reaches. One breadth-first search a source, each parallel.
[[nodiscard]] Verdict verify_betweenness_by_distances(const Graph& graph, std::span<const VertexId> sources,
                                                      std::span<const double> scores);

}  // namespace mg
