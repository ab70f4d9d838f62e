// The vertices by descending degree, made on a GPU.
#pragma once

#include "engine/gpu/device_context.hpp"

namespace mg {

struct DegreeOrder {
  DeviceBlock degrees;   ///< of vertices
  DeviceBlock vertices;  ///< those of more arcs first, equal ones ascending
  DeviceBlock ranks;     ///< where each vertex is there
  DeviceBlock sorted_degrees;
};

/// By the lengths of the rows of `side`. Takes 4 bytes a vertex of temporary memory.
[[nodiscard]] DegreeOrder order_by_degree(DeviceContext& gpu, Side side);

}  // namespace mg
