// Grouping what comes to vertices by keys, on a GPU (engine/group.hpp says what that is).
#pragma once

#include "engine/gpu/device_context.hpp"

namespace mg {

/// What a GPU has to know of a GroupFunction.
struct GroupTraits {
  bool weighted = false;
  bool exact = true;  ///< sums may be added up in any order
  std::size_t value_bytes = 8;
};

/// For `receivers`, which are all or a queue; returns how many arcs come to them. Takes memory that stays for the next
/// call of the run: 4 bytes a receiver, and of receivers to whom more than 2,048 arcs come 16 bytes an arc, 20 with
/// weights. Real weights of which some are no whole numbers take 24 bytes an arc instead, and 32 a receiver, where more
/// than 256 come.
EdgeId tell_groups(DeviceContext& gpu, const DeviceFunction& f, const GroupTraits& traits, bool both_sides,
                   const DeviceFrontier& receivers);

}  // namespace mg
