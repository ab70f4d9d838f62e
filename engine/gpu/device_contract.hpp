// Contraction on a GPU (engine/graph/contract.hpp says what that is).
#pragma once

#include <span>

#include "engine/gpu/device_context.hpp"
#include "engine/graph/contract.hpp"

namespace mg {

/// contract() for the graph on a GPU, which the host has as `graph`: the same arcs and weights, bit for bit. By
/// sorting, in 24 bytes an arc, 32 with weights and 36 where the graph is directed, of which nothing stays; where the
/// GPU has no room for that, the host does it.
[[nodiscard]] Graph contract(DeviceContext& gpu, const Graph& graph, std::span<const VertexId> part, VertexId num_parts,
                             int threads);

}  // namespace mg
