// Contraction on a GPU (engine/graph/contract.hpp says what that is).
#pragma once

#include "engine/contracted.hpp"
#include "engine/gpu/device_context.hpp"
#include "engine/graph/types.hpp"

namespace mg {

/// contract() for the graph on a GPU, as which the host knows `graph`, by parts that are there as well: the same arcs
/// and weights, bit for bit, which stay there. By sorting, in 24 bytes an arc, 32 with weights and 40 where the graph
/// is directed; where the GPU has no room for that, the host does it.
[[nodiscard]] Contracted contract(DeviceContext& gpu, const Graph& graph, const VertexId* part, VertexId num_parts,
                                  int threads);

}  // namespace mg
