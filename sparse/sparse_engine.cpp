// The sparse engine: per step, it offers a push and a pull, on a CPU or a GPU.
#include "sparse/sparse_engine.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

#include "engine/context.hpp"
#include "sparse/costs.hpp"
#include "sparse/device_steps.hpp"
#include "sparse/drivers/fused_driver.hpp"
#include "sparse/drivers/graph_driver.hpp"
#include "sparse/drivers/loop_run.hpp"
#include "sparse/drivers/repeat_driver.hpp"
#include "sparse/resolve.hpp"
#include "sparse/step_keys.hpp"

namespace mg {

namespace {

class SparseEngine final : public Engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "sparse"; }

  void prepare(RunContext& context) override { take_part(context); }
  void take_part(RunContext& context) override {
    if (context.gpu() == nullptr) return;
    fused_.emplace(context, *context.gpu());
    graph_.emplace(context, *context.gpu());
    repeat_.emplace(context, *context.gpu());
  }

  void offers(const CpuStep& step, const Outlook& outlook, RunContext& context, Offers& offers) override {
    const Limits limits{.pattern = step.pattern,
                        .has_buckets = step.buckets != nullptr,
                        .has_cell = step.has("push"),
                        .ordered = outlook.run.orders_sums && !step.traits.idempotent};
    const Problems problems = problems_of(limits, StepSchedule(step.part, context));
    if (step.pattern == Pattern::expand) add(offers, sparse::offer_push(outlook, false), problems.push);
    add(offers, sparse::offer_pull(outlook), problems.pull);
  }
  void step(CpuStep& step, const Offer& offer, RunContext& context) override {
    if (step.pattern == Pattern::gather) return run_on_queue("gather", step, context);
    if (step.pattern == Pattern::reduce) return step.run("pull_reduce", context);
    step.count_arcs = step.buckets == nullptr;
    if (offer.way == Way::pull) return run_on_bitmap("pull", step, context);
    plan_push(step, StepSchedule(step.part, context));
    run_on_queue("push", step, context);
  }

  [[nodiscard]] bool runs_on_gpus() const override { return true; }
  void offers(const GpuStep& step, const Outlook& outlook, RunContext& context, Offers& offers) override {
    const StepSchedule schedule(step.part, context);
    const Limits limits{.pattern = step.pattern,
                        .has_buckets = step.buckets != nullptr,
                        .has_cell = step.traits.has_cell,
                        .ordered = outlook.run.orders_sums && !step.traits.idempotent};
    const Problems problems = problems_of(limits, schedule);
    if (step.pattern != Pattern::expand) return add(offers, sparse::offer_pull(outlook), {});
    add(offers, sparse::offer_push(outlook, step.from->is_map()), problems.push);
    const bool is_open = problems.pull.empty();
    add(offers, sparse::offer_pull(outlook, is_open ? outlook_of(step, schedule, context) : sparse::PullOutlook{}),
        problems.pull);
  }
  void step(GpuStep& step, const Offer& offer, RunContext& context) override {
    sparse::DeviceSteps steps(step, *context.gpu(), context.profile().costs);
    const bool ordered = context.deterministic && !step.traits.idempotent;
    if (step.pattern == Pattern::gather) return steps.gather(ordered);
    const StepSchedule schedule(step.part, context);
    if (step.pattern == Pattern::reduce) return reduce(steps, schedule, ordered);
    if (offer.way == Way::pull) return steps.pull(schedule.read<sparse::PullKeys>());
    steps.push(schedule.read<sparse::PushKeys>());
  }

  bool iterate(DeviceIterations& loop, RunContext& context) override {
    if (context.deterministic) return false;
    ask_schedule(loop, context);
    if (loop.driver == Driver::launched) return false;
    ask_pieces(loop, context);
    return (loop.driver == Driver::graph && graph_->iterate(loop)) || fused_->iterate(loop);
  }
  bool repeat(DeviceRepetition& loop, RunContext& context) override {
    loop.part = part_for(loop, context);
    loop.driver = driver_on_gpu(context.schedule.asked(), loop.part);
    return repeat_->repeat(loop);
  }
  void sweep(DeviceSweep& sweep, RunContext&) override {
    sweep.engine = name();
    fused_->sweep(sweep);
  }

