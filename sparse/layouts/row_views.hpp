// What balancers need beside the graph's own rows: rows of a list, numbers of the arcs of rows, rows sorted by length.
#pragma once

#include <span>
#include <vector>

#include "sparse/layouts/push_layout.hpp"

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

/// A list of its own of the arcs of rows, in their order. Takes 8 bytes an arc, 12 with weights. O(arcs).
[[nodiscard]] ArcList list_of(DeviceContext& gpu, const gpu::DeviceRows& rows);

/// The rows of a push as a list for each class, of those of whose length it is; they hold until the next call. Waits
/// for the GPU. O(entries).
[[nodiscard]] std::vector<gpu::VertexList> sort_rows(DeviceContext& gpu, const PushArguments& arguments,
                                                     std::span<const RowClass> classes);

}  // namespace mg::sparse
