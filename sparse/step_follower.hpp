// A push that is launched: a kernel a part of its layout.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/gpu/gpu_step.hpp"
#include "sparse/layouts/push_layout.hpp"

namespace mg::sparse {

/// The agent of a part, for the step's function: of a push into cells of the step's own, for a reduction or a gather.
[[nodiscard]] std::string push_agent(const GpuStep& step, const DeviceContext& gpu, const PushPlan& plan,
                                     const PushPart& part);

class StepFollower final : public Follower {
 public:
  /// `arguments` say who sends, and where those who join go. `numbered` are the same senders as a queue whose starts
  /// number the arcs of the layout's rows, where the balancer needs such numbers and the graph's are others.
  StepFollower(const GpuStep& step, DeviceContext& gpu, const PushPlan& plan, const PushArguments& arguments,
               const DeviceFrontier* numbered)
      : Follower(gpu, plan, arguments, step.side, step.traits.value_bytes, static_bytes),
        step_(step),
        numbered_(numbered) {}

  using Follower::follow_rows;
  void follow_rows(const std::vector<PushPart>& parts, PushArguments arguments) override;
  void clear_messages(void* messages) override;

 private:
  static constexpr std::size_t static_bytes = std::size_t{40} << 10;  ///< of one agent, and some more

  void launch_part(const PushPart& part, std::optional<std::uint64_t> blocks, const PushArguments& arguments,
                   std::size_t argument_bytes, std::size_t shared_bytes) override;
  void follow_runs(const std::vector<PushPart>& parts, PushArguments arguments) override;

  const GpuStep& step_;
  const DeviceFrontier* numbered_;
};

}  // namespace mg::sparse
