// What must hold for a graph to be safe to walk, checked at the speed of memory.
#pragma once

#include <string>

#include "engine/graph/graph.hpp"

namespace mg {

/// Throws Error(bad_input), calling the graph `name`, unless every array has its size, offsets ascend within the
/// neighbours, neighbours are vertices, tiles keep within themselves and the order consists of vertices: whatever else
/// may be wrong, walking the graph then stays within its arrays. For graphs that come from outside (a mapped file, a
/// plug-in). One pass over the graph, in parallel.
void check_bounds(const Graph& graph, const std::string& name, int threads = 0);

}  // namespace mg
