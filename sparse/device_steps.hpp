// The sparse engine's strategies on a GPU: what a step is given and which kernels make it up.
#pragma once

#include <string>

#include "engine/device_context.hpp"
#include "engine/device_step.hpp"
#include "engine/schedule.hpp"

namespace mg::sparse {

/// Executes one step.
class DeviceSteps {
 public:
  DeviceSteps(DeviceStep& step, DeviceContext& gpu) : step_(step), gpu_(gpu) {}

  /// Arcs that leave the frontier, or Frontier::unknown_arcs.
  [[nodiscard]] EdgeId arcs() const;

  /// The frontier's vertices send along their arcs; receivers combine atomically.
  void push(const Schedule& schedule);
  /// Every vertex that wants values combines those of its neighbors in the frontier.
  void pull();
  /// The same over all neighbors, adding up what update returns.
  void reduce();
  /// The frontier's vertices are the receivers.
  void gather();

 private:
  void push_queue(const DeviceFrontier& queue);
  void settle(DeviceBlock candidates, std::uint64_t capacity);
  void pull_rows(const std::uint32_t* from, const std::uint32_t* receivers, Side side, std::uint32_t* words);
  void gather_queue(const DeviceFrontier& queue);
  /// An agent of `name` for the step's function: "mg::sparse::NAME<F, offset type, further arguments>".
  [[nodiscard]] std::string agent(std::string_view name, std::string_view further = "") const;
  [[nodiscard]] static Side opposite_of(Side side) { return side == Side::out ? Side::in : Side::out; }

  DeviceStep& step_;
  DeviceContext& gpu_;
};

}  // namespace mg::sparse
