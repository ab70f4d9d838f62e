// A graph that contraction has made, where the run is that made it.
#pragma once

#include <memory>

#include "engine/graph/graph.hpp"

namespace mg {

/// A graph's rows on a GPU (engine/gpu/device_graph.hpp).
struct DeviceSides;

/// A graph for a loop's within().
struct Contracted {
  Graph graph;  ///< on a GPU its arcs are there alone (Array::elsewhere), and it has their number and kind
  std::shared_ptr<const DeviceSides> on_gpu = nullptr;  ///< null where the host has the arcs
};

}  // namespace mg
