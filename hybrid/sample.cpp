// MultiGraph's choice (PACT'17, Algorithm 3): EDP, what a sweep over all arcs costs, is known once per graph and
// algorithm; ESP, what following the frontier costs, is reckoned in each iteration from a sample of it.
//
// Steps count the vertices and arcs of the frontiers that they make, so that as a rule the sample is the whole. Where
// nobody has (two frontiers united, a bucket), the degrees of some entries stand for all.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "hybrid/costs.hpp"
#include "hybrid/policies.hpp"

namespace mg::hybrid {

namespace {

/// A frontier of so few vertices is not sampled: it is pushed from unless all of its vertices are hubs.
constexpr std::uint64_t tiny = 64;
/// How far a measurement may lead away from what was expected: what else the machine did at the time is in it.
constexpr double most_correction = 8;

class SamplePolicy final : public Policy {
 public:
  void begin(const RunFacts& run) override {
    run_ = run;
    for (auto& [function, known] : known_) known.sampled_size = 0;
  }

  Choice choose(const StepFacts& step, std::span<Candidate> candidates) override {
    Known& known = known_[{step.function, step.pattern}];
    known.arcs.reset();
    if (candidates.size() == 1) return {};
    known.arcs = arcs_of(step, known);
    for (Candidate& candidate : candidates) candidate.expected_ms = reckon(step, known, candidate.way);
    const std::size_t best = cheapest(candidates);
    return {best, reason_of(candidates[best].way)};
  }

  [[nodiscard]] bool learns() const override { return true; }
  void learn(const StepFacts& step, Way way, double ms) override {
    Known& known = known_[{step.function, step.pattern}];
    if (!known.arcs) return;
    const double work = work_ms(run_, step, *known.arcs, way);
    if (way == Way::dense) {
      const double expected = step_ms(run_) + work;
      const double measured = std::clamp(ms, expected / most_correction, expected * most_correction);
      // A sweep always does the same, so that the shortest time is the one with least of others' work in it.
      known.edp_ms = known.edp_ms > 0 ? std::min(known.edp_ms, measured) : measured;
    } else if (work > step_ms(run_)) {  // otherwise the time says nothing of vertices and arcs
      const double now = std::clamp((ms - step_ms(run_)) / work, 1 / most_correction, most_correction);
      double& correction = known.corrections[way == Way::push ? 0 : 1];
      correction = (correction + now) / 2;
    }
  }

 private:
  struct Known {
    double edp_ms = 0;                            ///< of a sweep, measured; 0: not yet
    std::array<double, 2> corrections{1.0, 1.0};  ///< of what pushes and pulls cost a vertex and an arc
    std::optional<double> arcs = {};              ///< of the last frontier; none where there was no choice
    std::uint64_t sampled_size = 0;               ///< of the last frontier that was sampled
    double sampled_arcs = 0;
  };

  double arcs_of(const StepFacts& step, Known& known) const {
    if (step.has_arcs() || !step.sample || step.vertices <= tiny) return step.likely_arcs(run_);
    if (step.vertices != known.sampled_size) {
      known.sampled_size = step.vertices;
      known.sampled_arcs = static_cast<double>(step.sample());
    }
    return known.sampled_arcs;
  }

  [[nodiscard]] double reckon(const StepFacts& step, const Known& known, Way way) const {
    if (way != Way::dense) {
      return step_ms(run_) + known.corrections[way == Way::push ? 0 : 1] * work_ms(run_, step, *known.arcs, way);
    }
    return known.edp_ms > 0 ? known.edp_ms : expected_ms(run_, step, *known.arcs, way);
  }

  static std::string_view reason_of(Way way) {
    switch (way) {
      case Way::dense: return "a sweep over all arcs costs least";
      case Way::push: return "following the frontier's arcs costs least";
      case Way::pull: return "reading the receivers' arcs costs least";
    }
    return "";
  }

  RunFacts run_;
  std::map<std::pair<std::uintptr_t, Pattern>, Known> known_;
};

}  // namespace

void register_sample_policy() {
  register_policy({.name = "sample",
                   .summary = "MultiGraph's: the cost of a sweep against that of the frontier, from a sample of it",
                   .make = [](const std::string&) { return std::make_unique<SamplePolicy>(); }});
}

}  // namespace mg::hybrid
