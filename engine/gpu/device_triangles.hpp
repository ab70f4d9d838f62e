// Triangle counting on a GPU: the edges turned one way, or as they are where that does not pay, and the kernels of
// engine/gpu/intersect.cuh over them.
#pragma once

#include "engine/gpu/device_context.hpp"
#include "engine/graph/graph.hpp"
#include "engine/graph/oriented.hpp"

namespace mg {

/// Of the simple undirected graph, whose rows are on the GPU.
[[nodiscard]] FoundTriangles count_triangles(DeviceContext& gpu, const Graph& graph, int threads);
/// The same, and calls f(u, v, w) for the corners of each. Turns edges on the host where the graph is not simple and
/// undirected.
[[nodiscard]] FoundTriangles visit_triangles(DeviceContext& gpu, const Graph& graph, int threads,
                                             const DeviceFunction& f);

}  // namespace mg
