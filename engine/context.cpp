#include "engine/context.hpp"

#include <chrono>

#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"
#include "engine/gpu/device_iterations.hpp"
#include "engine/operator_trace.hpp"
#include "engine/profile.hpp"
#include "engine/registry.hpp"

namespace mg {

namespace {

int resolve_threads(int requested) {
  if (requested < 0) fail(ExitCode::wrong_use, "the number of threads must be positive, not {}", requested);
  return requested == 0 ? default_threads() : requested;
}

}  // namespace

RunContext::RunContext(const Graph& g, const RunOptions& options) : RunContext(g, options, alone(), GraphPart(g)) {}

RunContext::RunContext(const Graph& g, const RunOptions& options, Communicator& ranks, GraphPart own)
    : FrontierStore(g.num_vertices(), resolve_threads(options.threads)),
      graph(g),
      graph_part(std::move(own)),
      schedule(options.schedule, {g.num_vertices(), g.num_arcs()}),
      policy(options.policy),
      deterministic(options.deterministic),
      max_iterations(options.max_iterations),
      communicator(ranks),
      stop_(options.stop),
      device_(options.device),
      engine_is_auto_(options.engine == "auto"),
      on_gpu_plan_(options.on_gpu_plan),
      on_gpu_passed_over_(options.on_gpu_passed_over),
      engine_(make_engine(options.engine, options.device != "cpu")) {
  trace.enabled = options.trace;
}

RunContext::RunContext(const Contracted& made, RunContext& outer)
    : RunContext(made.graph,
                 {.engine = engine_in(EngineRole::plain).name,
                  .device = outer.gpu_ == nullptr ? "cpu" : outer.device_,
                  .threads = outer.threads,
                  .deterministic = outer.deterministic,
                  .max_iterations = outer.max_iterations,
                  .stop = outer.stop_},
                 alone(), GraphPart(made.graph)) {
  if (outer.gpu_ != nullptr) {
    gpu_ = std::make_unique<DeviceContext>(outer.gpu_->shared_device(), graph, threads, made.on_gpu);
    gpu_->use_functions(outer.gpu_->functions());
  }
  begin_run();
  iterations = outer.iterations;
}

std::unique_ptr<Engine> RunContext::make_engine(std::string_view asked, bool on_gpu) const {
  const bool has_policy = policy != "auto";
  std::unique_ptr<Engine> engine = engine_for(asked, has_policy, on_gpu, graph.tiles != nullptr).make();
  if (has_policy && engine->policy().empty()) {
    fail(ExitCode::wrong_use, "the engine '{}' takes no policy, and '{}' was given: use the engine '{}'",
         engine->name(), policy, engine_in(EngineRole::picking).name);
  }
  return engine;
}

PlannedRuns RunContext::planned(const AlgorithmInfo& algorithm, std::uint64_t runs) const {
  return {.algorithm = algorithm,
          .engine = *engine_,
          .schedule = schedule.asked(),
          .vertices = graph.num_vertices(),
          .arcs = graph.num_arcs(),
          .directed = graph.directed,
          .weighted = graph.weight_type() != WeightType::none,
          .count = runs,
          .threads = threads};
}

void RunContext::open_gpu(const SourceText& header, const AlgorithmInfo& algorithm, std::uint64_t runs) {
  if (gpu_ == nullptr) {
    const PlannedRuns plan = planned(algorithm, runs);
    const auto start = std::chrono::steady_clock::now();
    const DeviceChoice choice = choose_device(device_, plan);
    open_ms_ = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    device_reason_ = choice.reason;
    if (choice.passes_over_gpus && on_gpu_passed_over_) on_gpu_passed_over_(device_reason_);
    if (choice.gpu != nullptr && on_gpu_plan_) on_gpu_plan_(gpu_plan(plan, *choice.gpu));
    profile_.reset();
    if (choice.gpu != nullptr) {
      require_whole("a run on a GPU");
      gpu_ = std::make_unique<DeviceContext>(choice.gpu, graph, threads);
    }
  }
  if (gpu_ != nullptr) gpu_->use_functions(header);
  if (gpu_ != nullptr) return;
  check_for_cpu(schedule.asked());
  if (engine_is_auto_) engine_ = make_engine("auto", false);
}

/// What decides how an engine is made and what it keeps; the graph is the same.
std::string RunContext::made_for() const {
  return fmt::format("{} {} {} {} {}", engine_->name(), policy, to_text(schedule.asked()), threads, deterministic);
}

void RunContext::require_whole(std::string_view operation) const {
  if (graph_part.is_whole()) return;
  fail(ExitCode::internal, "{} is for a rank that has the whole graph: several do not share it", operation);
}

void RunContext::adopt(GpuResidence&& residence) {
  GpuResidence left = std::move(residence);
  if (left.gpu == nullptr || device_ == "cpu") return;
  require_whole("a run on a GPU");
  const int index = left.gpu->shared_device()->info().index;
  const bool is_there = device_ == "auto" || device_index(device_) == index;
  const bool has_weights = graph.weight_type() == WeightType::none || left.gpu->weight_type() == graph.weight_type();
  if (!is_there || !has_weights || !engine_->runs_on_gpus()) {
    left.engine.reset();  // before what it has on the GPU
    return;
  }
  if (left.made_for == made_for()) engine_ = std::move(left.engine);
  left.engine.reset();
  gpu_ = std::move(left.gpu);
  profile_.reset();
  gpu_->substitution.clear();
  device_reason_ = "the GPU that the graph is on";
}

GpuResidence RunContext::leave() {
  std::string text = made_for();
  return {.gpu = std::move(gpu_), .engine = std::move(engine_), .made_for = std::move(text)};
}

const Profile& RunContext::profile() {
  if (profile_ == nullptr) profile_ = profile_for(gpu_ == nullptr ? "" : device_name());
  return *profile_;
}

void RunContext::finish_gpu_run() { follow(gpu_->finish_run()); }

std::string RunContext::device_name() const { return gpu_ == nullptr ? "cpu" : gpu_->shared_device()->info().name; }

EdgeId RunContext::degree(VertexId v, Side side) const {
  const Adjacency& rows = side == Side::out ? graph.out : graph.in;
  return rows.offsets.is_elsewhere() ? gpu_->degree(v, side) : rows.degree(v);
}

void RunContext::begin_run() {
  ++step_number;
  iterations = loops_begun = 0;
  arcs_expanded = arcs_read = tile_arcs_read = 0;
  stopped_by.clear();
  states.clear();
  if (gpu_ != nullptr) gpu_->begin_run();
  engine_->prepare(*this);
}

double RunContext::beside_ms() {
  return build_ms_ + (gpu_ == nullptr ? 0 : gpu_->device().compile_ms() + gpu_->layouts().build_ms());
}

void RunContext::stop_now() const {
  fail(ExitCode::interrupted, "interrupted in iteration {} of a run", iterations + 1);
}

LoopScope::LoopScope(RunContext& context, std::string_view label, bool has_buckets)
    : context_(context), outer_(context.loop) {
  if (context.steps && !context.steps->lists_loop(label)) {
    fail(ExitCode::internal, "the algorithm loops by '{}', which its steps() does not list", label);
  }
  context.loop = label;
  ++context.loops_begun;
  context.schedule.read_drivers(label, has_buckets);
}

std::size_t part_for(const DeviceRepetition& loop, const RunContext& context) {
  const WholeGraph& whole = context.schedule.whole();
  return context.schedule.part_for(
      {.label = loop.label, .loop = loop.label, .vertices = whole.vertices, .arcs = whole.arcs});
}

void RunContext::build_layout(const std::function<void()>& build) {
  if (gpu_ != nullptr) return gpu_->layouts().build(build);
  const auto start = std::chrono::steady_clock::now();
  build();
  const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
  build_ms_ += passed.count();
}

namespace {

/// What reading these arcs takes at least: where each leads, its weight unless it lies in tiles, which have few bits
/// for it, and the bounds of the rows: of a pull, of those that join.
template <class MachineStep>
std::uint64_t least_bytes(const MachineStep& step, EdgeId read) {
  if (step.in_tiles) return read * bytes_in_tiles;
  const std::uint64_t weight = step.traits.weighted ? sizeof(float) : 0;
  const bool is_pull = step.pattern == Pattern::expand && step.read_arcs.has_value();
  const std::uint64_t rows = is_pull ? step.to.size() : step.from->size();
  return read * (sizeof(VertexId) + weight) + rows * 2 * sizeof(std::uint32_t);
}

StepUse use_of(const Step& step, bool fills_buckets, bool can_push) {
  return {.pattern = step.pattern,
          .fills_buckets = fills_buckets,
          .stops_early = step.traits.stops_early,
          .has_cell = step.pattern == Pattern::expand && can_push,
          .sums = !step.traits.idempotent,
          .label = step.label};
}
StepUse use_of(const CpuStep& step) { return use_of(step, step.buckets != nullptr, step.has("push")); }
StepUse use_of(const GpuStep& step) { return use_of(step, step.buckets != nullptr, step.traits.has_cell); }

/// A step that was not announced may read keys of the schedule that were refused, or accepted, for lack of it.
template <class MachineStep>
void check_listed(const std::optional<ProgramSteps>& steps, const MachineStep& step, std::string_view operation) {
  if (!steps || steps->lists(use_of(step))) return;
  const StepUse use = use_of(step);
  const std::string_view listed = use.pattern == Pattern::reduce   ? "reduces"
                                  : use.pattern == Pattern::gather ? "gathers"
                                  : use.fills_buckets              ? "fills_buckets"
                                                                   : "expands";
  fail(ExitCode::internal, "the algorithm takes a step, {} of '{}', that its steps() does not list: add mg::{}<{}>()",
       operation, use.label, listed, use.label);
}

}  // namespace

EdgeId RunContext::arcs_leaving(const CpuStep& step) const {
  if (step.known_arcs() != Frontier::unknown_arcs) return step.known_arcs();
  if (step.frontier_arcs != Frontier::unknown_arcs) return step.frontier_arcs;
  return count_arcs(step.leaving(), *step.from, threads);
}

EdgeId RunContext::arcs_leaving(const GpuStep& step) {
  const EdgeId known = gpu_->known_arcs(*step.from, step.side);
  if (known != Frontier::unknown_arcs) return known;
  return step.frontier_arcs != Frontier::unknown_arcs ? step.frontier_arcs : gpu_->count_arcs(*step.from, step.side);
}

template <class MachineStep>
std::size_t RunContext::part_for(MachineStep& step) {
  ScheduledStep scheduled{.label = step.label, .loop = loop, .vertices = step.from->everywhere(communicator).vertices};
  if (schedule.asks_for_arcs(step.label, loop)) {
    const EdgeId own = step.frontier_arcs = arcs_leaving(step);
    scheduled.arcs = step.from->is_everywhere(communicator) ? own : communicator.sum(own);
  }
  return schedule.part_for(scheduled);
}

template <class MachineStep>
void RunContext::execute_and_trace(MachineStep& step, std::string_view operation) {
  check_listed(steps, step, operation);
  OperatorTrace traced(*this);
  if (!schedule.is_one()) step.part = part_for(step);
  engine_->step(step, *this);
  const EdgeId left = arcs_leaving(step);
  const EdgeId read = step.read_arcs.value_or(left);
  arcs_expanded += left;
  arcs_read += read;
  if (step.in_tiles) tile_arcs_read += read;
  if (!trace.enabled) return;
  traced.end({.operation = operation,
              .label = step.label,
              .part = step.part,
              .engine = step.engine.empty() ? engine_->name() : step.engine,
              .kernel = step.chosen,
              .frontier = step.from->kind(),
              .vertices = step.from->size(),
              .next_vertices = step.to.size(),
              .reason = std::string(step.reason),
              .bytes = step.bytes != 0 ? step.bytes : least_bytes(step, read),
              .candidates = step.candidates},
             step.ms);
}

void RunContext::execute(CpuStep& step, std::string_view operation) { execute_and_trace(step, operation); }
void RunContext::execute(GpuStep& step, std::string_view operation) {
  ++step_number;
  gpu_->device().begin_range(operation.data());
  execute_and_trace(step, operation);
  gpu_->device().end_range();
}

}  // namespace mg
