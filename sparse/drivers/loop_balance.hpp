// Balancers of loops that stay on the device: what the kernels of such loops are made of.
#pragma once

#include <cstdint>
#include <string>

#include "engine/gpu/device_iterations.hpp"

namespace mg::sparse {

/// Who shares out a loop's frontiers, as device code has it (sparse/drivers/balanced_loop.cuh). `Type::Team` is the
/// team of the whole device whose blocks are of its size.
struct LoopBalance {
  std::string type;    ///< "mg::sparse::Balanced<256, false, mg::sparse::RowsFrom<0, 256, mg::sparse::PushTwc>>"
  std::string header;  ///< those that define it
};
/// That of a loop with a balancer. Throws Error(wrong_use) where the shares of its blocks are not alike.
[[nodiscard]] LoopBalance balance_of(const DeviceIterations& loop);
/// Blocks that a multiprocessor is to have room for: together they have as many threads as there are without balancer.
[[nodiscard]] std::uint32_t blocks_each(const DeviceIterations& loop);

}  // namespace mg::sparse
