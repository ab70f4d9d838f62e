// MultiGraph's choice (PACT'17, Algorithm 3): EDP, what a sweep over all arcs costs, is known once per graph and
// algorithm; ESP, what following the frontier costs, is reckoned in each iteration from a sample of it.
//
// Steps count the vertices and arcs of the frontiers that they make, so that as a rule the sample is the whole. Where
// nobody has (two frontiers united, a bucket), the degrees of some entries stand for all. What vertices and arcs cost
// is in the profile of the machine. Where that is no profile of its own, or a step took far more or less than it says,
// the ways that have not been measured yet are tried on the step itself. `always` does as lines 1 to 12: the sweep is
// executed before the loop, whole instead of a part, and in each iteration a sample of the frontier is pushed from;
// both are undone. What no cost of a step tells, whether a loop gets further with pushes, is tried
// (hybrid/policies/pace.hpp).
#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "engine/profile.hpp"
#include "hybrid/policies/pace.hpp"
#include "hybrid/policies/policies.hpp"
#include "hybrid/policies/policy.hpp"

namespace mg::hybrid {

namespace {

/// A frontier of so few vertices is not sampled: it is pushed from unless all of its vertices are hubs.
constexpr std::uint64_t tiny = 64;
/// A sixteenth of a frontier of so many says what following all of it costs.
constexpr std::uint64_t least_sampled = 4096;
/// How far a measurement may lead away from what was expected: what else the machine did at the time is in it.
constexpr double most_correction = 8;
/// A step that took so many times as much as expected, or as little, contradicts the profile.
constexpr double contradiction = 3;
/// A profile is not taken to be wrong by more than so many times, up or down.
constexpr double most_wrong = 4;

class SamplePolicy final : public Policy {
 public:
  /// `always`: tries every way until it has been measured, whatever the profile.
  explicit SamplePolicy(bool always) : always_(always) {}

  void begin(const RunFacts& run) override {
    run_ = run;
    doubts_ = doubts_ || always_ || (run.profile != nullptr && !run.profile->is_own);
    for (auto& [function, known] : known_) {
      known.sampled_size = 0;
      known.pace.begin_run();
    }
  }

  Choice choose(const StepFacts& step, std::span<Offer> offers) override {
    Known& known = known_[{step.function, step.pattern}];
    known.has_choice = offers.size() > 1;
    if (!known.has_choice) return {};
    ++known.steps;
    look(step, known);
    for (Offer& offer : offers) offer.expected_ms = reckon(offer, known.of(offer));
    const std::size_t best = cheapest(offers);
    if (const auto push = further(step, offers, best, known)) return {*push, "pushes get further"};
    return {best, reason_of(offers[best].way)};
  }

  /// What has not been measured yet, if it might be the best, the profile being as wrong as it may be. Of a small step
  /// it says nothing. `always` takes a sample of a wide frontier in every iteration, too.
  [[nodiscard]] Trial tries(const StepFacts& step, std::span<const Offer> offers, std::size_t position) override {
    if (!doubts_) return Trial::none;
    const Offer& offer = offers[position];
    Known& known = known_[{step.function, step.pattern}];
    if (offer.build_ms > 0) return is_worth_building(offer, offers, known) ? Trial::whole : Trial::none;
    if (always_ && offer.way == Way::push && step.vertices >= least_sampled) {
      known.has_choice = true;
      return Trial::part;
    }
    if (known.of(offer).is_measured) return is_due_again(offer, offers, known) ? Trial::whole : Trial::none;
    double least = offers[0].work_ms();
    for (const Offer& other : offers) least = std::min(least, other.work_ms());
    known.has_choice = true;
    const bool may_be_best = always_ || offer.work_ms() < most_wrong * most_wrong * least;
    return least > step_ms(run_) / most_wrong && may_be_best ? Trial::whole : Trial::none;
  }
  [[nodiscard]] bool tries_some() const override { return doubts_; }
  [[nodiscard]] bool chooses_every_step() const override { return always_; }

  [[nodiscard]] bool learns() const override { return true; }
  void learn(const StepFacts& step, const Offer& offer, double ms) override {
    Known& known = known_[{step.function, step.pattern}];
    if (!known.has_choice) return;
    known.pace.took(step, ms);
    Learned& learned = known.of(offer);
    if (known.steps >= learned.measured_at + learned.patience) learned.patience *= 2;
    learned.measured_at = known.steps;
    const double expected = step_ms(run_) + offer.work_ms();
    if (offer.way == Way::sweep) {
      const double measured = std::clamp(ms, expected / most_correction, expected * most_correction);
      // A sweep always does the same, so that the shortest time is the one with least of others' work in it.
      learned.sweep_ms = learned.is_measured ? std::min(learned.sweep_ms, measured) : measured;
      learned.is_measured = true;
    } else if (offer.work_ms() > step_ms(run_) / (doubts_ ? most_wrong : 1)) {  // otherwise the time says little of it
      const double ratio = std::clamp((ms - step_ms(run_)) / offer.work_ms(), 1 / most_correction, most_correction);
      const double now = learned.is_measured ? std::min(ratio, learned.last) : ratio;  // once may be others' work
      learned.last = ratio;
      const bool is_telling = doubts_ || now > contradiction || now < 1 / contradiction;
      // What took a fraction of the time of one like it is believed at once, for others' work makes no step shorter.
      const bool is_believed = learned.is_measured ? now < learned.correction / contradiction : is_telling;
      learned.correction = is_believed ? now : (learned.correction + now) / 2;
      learned.is_measured = true;
    }
    const bool is_wide = offer.work_ms() > step_ms(run_);
    doubts_ = doubts_ || (is_wide && (ms > contradiction * expected || ms < expected / contradiction));
  }

