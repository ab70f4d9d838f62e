// Dense above a share of the graph (GraphIt's GPU schedules, CGO'21; Ligra, PPoPP'13, with its share as the default):
// no costs, no memory.
#include <array>
#include <cstdlib>

#include "engine/error.hpp"
#include "hybrid/policies/policies.hpp"
#include "hybrid/policies/policy.hpp"

namespace mg::hybrid {

namespace {

/// Of all vertices and arcs.
constexpr double default_percent = 5;

class ThresholdPolicy final : public Policy {
 public:
  explicit ThresholdPolicy(double percent) : share_(percent / 100) {}

  void begin(const RunFacts& run) override { run_ = run; }

  Choice choose(const StepFacts& step, std::span<Offer> offers) override {
    if (offers.size() == 1) return {};
    const double arcs = !step.has_arcs() && step.sample ? static_cast<double>(step.sample()) : step.likely_arcs(run_);
    const double all = static_cast<double>(run_.num_vertices) + static_cast<double>(run_.num_arcs);
    const bool large = static_cast<double>(step.vertices) + arcs > share_ * all;
    const auto order =
        large ? std::array{Way::sweep, Way::pull, Way::push} : std::array{Way::push, Way::pull, Way::sweep};
    for (const Way way : order) {
      if (const auto at = position_of(way, offers)) {
        return {*at, large ? "a large share of vertices and arcs" : "a small share of vertices and arcs"};
      }
    }
    return {};
  }

  [[nodiscard]] bool reads_costs() const override { return false; }

 private:
  double share_;
  RunFacts run_;
};

std::unique_ptr<Policy> make(const std::string& argument) {
  if (argument.empty()) return std::make_unique<ThresholdPolicy>(default_percent);
  char* end = nullptr;
  const double percent = std::strtod(argument.c_str(), &end);
  if (*end != '\0' || !(percent >= 0 && percent <= 100)) {
    fail(ExitCode::wrong_use, "the policy 'threshold' takes a number from 0 to 100, of all vertices and arcs, not '{}'",
         argument);
  }
  return std::make_unique<ThresholdPolicy>(percent);
}

}  // namespace

void register_threshold_policy() {
  register_policy({.name = "threshold",
                   .argument = "PERCENT",
                   .summary = "dense, or pulling, from frontiers of more than a share of all vertices and arcs (5%)",
                   .make = make});
}

}  // namespace mg::hybrid
