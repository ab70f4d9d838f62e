#include "hybrid/hybrid_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/context.hpp"
#include "engine/device_iterations.hpp"
#include "engine/error.hpp"
#include "engine/registry.hpp"
#include "hybrid/costs.hpp"
#include "hybrid/dense_access.hpp"
#include "hybrid/policies.hpp"
#include "hybrid/step_facts.hpp"
#include "sparse/step_keys.hpp"

namespace mg {

namespace {

using hybrid::Ways;

class Stopwatch {
 public:
  [[nodiscard]] double ms() const { return std::chrono::duration<double, std::milli>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

class HybridEngine final : public Engine {
 public:
  HybridEngine() : sparse_(find_engine("sparse").make()), dense_(find_engine("dense").make()) {}

  [[nodiscard]] std::string_view name() const override { return "hybrid"; }
  [[nodiscard]] std::string_view policy() const override { return policy_name_; }
  [[nodiscard]] bool runs_on_gpus() const override { return true; }

  [[nodiscard]] ScheduleUse schedule_use(const ProgramSteps& steps, RunContext& context) override {
    make_policy_for(context);
    const bool turns = policy_->reads_thresholds();
    const sparse::Circumstances where{.on_gpu = context.gpu() != nullptr,
                                      .deterministic = context.deterministic,
                                      .orders_sums = context.deterministic,
                                      .loops_stay = !asks_every_step(context),
                                      .decides_directions = turns,
                                      .num_vertices = context.graph.num_vertices()};
    const HybridSchedule& schedule = context.schedule.asked();
    ScheduleUse use{.keys = sparse::keys_read(steps, schedule, where), .doing = sparse::doing(steps, schedule, where)};
    if (steps.taken.empty()) return use;
    if (!turns)
      use.doing += fmt::format("; the policy {} chooses among the ways of a step by other rules", policy_name_);
    if (!where.loops_stay) use.doing += ", and is asked for every step, so that no loop stays on the device";
    return use;
  }

  void prepare(RunContext& context) override {
    make_policy_for(context);
    sparse_->prepare(context);
    run_ = {.run = context.trace.run,
            .num_vertices = context.graph.num_vertices(),
            .num_arcs = context.graph.num_arcs(),
            .runs_left = context.runs_left,
            .near_arcs = near_arcs_,
            .on_gpu = context.gpu() != nullptr,
            .threads = context.deterministic ? 1 : context.threads,  // the same choices on any number of threads
            .profile = profile_.get()};
    steps_ = 0;
    unexplored_arcs_ = run_.num_arcs;
    reduced_ = Reduced::not_yet;
    policy_->begin(run_);
  }

  void step(EdgeStep& step, RunContext& context) override { execute(step, context); }
  void step(DeviceStep& step, RunContext& context) override { execute(step, context); }

  bool iterate(DeviceIterations& loop, RunContext& context) override {
    return !asks_every_step(context) && sparse_->iterate(loop, context);
  }
  /// Left to itself, a loop stays on the GPU once all reductions of an iteration were executed by the sparse engine.
  bool repeat(DeviceRepetition& loop, RunContext& context) override {
    const Reduced seen = std::exchange(reduced_, Reduced::not_yet);
    if (asks_every_step(context)) return false;
    const bool is_asked = driver_on_gpu(context.schedule.asked()) != Driver::adaptive;
    return (is_asked || seen == Reduced::sparse) && sparse_->repeat(loop, context);
  }
  void sweep(DeviceSweep& sweep, RunContext& context) override { sparse_->sweep(sweep, context); }
  [[nodiscard]] bool has_cheap_sweeps(RunContext& context) const override {
    return sparse_->has_cheap_sweeps(context) ||
           (context.gpu() != nullptr && leaves_steps_open(context.schedule.asked()) &&
            access_->has_room(*context.gpu()));
  }

  [[nodiscard]] std::uint64_t estimate_bytes(std::uint64_t num_vertices, std::uint64_t num_arcs) const override {
    return sparse_->estimate_bytes(num_vertices, num_arcs) + dense_->estimate_bytes(num_vertices, num_arcs);
  }
  [[nodiscard]] std::uint64_t estimate_gpu_bytes(std::uint64_t num_vertices, std::uint64_t num_arcs) const override {
    return sparse_->estimate_gpu_bytes(num_vertices, num_arcs) + dense_->estimate_gpu_bytes(num_vertices, num_arcs);
  }
  [[nodiscard]] std::uint64_t least_gpu_bytes(std::uint64_t num_vertices, std::uint64_t num_arcs) const override {
    return sparse_->least_gpu_bytes(num_vertices, num_arcs);
  }

 private:
  /// What has executed the reductions since a loop was asked about last.
  enum class Reduced : std::uint8_t { not_yet, sparse, dense };

  /// Whoever asks for a policy wants it asked. The default one is not while loops stay on the device.
  [[nodiscard]] bool asks_every_step(const RunContext& context) const {
    return context.policy != "auto" || policy_->chooses_every_step();
  }

  void make_policy_for(RunContext& context) {
    if (policy_ != nullptr) return;
    std::unique_ptr<Policy> made = make_policy(context.policy);
    if (context.deterministic && made->tries_all()) {
      fail(ExitCode::wrong_use,
           "the policy '{}' chooses by the clock, so that no two of its runs need be alike: leave out --deterministic, "
           "or take another policy",
           context.policy);
    }
    access_.emplace(*dense_, made->builds_tiles());
    near_arcs_ = hybrid::near_arcs(context.graph.out);
    profile_ = profile_for(context.gpu() == nullptr ? "" : context.gpu()->device().info().name);
    policy_ = std::move(made);
    if (context.policy != "auto") policy_name_ = context.policy;
  }

  template <class Step>
  void execute(Step& step, RunContext& context) {
    StepFacts facts = hybrid::facts_of(step, context);
    facts.step = steps_++;
    facts.unexplored_arcs = explore(facts);
    hybrid::StepLimits limits = hybrid::limits_of(step, context);
    limits.dense_problem = dense_problem(step, context);
    Ways ways(limits, facts.direction, facts.speaks_of_steps);
    const Choice choice = ways.has_choice() && policy_->tries_all() ? try_all(step, context, facts, ways)
                                                                    : run_chosen(step, context, facts, ways);
    if (step.pattern == Pattern::reduce && reduced_ != Reduced::dense) {
      reduced_ = ways.all()[choice.candidate].way == Way::dense ? Reduced::dense : Reduced::sparse;
    }
    if (!context.trace.enabled) return;
    std::string_view problem = ways.lacks_dense() ? limits.dense_problem : std::string_view();
    if (limits.dense_problem.empty()) problem = dense_problem(step, context);  // found while it ran
    tell(step, ways, choice, problem);
  }

  std::string_view dense_problem(const EdgeStep& step, RunContext& context) { return access_->problem(step, context); }
  std::string_view dense_problem(const DeviceStep& step, RunContext& context) {
    return access_->problem(step, *context.gpu());
  }

  /// Arcs of the vertices that the traversal has not come from before this step; all arcs where receivers take values
  /// again and again. A frontier of one vertex starts a traversal.
  EdgeId explore(const StepFacts& facts) {
    if (facts.pattern != Pattern::expand || !facts.traits.has_wants) return run_.num_arcs;
    if (facts.vertices == 1) unexplored_arcs_ = run_.num_arcs;
    const EdgeId before = unexplored_arcs_;
    unexplored_arcs_ -= std::min(before, static_cast<EdgeId>(facts.likely_arcs(run_)));
    return before;
  }

  template <class Step>
  Choice run_chosen(Step& step, RunContext& context, const StepFacts& facts, Ways& ways) {
    fill_expected(facts, ways);
    if (!has_tiles(step, context)) fill_building(facts, ways);
    Choice choice = ask(facts, ways);
    const bool learns = policy_->learns() && !context.deterministic && waits(step);
    const double beside = learns ? context.beside_ms() : 0;
    std::optional<Stopwatch> watch;
    if (learns) watch.emplace();
    if (!run(step, context, ways.all()[choice.candidate].way)) {
      ways.drop(Way::dense);
      choice = ask(facts, ways);
      run(step, context, ways.all()[choice.candidate].way);
    } else if (learns && context.beside_ms() == beside) {  // a kernel's or layout's first run teaches nothing
      policy_->learn(facts, ways.all()[choice.candidate].way, watch->ms());
    }
    return choice;
  }

  /// Executes the step in every way on the same state. What the fastest one has made stays, and its time is the step's.
  template <class Step>
  Choice try_all(Step& step, RunContext& context, const StepFacts& facts, Ways& ways) {
    synchronize(context);  // what was launched before is no part of the trial
    const Stopwatch watch;
    const double beside = context.beside_ms();
    fill_expected(facts, ways);
    context.states.save(context.gpu() == nullptr ? nullptr : context.gpu()->shared_device());
    for (std::size_t i = 0; i < ways.all().size();) {
      if (measure(step, context, ways.all()[i])) {
        ++i;
      } else {
        ways.drop(Way::dense);
      }
    }
    const Choice choice = ask(facts, ways);
    const Candidate& best = ways.all()[choice.candidate];
    if (best.way != ways.all().back().way) {
      undo(step, context);
      run(step, context, best.way);
      synchronize(context);
    }
    step.ms = best.measured_ms;
    context.trial_ms += watch.ms() - (context.beside_ms() - beside) - *step.ms;
    return choice;
  }

  /// Executes the step one way from the state that was saved. False where run() is.
  template <class Step>
  bool measure(Step& step, RunContext& context, Candidate& candidate) {
    double beside = 0;
    do {  // once more where kernels were compiled or a layout was built: the first run of either is slow
      undo(step, context);
      synchronize(context);
      beside = context.beside_ms();
      const Stopwatch lap;
      if (!run(step, context, candidate.way)) return false;
      synchronize(context);
      candidate.measured_ms = lap.ms();
    } while (context.beside_ms() != beside);
    return true;
  }

  Choice ask(const StepFacts& facts, Ways& ways) {
    const Choice choice = policy_->choose(facts, ways.all());
    if (choice.candidate >= ways.all().size()) {
      fail(ExitCode::internal, "the policy '{}' chose candidate {} of {}", policy_name_, choice.candidate,
           ways.all().size());
    }
    return choice;
  }

  void fill_expected(const StepFacts& facts, Ways& ways) const {
    for (Candidate& candidate : ways.all()) {
      candidate.expected_ms = hybrid::expected_ms(run_, facts, facts.likely_arcs(run_), candidate.way);
    }
  }

  /// The share that a dense step has of building tiles: of all like it that are likely to come, which are as many as
  /// there were so far at least.
  void fill_building(const StepFacts& facts, Ways& ways) {
    const auto seen = static_cast<double>(++steps_without_tiles_[facts.function]);
    const double expected = hybrid::likely_repetitions(facts.pattern) * static_cast<double>(run_.runs_left);
    for (Candidate& candidate : ways.all()) {
      if (candidate.way == Way::dense) candidate.build_ms = hybrid::build_tiles_ms(run_) / std::max(expected, seen);
    }
  }

  bool has_tiles(const EdgeStep& step, RunContext& context) { return access_->has_tiles(step, context); }
  bool has_tiles(const DeviceStep& step, RunContext& context) { return access_->has_tiles(step, *context.gpu()); }

  /// False when there was no memory for a dense step, which then has changed nothing: it takes what it needs before it
  /// touches any vertex.
  bool run(EdgeStep& step, RunContext& context, Way way) {
    delegate(step, context, way);
    if (way == Way::dense) access_->note_tiles(step);
    return true;
  }
  bool run(DeviceStep& step, RunContext& context, Way way) {
    if (way != Way::dense) {
      delegate(step, context, way);
      return true;
    }
    try {
      delegate(step, context, way);
      access_->note_tiles(step, *context.gpu());
      return true;
    } catch (const Error& error) {
      if (error.code() != ExitCode::no_resources) throw;
    }
    access_->give_up(step, *context.gpu());
    return false;
  }

  template <class Step>
  void delegate(Step& step, RunContext& context, Way way) {
    step.direction.reset();
    step.read_arcs.reset();
    step.in_tiles = false;
    step.bytes = 0;
    if (way != Way::dense) step.direction = way == Way::push ? Direction::push : Direction::pull;
    Engine& engine = way == Way::dense ? *dense_ : *sparse_;
    engine.step(step, context);
    step.engine = way == Way::dense ? "dense" : "sparse";
  }

  /// Puts the state back and forgets what the step has yielded.
  static void undo(EdgeStep& step, RunContext& context) {
    context.states.restore();
    context.recycle(std::move(step.to));
    step.to = {};
    step.frontier_arcs = Frontier::unknown_arcs;
    step.reduced = 0;
  }
  static void undo(DeviceStep& step, RunContext& context) {
    context.states.restore();
    context.gpu()->recycle(std::move(step.to));
    step.to = {};
    step.following = nullptr;  // whose messages may be of a state that is put back
    step.frontier_arcs = Frontier::unknown_arcs;
    step.reduced = 0;
  }

  static void synchronize(RunContext& context) {
    if (context.gpu() != nullptr) context.gpu()->device().synchronize();
  }
  /// Whether the step is over when it returns. On a GPU, a gather is not, as nothing of it is read back.
  static bool waits(const EdgeStep&) { return true; }
  static bool waits(const DeviceStep& step) { return step.pattern != Pattern::gather; }

  template <class Step>
  void tell(Step& step, Ways& ways, const Choice& choice, std::string_view problem) {
    reason_ = ways.has_choice() ? choice.reason : ways.limit();
    if (!problem.empty()) reason_ += fmt::format("; not dense: {}", problem);
    step.reason = reason_;
    if (!ways.has_choice()) return;
    for (const Candidate& candidate : ways.all()) {
      step.candidates.push_back({.name = std::string(to_string(candidate.way)),
                                 .expected_ms = candidate.expected_ms,
                                 .build_ms = candidate.build_ms,
                                 .ms = candidate.measured_ms});
    }
  }

  std::unique_ptr<Engine> sparse_;
  std::unique_ptr<Engine> dense_;
  std::unique_ptr<Policy> policy_;
  std::string policy_name_{default_policy};
  RunFacts run_;
  std::uint64_t steps_ = 0;
  EdgeId unexplored_arcs_ = 0;
  Reduced reduced_ = Reduced::not_yet;
  std::optional<hybrid::DenseAccess> access_;
  std::shared_ptr<const Profile> profile_;
  double near_arcs_ = 0;
  std::map<std::uintptr_t, std::uint64_t> steps_without_tiles_;  ///< that could have been dense, by function
  std::string reason_;                                           ///< of the last step
};

}  // namespace

void register_hybrid_engine() {
  register_engine({.name = "hybrid",
                   .summary = "the dense engine or the sparse one at each step, as a policy chooses",
                   .make = [] { return std::make_unique<HybridEngine>(); }});
  hybrid::register_sample_policy();
  hybrid::register_threshold_policy();
  hybrid::register_alpha_beta_policy();
  hybrid::register_model_policy();
  hybrid::register_oracle_policy();
  hybrid::register_random_policy();
  hybrid::register_replay_policy();
}

}  // namespace mg
