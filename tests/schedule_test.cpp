// Schedules to and from text and JSON, and how mistakes in them are refused.
#include "engine/schedule.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "engine/error.hpp"

namespace mg {
namespace {

/// The message with which `text` is refused; a failed test when it is not.
std::string refusal(const std::string& text) {
  try {
    static_cast<void>(parse_schedule(text));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::wrong_use);
    return error.what();
  }
  ADD_FAILURE() << "accepted: " << text;
  return {};
}

void expect_refusal(const std::string& text, const std::string& part) {
  EXPECT_NE(refusal(text).find(part), std::string::npos) << refusal(text) << " lacks " << part;
}

const Schedule unusual{.direction = Direction::pull,
                       .alpha = 0.1,
                       .beta = 1e300,
                       .balance = Balance::edge,
                       .dedup = Dedup::bitmap,
                       .delta = 1.0 / 3};

TEST(Schedule, DefaultsHaveATextForm) {
  EXPECT_EQ(to_text(Schedule{}), "direction=optimized,alpha=15,beta=18,balance=vertex,dedup=auto,delta=0");
  EXPECT_EQ(parse_schedule(""), Schedule{});
  EXPECT_EQ(parse_schedule(to_text(Schedule{})), Schedule{});
}

TEST(Schedule, EveryValueSurvivesTextAndJson) {
  for (const auto direction : {Direction::push, Direction::pull, Direction::optimized}) {
    for (const auto balance : {Balance::vertex, Balance::edge}) {
      for (const auto dedup : {Dedup::automatic, Dedup::none, Dedup::bitmap}) {
        Schedule schedule = unusual;
        schedule.direction = direction;
        schedule.balance = balance;
        schedule.dedup = dedup;
        EXPECT_EQ(parse_schedule(to_text(schedule)), schedule) << to_text(schedule);
        EXPECT_EQ(parse_schedule(to_json(schedule)), schedule) << to_json(schedule);
      }
    }
  }
}

TEST(Schedule, KeysLeftOutKeepTheirDefaults) {
  const Schedule expected{.direction = Direction::push, .delta = 2.5};
  EXPECT_EQ(parse_schedule("delta=2.5,direction=push"), expected);
  EXPECT_EQ(parse_schedule(R"({"direction": "push", "delta": 2.5})"), expected);
  EXPECT_EQ(parse_schedule(" direction = push , delta = 2.5\n"), expected);
}

TEST(Schedule, JsonIsJson) {
  const auto json = nlohmann::json::parse(to_json(unusual));
  EXPECT_EQ(json.at("direction"), "pull");
  EXPECT_EQ(json.at("delta"), 1.0 / 3);
}

TEST(Schedule, MistakesAreRefusedWithWhatIsAllowed) {
  expect_refusal("direction=up", "allowed: push, pull, optimized");
  expect_refusal("direction=pulll", "did you mean 'pull'");
  expect_refusal("directoin=push", "did you mean 'direction'");
  expect_refusal("cta=256", "alpha, beta");
  expect_refusal("alpha=0", "above 0");
  expect_refusal("beta=-1", "above 0");
  expect_refusal("delta=-0.5", "at least 0");
  expect_refusal("delta=inf", "finite");
  expect_refusal("delta=nan", "finite");
  expect_refusal("delta=1x", "'1x'");
  expect_refusal("delta=", "''");
  expect_refusal("push", "KEY=VALUE");
  expect_refusal("alpha=1,,beta=2", "KEY=VALUE");
  expect_refusal("alpha=1,beta=2,alpha=1", "'alpha' is given twice");
}

TEST(Schedule, MistakesInJsonAreRefused) {
  expect_refusal(R"({"alpha": 1, "alpha": 2})", "given twice");
  expect_refusal(R"({"alpha": [1]})", "must be a text or a number");
  expect_refusal(R"({"alpha": {"beta": 1}})", "must be a text or a number");
  expect_refusal(R"({"alpha": null})", "must be a text or a number");
  expect_refusal(R"({"alpha": true})", "must be a text or a number");
  expect_refusal(R"({"alpha": 1)", "schedule:");
  expect_refusal(R"({"alpha": 1} trailing)", "schedule:");
  expect_refusal(R"({"alpha": 1e999})", "schedule:");
}

}  // namespace
}  // namespace mg