  /// Of rows with the lightest arcs first, where some vertex has so many arcs that no other is far: where many rounds
  /// bring distances to their ends, rows are read whole again and again.
  [[nodiscard]] bool has_cheap_sweeps(RunContext& context) const override {
    DeviceContext* gpu = context.gpu();
    if (gpu == nullptr || gpu->weight_type() == WeightType::none || !leaves_steps_open(context.schedule.asked()))
      return false;
    const double mean = static_cast<double>(gpu->num_arcs()) / std::max<VertexId>(gpu->num_vertices(), 1);
    const bool has_hubs = static_cast<double>(gpu->longest_row(Side::out)) > context.profile().costs.hub_degrees * mean;
    return has_hubs && (gpu->layouts().has_lightest_first(Side::in) || gpu->layouts().has_lightest_first(Side::out));
  }

  [[nodiscard]] std::uint64_t estimate_bytes(std::uint64_t num_vertices, std::uint64_t) const override {
    return 2 * num_vertices * sizeof(VertexId) + 3 * num_vertices / 8;  // two queues, three bitmaps
  }

  [[nodiscard]] std::uint64_t estimate_gpu_bytes(std::uint64_t num_vertices, std::uint64_t num_arcs) const override {
    return sparse::loop_bytes(num_vertices, num_arcs);
  }

 private:
  /// By which driver the part of the schedule that holds now goes on with a loop, and until when it may.
  static void ask_schedule(DeviceIterations& loop, RunContext& context) {
    const RunSchedule& schedule = context.schedule;
    loop.driver = driver_on_gpu(schedule.asked(), 0);
    if (schedule.is_one()) return;
    if (loop.buckets != nullptr) {
      loop.part = schedule.part_for_all_of(loop.label);
      loop.driver = driver_on_gpu(schedule.asked(), loop.part);
      return;
    }
    ScheduledStep step{.label = loop.label, .loop = loop.label, .vertices = loop.frontier.size()};
    if (schedule.asks_for_arcs(step.label, step.loop) && !loop.frontier.empty()) {
      step.arcs = context.gpu()->known_arcs(loop.frontier, loop.side);
      if (step.arcs == Frontier::unknown_arcs) step.arcs = context.gpu()->count_arcs(loop.frontier, loop.side);
    }
    loop.part = schedule.part_for(step);
    loop.driver = driver_on_gpu(schedule.asked(), loop.part);
    const std::optional<EdgeId> most_arcs = schedule.most_arcs_of_part(step);
    loop.most_arcs = most_arcs.value_or(unlimited);
    const bool watches_itself = loop.most_arcs == unlimited || loop.driver != Driver::graph;
    loop.most_iterations = most_arcs && watches_itself ? unlimited : 1;
  }
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  /// What expands the frontiers of a loop that stays on the device to its end, and what they are, unless that is left
  /// to the driver.
  static void ask_pieces(DeviceIterations& loop, const RunContext& context) {
    if (loop.driver == Driver::adaptive) return;
    const Direction direction = context.schedule.at<DirectionKeys>(loop.part).get<ScheduleKey::direction>();
    const bool pulls = direction == Direction::pull && loop.buckets == nullptr;
    Schedule asked = pulls ? context.schedule.at<sparse::PulledLoopKeys>(loop.part).alone()
                           : context.schedule.at<sparse::LoopKeys>(loop.part).alone();
    asked.direction = pulls ? Direction::pull : Direction::push;
    if (pulls) asked.cta = threads_of_pull;
    if (is_left_to_driver(asked)) return;
    loop.pieces = sparse::resolve(asked, {.on_gpu = true, .lists_once = true});
  }
  static constexpr std::uint32_t threads_of_pull = 512;  ///< as many as the device holds, in few blocks that meet
  static bool is_left_to_driver(const Schedule& asked) {
    const bool is_queue = asked.frontier == FrontierForm::automatic || asked.frontier == FrontierForm::queue;
    const bool is_listed_once_by_mark =
        asked.creation != Creation::unfused && (asked.dedup == Dedup::automatic || asked.dedup == Dedup::counter);
    const bool is_along_rows = asked.layout == automatic_piece || asked.layout == rows_layout;
    return asked.direction == Direction::push && asked.balance == automatic_piece && is_along_rows && is_queue &&
           is_listed_once_by_mark && asked.cta == Schedule{}.cta;
  }

