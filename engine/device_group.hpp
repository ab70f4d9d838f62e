// Grouping what comes to vertices by keys, on a GPU (engine/group.hpp says what that is).
#pragma once

#include "engine/device_context.hpp"

namespace mg {

/// What a GPU has to know of a GroupFunction.
struct GroupTraits {
  bool weighted = false;
  std::size_t value_bytes = 8;
};

/// For `receivers`, which are all or a queue; returns how many arcs come to them. Takes 16 bytes an arc that comes to
/// them and 24 a receiver, with weights 24 an arc, which stay for the next call of the run.
EdgeId tell_groups(DeviceContext& gpu, const DeviceFunction& f, const GroupTraits& traits, bool both_sides,
                   const DeviceFrontier& receivers);

}  // namespace mg
