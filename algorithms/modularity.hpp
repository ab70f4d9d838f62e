// Modularity, and what moving vertices between communities takes of a graph.
#pragma once

#include <cstdint>
#include <span>

#include "engine/graph/graph.hpp"

namespace mg {

/// What the arcs of a graph weigh, and in which units. Sums over vertices must not depend on their order: they are
/// whole numbers of units, of which no sum has more than 2^62, and as exact as the weights where these are whole.
struct WeightScale {
  double unit = 1;
  double total = 0;  ///< of all arcs, in weight
};
/// That of a graph, without weights as if arcs weighed 1 each. O(m), O(1) without weights; the same for any number of
/// threads.
[[nodiscard]] WeightScale scale_of_weights(const Graph& graph, int threads);

/// The modularity of a partition: the share of the weight of all edges that lies within communities, less `resolution`
/// times the share expected of random edges between vertices of the same strengths (Newman, "Analysis of weighted
/// networks", Phys. Rev. E 2004; directed: Leicht and Newman, "Community structure in directed networks", Phys. Rev.
/// Lett. 2008). Communities are called by numbers below n. 0 where nothing weighs anything. O(n + m), in double
/// precision.
[[nodiscard]] double modularity(const Graph& graph, std::span<const VertexId> community, double resolution,
                                int threads);

}  // namespace mg
