// A policy that stays on its way until another one is expected to cost less than a part of it: switching has a cost of
// its own, as frontiers are converted and caches hold what the other way reads.
#include <cstdlib>
#include <memory>

#include "engine/error.hpp"
#include "hybrid/policies/policy.hpp"

namespace {

class SteadyPolicy final : public mg::Policy {
 public:
  explicit SteadyPolicy(double part) : part_(part) {}

  void begin(const mg::RunFacts&) override { last_ = {}; }

  mg::Choice choose(const mg::StepFacts&, std::span<mg::Offer> offers) override {
    std::size_t choice = mg::cheapest(offers);
    std::string_view reason = "it costs far less than the way so far";
    if (const auto same = mg::position_of(last_, offers)) {
      if (offers[choice].expected_ms > part_ * offers[*same].expected_ms) {
        choice = *same;
        reason = "no other way costs far less";
      }
    }
    last_ = offers[choice].name;
    return {choice, reason};
  }

 private:
  double part_;
  std::string_view last_;  ///< the name of what was chosen before; empty: nothing
};

std::unique_ptr<mg::Policy> make(const std::string& argument) {
  const double part = argument.empty() ? 0.5 : std::strtod(argument.c_str(), nullptr);
  if (!(part > 0 && part <= 1)) {
    mg::fail(mg::ExitCode::wrong_use, "the policy 'steady' takes a number above 0, up to 1, not '{}'", argument);
  }
  return std::make_unique<SteadyPolicy>(part);
}

}  // namespace

extern "C" void mg_plugin_register() {
  mg::register_policy({.name = "steady",
                       .argument = "PART",
                       .summary = "changes its way where another one costs less than a part of it (0.5)",
                       .make = make});
}
