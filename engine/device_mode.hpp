// What is sent to each vertex most often, on a GPU (engine/mode.hpp says of what).
#pragma once

#include "engine/device_context.hpp"

namespace mg {

/// Takes 16 bytes an arc of each side, and 8 a vertex, which stay for the next call of the run.
void tell_modes(DeviceContext& gpu, const DeviceFunction& f, bool both_sides);

}  // namespace mg
