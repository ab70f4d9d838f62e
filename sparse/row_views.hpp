// What balancers need of arcs that are not the graph's own rows: rows of a list, and numbers of the arcs of rows.
#pragma once

#include "sparse/push_layout.hpp"

namespace mg::sparse {

/// A list of arcs as rows: arcs of one source that lie next to each other.
struct Runs {
  const VertexId* sources;
  gpu::DeviceRows rows;  ///< one a run
};

/// Takes 4 bytes a run and an offset, and 12 bytes an arc until they are built. O(arcs).
[[nodiscard]] Runs runs_of(DeviceContext& gpu, const ArcList& list);

/// Takes an offset a vertex, and 12 bytes a vertex until they are built. O(vertices).
[[nodiscard]] Ranks ranks_of(DeviceContext& gpu, const gpu::DeviceRows& rows);

}  // namespace mg::sparse
