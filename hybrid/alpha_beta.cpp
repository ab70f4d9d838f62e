// Push or pull as the sparse engine decides by itself (Beamer et al., SC'12; Ligra, PPoPP'13); never dense where there
// is another way.
#include "hybrid/policies.hpp"
#include "hybrid/policy.hpp"
#include "sparse/choose_direction.hpp"

namespace mg::hybrid {

namespace {

class AlphaBetaPolicy final : public Policy {
 public:
  void begin(const RunFacts& run) override {
    run_ = run;
    direction_ = sparse::DirectionChooser(run.num_vertices, run.num_arcs);
  }

  [[nodiscard]] bool reads_thresholds() const override { return true; }

  Choice choose(const StepFacts& step, std::span<Candidate> candidates) override {
    const auto push = position_of(Way::push, candidates);
    const auto pull = position_of(Way::pull, candidates);
    if (!push || !pull) return {pull.value_or(push.value_or(0)), "the sparse engine's only way"};
    const sparse::StepFacts facts{.size = step.vertices,
                                  .arcs = step.arcs,
                                  .has_buckets = false,
                                  .can_push = true,
                                  .stops_early = step.traits.stops_early,
                                  .pulls_lightest = step.pulls_lightest};
    const auto count = [&] { return step.sample ? step.sample() : static_cast<EdgeId>(step.likely_arcs(run_)); };
    Choice choice;
    choice.candidate = direction_.pulls(facts, step.thresholds, choice.reason, count) ? *pull : *push;
    return choice;
  }

 private:
  RunFacts run_;
  sparse::DirectionChooser direction_;
};

}  // namespace

void register_alpha_beta_policy() {
  register_policy({.name = "alpha_beta",
                   .summary = "Beamer's: push or pull by the frontier's share of the unexplored arcs, never dense",
                   .make = [](const std::string&) { return std::make_unique<AlphaBetaPolicy>(); }});
}

}  // namespace mg::hybrid
