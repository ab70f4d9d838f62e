// A graph's edges turned one way on a GPU.
#pragma once

#include "engine/gpu/device_context.hpp"
#include "engine/graph/graph.hpp"
#include "engine/graph/oriented_rows.hpp"

namespace mg {

/// Takes 12 bytes a vertex and 4 an edge.
struct DeviceOriented {
  DeviceBlock offsets;
  DeviceBlock targets;
  DeviceBlock vertices = {};
  EdgeId num_edges = 0;

  [[nodiscard]] EdgeId size() const { return num_edges; }
  [[nodiscard]] OrientedRows rows() const {
    return {offsets.as<EdgeId>(), targets.as<VertexId>(), vertices.as<VertexId>()};
  }
};

/// Of the simple undirected graph, whose rows are on the GPU: by sorting there, with 20 bytes an edge of temporary
/// memory. Where the graph is not simple and undirected its edges are turned on the host.
[[nodiscard]] DeviceOriented orient(DeviceContext& gpu, const Graph& graph, int threads);

}  // namespace mg
