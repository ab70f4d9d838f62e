// Push or pull, never a sweep where there is another way: what the engine `sparse` decides by.
#include <algorithm>
#include <optional>
#include <utility>

#include "hybrid/policies/policies.hpp"
#include "hybrid/policies/policy.hpp"

namespace mg::hybrid {

namespace {

/// Functions that need every message (no early exit) gain from a pull once the frontier's arcs are this share of all
/// (Ligra, PPoPP'13, section 4).
constexpr EdgeId dense_share = 20;

class AlphaBetaPolicy final : public Policy {
 public:
  void begin(const RunFacts& run) override {
    run_ = run;
    loop_ = 0;
    begin_traversal();
    arcs_asked_.reset();
  }

  [[nodiscard]] bool reads_costs() const override { return false; }
  [[nodiscard]] bool reads_thresholds() const override { return true; }
  void note_arcs_asked(EdgeId arcs) override { arcs_asked_ = arcs; }

  Choice choose(const StepFacts& step, std::span<Offer> offers) override {
    const auto push = position_of(Way::push, offers);
    const auto pull = position_of(Way::pull, offers);
    if (!push || !pull) return {pull.value_or(push.value_or(0)), "the only way along rows"};
    Choice choice;
    const bool pulls =
        step.traits.stops_early ? beamer(step, choice.reason) : dense_enough(step, offers[*pull], choice.reason);
    choice.offer = pulls ? *pull : *push;
    return choice;
  }

 private:
  void begin_traversal() {
    unexplored_arcs_ = run_.num_arcs;
    pulling_ = false;
    last_size_ = 0;
  }

  /// Direction-optimizing search (Beamer et al., SC'12, section 4): pull while the frontier is wide, because most rows
  /// then end at their first entry. A run may hold several searches, each a loop.
  bool beamer(const StepFacts& step, std::string_view& reason) {
    if (std::exchange(loop_, step.loop) != step.loop) begin_traversal();
    const ThresholdKeys thresholds = step.thresholds();
    if (pulling_) {
      const double beta = thresholds.get<ScheduleKey::beta>();
      const bool grows = step.vertices >= last_size_;
      pulling_ = grows || static_cast<double>(step.vertices) > static_cast<double>(run_.num_vertices) / beta;
      reason = pulling_ ? "the frontier is still wide" : "the frontier has become narrow";
    } else if (step.has_arcs()) {
      const double alpha = thresholds.get<ScheduleKey::alpha>();
      pulling_ = static_cast<double>(step.arcs) > static_cast<double>(unexplored_arcs_) / alpha;
      unexplored_arcs_ -= std::min(unexplored_arcs_, step.arcs);
      reason = pulling_ ? "its arcs are many of the unexplored" : "its arcs are few of the unexplored";
    } else {
      reason = "the frontier is narrow";
    }
    last_size_ = step.vertices;
    return pulling_;
  }

  bool dense_enough(const StepFacts& step, const Offer& pull, std::string_view& reason) const {
    const EdgeId arcs = step.has_arcs() ? step.arcs
                        : step.count    ? step.count()
                                        : static_cast<EdgeId>(step.likely_arcs(run_));
    if (pull.leaves_rows) {
      reason = arcs > arcs_worth_pulling() ? "pulls leave rows early" : "its arcs are few";
      return arcs > arcs_worth_pulling();
    }
    const bool dense = arcs + step.vertices > run_.num_arcs / dense_share;
    reason = dense ? "its arcs are a large share of all" : "its arcs are a small share of all";
    return dense;
  }

  /// To follow an arc takes an atomic and so as long as to read some four; a pull looks at all rows, too. Of those it
  /// reads a few arcs each, unless distances are larger than weights.
  [[nodiscard]] EdgeId arcs_worth_pulling() const {
    const EdgeId n = run_.num_vertices;
    return (2 * n + arcs_asked_.value_or(4 * n)) / 4;
  }

  RunFacts run_;
  std::uint64_t loop_ = 0;
  EdgeId unexplored_arcs_ = 0;
  bool pulling_ = false;
  std::uint64_t last_size_ = 0;
  std::optional<EdgeId> arcs_asked_;
};

}  // namespace

void register_alpha_beta_policy() {
  register_policy({.name = "alpha_beta",
                   .summary = "Beamer's: push or pull by the frontier's share of the unexplored arcs, never dense",
                   .make = [](const std::string&) { return std::make_unique<AlphaBetaPolicy>(); }});
}

}  // namespace mg::hybrid
