#include "engine/session.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <set>

#include "engine/context.hpp"
#include "engine/graph/required_weights.hpp"
#include "engine/plugin_faults.hpp"
#include "engine/registry.hpp"
#include "engine/sources.hpp"
#include "engine/stop.hpp"

namespace mg {

namespace {

/// Calls `work` and returns the milliseconds it took.
template <class Work>
double timed(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void check_layouts(const Graph& graph) {
  const std::size_t rows = std::size_t{graph.num_vertices()} + 1;
  const bool has_csr = graph.out.offsets.size() == rows;
  const bool has_csc = graph.in.offsets.size() == rows;
  if (graph.num_vertices() == 0 || (has_csr && has_csc)) return;
  fail(ExitCode::wrong_use, "the graph was prepared without its {} layout: convert it again with --layouts csr,csc",
       has_csr ? "csc" : "csr");
}

/// The sources of each run.
std::vector<std::vector<VertexId>> plan_runs(const Graph& graph, const AlgorithmInfo& algorithm,
                                             const std::vector<std::string>& texts) {
  switch (algorithm.source) {
    case SourceUse::none:
      if (!texts.empty()) fail(ExitCode::wrong_use, "{} takes no source, but '{}' was given", algorithm.name, texts[0]);
      return {{}};
    case SourceUse::set:
    case SourceUse::together: return {select_sources(graph, texts)};
    case SourceUse::one: break;
  }
  std::vector<std::vector<VertexId>> runs;
  const std::vector<std::string> by_default{std::string(max_degree_source)};
  for (const VertexId source : select_sources(graph, texts.empty() ? by_default : texts)) runs.push_back({source});
  return runs;
}

void check_counts(const RunRequest& request) {
  if (request.runs < 1) fail(ExitCode::wrong_use, "the number of runs must be at least 1, not {}", request.runs);
  if (request.warmup < 0 && request.warmup != automatic_warmup) {
    fail(ExitCode::wrong_use, "the number of warm-up runs must not be negative, as {} is", request.warmup);
  }
}

/// "driver=fused, of the part 'Forward: driver=fused if size<5%',"
std::string asked_text(const HybridSchedule& schedule, std::size_t part, ScheduleKey key) {
  std::string text = to_text(schedule.part(part), key);
  if (part == 0) return text;
  return fmt::format("{}, of the part '{}',", text, part_text(schedule, part, asked_keys(schedule)));
}

/// The parts of the schedule, but for the first, that have held for no step.
std::vector<std::string> idle_parts(const RunSchedule& schedule) {
  std::vector<std::string> idle;
  const KeyUse asked = asked_keys(schedule.asked());
  for (std::size_t part = 1; part < schedule.asked().num_parts(); ++part) {
    if (!schedule.has_held(part)) idle.push_back(part_text(schedule.asked(), part, asked));
  }
  return idle;
}

/// Throws for the first key of the schedule that was asked for and that a run is not going to read.
void refuse_unread(const HybridSchedule& schedule, const ScheduleUse& use, const std::string& run) {
  const KeyUse asked = asked_keys(schedule);
  for (std::size_t part = 0; part < schedule.num_parts(); ++part) {
    const KeySet unread = asked.of(part) - use.keys.of(part);
    if (unread.empty()) continue;
    const ScheduleKey key = unread.first();
    fail(ExitCode::wrong_use, "schedule: {} is not read by {}: {}. It is for {}: leave it out",
         asked_text(schedule, part, key), run, use.doing, schedule_keys()[static_cast<std::size_t>(key)].readers);
  }
}

/// Throws for the first label of the schedule that no step and no loop of the program has.
void refuse_unknown_labels(const HybridSchedule& schedule, const ProgramSteps& steps, std::string_view algorithm) {
  const std::set<std::string_view> labels = labels_of(steps);
  for (const HybridSchedule::Part& part : schedule.others) {
    if (part.label.empty() || labels.contains(part.label)) continue;
    fail(ExitCode::wrong_use, "schedule: {} has no step and no loop '{}'; {}", algorithm, part.label,
         labels.empty() ? "it goes through the graph in loops of its own, which no schedule names"
                        : fmt::format("it has: {}", fmt::join(labels, ", ")));
  }
}

/// The state of one request.
class Execution {
 public:
  /// `graph` is what the algorithm reads: of one that ignores weights, without them, for a GPU has no room for what
  /// nobody asks for. `whole` is what results are said of.
  Execution(const Graph& graph, const std::shared_ptr<const Graph>& whole, const RunRequest& request,
            const AlgorithmEntry& entry, GpuResidence&& residence)
      : request_(request), context_(graph, request.options) {
    context_.adopt(std::move(residence));
    if (context_.gpu() != nullptr) compiled_before_ = context_.gpu()->device().compile_ms();
    report_.graph = whole;
    report_.algorithm = entry.info;
    report_.parameters = Parameters(entry.info.parameters, request.parameters, request.vertex_weights);
    const std::uint64_t runs = planned_runs(entry.info, request, whole->num_vertices());
    const double opening = timed([&] { context_.open_gpu(entry.header, entry.info, runs); });
    report_.open_ms = context_.open_ms();
    report_.copy_ms = opening - report_.open_ms;
    report_.device = context_.device_name();
    report_.device_reason = context_.device_reason();
    report_.engine = context_.engine().name();
    report_.program = make_program(entry, report_.engine, *whole, report_.parameters);
    if (request.validate && !report_.program->has_verifier()) {
      fail(ExitCode::wrong_use, "{} has no verifier, so its results cannot be validated", entry.info.name);
    }
    read_schedule();
  }

  [[nodiscard]] bool is_on_gpu() { return context_.gpu() != nullptr; }
  [[nodiscard]] GpuResidence leave() { return context_.leave(); }

  RunReport run(const std::vector<std::vector<VertexId>>& plan) {
    context_.runs_left =
        static_cast<std::uint64_t>(std::max(request_.warmup, 0)) + plan.size() * request_.runs + request_.later_runs;
    context_.trace.enabled = false;
    context_.progress = request_.options.progress;
    enter(RunProgress::Phase::warming_up);
    for (int i = 0; i < request_.warmup; ++i) report_.warmup_ms += run_once(plan.front()).ms;
    context_.trace.enabled = request_.options.trace;
    for (const auto& sources : plan) {
      for (int i = 0; i < request_.runs; ++i) {
        context_.trace.run = static_cast<std::uint32_t>(report_.runs.size());
        if (context_.progress != nullptr) {
          context_.progress->begin_run(report_.runs.size() + 1, plan.size() * static_cast<std::size_t>(request_.runs));
        }
        report_.runs.push_back(report_.runs.empty() ? run_first(sources) : run_once(sources));
      }
      if (request_.validate) validate();
    }
    enter(RunProgress::Phase::summing_up);
    if (request_.sums_up) report_.sum_up();
    if (request_.validate) report_.not_validated = not_validated();
    report_.compile_ms = compile_ms();
    report_.policy = context_.engine().policy().empty() ? "none" : context_.engine().policy();
    report_.trace = std::move(context_.trace);
    report_.keys_seen = context_.schedule.read();
    report_.idle_parts = idle_parts(context_.schedule);
    if (context_.gpu() != nullptr) report_gpu(*context_.gpu());
    return std::move(report_);
  }

 private:
  void enter(RunProgress::Phase phase) {
    if (context_.progress != nullptr) context_.progress->enter(phase);
  }

  /// The first timed run. Those before it are not, by default until one is about as fast as the one before.
  TimedRun run_first(const std::vector<VertexId>& sources) {
    constexpr double alike = 0.75;
    TimedRun run = run_once(sources);
    if (request_.warmup != automatic_warmup) return run;
    double before = std::numeric_limits<double>::infinity();
    while (run.ms < alike * before && report_.warmup_ms + run.ms < most_warmup_ms) {
      before = run.ms;
      report_.warmup_ms += run.ms;
      context_.trace.clear();
      run = run_once(sources);
    }
    return run;
  }

  /// Finds out what the run is going to make of the schedule. An algorithm that does not say what steps it takes is
  /// taken to read all of it.
  void read_schedule() {
    context_.steps = report_.program->steps(context_.engine().has_buckets());
    report_.schedule_keys = KeyUse::all();
    if (!context_.steps) return;
    const HybridSchedule& schedule = context_.schedule.asked();
    refuse_unknown_labels(schedule, *context_.steps, report_.algorithm.name);
    ProgramSteps steps = *context_.steps;
    if (leaves_steps_open(schedule)) steps.taken.insert(steps.taken.end(), steps.if_open.begin(), steps.if_open.end());
    ScheduleUse use = context_.engine().schedule_use(steps, context_);
    use.keys.add(0, steps.read);
    report_.schedule_keys = use.keys;
    refuse_unread(schedule, use,
                  fmt::format("{} with the engine {} on {}", report_.algorithm.name, report_.engine,
                              context_.gpu() == nullptr ? "a CPU" : "a GPU"));
  }

  TimedRun run_once(const std::vector<VertexId>& sources) {
    TimedRun run;
    context_.stop_if_asked();
    const StopScope scope(request_.options.stop);
    context_.begin_run();
    const double beside_before = context_.beside_ms();
    const double tried_before = context_.trial_ms;
    run.ms = timed([&] { report_.program->run(context_, sources); });
    run.ms -= context_.beside_ms() - beside_before + (context_.trial_ms - tried_before);
    run.sources = sources;
    run.iterations = context_.iterations;
    run.edges_traversed = context_.arcs_expanded;
    run.arcs_read = context_.arcs_read;
    run.tile_arcs_read = context_.tile_arcs_read;
    run.stopped_by = context_.stopped_by;
    if (context_.runs_left > 1) --context_.runs_left;
    return run;
  }

  void report_gpu(DeviceContext& gpu) {
    report_.substitution = gpu.substitution;
    report_.kernels = gpu.device().kernels();
    for (DeviceKernel& kernel : report_.kernels) kernel.handle = nullptr;
  }

  /// Spent on getting kernels so far.
  double compile_ms() {
    return context_.gpu() == nullptr ? 0 : context_.gpu()->device().compile_ms() - compiled_before_;
  }

  void validate() {
    if (report_.verdict && !report_.verdict->ok()) return;  // the first problem is the one reported
    if (report_.runs.back().stopped_early()) return;
    enter(RunProgress::Phase::validating);
    const StopScope scope(request_.options.stop);
    report_.validate_ms += timed([&] { report_.verdict = report_.program->validate(); });
  }

  [[nodiscard]] std::string not_validated() const {
    const TimedRun* const unfinished = report_.unfinished_run();
    if (unfinished == nullptr) return {};
    const std::size_t all = report_.runs.size();
    const bool alike = std::ranges::all_of(report_.runs, [&](const TimedRun& run) {
      return !run.stopped_early() || run.iterations == unfinished->iterations;
    });
    const std::string after =
        fmt::format(" after {} iteration{}", unfinished->iterations, unfinished->iterations == 1 ? "" : "s");
    return fmt::format("{} stopped by {}{}{}",
                       all == 1 ? "the run was" : fmt::format("{} of {} runs were", report_.unfinished_runs(), all),
                       unfinished->stopped_by, alike ? after : "",
                       report_.verdict && report_.verdict->ok() ? "; the answers of the others are right" : "");
  }

  const RunRequest& request_;
  RunContext context_;
  double compiled_before_ = 0;  ///< by the GPU, for earlier requests
  RunReport report_;
};

}  // namespace

AlgorithmEntry algorithm_for(const RunRequest& request) {
  AlgorithmEntry entry = find_algorithm(request.algorithm);
  if (!has_weighted_flag(entry.info)) return entry;
  const auto given = request.parameters.find("weighted");
  if (given != request.parameters.end() && given->second != "false") return entry;
  entry.info.weights = WeightUse::ignored;
  entry.info.weighted_bytes_per_arc = 0;
  return entry;
}

double RunReport::median_ms() const {
  std::vector<double> times;
  for (const TimedRun& run : runs) times.push_back(run.ms);
  if (times.empty()) return 0;
  std::sort(times.begin(), times.end());
  const std::size_t half = times.size() / 2;
  return times.size() % 2 == 1 ? times[half] : (times[half - 1] + times[half]) / 2;
}

std::unique_lock<std::mutex> RunReport::take_turn() const {
  return gpu_turn == nullptr ? std::unique_lock<std::mutex>() : std::unique_lock(*gpu_turn);
}

void RunReport::sum_up() {
  const auto turn = take_turn();
  if (summary.empty()) summary_ms += timed([&] { summary = program->summary(); });
}

std::uint64_t planned_runs(const AlgorithmInfo& algorithm, const RunRequest& request, std::uint64_t num_vertices) {
  const auto runs = static_cast<std::uint64_t>(request.runs);
  const auto warmup = static_cast<std::uint64_t>(std::max(request.warmup, 0));
  const std::uint64_t sources = count_sources(request.sources);
  switch (algorithm.source) {
    case SourceUse::none:
    case SourceUse::together: break;
    case SourceUse::one: return warmup + runs * std::max<std::uint64_t>(sources, 1);
    case SourceUse::set: return (warmup + runs) * (request.sources.empty() ? num_vertices : sources);
  }
  return warmup + runs;
}

const TimedRun* RunReport::unfinished_run() const {
  const auto first = std::ranges::find_if(runs, &TimedRun::stopped_early);
  return first == runs.end() ? nullptr : &*first;
}

std::size_t RunReport::unfinished_runs() const {
  return static_cast<std::size_t>(std::ranges::count_if(runs, &TimedRun::stopped_early));
}

std::optional<bool> RunReport::validated() const {
  if (verdict && !verdict->ok()) return false;
  if (!verdict || !not_validated.empty()) return std::nullopt;
  return true;
}

Session::Session(Graph graph)
    : graph_(std::make_shared<const Graph>(std::move(graph))),
      unweighted_(std::make_shared<const Graph>(graph_->unweighted())),
      residence_(std::make_unique<GpuResidence>()) {}

Session::~Session() {
  const std::lock_guard lock(*gpu_turn_);
  residence_.reset();
}

void Session::release() {
  const std::lock_guard lock(*gpu_turn_);
  residence_ = std::make_unique<GpuResidence>();
}

std::uint64_t Session::gpu_bytes() const {
  const std::lock_guard lock(*gpu_turn_);
  return residence_->gpu == nullptr ? 0 : residence_->gpu->device().allocated_bytes();
}

RunReport Session::run(const RunRequest& request) {
  RunReport report;
  const double all = timed([&] {
    check_counts(request);
    const AlgorithmEntry entry = algorithm_for(request);
    check_layouts(*graph_);
    if (entry.info.weights == WeightUse::required) require_weights(*graph_, entry.info.name);
    const auto plan = plan_runs(*graph_, entry.info, request.sources);
    const Graph& read = entry.info.weights == WeightUse::ignored ? *unweighted_ : *graph_;
    std::unique_lock lock(*gpu_turn_, std::defer_lock);
    if (request.options.device != "cpu") lock.lock();
    GpuResidence kept = lock.owns_lock() ? std::exchange(*residence_, {}) : GpuResidence{};
    Execution execution(read, graph_, request, entry, std::move(kept));
    if (lock.owns_lock() && !execution.is_on_gpu()) lock.unlock();
    report = execution.run(plan);
    if (!lock.owns_lock()) return;
    *residence_ = execution.leave();
    report.gpu_turn = gpu_turn_;
  });
  report.prepare_ms = all - (report.open_ms + report.copy_ms + report.compile_ms + report.warmup_ms +
                             report.validate_ms + report.summary_ms);
  for (const TimedRun& run : report.runs) report.prepare_ms -= run.ms;
  return report;
}

RunReport run_program(const Graph& graph, const RunRequest& request) { return Session(graph).run(request); }

}  // namespace mg
