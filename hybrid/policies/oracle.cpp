// The best that any policy could do, an iteration at a time: every offer is executed on the same state and the
// fastest one stays. For measurements: a run takes as long as all offers together and the copies of the state.
#include <algorithm>

#include "hybrid/policies/policies.hpp"
#include "hybrid/policies/policy.hpp"

namespace mg::hybrid {

namespace {

class OraclePolicy final : public Policy {
 public:
  Choice choose(const StepFacts&, std::span<Offer> offers) override {
    const auto best = std::ranges::min_element(offers, {}, &Offer::measured_ms);
    return {static_cast<std::size_t>(best - offers.begin()), "the fastest of all that were tried"};
  }
  [[nodiscard]] bool tries_all() const override { return true; }
  [[nodiscard]] bool builds_layouts() const override { return true; }
};

}  // namespace

void register_oracle_policy() {
  register_policy({.name = "oracle",
                   .summary = "tries every way at each step and keeps the fastest: what other policies are measured by",
                   .make = [](const std::string&) { return std::make_unique<OraclePolicy>(); }});
}

}  // namespace mg::hybrid
