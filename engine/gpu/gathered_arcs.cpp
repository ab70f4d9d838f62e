#include "engine/gpu/gathered_arcs.hpp"

#include <vector>

namespace mg {

EdgeId arcs_of_iteration(const DeviceSweep& sweep, std::uint64_t i, RunContext& context) {
  const DeviceHistory::Part& part = sweep.part;
  Device& device = context.gpu()->device();
  std::uint64_t bounds[2];
  device.download(bounds, part.begins + i, sizeof(bounds));
  // Where an iteration begins is counted from the beginning of the part.
  std::vector<VertexId> vertices(bounds[1] - bounds[0]);
  device.download(vertices.data(), part.vertices + bounds[0], vertices.size() * sizeof(VertexId));
  EdgeId arcs = 0;
  for (const VertexId v : vertices) {
    if (v != no_vertex) arcs += context.degree(v, sweep.side);  // entries that continue a row have none
  }
  return arcs;
}

}  // namespace mg
