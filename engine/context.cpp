#include "engine/context.hpp"

#include <omp.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <numeric>

#include "engine/device_iterations.hpp"
#include "engine/operator_trace.hpp"
#include "engine/parallel.hpp"
#include "engine/profile.hpp"
#include "engine/registry.hpp"

namespace mg {

namespace {

int resolve_threads(int requested) {
  if (requested < 0) fail(ExitCode::wrong_use, "the number of threads must be positive, not {}", requested);
  return requested == 0 ? omp_get_max_threads() : requested;
}

}  // namespace

RunContext::RunContext(const Graph& g, const RunOptions& options)
    : graph(g),
      schedule(options.schedule, {g.num_vertices(), g.num_arcs()}),
      policy(options.policy),
      threads(resolve_threads(options.threads)),
      deterministic(options.deterministic),
      max_iterations(options.max_iterations),
      stop_(options.stop),
      device_(options.device),
      engine_is_auto_(options.engine == "auto"),
      on_gpu_plan_(options.on_gpu_plan),
      on_gpu_passed_over_(options.on_gpu_passed_over),
      engine_(make_engine(options.engine, options.device != "cpu")),
      local_(static_cast<std::size_t>(threads)) {
  trace.enabled = options.trace;
}

RunContext::RunContext(const Graph& g, RunContext& outer)
    : RunContext(g, {.engine = "sparse",
                     .device = outer.gpu_ == nullptr ? "cpu" : outer.device_,
                     .threads = outer.threads,
                     .deterministic = outer.deterministic,
                     .max_iterations = outer.max_iterations,
                     .stop = outer.stop_}) {
  if (outer.gpu_ != nullptr) {
    gpu_ = std::make_unique<DeviceContext>(outer.gpu_->shared_device(), g, threads);
    gpu_->use_functions(outer.gpu_->functions());
  }
  begin_run();
  iterations = outer.iterations;
}

std::unique_ptr<Engine> RunContext::make_engine(std::string_view asked, bool on_gpu) const {
  const bool has_policy = policy != "auto";
  const std::string_view by_default = has_policy ? "hybrid" : auto_engine(on_gpu, graph.tiles != nullptr);
  std::unique_ptr<Engine> engine = find_engine(asked == "auto" ? by_default : asked).make();
  if (has_policy && engine->policy().empty()) {
    fail(ExitCode::wrong_use, "the engine '{}' takes no policy, and '{}' was given: use the engine 'hybrid'",
         engine->name(), policy);
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
    if (choice.gpu != nullptr) gpu_ = std::make_unique<DeviceContext>(choice.gpu, graph, threads);
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

void RunContext::adopt(GpuResidence&& residence) {
  GpuResidence left = std::move(residence);
  if (left.gpu == nullptr || device_ == "cpu") return;
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

void RunContext::begin_run() {
  ++step_number;
  iterations = loops_begun = 0;
  arcs_expanded = arcs_read = tile_arcs_read = 0;
  stopped_early = false;
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

const EdgeTraits& traits_of_step(const EdgeStep& step) { return step.traits; }
const EdgeTraits& traits_of_step(const DeviceStep& step) { return step.traits.edge; }

/// What reading these arcs takes at least: where each leads, its weight unless it lies in tiles, which have few bits
/// for it, and the bounds of the rows: of a pull, of those that join.
template <class Step>
std::uint64_t least_bytes(const Step& step, EdgeId read) {
  if (step.in_tiles) return read * bytes_in_tiles;
  const std::uint64_t weight = traits_of_step(step).weighted ? sizeof(float) : 0;
  const bool is_pull = step.pattern == Pattern::expand && step.read_arcs.has_value();
  const std::uint64_t rows = is_pull ? step.to.size() : step.from->size();
  return read * (sizeof(VertexId) + weight) + rows * 2 * sizeof(std::uint32_t);
}

/// A step that was not announced may read keys of the schedule that were refused, or accepted, for lack of it.
template <class Step>
void check_listed(const std::optional<ProgramSteps>& steps, const Step& step, std::string_view operation) {
  if (!steps || steps->lists(use_of(step))) return;
  fail(ExitCode::internal, "the algorithm takes a step ({}) that its steps() does not list", operation);
}

}  // namespace

EdgeId RunContext::arcs_leaving(const EdgeStep& step) const {
  if (step.known_arcs() != Frontier::unknown_arcs) return step.known_arcs();
  if (step.frontier_arcs != Frontier::unknown_arcs) return step.frontier_arcs;
  return count_arcs(step.sources(), *step.from, threads);
}

EdgeId RunContext::arcs_leaving(const DeviceStep& step) {
  const EdgeId known = gpu_->known_arcs(*step.from, step.side);
  if (known != Frontier::unknown_arcs) return known;
  return step.frontier_arcs != Frontier::unknown_arcs ? step.frontier_arcs : gpu_->count_arcs(*step.from, step.side);
}

template <class Step>
std::size_t RunContext::part_for(Step& step) {
  ScheduledStep scheduled{.label = step.label, .loop = loop, .vertices = step.from->size()};
  if (schedule.asks_for_arcs(step.label, loop)) scheduled.arcs = step.frontier_arcs = arcs_leaving(step);
  return schedule.part_for(scheduled);
}

template <class Step>
void RunContext::execute_and_trace(Step& step, std::string_view operation) {
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
              .kernel = std::string(step.chosen),
              .frontier = step.from->kind(),
              .vertices = step.from->size(),
              .next_vertices = step.to.size(),
              .reason = std::string(step.reason),
              .bytes = step.bytes != 0 ? step.bytes : least_bytes(step, read),
              .candidates = step.candidates},
             step.ms);
}

void RunContext::execute(EdgeStep& step, std::string_view operation) { execute_and_trace(step, operation); }
void RunContext::execute(DeviceStep& step, std::string_view operation) {
  ++step_number;
  gpu_->device().begin_range(operation.data());
  execute_and_trace(step, operation);
  gpu_->device().end_range();
}

void RunContext::recycle(Frontier&& frontier) {
  switch (frontier.kind()) {
    case Frontier::Kind::all: break;
    case Frontier::Kind::queue: {
      std::vector<VertexId> queue = frontier.release_queue();
      if (queue.capacity() > 0) spare_queues_.push_back(std::move(queue));
      break;
    }
    case Frontier::Kind::bitmap: spare_bitmaps_.push_back(frontier.release_bitmap()); break;
    case Frontier::Kind::bytemap:
    case Frontier::Kind::counter: break;
  }
  frontier = Frontier();
}

std::vector<VertexId> RunContext::take_queue() {
  if (spare_queues_.empty()) return {};
  std::vector<VertexId> queue = std::move(spare_queues_.back());
  spare_queues_.pop_back();
  queue.clear();
  return queue;
}

Bitmap RunContext::take_bitmap() {
  if (spare_bitmaps_.empty()) return Bitmap(graph.num_vertices());
  Bitmap bitmap = std::move(spare_bitmaps_.back());
  spare_bitmaps_.pop_back();
  const auto words = bitmap.words();
  parallel_for(words.size(), threads, [&](std::size_t w) { words[w] = 0; });
  return bitmap;
}

Bitmap& RunContext::marks() {
  if (marks_.empty()) marks_ = Bitmap(graph.num_vertices());
  return marks_;
}

std::vector<VertexId> RunContext::gather_local_queues() {
  std::vector<VertexId> all = take_queue();
  std::size_t total = 0;
  for (const Local& own : local_) total += own.queue.size();
  for (Local& own : local_) {
    if (own.queue.size() == total) {  // one thread emitted everything: no copy
      all.swap(own.queue);
      own.queue.clear();
      return all;
    }
  }
  all.resize(total);
  std::vector<std::size_t> starts(local_.size());
  for (std::size_t t = 1; t < local_.size(); ++t) starts[t] = starts[t - 1] + local_[t - 1].queue.size();
  parallel_shares(local_.size(), threads_worth(total, serial_grain, threads),
                  [&](std::size_t begin, std::size_t end, int) {
                    for (std::size_t t = begin; t < end; ++t) {
                      auto& queue = local_[t].queue;
                      std::copy(queue.begin(), queue.end(), all.begin() + static_cast<std::ptrdiff_t>(starts[t]));
                      queue.clear();
                    }
                  });
  return all;
}

Frontier RunContext::to_queue(const Frontier& frontier) {
  if (frontier.repeats) {
    Frontier map = to_bitmap(frontier);
    Frontier listed = to_queue(map);
    recycle(std::move(map));
    return listed;
  }
  std::vector<VertexId> queue = take_queue();
  queue.resize(frontier.size());
  if (frontier.kind() == Frontier::Kind::all) {
    parallel_for(queue.size(), threads, [&](std::size_t v) { queue[v] = static_cast<VertexId>(v); });
  } else if (frontier.kind() == Frontier::Kind::queue) {
    std::copy(frontier.queue().begin(), frontier.queue().end(), queue.begin());
  } else {
    const auto words = frontier.bitmap().words();
    const std::size_t blocks = static_cast<std::size_t>(threads);
    const std::size_t per_block = (words.size() + blocks - 1) / blocks;
    std::vector<std::size_t> starts(blocks + 1);
    const auto block_range = [&](std::size_t b) {
      return std::pair(std::min(words.size(), b * per_block), std::min(words.size(), (b + 1) * per_block));
    };
    const int worth = threads_worth(words.size(), serial_grain / 4, threads);
    parallel_tasks(blocks, worth, [&](std::size_t b) {
      const auto [begin, end] = block_range(b);
      for (std::size_t w = begin; w < end; ++w) starts[b + 1] += static_cast<std::size_t>(std::popcount(words[w]));
    });
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    parallel_tasks(blocks, worth, [&](std::size_t b) {
      const auto [begin, end] = block_range(b);
      std::size_t at = starts[b];
      for (std::size_t w = begin; w < end; ++w) {
        for (Bitmap::Word bits = words[w]; bits != 0; bits &= bits - 1) {
          queue[at++] =
              static_cast<VertexId>(w * Bitmap::bits_per_word + static_cast<std::size_t>(std::countr_zero(bits)));
        }
      }
    });
  }
  Frontier result = Frontier::of(std::move(queue));
  result.arcs = frontier.arcs;
  result.arcs_side = frontier.arcs_side;
  return result;
}

Frontier RunContext::to_bitmap(const Frontier& frontier) {
  Bitmap bitmap = take_bitmap();
  const std::uint64_t entries = frontier.size();
  std::uint64_t size = 0;
  if (frontier.kind() == Frontier::Kind::all) {
    parallel_for(entries, threads, [&](std::size_t v) { bitmap.set_atomic(static_cast<VertexId>(v)); });
    size = entries;
  } else if (frontier.kind() == Frontier::Kind::bitmap) {
    std::copy(frontier.bitmap().words().begin(), frontier.bitmap().words().end(), bitmap.words().begin());
    size = entries;
  } else {
    const auto queue = frontier.queue();
    size = parallel_sum<std::uint64_t>(entries, threads,
                                       [&](std::size_t i) { return bitmap.set_atomic(queue[i]) ? 1U : 0U; });
  }
  Frontier result = Frontier::of(std::move(bitmap), size);
  if (!frontier.repeats) result.arcs = frontier.arcs;
  result.arcs_side = frontier.arcs_side;
  return result;
}

EdgeId count_arcs(const Adjacency& adjacency, const Frontier& frontier, int threads) {
  switch (frontier.kind()) {
    case Frontier::Kind::all: return adjacency.num_edges();
    case Frontier::Kind::queue: {
      const auto queue = frontier.queue();
      return parallel_sum<EdgeId>(queue.size(), threads, [&](std::size_t i) { return adjacency.degree(queue[i]); });
    }
    case Frontier::Kind::bitmap:
    case Frontier::Kind::bytemap:
    case Frontier::Kind::counter: break;
  }
  const auto words = frontier.bitmap().words();
  return parallel_sum<EdgeId>(words.size(), threads, [&](std::size_t w) {
    EdgeId arcs = 0;
    for (Bitmap::Word bits = words[w]; bits != 0; bits &= bits - 1) {
      arcs += adjacency.degree(
          static_cast<VertexId>(w * Bitmap::bits_per_word + static_cast<std::size_t>(std::countr_zero(bits))));
    }
    return arcs;
  });
}

}  // namespace mg
