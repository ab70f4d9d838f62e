// A linear model of each way's cost, a + b * vertices + c * arcs that it goes through, which begins at the profile of
// the machine and which every measured step corrects: recursive least squares of the relative error, with exponential
// forgetting (Haykin, "Adaptive Filter Theory", chapter 10).
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

#include "engine/profile.hpp"
#include "hybrid/policies/policies.hpp"
#include "hybrid/policies/policy.hpp"

namespace mg::hybrid {

namespace {

using Vector = std::array<double, 3>;

/// What an earlier step still counts for.
constexpr double memory = 0.9;
/// Variance of a measurement, relative: a step's time varies by a tenth.
constexpr double noise = 0.01;

class LinearCost {
 public:
  /// `start`: what the coefficients are believed to be, each give or take as much again.
  explicit LinearCost(const Vector& start) : coefficients_(start) {
    for (std::size_t i = 0; i < 3; ++i) covariance_[i][i] = most_[i] = start[i] * start[i];
  }

  [[nodiscard]] double at(const Vector& x) const {
    double ms = 0;
    for (std::size_t i = 0; i < 3; ++i) ms += coefficients_[i] * x[i];
    return ms;
  }

  void correct(const Vector& x, double ms) {
    Vector scaled;
    for (std::size_t i = 0; i < 3; ++i) scaled[i] = x[i] / ms;
    Vector spread{};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) spread[i] += covariance_[i][j] * scaled[j];
    }
    double total = noise;
    for (std::size_t i = 0; i < 3; ++i) total += scaled[i] * spread[i];
    const double error = 1 - at(scaled);
    for (std::size_t i = 0; i < 3; ++i) {
      coefficients_[i] = std::max(0.0, coefficients_[i] + spread[i] / total * error);
    }
    forget(spread, total);
  }

 private:
  /// The covariance after a measurement. What is forgotten lets it grow, but no coefficient is ever doubted more than
  /// at the start: those about which steps say nothing would be without bound.
  void forget(const Vector& spread, double total) {
    Vector growth{};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) covariance_[i][j] -= spread[i] * spread[j] / total;
      const double variance = covariance_[i][i];
      growth[i] = variance > 0 ? std::sqrt(std::min(1 / memory, most_[i] / variance)) : 1;
    }
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) covariance_[i][j] *= growth[i] * growth[j];
    }
  }

  Vector coefficients_;
  Vector most_{};
  std::array<Vector, 3> covariance_{};
};

class ModelPolicy final : public Policy {
 public:
  void begin(const RunFacts& run) override { run_ = run; }

  Choice choose(const StepFacts& step, std::span<Offer> offers) override {
    if (!step.has_arcs() && step.sample && step.reckon && offers.size() > 1) {
      step.reckon(static_cast<double>(step.sample()));
    }
    for (Offer& offer : offers) offer.expected_ms = cost(step, offer).at(facts(offer));
    return {cheapest(offers), "the model expects it to be the fastest"};
  }

  [[nodiscard]] bool learns() const override { return true; }
  void learn(const StepFacts& step, const Offer& offer, double ms) override {
    if (ms > 0) cost(step, offer).correct(facts(offer), ms);
  }

 private:
  /// The vertices and arcs that it goes through.
  static Vector facts(const Offer& offer) { return {1, offer.vertices, offer.arcs}; }

  LinearCost& cost(const StepFacts& step, const Offer& offer) {
    const auto key = std::tuple(step.function, step.pattern, offer.name);
    if (const auto known = costs_.find(key); known != costs_.end()) return known->second;
    return costs_.emplace(key, LinearCost({step_ms(run_), offer.vertex_ms, offer.arc_ms})).first->second;
  }

  RunFacts run_;
  std::map<std::tuple<std::uintptr_t, Pattern, std::string_view>, LinearCost> costs_;
};

}  // namespace

void register_model_policy() {
  register_policy({.name = "model",
                   .summary = "a linear cost of vertices and arcs for each way, corrected by every step that was run",
                   .make = [](const std::string&) { return std::make_unique<ModelPolicy>(); }});
}

}  // namespace mg::hybrid
