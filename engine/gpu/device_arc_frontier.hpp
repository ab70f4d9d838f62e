// Arcs as a frontier on a GPU (engine/arc_frontier.hpp), and the operators over them.
#pragma once

#include <cstdint>

#include "engine/gpu/device_context.hpp"

namespace mg {

/// Takes 8 bytes an arc, and 12 where arcs' numbers have 64 bits.
struct DeviceArcFrontier {
  DeviceBlock sources;
  DeviceBlock arcs;  ///< numbers, of the offsets' type
  std::uint64_t count = 0;

  [[nodiscard]] std::uint64_t size() const { return count; }
  [[nodiscard]] bool empty() const { return count == 0; }
};

/// Calls f for each arc.
void map_arcs(DeviceContext& gpu, const DeviceFunction& f, const DeviceArcFrontier& arcs);
/// The arcs that `keep` keeps, of all, in their order: keep is called twice for each.
[[nodiscard]] DeviceArcFrontier filter_arcs(DeviceContext& gpu, const DeviceFunction& keep);
/// The same of those in `from`, once for each.
[[nodiscard]] DeviceArcFrontier filter_arcs(DeviceContext& gpu, const DeviceFunction& keep,
                                            const DeviceArcFrontier& from);
/// The arcs that f lets join, which is called so often for each arc that nobody goes through a long row alone: no more
/// than `most`.
[[nodiscard]] DeviceArcFrontier expand_arcs(DeviceContext& gpu, const DeviceFunction& f, const DeviceArcFrontier& from,
                                            std::uint64_t most);
/// Gives back the storage.
void recycle(DeviceContext& gpu, DeviceArcFrontier&& arcs);

}  // namespace mg
