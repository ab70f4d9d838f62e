// Any way at any step: what two representations disagree about shows sooner or later.
#include <charconv>

#include "engine/error.hpp"
#include "engine/mixed_bits.hpp"
#include "hybrid/policies/policies.hpp"
#include "hybrid/policies/policy.hpp"

namespace mg::hybrid {

namespace {

class RandomPolicy final : public Policy {
 public:
  explicit RandomPolicy(std::uint64_t seed) : state_(mixed(seed)) {}

  Choice choose(const StepFacts&, std::span<Offer> offers) override {
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;
    state_ += golden;
    return {mixed(state_) % offers.size(), "drawn"};
  }
  [[nodiscard]] bool reads_costs() const override { return false; }
  [[nodiscard]] bool chooses_every_step() const override { return true; }
  [[nodiscard]] bool builds_layouts() const override { return true; }

 private:
  std::uint64_t state_;
};

std::unique_ptr<Policy> make(const std::string& argument) {
  std::uint64_t seed = 0;
  const char* const end = argument.data() + argument.size();
  const auto [rest, error] = std::from_chars(argument.data(), end, seed);
  if (error != std::errc() || rest != end) {
    fail(ExitCode::wrong_use, "the policy 'random' takes a seed, a whole number, as in random:7, not '{}'", argument);
  }
  return std::make_unique<RandomPolicy>(seed);
}

}  // namespace

void register_random_policy() {
  register_policy({.name = "random",
                   .argument = "SEED",
                   .summary = "any way at any step, the same ones for the same seed: for tests",
                   .make = make});
}

}  // namespace mg::hybrid
