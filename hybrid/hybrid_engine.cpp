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
#include "engine/error.hpp"
#include "engine/gpu/device_iterations.hpp"
#include "engine/registry.hpp"
#include "hybrid/policies/policies.hpp"
#include "hybrid/policies/policy.hpp"
#include "hybrid/step_facts.hpp"
#include "sparse/sparse_engine.hpp"
#include "sparse/step_keys.hpp"

namespace mg {

namespace {

class Stopwatch {
 public:
  [[nodiscard]] double ms() const { return std::chrono::duration<double, std::milli>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

/// Picks among the offers of engines, step by step, as a policy says. Loops that stay on a GPU are those of the first.
class PickingEngine final : public Engine {
 public:
  using Engines = std::vector<std::unique_ptr<Engine>>;

  /// With a policy, it goes by that one, and a run cannot ask for another.
  PickingEngine(std::string_view name, Engines engines, std::size_t loops, std::string_view policy = {})
      : name_(name), engines_(std::move(engines)), loops_(*engines_[loops]), own_policy_(policy) {}
  /// Where runs may be asked for a policy, a machine without a profile is measured first, on what `make_graph` makes.
  void set_make_graph(MakeGraph make_graph) { make_graph_ = make_graph; }

  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] std::string_view policy() const override {
    return own_policy_.empty() ? policy_name_ : std::string_view();
  }
  [[nodiscard]] bool runs_on_gpus() const override { return true; }

  [[nodiscard]] ScheduleUse schedule_use(const ProgramSteps& steps, RunContext& context) override {
    make_policy_for(context);
    const bool turns = policy_->reads_thresholds();
    const sparse::Circumstances where{.on_gpu = context.gpu() != nullptr,
                                      .deterministic = context.deterministic,
                                      .orders_sums = orders_sums(context),
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
    for (const auto& engine : engines_) engine->take_part(context);
    const bool on_gpu = context.gpu() != nullptr;
    run_ = {.run = context.trace.run,
            .num_vertices = context.graph.num_vertices(),
            .num_arcs = context.graph.num_arcs(),
            .runs_left = context.runs_left,
            .near_arcs = near_arcs_,
            .on_gpu = on_gpu,
            .threads = context.deterministic ? 1 : context.threads,  // the same choices on any number of threads
            .profile = &context.profile(),
            .builds_layouts = on_gpu || policy_->builds_layouts(),
            .orders_sums = orders_sums(context)};
    steps_ = 0;
    loop_ = 0;
    unexplored_arcs_ = run_.num_arcs;
    reduced_ = Reduced::not_yet;
    offered_to_ = nullptr;
    facts_.begin_run();
    reads_costs_ = policy_->reads_costs();
    learns_ = policy_->learns();
    policy_->begin(run_);
  }

  void step(CpuStep& step, RunContext& context) override { execute(step, context); }
  void step(GpuStep& step, RunContext& context) override { execute(step, context); }

  bool iterate(DeviceIterations& loop, RunContext& context) override {
    return !asks_every_step(context) && loops_.iterate(loop, context);
  }
  /// Left to itself, a loop stays on the GPU once all reductions of an iteration were executed by the engine of loops.
  bool repeat(DeviceRepetition& loop, RunContext& context) override {
    const Reduced seen = std::exchange(reduced_, Reduced::not_yet);
    if (asks_every_step(context)) return false;
    const bool is_asked = driver_on_gpu(context.schedule.asked(), part_for(loop, context)) != Driver::adaptive;
    return (engines_.size() == 1 || is_asked || seen == Reduced::by_loops) && loops_.repeat(loop, context);
  }
  void sweep(DeviceSweep& sweep, RunContext& context) override { loops_.sweep(sweep, context); }
  [[nodiscard]] bool has_cheap_sweeps(RunContext& context) const override {
    return std::ranges::any_of(engines_, [&](const auto& engine) { return engine->has_cheap_sweeps(context); });
  }

  [[nodiscard]] std::uint64_t estimate_bytes(std::uint64_t num_vertices, std::uint64_t num_arcs) const override {
    std::uint64_t bytes = 0;
    for (const auto& engine : engines_) bytes += engine->estimate_bytes(num_vertices, num_arcs);
    return bytes;
  }
  [[nodiscard]] std::uint64_t estimate_gpu_bytes(std::uint64_t num_vertices, std::uint64_t num_arcs) const override {
    std::uint64_t bytes = 0;
    for (const auto& engine : engines_) bytes += engine->estimate_gpu_bytes(num_vertices, num_arcs);
    return bytes;
  }
  [[nodiscard]] std::uint64_t least_gpu_bytes(std::uint64_t num_vertices, std::uint64_t num_arcs) const override {
    return loops_.least_gpu_bytes(num_vertices, num_arcs);
  }

 private:
  /// What has executed the reductions since a loop was asked about last.
  enum class Reduced : std::uint8_t { not_yet, by_loops, otherwise };

  /// Whoever asks for a policy wants it asked. The default one is not while loops stay on the device.
  [[nodiscard]] bool asks_every_step(const RunContext& context) const {
    return own_policy_.empty() && (context.policy != "auto" || policy_->chooses_every_step());
  }
  /// A push adds up in no order on a GPU, and in another one than the ways beside it everywhere.
  [[nodiscard]] bool orders_sums(RunContext& context) const {
    return context.deterministic && (context.gpu() != nullptr || engines_.size() > 1);
  }

  void make_policy_for(RunContext& context) {
    if (policy_ != nullptr) return;
    std::unique_ptr<Policy> made = make_policy(own_policy_.empty() ? context.policy : std::string(own_policy_));
    if (context.deterministic && made->tries_all()) {
      fail(ExitCode::wrong_use,
           "the policy '{}' chooses by the clock, so that no two of its runs need be alike: leave out --deterministic, "
           "or take another policy",
           context.policy);
    }
    if (own_policy_.empty()) hybrid::measure_if_unknown(context, make_graph_);
    near_arcs_ = context.graph.facts->near_arcs(context.graph.out);
    policy_ = std::move(made);
    if (context.policy != "auto") policy_name_ = context.policy;
    const auto is_out = [&](const auto& engine) { return context.gpu() != nullptr && !engine->runs_on_gpus(); };
    std::erase_if(engines_, is_out);
  }

  template <class MachineStep>
  void execute(MachineStep& step, RunContext& context) {
    StepFacts& facts = facts_.of(step, context);
    facts.step = steps_++;
    facts.unexplored_arcs = explore(facts);
    if (!are_those_before(step, context)) {
      share_ = 1;
      collect(step, facts, facts.likely_arcs(run_), context);
      share_building(facts);
    }
    const auto reckon = [&](double arcs) { collect_again(step, facts, arcs, context); };
    if (reads_costs_) facts.reckon = std::ref(reckon);
    const bool has_choice = offers_.open().size() > 1;
    const Choice choice =
        has_choice && wants_trials(facts, context) ? try_some(step, context, facts) : run_chosen(step, context, facts);
    const Offer& chosen = offers_.open()[choice.offer];
    if (step.pattern == Pattern::reduce && reduced_ != Reduced::otherwise) {
      reduced_ = engines_[chosen.engine].get() == &loops_ ? Reduced::by_loops : Reduced::otherwise;
    }
    note_asked(step);
    if (context.trace.enabled) tell(step, choice);
  }

  /// Whether the offers are still those of the step before: on a CPU, what one engine offers to whom nobody asks what
  /// it costs depends on the function alone.
  bool are_those_before(const CpuStep& step, const RunContext& context) {
    const void* function = step.kernels.data();
    const bool is_plain = step.pattern == Pattern::expand && step.buckets == nullptr;
    if (is_plain && function == offered_to_) return true;
    const bool may_stay = engines_.size() == 1 && !reads_costs_ && !context.trace.enabled;
    offered_to_ = is_plain && may_stay && context.schedule.is_one() ? function : nullptr;
    return false;
  }
  static bool are_those_before(const GpuStep&, const RunContext&) { return false; }

  /// Asks all engines.
  template <class MachineStep>
  void collect(const MachineStep& step, const StepFacts& facts, double arcs, RunContext& context) {
    offers_.clear();
    const bool reckons = reads_costs_ || context.trace.enabled;
    const Outlook outlook{.run = run_, .step = facts, .arcs = arcs, .reckons = reckons};
    for (std::size_t i = 0; i < engines_.size(); ++i) {
      offers_.begin_engine(i);
      engines_[i]->offers(step, outlook, context, offers_);
    }
    agree(context.communicator);
    if (offers_.open().empty()) fail_without_offers();
    if (share_ != 1) {
      for (Offer& offer : offers_.open()) offer.build_ms *= share_;
    }
  }

  /// What one rank cannot do, none does: all choose among the same.
  void agree(Communicator& ranks) {
    if (ranks.size() == 1) return;
    std::string own;
    for (const Offer& offer : offers_.refused()) own.append(offer.name).push_back('\n');
    const std::vector<char> all = ranks.gather(std::span<const char>(own));
    for (std::string_view names(all.data(), all.size()); !names.empty();) {
      const auto position = position_of(names.substr(0, names.find('\n')), offers_.open());
      if (position) offers_.refuse(*position, "another rank cannot");
      names.remove_prefix(names.find('\n') + 1);
    }
  }

  /// The same with another number of arcs: what was measured in this step and what there was no memory for, stays so.
  template <class MachineStep>
  void collect_again(const MachineStep& step, const StepFacts& facts, double arcs, RunContext& context) {
    const Offers before = offers_;
    collect(step, facts, arcs, context);
    for (const Offer& offer : before.open()) {
      const auto now = position_of(offer.name, offers_.open());
      if (now) offers_.open()[*now].measured_ms = offer.measured_ms;
    }
    for (const Offer& offer : before.refused()) {
      const auto now = position_of(offer.name, offers_.open());
      if (now && offer.problem == no_memory) offers_.refuse(*now, no_memory);
    }
  }

  /// Arcs of the vertices that the traversal has not come from before this step; all arcs where receivers take values
  /// again and again. A loop is a traversal.
  EdgeId explore(const StepFacts& facts) {
    if (facts.pattern != Pattern::expand || !facts.traits.has_wants) return run_.num_arcs;
    if (std::exchange(loop_, facts.loop) != facts.loop) unexplored_arcs_ = run_.num_arcs;
    const EdgeId before = unexplored_arcs_;
    unexplored_arcs_ -= std::min(before, static_cast<EdgeId>(facts.likely_arcs(run_)));
    return before;
  }

  /// Leaves offers that something has to be built for with the share of this step: of all like it that are likely to
  /// come, which are as many as there were so far at least.
  void share_building(const StepFacts& facts) {
    if (std::ranges::none_of(offers_.open(), [](const Offer& offer) { return offer.build_ms > 0; })) return;
    const auto seen = static_cast<double>(++steps_before_building_[facts.function]);
    const double expected = hybrid::likely_repetitions(facts.pattern) * static_cast<double>(run_.runs_left);
    share_ = 1 / std::max(expected, seen);
    for (Offer& offer : offers_.open()) offer.build_ms *= share_;
  }

  template <class MachineStep>
  Choice run_chosen(MachineStep& step, RunContext& context, const StepFacts& facts) {
    const bool learns = learns_ && !context.deterministic && waits(step);
    Choice choice = ask(facts);
    const double beside = learns ? context.beside_ms() : 0;
    std::optional<Stopwatch> watch;
    if (learns) watch.emplace();
    bool is_first = true;
    while (!run_everywhere(step, context, offers_.open()[choice.offer])) {
      offers_.refuse(choice.offer, no_memory);
      choice = ask(facts);
      is_first = false;
    }
    if (!learns || !is_first) return choice;
    const double ms = context.communicator.most(watch->ms());
    if (!is_any_first_run(context, beside)) policy_->learn(facts, offers_.open()[choice.offer], ms);
    return choice;
  }

  [[nodiscard]] bool wants_trials(const StepFacts& facts, const RunContext& context) const {
    if (!policy_->tries_some() || context.deterministic) return false;
    const std::span<const Offer> open = offers_.open();
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (policy_->tries(facts, open, i) != Trial::none) return true;
    }
    return false;
  }

  /// Executes the step in the ways that the policy wants to be tried, on the same state. Where these are all of them,
  /// the fastest one's time is the step's; otherwise the trials are part of it.
  template <class MachineStep>
  Choice try_some(MachineStep& step, RunContext& context, const StepFacts& facts) {
    synchronize(context);  // what was launched before is no part of the trial
    const Stopwatch watch;
    const double beside = context.beside_ms();
    if (!save_states(context)) return run_chosen(step, context, facts);
    const std::string_view last = try_each(step, context, facts);
    const Choice choice = ask(facts);
    const Offer best = offers_.open()[choice.offer];
    if (best.name != last) {
      undo(step, context);
      if (!best.measured_ms || !run(step, context, best)) return run_chosen(step, context, facts);
    }
    if (!policy_->tries_all()) return choice;
    synchronize(context);
    step.ms = best.measured_ms;
    context.trial_ms += watch.ms() - (context.beside_ms() - beside) - *step.ms;
    return choice;
  }

  /// Returns the name of the one whose results are there; empty: they are a part's.
  template <class MachineStep>
  std::string_view try_each(MachineStep& step, RunContext& context, const StepFacts& facts) {
    std::string_view last;
    for (std::size_t i = 0; i < offers_.open().size();) {
      const Trial trial = policy_->tries(facts, offers_.open(), i);
      if (trial == Trial::part) {
        measure_part(step, context, facts, offers_.open()[i++]);
        last = {};
      } else if (trial == Trial::none) {
        ++i;
      } else if (measure(step, context, offers_.open()[i])) {
        const Offer& tried = offers_.open()[i++];
        last = tried.name;
        if (policy_->learns()) policy_->learn(facts, tried, *tried.measured_ms);
      } else {
        offers_.refuse(i, no_memory);
        last = {};  // what it had left was undone
      }
    }
    return last;
  }

  /// Executes the step from a part of its frontier, and tells the policy what that took.
  template <class MachineStep>
  void measure_part(MachineStep& step, RunContext& context, const StepFacts& facts, const Offer& offer) {
    undo(step, context);
    auto sampled = hybrid::part_of(*step.from, context);
    Communicator& ranks = context.communicator;
    if (ranks.any(sampled.empty()) || !policy_->learns()) return;
    Offer part = offer;
    const auto entries = static_cast<double>(ranks.sum(sampled.size()));
    const double share = entries / static_cast<double>(ranks.sum(step.from->size()));
    part.vertices *= share;
    part.arcs *= share;
    part.more_ms = 0;
    const auto* whole = std::exchange(step.from, &sampled);
    synchronize(context);
    const double beside = context.beside_ms();
    const Stopwatch lap;
    const bool ran = run_everywhere(step, context, part);
    synchronize(context);
    const double ms = ranks.most(lap.ms());
    step.from = whole;
    recycle(std::move(sampled), context);
    if (!is_any_first_run(context, beside) && ran) policy_->learn(facts, part, ms);
  }
  /// Whether what has run was the first run of a kernel or a layout on some rank, which teaches nothing: then time was
  /// spent beside the run.
  static bool is_any_first_run(RunContext& context, double beside_before) {
    return context.communicator.any(context.beside_ms() != beside_before);
  }
  static void recycle(Frontier&& frontier, RunContext& context) { context.recycle(std::move(frontier)); }
  static void recycle(DeviceFrontier&& frontier, RunContext& context) { context.gpu()->recycle(std::move(frontier)); }

  /// False where there is no memory for a copy and the policy can do without.
  [[nodiscard]] bool save_states(RunContext& context) const {
    try {
      context.states.save(context.gpu() == nullptr ? nullptr : context.gpu()->shared_device());
      return true;
    } catch (const Error& error) {
      if (error.code() != ExitCode::no_resources || policy_->tries_all()) throw;
    }
    return false;
  }

  /// Executes the step in one way from the state that was saved. False where run() is.
  template <class MachineStep>
  bool measure(MachineStep& step, RunContext& context, Offer& offer) {
    double beside = 0;
    do {  // once more where kernels were compiled or a layout was built: the first run of either is slow
      undo(step, context);
      synchronize(context);
      beside = context.beside_ms();
      const Stopwatch lap;
      if (!run_everywhere(step, context, offer)) return false;
      synchronize(context);
      offer.measured_ms = context.communicator.most(lap.ms());
    } while (is_any_first_run(context, beside));
    return true;
  }

  Choice ask(const StepFacts& facts) {
    const Choice choice = policy_->choose(facts, offers_.open());
    if (choice.offer >= offers_.open().size()) {
      fail(ExitCode::internal, "the policy '{}' chose offer {} of {}", policy_name_, choice.offer,
           offers_.open().size());
    }
    return choice;
  }

  /// False when there was no memory for it, and the step has changed nothing.
  template <class MachineStep>
  bool run(MachineStep& step, RunContext& context, const Offer& offer) {
    step.read_arcs.reset();
    step.in_tiles = false;
    step.bytes = 0;
    Engine& engine = *engines_[offer.engine];
    step.engine = engine.name();
    try {
      engine.step(step, offer, context);
      return true;
    } catch (const Error& error) {
      if (error.code() != ExitCode::no_resources || !offer.takes_memory || offers_.open().size() == 1) throw;
    }
    return false;
  }

  /// The same of all ranks, which go on alike. Throws Error(no_resources) where only some have executed it.
  template <class MachineStep>
  bool run_everywhere(MachineStep& step, RunContext& context, const Offer& offer) {
    const bool ran = run(step, context, offer);
    if (!context.communicator.any(!ran)) return true;
    if (!ran) return false;
    constexpr std::string_view problem = "another rank had no memory for a step that this one has executed";
    context.communicator.abort(problem);
    fail(ExitCode::no_resources, "{}", problem);
  }

  /// What a pull on a GPU has counted.
  void note_asked(const CpuStep&) {}
  void note_asked(const GpuStep& step) {
    if (step.asked_arcs > 0) policy_->note_arcs_asked(step.asked_arcs);
  }

  /// Puts the state back and forgets what the step has yielded.
  static void undo(CpuStep& step, RunContext& context) {
    context.states.restore();
    context.recycle(std::move(step.to));
    step.to = {};
    step.frontier_arcs = Frontier::unknown_arcs;
    step.reduced = 0;
  }
  static void undo(GpuStep& step, RunContext& context) {
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
  static bool waits(const CpuStep&) { return true; }
  static bool waits(const GpuStep& step) { return step.pattern != Pattern::gather; }

  void tell(Step& step, const Choice& choice) {
    const std::span<const Offer> refused = offers_.refused();
    if (offers_.open().size() > 1) {
      reason_ = choice.reason;
    } else {
      reason_ = refused.empty() ? "" : fmt::format("not {}: {}", refused.back().name, refused.back().problem);
    }
    step.reason = reason_;
    for (const Offer& offer : offers_.open()) step.candidates.push_back(candidate_of(offer));
    step.candidates[choice.offer].chosen = true;
    for (const Offer& offer : refused) step.candidates.push_back(candidate_of(offer));
  }
  static StepCandidate candidate_of(const Offer& offer) {
    return {.name = std::string(offer.name),
            .expected_ms = offer.expected_ms,
            .build_ms = offer.build_ms,
            .ms = offer.measured_ms,
            .vertices = offer.vertices,
            .arcs = offer.arcs,
            .bytes = offer.bytes,
            .why_not = std::string(offer.problem)};
  }

  [[noreturn]] void fail_without_offers() const {
    std::string problems;
    for (const Offer& offer : offers_.refused()) problems += fmt::format("; not {}: {}", offer.name, offer.problem);
    fail(ExitCode::wrong_use, "no engine can execute a step of this program here{}", problems);
  }

  static constexpr std::string_view no_memory = "there was no memory for it";

  std::string_view name_;
  Engines engines_;
  Engine& loops_;  ///< of these, whose loops may stay on a GPU
  std::string_view own_policy_;
  MakeGraph make_graph_ = nullptr;
  std::unique_ptr<Policy> policy_;
  bool reads_costs_ = true;  ///< of the policy, as it says; so is
  bool learns_ = false;      ///< this
  std::string policy_name_{default_policy};
  RunFacts run_;
  std::uint64_t steps_ = 0;
  std::uint64_t loop_ = 0;  ///< that steps belong to
  EdgeId unexplored_arcs_ = 0;
  Reduced reduced_ = Reduced::not_yet;
  double near_arcs_ = 0;
  hybrid::FactsOfSteps facts_;                                     ///< of the step in turn
  Offers offers_;                                                  ///< of the same
  const void* offered_to_ = nullptr;                               ///< the function whose offers stay; null: none
  double share_ = 1;                                               ///< that it has of what is to be built
  std::map<std::uintptr_t, std::uint64_t> steps_before_building_;  ///< that could have gone through it, by function
  std::string reason_;                                             ///< of the last step
};

/// Those of all engines that take part: the built-in ones first.
std::unique_ptr<Engine> make_hybrid(MakeGraph make_graph) {
  PickingEngine::Engines engines;
  engines.push_back(find_engine("dense").make());
  engines.push_back(make_sparse_engine());
  for (const EngineEntry& entry : registered_engines()) {
    if (entry.takes_part && entry.name != "dense") engines.push_back(entry.make());
  }
  auto hybrid = std::make_unique<PickingEngine>("hybrid", std::move(engines), 1);
  hybrid->set_make_graph(make_graph);
  return hybrid;
}

std::unique_ptr<Engine> make_sparse() {
  PickingEngine::Engines engines;
  engines.push_back(make_sparse_engine());
  return std::make_unique<PickingEngine>("sparse", std::move(engines), 0, "alpha_beta");
}

}  // namespace

void register_picking_engines(MakeGraph make_graph) {
  register_engine({.name = "sparse",
                   .summary = "push from queues and pull with bitmaps over csr and csc, chosen per step",
                   .make = make_sparse,
                   .role = EngineRole::plain});
  register_engine({.name = "hybrid",
                   .summary = "the dense engine or the sparse one at each step, as a policy chooses",
                   .make = [make_graph] { return make_hybrid(make_graph); },
                   .role = EngineRole::picking});
  hybrid::register_sample_policy();
  hybrid::register_threshold_policy();
  hybrid::register_alpha_beta_policy();
  hybrid::register_model_policy();
  hybrid::register_oracle_policy();
  hybrid::register_random_policy();
  hybrid::register_replay_policy();
}

}  // namespace mg
