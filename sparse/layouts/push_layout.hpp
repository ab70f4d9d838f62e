// How a push follows the arcs of a layout, whatever balances it. A layout keeps some arcs in a way of its own, which
// one agent follows, and the rest in rows or in a list, which any balancer follows: so every balancer goes with every
// layout.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.hpp"
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

/// What a layout is asked to follow its arcs by. Whoever asks launches a kernel a part (sparse/step_follower.hpp), or
/// has a loop that stays on the device go through the same parts (sparse/drivers/loop_layout.hpp).
class Follower {
 public:
  /// `arguments`: of a push along the graph's rows. Values take `value_bytes`, or at most so many where that is
  /// unknown. `static_bytes`: of a block's shared memory, taken by what agents declare.
  Follower(DeviceContext& gpu, const PushPlan& plan, const PushArguments& arguments, Side side, std::size_t value_bytes,
           std::size_t static_bytes)
      : gpu_(gpu),
        plan_(plan),
        arguments_(arguments),
        side_(side),
        value_bytes_(value_bytes),
        static_bytes_(static_bytes) {}
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;
  virtual ~Follower() = default;

  [[nodiscard]] DeviceContext& gpu() { return gpu_; }
  [[nodiscard]] const PushPlan& plan() const { return plan_; }
  /// Those who send. A part fills in where its own arcs are.
  [[nodiscard]] const PushArguments& arguments() const { return arguments_; }
  [[nodiscard]] Side side() const { return side_; }
  [[nodiscard]] std::size_t value_bytes() const { return value_bytes_; }
  [[nodiscard]] std::size_t static_bytes() const { return static_bytes_; }

  /// A part of so many blocks, whoever sends. The agent's arguments are `Arguments`.
  template <std::derived_from<PushArguments> Arguments>
  void launch(const PushPart& part, std::uint64_t blocks, const Arguments& arguments, std::size_t shared_bytes = 0) {
    launch_part(part, blocks, arguments, sizeof(arguments), shared_bytes);
  }
  /// A part of as many blocks as it says of those who send.
  template <std::derived_from<PushArguments> Arguments>
  void launch_for_senders(const PushPart& part, const Arguments& arguments) {
    require_blocks(part);
    launch_part(part, {}, arguments, sizeof(arguments), 0);
  }
  /// Makes values, one an arc of the graph, all the identity.
  virtual void clear_messages(void* messages) = 0;

  /// Rows, one a vertex, by the balancer of the plan. The layout's device code for targets, if it has any, finds
  /// `targets` in its arguments.
  void follow_rows(const gpu::DeviceRows& rows, const void* targets = nullptr);
  /// Those of `arguments` by agents of the layout's, one a class of the balancer's.
  virtual void follow_rows(const std::vector<PushPart>& parts, PushArguments arguments) = 0;
  /// A list, of which only those arcs count whose sources send; as runs of one source each where the balancer needs
  /// rows. It is called `name` among what the graph keeps.
  void follow_list(const ArcList& list, std::string_view name, std::uint32_t parameter = 0);

 protected:
  /// `blocks`: none where the part says how many.
  virtual void launch_part(const PushPart& part, std::optional<std::uint64_t> blocks, const PushArguments& arguments,
                           std::size_t argument_bytes, std::size_t shared_bytes) = 0;
  virtual void follow_runs(const std::vector<PushPart>& parts, PushArguments arguments) = 0;

 private:
  /// Throws Error(wrong_use) where the part does not say how many blocks it has for so many senders.
  void require_blocks(const PushPart& part) const {
    if (part.blocks != nullptr) return;
    fail(ExitCode::wrong_use, "the layout '{}' ({}) does not say how many blocks of {} there are for so many senders",
         plan_.layout->name, plan_.layout->origin, part.agent);
  }

  DeviceContext& gpu_;
  const PushPlan& plan_;
  const PushArguments& arguments_;
  Side side_;
  std::size_t value_bytes_;
  std::size_t static_bytes_;
};

/// Has the layout of a plan follow its arcs. What a plug-in's layout throws is told with the name of who threw it.
void follow_layout(Follower& follower);

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