 private:
  struct Learned {
    bool is_measured = false;
    double sweep_ms = 0;            ///< of a sweep
    double correction = 1;          ///< of what a vertex and an arc of any other way cost
    double last = 1;                ///< what the last step by itself would have it be
    std::uint64_t measured_at = 0;  ///< after so many steps of the function
    std::uint64_t patience = 2;     ///< steps until it may be measured again
  };
  struct Known {
    std::vector<std::pair<std::string_view, Learned>> ways = {};  ///< by the offers' names
    std::uint64_t steps = 0;                                      ///< with a choice, so far
    bool has_choice = false;                                      ///< the last step had one
    std::uint64_t sampled_size = 0;                               ///< of the last frontier that was sampled
    double sampled_arcs = 0;
    Pace pace = {};

    Learned& of(const Offer& offer) {
      const auto found = std::ranges::find(ways, offer.name, &std::pair<std::string_view, Learned>::first);
      return found != ways.end() ? found->second : ways.emplace_back(offer.name, Learned{}).second;
    }
  };

  /// What was measured on another step may be otherwise on this one. While the profile is in doubt, a way that is not
  /// far from the best is measured again, after twice as many steps each time.
  [[nodiscard]] bool is_due_again(const Offer& offer, std::span<const Offer> offers, Known& known) const {
    const Learned& learned = known.of(offer);
    if (offer.way == Way::sweep || known.steps < learned.measured_at + learned.patience) return false;
    double least = reckon(offer, learned);
    for (const Offer& other : offers) least = std::min(least, reckon(other, known.of(other)));
    return least > step_ms(run_) && reckon(offer, learned) < most_wrong * least;
  }

  /// What has to be built is tried once the ways that are there have been measured, if it would pay for itself were the
  /// profile as wrong about it as it may be.
  [[nodiscard]] bool is_worth_building(const Offer& offer, std::span<const Offer> offers, Known& known) const {
    double least = offer.build_ms;
    bool is_known = false;
    for (const Offer& other : offers) {
      const Learned& learned = known.of(other);
      if (other.build_ms > 0 || !learned.is_measured) continue;
      least = is_known ? std::min(least, reckon(other, learned)) : reckon(other, learned);
      is_known = true;
    }
    return is_known && step_ms(run_) + offer.work_ms() / most_wrong + offer.build_ms < least;
  }

  /// A push that costs more than the best way, where the loop gets further with it.
  [[nodiscard]] std::optional<std::size_t> further(const StepFacts& step, std::span<const Offer> offers,
                                                   std::size_t best, Known& known) const {
    if (!step.traits.hands_on) return std::nullopt;
    const auto push = position_of(Way::push, offers);
    const double most = push && known.of(offers[*push]).is_measured ? most_correction : most_wrong * most_correction;
    if (!push || *push == best || offers[best].expected_ms < 2 * step_ms(run_) ||
        offers[*push].expected_ms > most * offers[best].expected_ms) {
      known.pace.rest();
      return std::nullopt;
    }
    return known.pace.pushes(step) ? push : std::nullopt;
  }

  void look(const StepFacts& step, Known& known) const {
    if (step.has_arcs() || !step.sample || step.vertices <= tiny) return;
    if (step.vertices != known.sampled_size) {
      known.sampled_size = step.vertices;
      known.sampled_arcs = static_cast<double>(step.sample());
    }
    if (step.reckon) step.reckon(known.sampled_arcs);
  }

  [[nodiscard]] double reckon(const Offer& offer, const Learned& learned) const {
    if (offer.way == Way::sweep && learned.is_measured) return learned.sweep_ms;
    return step_ms(run_) + learned.correction * offer.work_ms();
  }

  static std::string_view reason_of(Way way) {
    switch (way) {
      case Way::sweep: return "a sweep over all arcs costs least";
      case Way::push: return "following the frontier's arcs costs least";
      case Way::pull: return "reading the receivers' arcs costs least";
      case Way::other: break;
    }
    return "this way costs least";
  }

  bool always_;
  bool doubts_ = false;  ///< about the profile
  RunFacts run_;
  std::map<std::pair<std::uintptr_t, Pattern>, Known> known_;
};

std::unique_ptr<Policy> make(const std::string& argument) {
  if (!argument.empty() && argument != "always") {
    fail(ExitCode::wrong_use, "the policy 'sample' takes 'always', to try every way whatever the profile, not '{}'",
         argument);
  }
  return std::make_unique<SamplePolicy>(!argument.empty());
}

}  // namespace

void register_sample_policy() {
  register_policy({.name = "sample",
                   .argument = "always",
                   .summary = "MultiGraph's: the cost of a sweep against that of the frontier, from a sample of it",
                   .make = make});
}

}  // namespace mg::hybrid
