// How a push follows the arcs of a layout, whatever balances it. A layout keeps some arcs in a way of its own, which
// one agent follows, and the rest in rows or in a list, which any balancer follows: so every balancer goes with every
// layout.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/gpu/device_context.hpp"
#include "sparse/arguments.hpp"
#include "sparse/push_plan.hpp"

namespace mg::sparse {

/// Arcs one by one, in the order in which a push goes through them.
struct ArcList {
  gpu::DeviceArcs arcs;
  EdgeId num_arcs;
};

/// How many arcs the rows before each one have, of rows that are not the graph's.
struct Ranks {
  const void* starts;  ///< n + 1 prefix sums of the rows' lengths, of the offsets' type
  EdgeId num_arcs;     ///< of all rows
};

/// Device code that tells where the arcs of a layout's rows lead: a class that is made of `const PushArguments&` and
/// called with an arc's position, as StoredTargets of sparse/push.cuh, which that of compressed rows is.
struct TargetsOfRows {
  std::string type;    ///< "example::Deltas"
  std::string header;  ///< the carried header that defines it: "delta.cuh"
};

/// Launches the kernels of one push; it is what a layout is asked to follow its arcs by.
class Follower {
 public:
  /// `arguments` say who sends, and where those who join go. `numbered` are the same senders as a queue whose starts
  /// number the arcs of the layout's rows, where the balancer needs such numbers and the graph's are others.
  Follower(const GpuStep& step, DeviceContext& gpu, const PushPlan& plan, const PushArguments& arguments,
           const DeviceFrontier* numbered)
      : step_(step), gpu_(gpu), plan_(plan), arguments_(arguments), numbered_(numbered) {}

  [[nodiscard]] DeviceContext& gpu() { return gpu_; }
  [[nodiscard]] const GpuStep& step() const { return step_; }
  [[nodiscard]] const PushPlan& plan() const { return plan_; }
  /// Of a push along the graph's rows: a part fills in where its own arcs are.
  [[nodiscard]] const PushArguments& arguments() const { return arguments_; }

  void launch(const PushPart& part, std::uint64_t blocks, const PushArguments& arguments, std::size_t shared_bytes = 0);
  /// Rows, one a vertex, by the balancer of the plan. The layout's device code for targets, if it has any, finds
  /// `targets` in its arguments.
  void follow_rows(const gpu::DeviceRows& rows, const void* targets = nullptr);
  /// Those of `arguments` by agents of the layout's, one a class of the balancer's.
  void follow_rows(const std::vector<PushPart>& parts, PushArguments arguments);
  /// A list, of which only those arcs count whose sources send; as runs of one source each where the balancer needs
  /// rows. It is called `name` among what the graph keeps.
  void follow_list(const ArcList& list, std::string_view name, std::uint32_t parameter = 0);

 private:
  void follow_classes(const std::vector<PushPart>& parts, PushArguments arguments);

  const GpuStep& step_;
  DeviceContext& gpu_;
  const PushPlan& plan_;
  const PushArguments& arguments_;
  const DeviceFrontier* numbered_;
};

/// The agent of a part, for the step's function: of a push into cells of the step's own, for a reduction or a gather.
[[nodiscard]] std::string push_agent(const GpuStep& step, const DeviceContext& gpu, const PushPlan& plan,
                                     const PushPart& part);

/// What a layout is to a push. It has no state: what is built is kept by the graph's DeviceLayouts.
class PushLayout {
 public:
  PushLayout() = default;
  PushLayout(const PushLayout&) = delete;
  PushLayout& operator=(const PushLayout&) = delete;
  virtual ~PushLayout() = default;

  /// The rest is a list of arcs, which each push goes through whole, so that frontiers are maps; otherwise it is rows.
  [[nodiscard]] virtual bool lists_arcs() const { return false; }
  /// What follows the arcs that are stored in a way of the layout's own.
  [[nodiscard]] virtual std::optional<PushPart> apart(const PushPlan&) const { return {}; }
  /// What tells where the arcs of its rows lead, where these are not stored as compressed rows store them. A position
  /// is also that of the arc's weight.
  [[nodiscard]] virtual std::optional<TargetsOfRows> targets() const { return {}; }
  /// What follows the rest.
  [[nodiscard]] virtual std::vector<PushPart> rest(const PushPlan& plan) const { return plan.rest(); }
  /// Of its rows, where they are not the graph's.
  [[nodiscard]] virtual std::optional<Ranks> ranks(DeviceContext&, Side, const PushPlan&) const { return {}; }
  /// Follows all arcs that leave the senders: builds what is not there yet, and launches these agents.
  virtual void follow(Follower& follower) const = 0;
};

}  // namespace mg::sparse
