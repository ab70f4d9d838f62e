// Policies by themselves, with made-up steps and costs: which way they go, and what they learn.
#include "hybrid/policies/policy.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "engine/registration_scope.hpp"
#include "tests/policies.hpp"

namespace mg {
namespace {

TEST_F(Policies, AreFoundByNameAndArgument) {
  for (const char* text :
       {"auto", "sample", "sample:always", "threshold", "threshold:2.5", "alpha_beta", "model", "oracle", "random:0"}) {
    EXPECT_NE(make_policy(text), nullptr) << text;
  }
  expect_no_policy("sampel", "no policy 'sampel'; did you mean 'sample'?");
  expect_no_policy("sample:3", "takes 'always'");
  expect_no_policy("model:3", "takes no argument, but ':3' was given");
  expect_no_policy("random", "as in random:7");
  expect_no_policy("random:x", "not 'x'");
  expect_no_policy("random:-1", "not '-1'");
  for (const char* percent : {"101", "-1", "nan", "5x"}) {
    expect_no_policy(std::string("threshold:") + percent, "a number from 0 to 100");
  }
  expect_no_policy("replay", "cannot be read");
  EXPECT_EQ(find_policy("random").usage(), "random:SEED");
}

TEST_F(Policies, AreRegisteredAndTakenBackLikeEngines) {
  const auto entry = [](const std::string& name) {
    return PolicyEntry{.name = name, .summary = "", .make = [](const std::string&) { return make_policy("sample"); }};
  };
  {
    RegistrationScope scope("half.so");
    register_policy(entry("half"));
    EXPECT_EQ(scope.num_registered(), 1U);
    EXPECT_EQ(find_policy("half").origin, "half.so");
  }
  expect_refused([] { static_cast<void>(find_policy("half")); }, "no policy 'half'");
  expect_refused([&] { register_policy(entry("sample")); }, "the name is taken (built in)");
  expect_refused([] { register_policy({.name = "hollow", .summary = "", .make = nullptr}); }, "without a factory");
}

/// A search in which half of the arcs are unexplored.
constexpr EdgeTraits searching{.idempotent = true, .stops_early = true, .has_wants = true, .wire_bytes = 4};

TEST(StepCosts, OfAPullAreThoseOfTheReceiversThatAreLeft) {
  const StepFacts all{.traits = searching, .vertices = 1000, .arcs = 50'000'000, .unexplored_arcs = 500'000'000};
  const auto expected = [&](std::optional<std::uint64_t> left) {
    return offer_of(large_run, all, Way::pull, {.receivers_left = left}).expected_ms;
  };
  double before = expected({});
  for (const std::uint64_t left : {900'000, 10'000, 0}) {
    EXPECT_LT(expected(left), before) << left;
    before = expected(left);
  }
  EXPECT_EQ(expected(large_run.num_vertices), expected({}));
}

/// Path counts: every message is needed, by those alone that no earlier one has reached.
TEST(StepCosts, OfAPullOfEveryMessageLeaveOutWhoHasBeenReached) {
  constexpr EdgeTraits counting{
      .idempotent = false, .stops_early = false, .has_wants = true, .weighted = false, .wire_bytes = 8};
  const auto arcs_of = [](const EdgeTraits& traits, EdgeId unexplored, EdgeId arcs) {
    const StepFacts step{.traits = traits, .vertices = 1000, .arcs = arcs, .unexplored_arcs = unexplored};
    return offer_of(large_run, step, Way::pull).arcs;
  };
  EXPECT_EQ(arcs_of(counting, 500'000'000, 300'000'000), 200e6);
  EXPECT_EQ(arcs_of(counting, 500'000'000, 500'000'000), 0);
  EXPECT_EQ(arcs_of(counting, 500'000'000, 600'000'000), 0) << "a directed graph";
  EXPECT_EQ(arcs_of(spreading, 500'000'000, 300'000'000), 1e9) << "those who were reached take values, too";
  const StepFacts reduction{
      .pattern = Pattern::reduce, .traits = counting, .arcs = 1'000'000'000, .unexplored_arcs = 1'000'000'000};
  EXPECT_EQ(offer_of(large_run, reduction, Way::pull).arcs, 1e9);
}

TEST(StepCosts, OfAPullLightestFirstAreAFewArcsARow) {
  const auto expected = [](const RunFacts& run, bool pulls_lightest) {
    const StepFacts step{.traits = spreading, .vertices = 1000, .arcs = 1000, .unexplored_arcs = run.num_arcs};
    return offer_of(run, step, Way::pull, {.pulls_lightest = pulls_lightest}).expected_ms;
  };
  EXPECT_LT(expected(large_run, true), expected(large_run, false) / 10);
  RunFacts longer = large_run;
  longer.num_arcs *= 2;
  EXPECT_EQ(expected(longer, true), expected(large_run, true)) << "of longer rows no more";
  RunFacts short_rows = large_run;
  short_rows.num_arcs = 2'000'000;
  EXPECT_EQ(expected(short_rows, true), expected(short_rows, false)) << "but no more than all";
}

TEST_F(Policies, AlphaBetaPullsLightestFirstOnceThatReadsLess) {
  constexpr std::uint64_t n = 1000;
  constexpr EdgeId enough = 3 * n / 2;  // where a pull reads 4 arcs a row
  const RunFacts run{.num_vertices = n, .num_arcs = 1'000'000, .on_gpu = true};
  const auto policy = make_policy("alpha_beta");
  policy->begin(run);
  std::string_view reason;
  int counted = 0;
  const auto pulls = [&](EdgeId arcs, bool lightest, EdgeId count = 0) {
    StepFacts step = step_of(10, arcs);
    step.count = [&] {
      ++counted;
      return count;
    };
    std::vector<Offer> offers = offers_of(step, {Way::push, Way::pull}, run);
    offers[1].leaves_rows = lightest;
    const Choice choice = policy->choose(step, offers);
    reason = choice.reason;
    return offers[choice.offer].way == Way::pull;
  };
  EXPECT_FALSE(pulls(enough, true));
  EXPECT_EQ(reason, "its arcs are few");
  EXPECT_TRUE(pulls(enough + 1, true));
  EXPECT_EQ(reason, "pulls leave rows early");
  EXPECT_FALSE(pulls(enough + 1, false)) << "a small share of all";
  EXPECT_EQ(counted, 0);
  EXPECT_TRUE(pulls(Frontier::unknown_arcs, true, enough + 1));
  EXPECT_FALSE(pulls(Frontier::unknown_arcs, true, enough));
  EXPECT_EQ(counted, 2);

  policy->note_arcs_asked(100 * n);  // rows are left late after all
  EXPECT_FALSE(pulls(25 * n, true));
  EXPECT_TRUE(pulls(26 * n, true));
  policy->begin(run);
  EXPECT_TRUE(pulls(25 * n, true)) << "of another run nothing is known";
}

TEST_F(Policies, ThresholdGoesDenseAboveItsShareOfVerticesAndArcs) {
  const auto policy = make_policy("threshold:10");
  policy->begin({.num_vertices = 1000, .num_arcs = 9000});
  EXPECT_EQ(chosen(*policy, step_of(100, 900)), Way::push) << "exactly the share";
  EXPECT_EQ(chosen(*policy, step_of(101, 900)), Way::sweep);
  EXPECT_EQ(chosen(*policy, step_of(101, 900), {Way::push, Way::pull}), Way::pull) << "in place of tiles";
  EXPECT_EQ(chosen(*policy, step_of(1, 1), {Way::sweep, Way::pull}), Way::pull);
  StepFacts unknown = step_of(10, Frontier::unknown_arcs);
  EXPECT_EQ(chosen(*policy, unknown), Way::push) << "by the mean degree";
  unknown.sample = [] { return EdgeId{5000}; };
  EXPECT_EQ(chosen(*policy, unknown), Way::sweep);
}

TEST_F(Policies, AlphaBetaPullsWhileTheFrontierIsWide) {
  const auto policy = make_policy("alpha_beta");
  policy->begin({.num_vertices = 1000, .num_arcs = 16'000});
  using Step = std::tuple<std::uint64_t, EdgeId, Way>;
  for (const auto& [vertices, arcs, way] : std::vector<Step>{{1, 10, Way::push},
                                                             {10, 300, Way::push},
                                                             {200, 6000, Way::pull},  // 15 times that is unexplored
                                                             {400, 5000, Way::pull},
                                                             {100, 700, Way::pull},  // more than 1000 / 18
                                                             {20, 100, Way::push},
                                                             {1, 3, Way::push}}) {
    StepFacts step = step_of(vertices, arcs);
    step.traits.stops_early = step.traits.has_wants = true;
    EXPECT_EQ(chosen(*policy, step), way) << vertices;
  }
  EXPECT_EQ(chosen(*policy, step_of(1000, 16'000), {Way::sweep, Way::pull}), Way::pull) << "never dense";
}

/// What one search has explored says nothing of the next: it begins by pushing, and looks at all arcs as unexplored.
TEST_F(Policies, AlphaBetaBeginsAnewWithEveryLoop) {
  const auto policy = make_policy("alpha_beta");
  policy->begin({.num_vertices = 1000, .num_arcs = 16'000});
  for (std::uint64_t loop = 1; loop <= 3; ++loop) {
    for (const auto& [vertices, arcs, way] : std::vector<std::tuple<std::uint64_t, EdgeId, Way>>{
             {30, 900, Way::push}, {200, 6000, Way::pull}, {300, 9000, Way::pull}}) {
      StepFacts step = step_of(vertices, arcs);
      step.loop = loop;
      step.traits.stops_early = step.traits.has_wants = true;
      EXPECT_EQ(chosen(*policy, step), way) << vertices << " in loop " << loop;
    }
  }
}

/// A machine of linear costs that are not those of a profile.
double made_up_ms(const StepFacts& step, Way way, double slower = 1) {
  const auto arcs = static_cast<double>(step.arcs);
  const auto vertices = static_cast<double>(step.vertices);
  return way == Way::push ? slower * (0.05 + 2e-8 * vertices + 3e-8 * arcs) : 4.0;
}

TEST_F(Policies, ModelLearnsALinearMachineAndForgetsAnOldOne) {
  const auto policy = make_policy("model");
  policy->begin(large_run);
  const auto error_of_push = [&](const StepFacts& step, double slower) {
    std::vector<Offer> offers = offers_of(step, {Way::push});
    static_cast<void>(policy->choose(step, offers));
    return std::abs(offers[0].expected_ms / made_up_ms(step, Way::push, slower) - 1);
  };
  const auto teach_all = [&](double slower) {
    for (EdgeId i = 1; i <= 60; ++i) {
      const StepFacts step = step_of(i * 7919 % 500'000, i * 104'729 % 97 * 2'000'000);
      static_cast<void>(chosen(*policy, step));
      teach(*policy, step, Way::push, made_up_ms(step, Way::push, slower));
    }
  };
  const StepFacts step = step_of(200'000, 120'000'000);
  EXPECT_GT(error_of_push(step, 1), 0.3) << "before anything was learned";
  teach_all(1);
  EXPECT_LT(error_of_push(step, 1), 0.02);
  teach_all(3);
  EXPECT_LT(error_of_push(step, 3), 0.05);
}

TEST_F(Policies, ModelTakesTheWayThatIsCheaperOnThatMachine) {
  const auto policy = make_policy("model");
  policy->begin(large_run);
  for (EdgeId i = 1; i <= 60; ++i) {
    const StepFacts step = step_of(i * 1000, i * 5'000'000);
    static_cast<void>(chosen(*policy, step));
    for (const Way way : {Way::sweep, Way::push}) teach(*policy, step, way, made_up_ms(step, way));
  }
  EXPECT_EQ(chosen(*policy, step_of(50'000, 100'000'000), {Way::sweep, Way::push}), Way::push) << "3.05 ms against 4";
  EXPECT_EQ(chosen(*policy, step_of(50'000, 160'000'000), {Way::sweep, Way::push}), Way::sweep) << "4.85 ms against 4";
}

TEST_F(Policies, OracleTakesTheFastestThatWasMeasured) {
  const auto policy = make_policy("oracle");
  EXPECT_TRUE(policy->tries_all());
  std::array<Offer, 3> offers{{{.name = "dense", .way = Way::sweep, .measured_ms = 2.0},
                               {.name = "sparse push", .way = Way::push, .measured_ms = 0.5},
                               {.name = "sparse pull", .way = Way::pull, .measured_ms = 0.7}}};
  EXPECT_EQ(policy->choose(step_of(1, 1), offers).offer, 1U);
  offers[2].measured_ms = 0.1;
  EXPECT_EQ(policy->choose(step_of(1, 1), offers).offer, 2U);
}

TEST_F(Policies, RandomDrawsTheSameForTheSameSeedAndEveryWay) {
  const auto draws = [](const std::string& text) {
    const auto policy = make_policy(text);
    std::vector<Way> ways(60);
    for (Way& way : ways) way = chosen(*policy, step_of(1, 1));
    return ways;
  };
  const std::vector<Way> first = draws("random:1");
  EXPECT_EQ(first, draws("random:1"));
  EXPECT_NE(first, draws("random:2"));
  EXPECT_EQ(std::set(first.begin(), first.end()).size(), 3U);
}

}  // namespace
}  // namespace mg
