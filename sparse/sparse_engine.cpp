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
#include "sparse/step_keys.hpp"

namespace mg {

namespace {

class SparseEngine final : public Engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "sparse"; }

  void prepare(RunContext& context) override {
    direction_ = sparse::DirectionChooser(context.graph.num_vertices(), context.graph.num_arcs());
    if (context.gpu() == nullptr) return;
    const Driver driver = driver_on_gpu(context.schedule.asked());
    fused_.emplace(context, *context.gpu(), driver);
    graph_.emplace(context, *context.gpu());
    repeat_.emplace(context, *context.gpu(), driver);
  }

  [[nodiscard]] ScheduleUse schedule_use(const ProgramSteps& steps, RunContext& context) override {
    const bool on_gpu = context.gpu() != nullptr;
    const sparse::Circumstances where{.on_gpu = on_gpu,
                                      .deterministic = context.deterministic,
                                      .orders_sums = on_gpu && context.deterministic,
                                      .loops_stay = true,
                                      .decides_directions = true,
                                      .num_vertices = context.graph.num_vertices()};
    const HybridSchedule& schedule = context.schedule.asked();
    return {.keys = sparse::keys_read(steps, schedule, where), .doing = sparse::doing(steps, schedule, where)};
  }

  void step(EdgeStep& step, RunContext& context) override {
    if (step.pattern == Pattern::gather) return run_on_queue("gather", step, context);
    const StepSchedule schedule(step.from->size(), context);
    const Direction direction = schedule.read<DirectionKeys>().get<ScheduleKey::direction>();
    if (step.pattern == Pattern::reduce) return step.run("pull_reduce", context);  // which goes one way only
    step.count_arcs = step.buckets == nullptr;
    const sparse::StepFacts facts{.size = step.from->size(),
                                  .arcs = step.known_arcs(),
                                  .has_buckets = step.buckets != nullptr,
                                  .can_push = step.has("push"),
                                  .stops_early = step.traits.stops_early,
                                  .direction = direction,
                                  .asked = step.direction};
    const auto thresholds = [&] { return schedule.read<ThresholdKeys>(); };
    const auto count = [&] {
      step.frontier_arcs = count_arcs(step.sources(), *step.from, context.threads);
      return step.frontier_arcs;
    };
    if (direction_.pulls(facts, thresholds, step.reason, count)) return run_on_bitmap("pull", step, context);
    plan_push(step, schedule);
    run_on_queue("push", step, context);
  }

  [[nodiscard]] bool runs_on_gpus() const override { return true; }
  void step(DeviceStep& step, RunContext& context) override {
    sparse::DeviceSteps steps(step, *context.gpu());
    const bool ordered = context.deterministic && step.traits.sums;
    if (step.pattern == Pattern::gather) return steps.gather(ordered);
    const StepSchedule schedule(step.from->size(), context);
    const Direction direction = schedule.read<DirectionKeys>().get<ScheduleKey::direction>();
    if (ordered) step.reason = "sums in an order that never changes";
    if (step.pattern == Pattern::reduce) return reduce(steps, schedule, ordered);
    if (ordered) return steps.pull(schedule.read<sparse::PullKeys>());
    const bool pulls_lightest = may_pull(step, direction) && steps.pulls_lightest(schedule.read<sparse::PullKeys>());
    const sparse::StepFacts facts{.size = step.from->size(),
                                  .arcs = steps.arcs(),
                                  .has_buckets = step.buckets != nullptr,
                                  .can_push = step.traits.has_cell,
                                  .stops_early = step.traits.edge.stops_early,
                                  .pulls_lightest = pulls_lightest,
                                  .direction = direction,
                                  .asked = step.direction};
    const auto thresholds = [&] { return schedule.read<ThresholdKeys>(); };
    const auto count = [&] { return steps.counted_arcs(); };
    if (!direction_.pulls(facts, thresholds, step.reason, count)) return steps.push(schedule.read<sparse::PushKeys>());
    steps.pull(schedule.read<sparse::PullKeys>());
    if (step.asked_arcs > 0) direction_.learn_arcs_read(step.asked_arcs);
  }

  bool iterate(DeviceIterations& loop, RunContext& context) override {
    const Driver driver = driver_on_gpu(context.schedule.asked());
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
    if (gpu == nullptr || gpu->weight_type() == WeightType::none || !leaves_steps_open(context.schedule.asked()))
      return false;
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
  /// Shows its readers the schedule of one step.
  class StepSchedule {
   public:
    StepSchedule(std::uint64_t size, const RunContext& context) : size_(size), context_(context) {}
    template <class Keys>
    [[nodiscard]] Keys read() const {
      return context_.schedule.at<Keys>(size_, context_.graph.num_vertices());
    }

   private:
    std::uint64_t size_;
    const RunContext& context_;
  };

  static bool may_pull(const DeviceStep& step, Direction direction) {
    return step.buckets == nullptr && step.direction.value_or(direction) != Direction::push;
  }

  static void plan_push(EdgeStep& step, const StepSchedule& schedule) {
    if (step.buckets != nullptr) {
      step.dedup = false;
      step.balance_edges = schedule.read<sparse::HostBucketKeys>().get<ScheduleKey::balance>() == Balance::edge;
      return;
    }
    const auto keys = schedule.read<sparse::HostPushKeys>();
    const Dedup dedup = keys.get<ScheduleKey::dedup>();
    step.dedup = dedup == Dedup::bitmap || (dedup == Dedup::automatic && !step.traits.stops_early);
    step.balance_edges = keys.get<ScheduleKey::balance>() == Balance::edge;
  }

  static void reduce(sparse::DeviceSteps& steps, const StepSchedule& schedule, bool ordered) {
    if (ordered) return steps.reduce(Schedule{});
    steps.reduce(schedule.read<sparse::ReduceKeys>(), [&] { return schedule.read<sparse::CellKeys>(); });
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
