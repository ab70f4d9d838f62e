// Proof of communities: what they are said to be worth, that no vertex had better move, and that each is connected.
#pragma once

#include <span>

#include "engine/graph/graph.hpp"
#include "engine/verdict.hpp"

namespace mg {

/// What is said of a partition.
struct CommunityClaims {
  double resolution = 1;
  double tolerance = 0;
  double modularity = 0;
  bool are_connected = false;                  ///< each community, by edges within it, whatever their direction
  std::span<const VertexId> first_level = {};  ///< parts of communities, one entry a vertex; none: nothing is said
};

/// Checks that each community, and each part of the first level, is named by its first vertex in the order of the file,
/// that parts lie within communities and these are connected, where that is said, that the modularity of the partition
/// is the one that is said, and that no vertex's move to the community of a neighbor gains more than the tolerance, and
/// what single precision leaves of its strength. Counts by itself, in double precision. O(n + m), on all threads, of
/// which each takes 12 bytes a vertex.
[[nodiscard]] Verdict verify_communities(const Graph& graph, std::span<const VertexId> community,
                                         const CommunityClaims& claims);

}  // namespace mg
