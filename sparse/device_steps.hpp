// The sparse engine's strategies on a GPU: what a step is given and which kernels make it up.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "engine/gpu/device_context.hpp"
#include "engine/gpu/gpu_step.hpp"
#include "engine/profile.hpp"
#include "engine/schedule/run_schedule.hpp"
#include "sparse/push_plan.hpp"

namespace mg::sparse {

struct CellArguments;
struct PullArguments;
struct PushArguments;
struct Ranks;

/// What a pull reads of a schedule.
using PullKeys = KeysOf<ScheduleKey::layout, ScheduleKey::frontier>;
/// What says whether a reduction pulls or pushes; one that pushes reads CellKeys too.
using ReduceKeys = KeysOf<ScheduleKey::layout>;
/// Whether a layout is without rows of receivers, so that all vertices push.
[[nodiscard]] bool pushes_reductions(const ReduceKeys& schedule);

/// How a step would pull, as its layouts allow.
class PullsOnDevice {
 public:
  PullsOnDevice(const GpuStep& step, DeviceContext& gpu) : step_(step), gpu_(gpu) {}

  /// Whether it would leave rows early because their lightest arcs come first. A schedule that names a layout has that
  /// one.
  [[nodiscard]] bool pulls_lightest(const PullKeys& schedule) const;
  /// Whether it would go by a list of receivers, likewise.
  [[nodiscard]] bool pulls_listed(const PullKeys& schedule) const;
  /// How many receivers it would look at, where the pull before has left fewer than all.
  [[nodiscard]] std::optional<std::uint64_t> receivers_left(const PullKeys& schedule) const;
  /// Those of a pull by the same function.
  [[nodiscard]] gpu::VertexList left_before() const;

 private:
  const GpuStep& step_;
  DeviceContext& gpu_;
};

/// Executes one step.
class DeviceSteps {
 public:
  /// `costs` are those of the machine.
  DeviceSteps(GpuStep& step, DeviceContext& gpu, const Costs& costs = costs_of({.on_gpu = true}))
      : step_(step), gpu_(gpu), costs_(costs) {}

  /// Arcs that leave the frontier, or Frontier::unknown_arcs.
  [[nodiscard]] EdgeId arcs() const;
  /// The same, counted where they are unknown.
  [[nodiscard]] EdgeId counted_arcs();

  /// The frontier's vertices send along their arcs; receivers combine atomically.
  void push(const PushKeys& schedule);
  /// Every vertex that wants values combines those of its neighbors in the frontier. The next frontier is a bitmap, or
  /// what the schedule asks for, made of it.
  void pull(const PullKeys& schedule);
  /// The same over all neighbors, adding up what update returns; along a layout without rows of receivers, all vertices
  /// push into cells that are reduced then, of which `cells` says how.
  void reduce(const ReduceKeys& schedule, const std::function<CellKeys()>& cells);
  void reduce(const Schedule& schedule) {
    reduce(schedule, [&] { return CellKeys(schedule); });
  }
  /// The frontier's vertices are the receivers. Where those who send are known and have few arcs, they push instead,
  /// unless sums must be `ordered`.
  void gather(bool ordered);

 private:
  /// Where a push puts the vertices that join: a queue, or a map of marks.
  struct Emitted {
    DeviceBlock list;
    DeviceBlock starts;
    DeviceFrontier marks;
    DeviceFrontier listed;  ///< bits or bytes of those that are in the queue already
  };

  void push_from(const DeviceFrontier& frontier, const PushPlan& plan, const DeviceFrontier* numbered = nullptr);
  void push_numbered(const Ranks& ranks, const PushPlan& plan);
  void follow(const PushPlan& plan, const PushArguments& arguments, const DeviceFrontier* numbered = nullptr);
  /// The plan, or where one of its kernels is not to be had, the usual one.
  [[nodiscard]] PushPlan nearest(const PushPlan& plan);
  void substitute(std::string_view asked, std::string_view other);
  [[nodiscard]] Emitted emit_into(gpu::Emission& emission, const PushPlan& plan, std::uint64_t capacity,
                                  gpu::Counters* counters);
  void start_buckets(PushArguments& arguments, gpu::Counters* counters);
  void finish_queue(const PushPlan& plan, Emitted emitted, std::uint64_t counted);
  void finish_map(const PushPlan& plan, DeviceFrontier map, std::uint64_t capacity);
  [[nodiscard]] DeviceBlock list_candidates(DeviceFrontier marks, std::uint64_t capacity);
  void settle(DeviceBlock candidates, std::uint64_t capacity);
  void convert_to(FrontierForm form);
  void pull_rows(const gpu::VertexMap& from, const std::uint32_t* receivers, Side side, std::uint32_t* words,
                 bool has_columns = false);
  [[nodiscard]] EdgeId least_arcs_pulled() const;
  [[nodiscard]] bool pulls_columns(const ReduceKeys& schedule);
  [[nodiscard]] PullsOnDevice pulls() const { return {step_, gpu_}; }
  [[nodiscard]] PullArguments listed_arguments(const gpu::VertexMap& from, const gpu::VertexList& receivers,
                                               DeviceBlock& words);
  [[nodiscard]] bool pull_listed(const gpu::VertexMap& from, DeviceBlock& words, DeviceBlock& left);
  [[nodiscard]] bool pull_lightest(const gpu::VertexMap& from, DeviceBlock& words);
  [[nodiscard]] bool has_parts(const PushPlan& plan);
  void reduce_cells(const PushPlan& plan);
  void gather_queue(const DeviceFrontier& queue);
  [[nodiscard]] EdgeId arcs_of_senders() const;
  [[nodiscard]] bool has_room_for_cells() const;
  [[nodiscard]] CellArguments cleared_cells(double* summands);
  void scatter(const PushPlan& plan);
  /// An agent of `name` for the step's function: "mg::sparse::NAME<F, offset type, further arguments>".
  [[nodiscard]] std::string agent(std::string_view name, std::string_view further = "") const;

  GpuStep& step_;
  DeviceContext& gpu_;
  const Costs& costs_;
};

}  // namespace mg::sparse