  /// Shows its readers the schedule of one step.
  class StepSchedule {
   public:
    StepSchedule(std::size_t part, const RunContext& context) : part_(part), context_(context) {}
    template <class Keys>
    [[nodiscard]] Keys read() const {
      return context_.schedule.at<Keys>(part_);
    }

   private:
    std::size_t part_;
    const RunContext& context_;
  };

  /// What a step rules out, on either machine.
  struct Limits {
    Pattern pattern;
    bool has_buckets;
    bool has_cell;  ///< to push into
    bool ordered;   ///< sums are to be in an order that never changes
  };
  /// Why it cannot go these ways; empty: it can.
  struct Problems {
    std::string_view push = {};
    std::string_view pull = {};
  };

  static Problems problems_of(const Limits& step, const StepSchedule& schedule) {
    if (step.pattern == Pattern::gather) return {};
    const Direction asked = schedule.read<DirectionKeys>().get<ScheduleKey::direction>();
    if (step.pattern == Pattern::reduce) return {};  // which goes one way only
    if (step.has_buckets) return {.pull = "buckets are filled by pushing"};
    if (!step.has_cell) return {.push = "the function has no cell to push into"};
    if (step.ordered) return {.push = "sums in an order that never changes"};
    switch (asked) {
      case Direction::push: return {.pull = "the schedule says push"};
      case Direction::pull: return {.push = "the schedule says pull"};
      case Direction::optimized: break;
    }
    return {};
  }

  static void add(Offers& offers, Offer&& offer, std::string_view problem) {
    offer.problem = problem;
    offers.add(offer);
  }

  /// What the layouts say of a pull. Whatever it reads of the schedule, a pull reads.
  static sparse::PullOutlook outlook_of(const GpuStep& step, const StepSchedule& schedule, RunContext& context) {
    const sparse::PullsOnDevice pulls(step, *context.gpu());
    const auto keys = schedule.read<sparse::PullKeys>();
    return {.receivers_left = pulls.receivers_left(keys), .pulls_lightest = pulls.pulls_lightest(keys)};
  }

  static void plan_push(CpuStep& step, const StepSchedule& schedule) {
    const bool fills_buckets = step.buckets != nullptr;  // which may hold a vertex repeatedly
    const Schedule keys =
        fills_buckets ? schedule.read<sparse::HostBucketKeys>().alone() : schedule.read<sparse::HostPushKeys>().alone();
    const Schedule resolved =
        sparse::resolve(keys, {.lists_once = step.traits.stops_early, .sums = !step.traits.idempotent});
    step.dedup = !fills_buckets && resolved.dedup == Dedup::bitmap;
    step.balance_edges = resolved.balance == "edge";
  }

  static void reduce(sparse::DeviceSteps& steps, const StepSchedule& schedule, bool ordered) {
    if (ordered) return steps.reduce(Schedule{});
    steps.reduce(schedule.read<sparse::ReduceKeys>(), [&] { return schedule.read<sparse::CellKeys>(); });
  }

  static void run_on_queue(std::string_view kernel, CpuStep& step, RunContext& context) {
    if (step.from->kind() == Frontier::Kind::queue) return step.run(kernel, context);
    Frontier queue = context.to_queue(*step.from);
    run_converted(kernel, std::move(queue), step, context);
  }

  static void run_on_bitmap(std::string_view kernel, CpuStep& step, RunContext& context) {
    if (step.from->kind() != Frontier::Kind::queue) return step.run(kernel, context);
    Frontier bitmap = context.to_bitmap(*step.from);
    run_converted(kernel, std::move(bitmap), step, context);
  }

  static void run_converted(std::string_view kernel, Frontier&& converted, CpuStep& step, RunContext& context) {
    const Frontier* original = step.from;
    step.from = &converted;
    step.run(kernel, context);
    step.from = original;
    context.recycle(std::move(converted));
  }

  std::optional<sparse::FusedDriver> fused_;
  std::optional<sparse::GraphDriver> graph_;
  std::optional<sparse::RepeatDriver> repeat_;
};

}  // namespace

std::unique_ptr<Engine> make_sparse_engine() { return std::make_unique<SparseEngine>(); }

}  // namespace mg
