// What tests of policies share: made-up steps of a large graph, and what the built-in engines offer for them.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/built_in.hpp"
#include "dense/costs.hpp"
#include "engine/error.hpp"
#include "hybrid/policies/policy.hpp"
#include "sparse/costs.hpp"

namespace mg {

/// A graph large enough on a GPU for arcs to matter.
inline constexpr RunFacts large_run{.num_vertices = 1'000'000, .num_arcs = 1'000'000'000, .on_gpu = true};
/// An idempotent function whose receivers take values again and again: connected components.
inline constexpr EdgeTraits spreading{.idempotent = true, .wire_bytes = 4};

/// What the built-in engines offer for a step, one way.
inline Offer offer_of(const RunFacts& run, const StepFacts& step, Way way, const sparse::PullOutlook& pull = {}) {
  const Outlook outlook{.run = run, .step = step, .arcs = step.likely_arcs(run)};
  switch (way) {
    case Way::sweep: return dense::offer_sweep(outlook, true);
    case Way::push: return sparse::offer_push(outlook, false);
    case Way::pull:
    case Way::other: break;
  }
  return sparse::offer_pull(outlook, pull);
}

class Policies : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_built_in(); }

  static StepFacts step_of(std::uint64_t vertices, EdgeId arcs) {
    return {.traits = spreading,
            .function = 1,
            .vertices = vertices,
            .arcs = arcs,
            .unexplored_arcs = 1'000'000'000,
            .thresholds = [] { return ThresholdKeys(Schedule{}); }};
  }
  static std::vector<Offer> offers_of(const StepFacts& step, const std::vector<Way>& ways,
                                      const RunFacts& run = large_run) {
    std::vector<Offer> offers;
    offers.reserve(ways.size());
    for (const Way way : ways) offers.push_back(offer_of(run, step, way));
    return offers;
  }
  /// Which of all ways the policy takes.
  static Way chosen(Policy& policy, const StepFacts& step,
                    const std::vector<Way>& ways = {Way::sweep, Way::push, Way::pull}) {
    std::vector<Offer> offers = offers_of(step, ways);
    return offers.at(policy.choose(step, offers).offer).way;
  }
  /// Tells the policy what going a way took.
  static void teach(Policy& policy, const StepFacts& step, Way way, double ms) {
    policy.learn(step, offer_of(large_run, step, way), ms);
  }
  static void expect_refused(const std::function<void()>& work, const std::string& part) {
    try {
      work();
      ADD_FAILURE() << "nothing was refused; expected: " << part;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what() << "\nlacks: " << part;
    }
  }
  static void expect_no_policy(const std::string& text, const std::string& part) {
    expect_refused([&] { static_cast<void>(make_policy(text)); }, part);
  }
};

}  // namespace mg
