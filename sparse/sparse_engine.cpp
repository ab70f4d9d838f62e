// The sparse engine: per step, push or pull, on a CPU or a GPU.
#include "sparse/sparse_engine.hpp"

#include <memory>
#include <optional>

#include "engine/context.hpp"
#include "engine/registry.hpp"
#include "sparse/choose_direction.hpp"
#include "sparse/device_steps.hpp"
#include "sparse/fused_driver.hpp"
#include "sparse/graph_driver.hpp"
#include "sparse/loop_run.hpp"
#include "sparse/repeat_driver.hpp"

namespace mg {

namespace {

class SparseEngine final : public Engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "sparse"; }

  void prepare(RunContext& context) override {
    direction_ = sparse::DirectionChooser(context.graph.num_vertices(), context.graph.num_arcs());
    if (context.gpu() == nullptr) return;
    fused_.emplace(context, *context.gpu(), driver_on_gpu(context.schedule));
    graph_.emplace(context, *context.gpu());
    repeat_.emplace(context, *context.gpu(), driver_on_gpu(context.schedule));
  }

  void step(EdgeStep& step, RunContext& context) override {
    switch (step.pattern) {
      case Pattern::reduce: return step.run("pull_reduce", context);
      case Pattern::gather: return run_on_queue("gather", step, context);
      case Pattern::expand: break;
    }
    const Schedule& schedule = context.schedule.at(step.from->size(), context.graph.num_vertices());
    step.dedup = schedule.dedup == Dedup::bitmap ||
                 (schedule.dedup == Dedup::automatic && !step.traits.stops_early && step.buckets == nullptr);
    step.balance_edges = schedule.balance == Balance::edge;
    step.count_arcs = step.buckets == nullptr;
    const sparse::StepFacts facts{.size = step.from->size(),
                                  .arcs = step.known_arcs(),
                                  .has_buckets = step.buckets != nullptr,
                                  .can_push = step.has("push"),
                                  .stops_early = step.traits.stops_early,
                                  .asked = step.direction};
    const auto count = [&] {
      step.frontier_arcs = count_arcs(step.sources(), *step.from, context.threads);
      return step.frontier_arcs;
    };
    if (direction_.pulls(facts, schedule, step.reason, count)) return run_on_bitmap("pull", step, context);
    run_on_queue("push", step, context);
  }

  [[nodiscard]] bool runs_on_gpus() const override { return true; }
  void step(DeviceStep& step, RunContext& context) override {
    sparse::DeviceSteps steps(step, *context.gpu());
    const Schedule& schedule = context.schedule.at(step.from->size(), context.graph.num_vertices());
    switch (step.pattern) {
      case Pattern::reduce: return reduce(steps, step, schedule, context.deterministic);
      case Pattern::gather: return steps.gather(context.deterministic && step.traits.sums);
      case Pattern::expand: break;
    }
    if (context.deterministic && step.traits.sums) {
      step.reason = "sums in an order that never changes";
      return steps.pull(schedule);
    }
    const sparse::StepFacts facts{.size = step.from->size(),
                                  .arcs = steps.arcs(),
                                  .has_buckets = step.buckets != nullptr,
                                  .can_push = step.traits.has_cell,
                                  .stops_early = step.traits.edge.stops_early,
                                  .pulls_lightest = steps.pulls_lightest(schedule),
                                  .asked = step.direction};
    const auto count = [&] { return steps.counted_arcs(); };
    if (!direction_.pulls(facts, schedule, step.reason, count)) return steps.push(schedule);
    steps.pull(schedule);
    if (step.asked_arcs > 0) direction_.learn_arcs_read(step.asked_arcs);
  }

  bool iterate(DeviceIterations& loop, RunContext& context) override {
    const Driver driver = driver_on_gpu(context.schedule);
    if (driver == Driver::launched || context.deterministic) return false;
    return (driver == Driver::graph && graph_->iterate(loop)) || fused_->iterate(loop);
  }
  bool repeat(DeviceRepetition& loop, RunContext&) override { return repeat_->repeat(loop); }
  void sweep(DeviceSweep& sweep, RunContext&) override { fused_->sweep(sweep); }

  /// Of rows with the lightest arcs first, where some vertex has so many arcs that no other is far: where many rounds
  /// bring distances to their ends, rows are read whole again and again.
  [[nodiscard]] bool has_cheap_sweeps(RunContext& context) const override {
    constexpr EdgeId degree_of_hubs = 16;  // in mean degrees
    DeviceContext* gpu = context.gpu();
    if (gpu == nullptr || gpu->weight_type() == WeightType::none || !leaves_steps_open(context.schedule)) return false;
    const bool has_hubs = gpu->longest_row(Side::out) * gpu->num_vertices() > degree_of_hubs * gpu->num_arcs();
    return has_hubs && (gpu->layouts().has_lightest_first(Side::in) || gpu->layouts().has_lightest_first(Side::out));
  }

  [[nodiscard]] std::uint64_t estimate_bytes(std::uint64_t num_vertices, std::uint64_t) const override {
    return 2 * 4 * num_vertices + 3 * num_vertices / 8;  // two queues, three bitmaps
  }

  [[nodiscard]] std::uint64_t estimate_gpu_bytes(std::uint64_t num_vertices, std::uint64_t num_arcs) const override {
    return sparse::loop_bytes(num_vertices, num_arcs);
  }

 private:
  static void reduce(sparse::DeviceSteps& steps, DeviceStep& step, const Schedule& schedule, bool deterministic) {
    if (!deterministic || !step.traits.sums) return steps.reduce(schedule);
    step.reason = "sums in an order that never changes";
    steps.reduce(Schedule{});
  }

  static void run_on_queue(std::string_view kernel, EdgeStep& step, RunContext& context) {
    if (step.from->kind() == Frontier::Kind::queue) return step.run(kernel, context);
    Frontier queue = context.to_queue(*step.from);
    run_converted(kernel, std::move(queue), step, context);
  }

  static void run_on_bitmap(std::string_view kernel, EdgeStep& step, RunContext& context) {
    if (step.from->kind() != Frontier::Kind::queue) return step.run(kernel, context);
    Frontier bitmap = context.to_bitmap(*step.from);
    run_converted(kernel, std::move(bitmap), step, context);
  }

  static void run_converted(std::string_view kernel, Frontier&& converted, EdgeStep& step, RunContext& context) {
    const Frontier* original = step.from;
    step.from = &converted;
    step.run(kernel, context);
    step.from = original;
    context.recycle(std::move(converted));
  }

  sparse::DirectionChooser direction_;
  std::optional<sparse::FusedDriver> fused_;
  std::optional<sparse::GraphDriver> graph_;
  std::optional<sparse::RepeatDriver> repeat_;
};

}  // namespace

void register_sparse_engine() {
  register_engine({.name = "sparse",
                   .summary = "push from queues and pull with bitmaps over csr and csc, chosen per step",
                   .make = [] { return std::make_unique<SparseEngine>(); }});
}

}  // namespace mg
