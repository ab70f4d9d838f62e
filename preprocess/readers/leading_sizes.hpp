// "1000 4995" in front of 4,995 edges of 1,000 vertices: the sizes of the graph, in a place where an edge would stand.
#pragma once

#include "preprocess/edge_list.hpp"

namespace mg {

/// Whether the first edge of a list whose vertices have numbers could be the sizes of the rest: "VERTICES EDGES", with
/// another number behind it in front of edges with weights, or "ROWS COLUMNS ENTRIES" in front of these. Lists of three
/// edges and fewer are too short to tell.
[[nodiscard]] bool may_begin_with_sizes(const EdgeList& list);

}  // namespace mg
