// Proof of communities: what they are said to be worth, and that no vertex had better move.
#pragma once

#include <span>

#include "engine/algorithm.hpp"
#include "engine/graph.hpp"

namespace mg {

/// What is said of a partition.
struct CommunityClaims {
  double resolution = 1;
  double tolerance = 0;
  double modularity = 0;
};

/// Checks that each community is named by its first vertex in the order of the file, that the modularity of the
/// partition is the one that is said, and that no vertex's move to the community of a neighbor gains more than the
/// tolerance, and what single precision leaves of its strength. Counts by itself, in double precision. O(n + m), on all
/// threads, of which each takes 12 bytes a vertex.
[[nodiscard]] Verdict verify_communities(const Graph& graph, std::span<const VertexId> community,
                                         const CommunityClaims& claims);

}  // namespace mg
