// Loops that stay on the device and whose frontiers a balancer shares out: what their kernels are called.
#pragma once

#include <string>
#include <string_view>

#include "engine/device_iterations.hpp"

namespace mg::sparse {

/// An agent for the loop's body and balancer: "mg::sparse::NAME<Body, offset type, has buckets, threads, classes...>",
/// of which sparse/balanced_loop.cuh has two.
struct BalancedAgent {
  std::string name;
  std::string header;  ///< those that define it
};
/// Blocks that a multiprocessor is to have room for: together they have as many threads as there are without balancer.
[[nodiscard]] std::uint32_t blocks_each(const DeviceIterations& loop);
[[nodiscard]] BalancedAgent balanced_agent(std::string_view name, const DeviceIterations& loop,
                                           std::string_view offset_type);

}  // namespace mg::sparse
