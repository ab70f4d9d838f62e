// The graph driver's host side: a loop whose iterations are launched one by one, by the device itself.
#pragma once

#include <optional>
#include <string_view>

#include "engine/context.hpp"
#include "engine/gpu/device_iterations.hpp"
#include "sparse/drivers/expansion_plan.hpp"

namespace mg::sparse {

/// Made for one run.
class GraphDriver {
 public:
  GraphDriver(RunContext& context, DeviceContext& gpu) : context_(context), gpu_(gpu) {}

  /// Runs iterations until the frontier is empty or the user's limit is reached. False, with nothing done, where it is
  /// that already, or another driver has to stand in.
  bool iterate(DeviceIterations& loop);

 private:
  [[nodiscard]] bool cannot(const std::optional<ExpansionPlan>& expansion, std::string_view why);

  RunContext& context_;
  DeviceContext& gpu_;
  bool can_launch_ = true;  ///< as far as has been seen
};

}  // namespace mg::sparse
