// Policies by themselves, with made-up steps and costs: which way they go, and what they learn.
#include "hybrid/policy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "algorithms/built_in.hpp"
#include "dense/costs.hpp"
#include "engine/error.hpp"
#include "engine/profile.hpp"
#include "engine/registration_scope.hpp"
#include "sparse/costs.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

/// A graph large enough on a GPU for arcs to matter.
constexpr RunFacts large_run{.num_vertices = 1'000'000, .num_arcs = 1'000'000'000, .on_gpu = true};
/// An idempotent function whose receivers take values again and again: connected components.
constexpr EdgeTraits spreading{
    .idempotent = true, .stops_early = false, .has_wants = false, .weighted = false, .wire_bytes = 4};

/// What the built-in engines offer for a step, one way.
Offer offer_of(const RunFacts& run, const StepFacts& step, Way way, const sparse::PullOutlook& pull = {}) {
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

/// A search in which half of the arcs are unexplored.
constexpr EdgeTraits searching{
    .idempotent = true, .stops_early = true, .has_wants = true, .weighted = false, .wire_bytes = 4};

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

class Replays : public Policies {
 protected:
  static constexpr RunFacts run_of_trace{.num_vertices = 4, .num_arcs = 6};

  /// A policy that repeats a trace with these steps.
  std::unique_ptr<Policy> replay(const std::string& steps, const std::string& size = R"("vertices": 4, "arcs": 6)") {
    return make_policy("replay:" +
                       folder_.write("t.json", R"({"header": {)" + size + R"(}, "steps": [)" + steps + "]}"));
  }
  static std::string step_json(int run, const std::string& operation, const std::string& engine,
                               const std::string& kernel, int vertices) {
    return R"({"run": )" + std::to_string(run) + R"(, "operation": ")" + operation + R"(", "engine": ")" + engine +
           R"(", "driver": "launched", "kernel": ")" + kernel + R"(", "vertices": )" + std::to_string(vertices) + "}";
  }
  static StepFacts nth(std::uint64_t n, std::uint64_t vertices, Pattern pattern = Pattern::expand) {
    StepFacts step = step_of(vertices, 1);
    step.step = n;
    step.pattern = pattern;
    return step;
  }

  TemporaryFolder folder_;
};

TEST_F(Replays, RepeatTheTraceStepByStep) {
  const auto policy =
      replay(step_json(0, "edge_map", "sparse", "push strict", 1) + "," +
             step_json(0, "edge_map", "dense", "two_phase", 2) + "," + step_json(0, "edge_map", "sparse", "pull", 4) +
             "," + step_json(0, "edge_reduce", "sparse", "push coo and reduce", 4) + "," +
             step_json(1, "edge_map", "sparse", "pull", 3));
  policy->begin(run_of_trace);
  EXPECT_TRUE(policy->chooses_every_step());
  EXPECT_EQ(chosen(*policy, nth(0, 1)), Way::push);
  EXPECT_EQ(chosen(*policy, nth(1, 2)), Way::sweep);
  EXPECT_EQ(chosen(*policy, nth(2, 4)), Way::pull);
  EXPECT_EQ(chosen(*policy, nth(3, 4, Pattern::reduce), {Way::sweep, Way::pull}), Way::pull);
  RunFacts second = run_of_trace;
  second.run = 1;
  policy->begin(second);
  EXPECT_EQ(chosen(*policy, nth(0, 3)), Way::pull);
  second.run = 2;
  expect_refused([&] { policy->begin(second); }, "is of 2 runs, and this is one more");
}

TEST_F(Replays, LeaveOutWhatNoEngineChose) {
  const auto policy =
      replay(step_json(0, "vertex_map", "", "", 4) + "," + step_json(1, "vertex_map", "", "", 4) + "," +
             step_json(1, "edge_map", "sparse", "pull", 1) + "," + step_json(1, "vertex_map", "", "", 1) + "," +
             step_json(1, "edge_map", "dense", "two_phase", 3));
  RunFacts second = run_of_trace;
  second.run = 1;
  policy->begin(second);
  EXPECT_EQ(chosen(*policy, nth(0, 1)), Way::pull);
  EXPECT_EQ(chosen(*policy, nth(1, 3)), Way::sweep);
}

TEST_F(Replays, OfOneRunServeAnyNumber) {
  const auto policy = replay(step_json(0, "edge_map", "sparse", "pull", 1));
  for (const std::uint32_t run : {0U, 1U, 9U}) {
    RunFacts facts = run_of_trace;
    facts.run = run;
    policy->begin(facts);
    EXPECT_EQ(chosen(*policy, nth(0, 1)), Way::pull);
  }
}

TEST_F(Replays, RefuseTracesOfSomethingElse) {
  const auto policy =
      replay(step_json(0, "edge_map", "dense", "two_phase", 1) + "," + step_json(0, "gather", "sparse", "gather", 2));
  RunFacts other_graph = run_of_trace;
  other_graph.num_arcs = 7;
  expect_refused([&] { policy->begin(other_graph); },
                 "another graph: it has 4 vertices and 6 arcs, and this one 4 and 7");
  policy->begin(run_of_trace);
  expect_refused([&] { static_cast<void>(chosen(*policy, nth(0, 3))); }, "starts from 1 vertices, and this from 3");
  expect_refused([&] { static_cast<void>(chosen(*policy, nth(0, 1, Pattern::gather))); }, "it has edge_map there");
  expect_refused([&] { static_cast<void>(chosen(*policy, nth(2, 1))); }, "it has 2 steps, and this is one more");
  expect_refused(
      [&] {
        static_cast<void>(chosen(*policy, nth(0, 1), {Way::push, Way::pull}));
      },
      "goes 'dense' there, which is not to be had here");
}

TEST_F(Replays, RefuseFilesThatAreNoTraces) {
  expect_refused([&] { static_cast<void>(replay("{}")); }, "is no trace");
  expect_refused([&] { static_cast<void>(replay("]")); }, "is no trace");
  expect_refused([&] { static_cast<void>(replay("", R"("vertices": 4)")); }, "is no trace");
  expect_refused([&] { static_cast<void>(replay("")); }, "has no step");
  std::string fused = step_json(0, "iterate", "sparse", "push, one cluster", 1);
  fused.replace(fused.find("launched"), 8, "fused");
  expect_refused([&] { static_cast<void>(replay(fused)); }, "trace a run with driver=launched");
  expect_refused([&] { static_cast<void>(replay(step_json(3, "edge_map", "sparse", "pull", 1))); }, "not in order");
  expect_refused([&] { static_cast<void>(make_policy("replay:" + (folder_ / "absent"))); }, "cannot be read");
}

}  // namespace
}  // namespace mg
