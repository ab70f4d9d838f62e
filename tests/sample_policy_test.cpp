// MultiGraph's policy: when it goes dense, what it learns, and what it tries where it doubts its profile.
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <vector>

#include "engine/profile.hpp"
#include "tests/policies.hpp"

namespace mg {
namespace {

TEST_F(Policies, SampleGoesDenseExactlyWhenFollowingTheFrontierCostsMoreThanASweep) {
  const auto policy = make_policy("sample");
  policy->begin(large_run);
  constexpr double edp = 1.0;
  static_cast<void>(chosen(*policy, step_of(1000, 1000)));
  teach(*policy, step_of(1000, 1000), Way::sweep, edp);
  int dense = 0;
  int sparse = 0;
  for (EdgeId arcs = 10'000'000; arcs <= 400'000'000; arcs += 10'000'000) {
    const StepFacts step = step_of(arcs / 100, arcs);
    const double esp = offer_of(large_run, step, Way::push).expected_ms;
    const bool expects_dense = esp > edp;
    (expects_dense ? dense : sparse) += 1;
    EXPECT_EQ(chosen(*policy, step, {Way::sweep, Way::push}), expects_dense ? Way::sweep : Way::push) << arcs;
  }
  EXPECT_GT(dense, 3) << "the test must see both sides";
  EXPECT_GT(sparse, 3);
}

TEST_F(Policies, SampleTakesTheShortestSweepThatItHasSeen) {
  const auto policy = make_policy("sample");
  policy->begin(large_run);
  const StepFacts step = step_of(1000, 50'000'000);
  const auto expected_of_dense = [&] {
    std::vector<Offer> offers = offers_of(step, {Way::sweep, Way::push});
    static_cast<void>(policy->choose(step, offers));
    return offers[0].expected_ms;
  };
  EXPECT_DOUBLE_EQ(expected_of_dense(), offer_of(large_run, step, Way::sweep).expected_ms) << "predicted at first";
  teach(*policy, step, Way::sweep, 2.5);
  EXPECT_DOUBLE_EQ(expected_of_dense(), 2.5);
  teach(*policy, step, Way::sweep, 1.5);
  teach(*policy, step, Way::sweep, 3.5);
  EXPECT_DOUBLE_EQ(expected_of_dense(), 1.5);
  policy->begin(large_run);
  EXPECT_DOUBLE_EQ(expected_of_dense(), 1.5) << "once per graph and algorithm, not per run";
  teach(*policy, step, Way::sweep, 1e-9);
  EXPECT_GT(expected_of_dense(), 0.01) << "a clock that says nonsense is believed to a degree";
}

TEST_F(Policies, SampleLearnsWhatPushesCost) {
  const auto policy = make_policy("sample");
  policy->begin(large_run);
  static_cast<void>(chosen(*policy, step_of(1000, 1000)));
  teach(*policy, step_of(1000, 1000), Way::sweep, 1.0);
  const StepFacts step = step_of(500'000, 60'000'000);
  ASSERT_EQ(chosen(*policy, step, {Way::sweep, Way::push}), Way::push);
  for (int i = 0; i < 5; ++i) teach(*policy, step, Way::push, 3.0);
  EXPECT_EQ(chosen(*policy, step, {Way::sweep, Way::push}), Way::sweep) << "pushes are slower than expected";
  StepFacts other = step;
  other.function = 2;
  EXPECT_EQ(chosen(*policy, other, {Way::sweep, Way::push}), Way::push) << "of another function nothing is known";
}

TEST_F(Policies, SampleLooksAtTheFrontierOnlyWhereItCanPay) {
  const auto policy = make_policy("sample");
  policy->begin({.num_vertices = 100'000, .num_arcs = 1'600'000, .threads = 2});
  int samples = 0;
  const auto looks = [&](std::uint64_t vertices, EdgeId arcs, const std::vector<Way>& ways = {Way::sweep, Way::push}) {
    StepFacts step = step_of(vertices, arcs);
    step.sample = [&] {
      ++samples;
      return vertices * 16;
    };
    const int before = samples;
    static_cast<void>(chosen(*policy, step, ways));
    return samples - before;
  };
  EXPECT_EQ(looks(5000, 80'000), 0) << "the arcs are known";
  EXPECT_EQ(looks(10, Frontier::unknown_arcs), 0) << "a tiny frontier";
  EXPECT_EQ(looks(7000, Frontier::unknown_arcs, {Way::push}), 0) << "there is no choice";
  EXPECT_EQ(looks(5000, Frontier::unknown_arcs), 1);
  EXPECT_EQ(looks(5000, Frontier::unknown_arcs), 0) << "unchanged";
  EXPECT_EQ(looks(6000, Frontier::unknown_arcs), 1);
  policy->begin({.num_vertices = 100'000, .num_arcs = 1'600'000, .threads = 2});
  EXPECT_EQ(looks(6000, Frontier::unknown_arcs), 1) << "another run, another frontier";
}

/// A machine that takes what a profile says, and a profile by which runs go that is wrong.
class Forged {
 public:
  /// By how much pushes, pulls and sweeps are taken to be dearer than they are.
  explicit Forged(const std::map<Way, double>& wrong) : forged_(*profile_for("NVIDIA H200")) {
    forged_.is_own = false;
    const auto of = [&](Way way) { return wrong.at(way); };
    for (double* cost : {&forged_.costs.push_vertex, &forged_.costs.push_arc}) *cost *= of(Way::push);
    for (double* cost : {&forged_.costs.pull_vertex, &forged_.costs.pull_arc, &forged_.costs.pull_near_arc,
                         &forged_.costs.pull_outer_arc}) {
      *cost *= of(Way::pull);
    }
    for (double* cost : {&forged_.costs.dense_vertex, &forged_.costs.dense_arc}) *cost *= of(Way::sweep);
    believed_.profile = &forged_;
    real_.profile = profile_for("NVIDIA H200").get();
  }

  /// Executes a step as the engine hybrid does: tries what the policy wants to be tried, and learns from what it chose.
  [[nodiscard]] Way step(Policy& policy, const StepFacts& step) const {
    std::vector<Offer> offers;
    for (const Way way : ways_) offers.push_back(offer_of(believed_, step, way));
    for (std::size_t i = 0; i < offers.size(); ++i) {
      if (policy.tries(step, offers, i) != Trial::none) policy.learn(step, offers[i], takes(step, ways_[i]));
    }
    const std::size_t choice = policy.choose(step, offers).offer;
    policy.learn(step, offers[choice], takes(step, ways_[choice]));
    return ways_[choice];
  }
  [[nodiscard]] double takes(const StepFacts& step, Way way) const { return offer_of(real_, step, way).expected_ms; }
  [[nodiscard]] double takes_least(const StepFacts& step) const {
    double least = takes(step, ways_[0]);
    for (const Way way : ways_) least = std::min(least, takes(step, way));
    return least;
  }
  [[nodiscard]] const RunFacts& believed() const { return believed_; }

 private:
  std::array<Way, 3> ways_{Way::sweep, Way::push, Way::pull};
  Profile forged_;
  RunFacts believed_ = large_run;
  RunFacts real_ = large_run;
};

TEST_F(Policies, SampleIsRightAgainAfterThreeStepsWhateverIsWrongAboutTheMachine) {
  for (const char* name : {"sample", "sample:always"}) {
    for (int directions = 0; directions < 27; ++directions) {
      constexpr std::array<double, 3> factors{0.25, 1, 4};
      const Forged machine({{Way::sweep, factors[static_cast<std::size_t>(directions % 3)]},
                            {Way::push, factors[static_cast<std::size_t>(directions / 3 % 3)]},
                            {Way::pull, factors[static_cast<std::size_t>(directions / 9)]}});
      const auto policy = make_policy(name);
      policy->begin(machine.believed());
      for (const EdgeId arcs : {60'000'000, 150'000'000, 250'000'000}) {
        static_cast<void>(machine.step(*policy, step_of(arcs / 100, arcs)));
      }
      for (EdgeId arcs = 1'000'000; arcs <= 900'000'000; arcs += 20'000'000) {
        const StepFacts step = step_of(arcs / 100, arcs);
        EXPECT_LE(machine.takes(step, machine.step(*policy, step)), 1.1 * machine.takes_least(step))
            << name << ", forgery " << directions << ", " << arcs << " arcs";
      }
    }
  }
}

TEST_F(Policies, SampleTriesNothingWhereTheProfileIsTheMachinesOwn) {
  const auto policy = make_policy("sample");
  RunFacts own = large_run;
  const std::shared_ptr<const Profile> profile = profile_for("NVIDIA H200");
  own.profile = profile.get();
  policy->begin(own);
  const StepFacts step = step_of(500'000, 60'000'000);
  std::vector<Offer> offers = offers_of(step, {Way::sweep, Way::push, Way::pull}, own);
  const auto tries = [&] {
    int count = 0;
    for (std::size_t i = 0; i < offers.size(); ++i) count += policy->tries(step, offers, i) != Trial::none ? 1 : 0;
    return count;
  };
  EXPECT_EQ(tries(), 0);
  static_cast<void>(policy->choose(step, offers));
  policy->learn(step, offers[1], 1.1 * offers[1].expected_ms);
  EXPECT_EQ(tries(), 0);
  policy->learn(step, offers[1], 4 * offers[1].expected_ms);
  EXPECT_GT(tries(), 0) << "a step has contradicted it";
}

/// The policy `sample` on a machine of which it has another one's profile, and a step that may be a sweep or a push.
class Guessing : public Policies {
 protected:
  Guessing() {
    profile_->is_own = false;
    run_.profile = profile_.get();
    offers = offers_of(step, {Way::sweep, Way::push}, run_);
    policy->begin(run_);
  }
  const std::unique_ptr<Policy> policy = make_policy("sample");
  const StepFacts step = step_of(500'000, 60'000'000);
  std::vector<Offer> offers;

 private:
  std::shared_ptr<Profile> profile_ = std::make_shared<Profile>(*profile_for("NVIDIA H200"));
  RunFacts run_ = large_run;
};

TEST_F(Guessing, SampleMeasuresAgainWhatAnotherStepHasMisled) {
  const double push_ms = offers[1].expected_ms;
  policy->learn(step, offers[0], 2 * push_ms);
  EXPECT_NE(policy->tries(step, offers, 1), Trial::none);
  policy->learn(step, offers[1], 3 * push_ms);  // as no step to come
  std::uint64_t trials = 0;
  for (int i = 0; i < 64; ++i) {
    if (policy->tries(step, offers, 1) != Trial::none) {
      ++trials;
      policy->learn(step, offers[1], push_ms);
    }
    const std::size_t choice = policy->choose(step, offers).offer;
    policy->learn(step, offers[choice], choice == 0 ? 2 * push_ms : push_ms);
  }
  EXPECT_EQ(policy->choose(step, offers).offer, 1U);
  EXPECT_GE(trials, 1U);
  EXPECT_LE(trials, 6U) << "the more often, the rarer";
}

TEST_F(Guessing, SampleBelievesAtOnceWhatTookAFractionOfTheTime) {
  const double sweep_ms = offers[1].expected_ms;
  static_cast<void>(policy->choose(step, offers));
  policy->learn(step, offers[0], sweep_ms);
  policy->learn(step, offers[1], 3 * sweep_ms);
  EXPECT_EQ(policy->choose(step, offers).offer, 0U);
  policy->learn(step, offers[1], 0.5 * sweep_ms);
  EXPECT_EQ(policy->choose(step, offers).offer, 1U);
  policy->learn(step, offers[1], 1.2 * sweep_ms);
  EXPECT_EQ(policy->choose(step, offers).offer, 1U) << "what is longer may be others' work";
}

TEST_F(Guessing, SampleBelievesNoSingleStepThatTookLonger) {
  const double push_ms = offers[1].expected_ms;
  static_cast<void>(policy->choose(step, offers));
  policy->learn(step, offers[0], 1.5 * push_ms);
  for (int i = 0; i < 3; ++i) policy->learn(step, offers[1], push_ms);
  policy->learn(step, offers[1], 8 * push_ms);
  EXPECT_EQ(policy->choose(step, offers).offer, 1U);
  for (int i = 0; i < 3; ++i) policy->learn(step, offers[1], 3 * push_ms);
  EXPECT_EQ(policy->choose(step, offers).offer, 0U) << "those that follow take as long";
}

/// A loop whose frontier is the same for a while, and then shrinks by a twentieth with each push.
TEST_F(Guessing, SamplePushesWhereThatGetsALoopFurther) {
  const auto pushes = [&](const EdgeTraits& traits) {
    int count = 0;
    StepFacts now = step;
    now.traits = traits;
    now.loop = 7;
    for (now.step = 0; now.step < 40; ++now.step) {
      const std::size_t choice = policy->choose(now, offers).offer;
      const bool is_push = choice == 1;
      policy->learn(now, offers[choice], is_push ? 3 : 1);
      if (now.step == 0) policy->learn(now, offers[1], 3);
      now.vertices -= is_push ? now.vertices / 20 : 0;
      count += is_push ? 1 : 0;
    }
    return count;
  };
  EXPECT_LT(pushes(spreading), 5);
  EdgeTraits handing_on = spreading;
  handing_on.hands_on = true;
  EXPECT_GT(pushes(handing_on), 25);
}

TEST_F(Guessing, SampleBuildsWhatItTriesOnlyWhereThatWouldPay) {
  const double sweep_ms = offers[0].expected_ms;
  const auto tries_sweep = [&](double build_ms) {
    offers[0].build_ms = build_ms;
    return policy->tries(step, offers, 0) != Trial::none;
  };
  EXPECT_FALSE(tries_sweep(0.01 * sweep_ms)) << "nothing is known of the pushes that need no building";
  EXPECT_NE(policy->tries(step, offers, 1), Trial::none);
  policy->learn(step, offers[1], sweep_ms);
  EXPECT_TRUE(tries_sweep(0.1 * sweep_ms)) << "a sweep may take a quarter of what it is expected to";
  EXPECT_FALSE(tries_sweep(sweep_ms)) << "it would not pay";
  policy->learn(step, offers[0], 0.5 * sweep_ms);
  EXPECT_FALSE(tries_sweep(0)) << "it has been measured";
}

}  // namespace
}  // namespace mg
