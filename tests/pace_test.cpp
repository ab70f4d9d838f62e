// Whether loops get further with pushes, on made-up loops.
#include "hybrid/policies/pace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace mg::hybrid {
namespace {

/// A loop in which a step by what costs least takes a millisecond, and frontiers shrink by so much of a logarithm in
/// it.
struct Loop {
  double cheapest_shrinks;
  double push_ms;
  double push_shrinks;
  double vertices = 1e6;
  std::uint64_t number = 1;
  std::uint64_t steps = 0;

  /// Returns which of so many steps were pushes: "P" or ".".
  std::string run(Pace& pace, int count) {
    std::string ways;
    for (int i = 0; i < count; ++i) {
      const StepFacts step{.step = steps++, .loop = number, .vertices = static_cast<std::uint64_t>(vertices)};
      const bool pushes = pace.pushes(step);
      ways += pushes ? 'P' : '.';
      vertices *= std::exp(pushes ? -push_shrinks : -cheapest_shrinks);
      pace.took(step, pushes ? push_ms : 1);
    }
    return ways;
  }
};

TEST(APace, IsThatOfPushesWhereFrontiersShrinkFasterByThem) {
  Pace pace;
  Loop loop{.cheapest_shrinks = 0.002, .push_ms = 4, .push_shrinks = 0.05};
  EXPECT_EQ(loop.run(pace, 39), "..." + std::string(4 + 8, 'P') + "...." + std::string(1 + 16, 'P') + "...")
      << "with a look now and then at how it goes without";
}

TEST(APace, IsGivenBackWherePushesDoNoMoreThanTheyCost) {
  Pace pace;
  Loop loop{.cheapest_shrinks = 0.002, .push_ms = 4, .push_shrinks = 0.007};
  EXPECT_EQ(loop.run(pace, 45), "...PPPP" + std::string(25, '.') + "PPPP" + std::string(9, '.'));
  loop.number = 2;
  EXPECT_EQ(loop.run(pace, 100), std::string(100, '.')) << "in the next loop it is not tried as soon";
}

TEST(APace, IsNotThatOfPushesThatGainLittle) {
  Pace pace;
  Loop loop{.cheapest_shrinks = 0.002, .push_ms = 4, .push_shrinks = 0.015};  // 1.9 times as far
  EXPECT_EQ(loop.run(pace, 20), "...PPPP" + std::string(13, '.'));
}

TEST(APace, IsGivenBackWherePushesNoLongerShrinkFrontiers) {
  Pace pace;
  Loop loop{.cheapest_shrinks = 0.002, .push_ms = 4, .push_shrinks = 0.05};
  EXPECT_EQ(loop.run(pace, 8), "..." + std::string(5, 'P'));
  loop.cheapest_shrinks = loop.push_shrinks = -0.001;
  const std::string ways = loop.run(pace, 60);
  EXPECT_EQ(ways, std::string(7, 'P') + std::string(48, '.') + "PPPP.") << "four steps for each push that was lost";
}

/// Labels on a grid of roads: the frontiers that pushes make are smaller by a third than those of pulls, whatever the
/// stage of the loop, which gets on no faster by them. A few pushes look good, and a few pulls after them bad.
TEST(APace, OfALoopIsNotThatOfItsFrontiersWhileTheySettle) {
  Pace pace;
  double stage = 1e7;
  double settled = 0;  // 0: pulls' frontier, 1: that of pushes
  std::uint64_t pushes = 0;
  for (std::uint64_t i = 0; i < 7000; ++i) {
    const double vertices = stage * (1 - settled / 3);
    const bool is_push = pace.pushes({.step = i, .loop = 1, .vertices = static_cast<std::uint64_t>(vertices)});
    pushes += is_push ? 1 : 0;
    pace.took({.step = i, .loop = 1}, is_push ? 2 : 1);
    stage *= std::exp(-0.0005);
    settled += is_push ? (1 - settled) * 0.3 : -settled * 0.3;
  }
  EXPECT_LT(pushes, 7000 / 4);
}

TEST(APace, OfFrontiersThatGrowIsNotThatOfPushes) {
  Pace pace;
  Loop loop{.cheapest_shrinks = -0.02, .push_ms = 4, .push_shrinks = -0.02};
  EXPECT_EQ(loop.run(pace, 100), std::string(100, '.'));
}

/// Once all vertices take part, fewer or more of them do from step to step.
TEST(APace, IsThatOfPushesWhereFrontiersHardlyGrowOtherwise) {
  Pace pace;
  Loop loop{.cheapest_shrinks = -0.001, .push_ms = 4, .push_shrinks = 0.05};
  EXPECT_EQ(loop.run(pace, 15), "..." + std::string(4 + 8, 'P'));
}

/// Frontiers that shrink with time, whatever the way.
TEST(APace, IsGivenBackWhereFrontiersBeginToShrinkByAnyWay) {
  Pace pace;
  Loop loop{.cheapest_shrinks = 0.001, .push_ms = 8, .push_shrinks = 0.1};
  EXPECT_EQ(loop.run(pace, 3), "...");
  loop.cheapest_shrinks = 0.1;
  const std::string ways = loop.run(pace, 60);
  EXPECT_LE(std::ranges::count(ways, 'P'), 13) << ways;
}

TEST(APace, IsLeftAloneWhereFrontiersShrinkByThemselves) {
  Pace pace;
  Loop loop{.cheapest_shrinks = 0.011, .push_ms = 2, .push_shrinks = 1};
  EXPECT_EQ(loop.run(pace, 100), std::string(100, '.'));
}

TEST(APace, IsOfOneLoop) {
  Pace pace;
  Loop first{.cheapest_shrinks = 0.002, .push_ms = 4, .push_shrinks = 0.05};
  EXPECT_EQ(first.run(pace, 5), "...PP");
  Loop second{.cheapest_shrinks = 0.02, .push_ms = 4, .push_shrinks = 0.05, .number = 2};
  EXPECT_EQ(second.run(pace, 20), std::string(20, '.'));
  pace.begin_run();
  Loop again{.cheapest_shrinks = 0.02, .push_ms = 4, .push_shrinks = 0.05, .number = 2};
  EXPECT_EQ(again.run(pace, 20), std::string(20, '.'));
}

TEST(APace, DoesNotCountTrialsNorStepsThatNobodyMeasured) {
  Pace pace;
  double vertices = 1e6;
  for (std::uint64_t number = 0; number < 32; ++number) {
    const StepFacts step{.step = number, .loop = 1, .vertices = static_cast<std::uint64_t>(vertices)};
    pace.took(step, 100);  // a trial, before it was asked
    EXPECT_FALSE(pace.pushes(step)) << number;
    if (number % 2 == 0 && number < 4) pace.took(step, 1);  // two of them
    vertices *= 0.999;
  }
}

TEST(APace, BeginsAnewAfterStepsThatAreNotWide) {
  Pace pace;
  Loop loop{.cheapest_shrinks = 0.002, .push_ms = 4, .push_shrinks = 0.05};
  EXPECT_EQ(loop.run(pace, 2), "..");
  pace.rest();
  EXPECT_EQ(loop.run(pace, 4), "...P");
  pace.rest();
  EXPECT_EQ(loop.run(pace, 4), "PPPP") << "pushes that cost least are pushes all the same";
}

}  // namespace
}  // namespace mg::hybrid
