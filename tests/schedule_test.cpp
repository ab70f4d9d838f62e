// Schedules to and from text and JSON, and how mistakes in them are refused.
#include "engine/schedule/schedule.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
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
                       .balance = "etwc",
                       .frontier = FrontierForm::queue,
                       .dedup = Dedup::bytemap,
                       .aggregate = Aggregate::warp,
                       .cta = 512,
                       .delta = 1.0 / 3};

TEST(Schedule, DefaultsHaveATextForm) {
  EXPECT_EQ(to_text(Schedule{}),
            "direction=optimized,alpha=15,beta=18,balance=auto,layout=auto,block=0,heavy=256,frontier=auto,"
            "creation=auto,dedup=auto,aggregate=auto,driver=auto,cta=256,delta=0");
  EXPECT_EQ(parse_schedule(""), Schedule{});
  EXPECT_EQ(parse_schedule(to_text(Schedule{})), Schedule{});
}

void expect_survival(const HybridSchedule& schedule) {
  EXPECT_EQ(parse_schedule(to_text(schedule)), schedule) << to_text(schedule);
  EXPECT_EQ(parse_schedule(to_json(schedule)), schedule) << to_json(schedule);
}

TEST(Schedule, EveryValueSurvivesTextAndJson) {
  const auto with = [](auto member, auto value) {
    Schedule schedule = unusual;
    schedule.*member = value;
    expect_survival(schedule);
  };
  for (const auto value : {Direction::push, Direction::pull, Direction::optimized}) with(&Schedule::direction, value);
  with(&Schedule::balance, "auto");
  for (const Balancer* balancer : registered_balancers()) with(&Schedule::balance, balancer->name);
  for (int i = 0; i <= static_cast<int>(Dedup::cull); ++i) with(&Schedule::dedup, static_cast<Dedup>(i));
  for (int i = 0; i <= static_cast<int>(Aggregate::block); ++i) with(&Schedule::aggregate, static_cast<Aggregate>(i));
  for (const std::uint32_t cta : {128, 256, 512, 1024}) with(&Schedule::cta, cta);
  for (int i = 0; i <= static_cast<int>(FrontierForm::counter); ++i) {
    expect_survival(Schedule{.frontier = static_cast<FrontierForm>(i)});
  }
  expect_survival(Schedule{.creation = Creation::unfused, .dedup = Dedup::bytemap});
  expect_survival(Schedule{.layout = "auto"});
  for (const Layout* layout : registered_layouts()) expect_survival(Schedule{.layout = layout->name});
  expect_survival(Schedule{.layout = "blocked", .block = 4294967295});
  expect_survival(Schedule{.balance = "stages", .layout = "segments", .block = 4096, .heavy = 1});
}

TEST(Schedule, TwoAreComposedUnderACondition) {
  const Schedule push{.direction = Direction::push, .balance = "twc"};
  const Schedule pull{.direction = Direction::pull};
  const HybridSchedule above(push, {{.schedule = pull, .conditions = {{.below = false, .percent = 12.5}}}});
  EXPECT_EQ(parse_schedule("direction=push,balance=twc ; direction=pull if size>12.5%"), above);
  EXPECT_EQ(parse_schedule("direction=push,balance=twc;direction=pull if size > 12.5 %"), above);
  EXPECT_EQ(parse_schedule(R"([{"direction": "push", "balance": "twc"}, {"if": "size>12.5%", "direction": "pull"}])"),
            above);
  expect_survival(above);
  expect_survival(HybridSchedule(unusual, {{.schedule = push, .conditions = {{.below = true, .percent = 1.0 / 3}}}}));
  const WholeGraph whole{.vertices = 1000, .arcs = 9000};
  EXPECT_EQ(above.part_for({.vertices = 125}, whole), 0U);
  EXPECT_EQ(above.part_for({.vertices = 126}, whole), 1U);
  EXPECT_EQ(parse_schedule(" ; direction=pull if size<50%").part_for({.vertices = 499}, whole), 1U);
  EXPECT_EQ(parse_schedule(" ; direction=pull if size<50%").part_for({.vertices = 500}, whole), 0U);
  EXPECT_EQ(parse_schedule("direction=pull if size<50%"), parse_schedule(" ; direction=pull if size<50%"));
  EXPECT_EQ(parse_schedule("cta=512; if size<1%").part(1), Schedule{});
}

TEST(Schedule, PartsAreOfLabelsAndUnderConditionsAndTheFirstThatHoldsIsTaken) {
  const char* text =
      "direction=push ; Visit: direction=pull if size>5% and arcs>20% ; Forward: cta=512 ; cta=1024 if arcs<1%";
  const HybridSchedule schedule = parse_schedule(text);
  ASSERT_EQ(schedule.num_parts(), 4U);
  expect_survival(schedule);
  EXPECT_EQ(schedule, parse_schedule(R"([{"direction": "push"},
      {"label": "Visit", "direction": "pull", "if": "size > 5% and arcs>20%"},
      {"label": "Forward", "cta": 512}, {"cta": 1024, "if": "arcs<1%"}])"));
  const WholeGraph whole{.vertices = 1000, .arcs = 10'000};
  const auto part = [&](const char* label, const char* loop, std::uint64_t vertices, EdgeId arcs) {
    return schedule.part_for({.label = label, .loop = loop, .vertices = vertices, .arcs = arcs}, whole);
  };
  EXPECT_EQ(part("Visit", "", 51, 2001), 1U);
  EXPECT_EQ(part("Visit", "", 50, 2001), 0U);
  EXPECT_EQ(part("Visit", "", 51, 2000), 0U);
  EXPECT_EQ(part("Visit", "", 1, 99), 3U);
  EXPECT_EQ(part("CountPaths", "Forward", 900, 9000), 2U) << "a step of the loop";
  EXPECT_EQ(part("Visit", "Forward", 900, 9000), 1U) << "before it in the text";
  EXPECT_EQ(part("Forward", "", 1, 1), 2U) << "before the condition that holds, too";
  EXPECT_TRUE(schedule.asks_for_arcs("Relax", "")) << "by the part for all";
  const HybridSchedule labelled = parse_schedule("Visit: cta=512 if arcs<5% ; cta=128 if size<5%");
  EXPECT_TRUE(labelled.asks_for_arcs("Visit", ""));
  EXPECT_TRUE(labelled.asks_for_arcs("Spread", "Visit"));
  EXPECT_FALSE(labelled.asks_for_arcs("Spread", "Forward"));
}

TEST(Schedule, APartHoldsUpToANumberOfArcs) {
  const WholeGraph whole{.vertices = 1000, .arcs = 10'000};
  constexpr auto unlimited = std::numeric_limits<EdgeId>::max();
  const auto most_arcs = [&](const char* text, EdgeId arcs, const char* label = "Visit") {
    return parse_schedule(text).most_arcs_of_part({.label = label, .arcs = arcs}, whole);
  };
  EXPECT_EQ(most_arcs("cta=512", 7), unlimited);
  EXPECT_EQ(most_arcs("cta=512 if arcs<1%", 7), 99U);
  EXPECT_EQ(most_arcs("cta=512 if arcs<1%", 99), 99U);
  EXPECT_EQ(most_arcs("cta=512 if arcs<1%", 100), std::nullopt) << "fewer fall under the other part";
  EXPECT_EQ(most_arcs("cta=512 if arcs>1%", 7), 100U);
  EXPECT_EQ(most_arcs("cta=512 if arcs>1%", 101), std::nullopt);
  EXPECT_EQ(most_arcs("cta=512 if arcs>1% ; cta=1024 if arcs<50%", 50), 100U);
  EXPECT_EQ(most_arcs("cta=512 if arcs<0.055%", 5), 5U) << "of a share of 5.5 arcs";
  EXPECT_EQ(most_arcs("cta=512 if arcs<0.055%", 6), std::nullopt);
  EXPECT_EQ(most_arcs("cta=512 if arcs<0%", 6), unlimited) << "it never holds";
  EXPECT_EQ(most_arcs("cta=512 if size<1%", 7), std::nullopt) << "the number of vertices may change";
  EXPECT_EQ(most_arcs("Spread: cta=512 if size<1%", 7), unlimited) << "of another one";
}

TEST(Schedule, MistakesInACompositionAreRefused) {
  expect_refusal("direction=push ;", "the part '' is for all steps, and not the first");
  expect_refusal("direction=push ; direction=pull", "the part 'direction=pull' is for all steps, and not the first");
  expect_refusal("Visit: cta=512 ; cta=128", "the part 'cta=128' is for all steps, and not the first");
  expect_refusal("Visit: cta=512 ; Visit: cta=128 if size<5%", "the part 'Visit: cta=128 if size<5%' never holds");
  expect_refusal(" : cta=512", "expected the name of a step");
  for (const char* condition : {"size", "size=5%", "rows<5%", "size<5", "size<%", "size<-1%", "size<101%", "size<x%",
                                "size<5% and", "size<5% or arcs<5%", "and size<5%", "size<5% and arcs"}) {
    expect_refusal(std::string("direction=push ; direction=pull if ") + condition, "size<X%");
  }
  expect_refusal("direction=push ; direction=up if size<5%", "allowed: push");
  expect_refusal(R"([{}, {}])", "the part '' is for all steps, and not the first");
  expect_refusal(R"([{"cta": {}}])", "must be a text or a number");
  expect_refusal(R"([[{}]])", "expected an object, or an array of objects");
  expect_refusal(R"([3])", "expected an object, or an array of objects");
  expect_refusal(R"([{}, {"if": "size<5%", "if": "size<6%"}])", "given twice");
  expect_refusal(R"([{}, {"label": "Visit", "label": "Visit"}])", "given twice");
}

TEST(Schedule, ImpossibleCombinationsAreRefusedWithWhatIsPossible) {
  expect_refusal("frontier=bitmap,creation=unfused", "allowed: frontier=auto, queue");
  expect_refusal("frontier=counter,dedup=counter", "allowed: dedup=auto");
  expect_refusal("frontier=bytemap,aggregate=warp", "allowed: aggregate=auto");
  expect_refusal("creation=unfused,dedup=none", "allowed: dedup=auto, counter, bitmap, bytemap");
  expect_refusal("creation=unfused,dedup=cull", "allowed: dedup=auto, counter, bitmap, bytemap");
  expect_refusal("creation=unfused,aggregate=block", "allowed: aggregate=auto");
  expect_refusal(" ; creation=unfused,dedup=none if size<5%", "allowed: dedup=auto");
}

TEST(Schedule, EveryBalancerGoesWithEveryLayout) {
  for (const Layout* layout : registered_layouts()) {
    for (const Balancer* balancer : registered_balancers()) {
      EXPECT_EQ(contradiction({.balance = balancer->name, .layout = layout->name}), "");
    }
  }
  EXPECT_GE(registered_layouts().size() * registered_balancers().size(), 40U);
}

TEST(Schedule, LayoutsRefuseWhatTheyCannotBeCombinedWith) {
  for (const char* layout : {"coo", "blocked", "segments"}) {
    expect_refusal(std::string("direction=pull,layout=") + layout, "or layout=auto, csr, ell");
  }
  for (const char* layout : {"auto", "csr", "coo", "ell"}) {
    expect_refusal(std::string("block=64,layout=") + layout, "allowed: block=0, or layout=blocked, segments");
  }
  for (const char* layout : {"auto", "csr", "coo", "ell", "blocked"}) {
    expect_refusal(std::string("heavy=64,layout=") + layout, "allowed: heavy=256, or layout=segments");
  }
  for (const char* possible : {"direction=pull,layout=ell", "layout=coo,balance=edge", "layout=segments,balance=stages",
                               "layout=segments,block=1024,heavy=1", "layout=blocked,block=1"}) {
    EXPECT_NO_THROW(static_cast<void>(parse_schedule(possible))) << possible;
  }
}

TEST(Schedule, ADriverSurvivesBothForms) {
  for (const Driver driver : {Driver::automatic, Driver::launched, Driver::fused, Driver::graph, Driver::adaptive}) {
    const Schedule schedule{.driver = driver};
    EXPECT_EQ(parse_schedule(to_text(schedule)), schedule) << to_string(driver);
    EXPECT_EQ(parse_schedule(to_json(schedule)), schedule) << to_string(driver);
    EXPECT_EQ(parse_schedule(fmt::format("driver={}", to_string(driver))), schedule);
  }
  EXPECT_EQ(driver_on_gpu(parse_schedule(""), 0), Driver::adaptive);
  EXPECT_EQ(driver_on_gpu(parse_schedule("delta=2,alpha=3"), 0), Driver::adaptive);
  EXPECT_EQ(driver_on_gpu(parse_schedule("balance=twc"), 0), Driver::launched);
  EXPECT_EQ(driver_on_gpu(parse_schedule("balance=twc,driver=adaptive"), 0), Driver::adaptive);
  EXPECT_EQ(driver_on_gpu(parse_schedule("driver=graph"), 0), Driver::graph);
  const HybridSchedule parts = parse_schedule(" ; driver=fused if arcs<1% ; Forward: cta=512");
  EXPECT_EQ(driver_on_gpu(parts, 0), Driver::launched) << "so that parts can take turns";
  EXPECT_EQ(driver_on_gpu(parts, 1), Driver::fused);
  EXPECT_EQ(driver_on_gpu(parts, 2), Driver::launched);
}

TEST(Schedule, ALoopThatStaysOnTheDeviceListsAVertexOnce) {
  const std::vector<std::pair<std::string, std::string>> refused{{"dedup=none", "dedup=auto, counter, bitmap, bytemap"},
                                                                 {"dedup=cull", "dedup=auto, counter, bitmap, bytemap"},
                                                                 {"aggregate=block", "aggregate=auto, warp"}};
  for (const std::string driver : {"driver=fused", "driver=graph"}) {
    for (const auto& [choice, allowed] : refused) {
      expect_refusal(fmt::format("{},{}", driver, choice),
                     fmt::format("allowed: {}, or driver=launched, adaptive", allowed));
    }
    for (const char* choice : {"direction=push,delta=2", "balance=twc", "balance=strict,cta=512", "cta=512",
                               "balance=etwc,layout=csr,frontier=queue,creation=fused,dedup=counter,aggregate=warp",
                               "layout=ell", "layout=blocked,block=100", "direction=pull,layout=ell", "frontier=bitmap",
                               "creation=unfused,dedup=bytemap", "dedup=bitmap"}) {
      EXPECT_NO_THROW(static_cast<void>(parse_schedule(driver + "," + choice))) << choice;
    }
  }
  EXPECT_NO_THROW(static_cast<void>(parse_schedule("driver=adaptive,balance=twc,direction=pull")));
}

TEST(Schedule, ACpuRefusesWhatOnlyGpusHave) {
  const auto refused = [](const std::string& text, const std::string& part) {
    try {
      check_for_cpu(parse_schedule(text));
      ADD_FAILURE() << "accepted: " << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::wrong_use);
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  refused("balance=twc", "balance=twc is for GPUs; a CPU takes: auto, vertex, edge");
  for (const char* layout : {"coo", "ell", "blocked", "segments"}) {
    refused(std::string("layout=") + layout, "is for GPUs; a CPU takes: auto, csr");
  }
  EXPECT_NO_THROW(check_for_cpu(parse_schedule("layout=csr")));
  refused("frontier=bytemap", "a CPU takes: auto, queue");
  refused("creation=unfused", "a CPU takes: auto, fused");
  refused("dedup=counter", "a CPU takes: auto, none, bitmap");
  refused("aggregate=warp", "a CPU takes: auto");
  refused("cta=512", "a CPU takes: 256");
  for (const char* driver : {"fused", "graph", "adaptive"}) {
    refused(std::string("driver=") + driver, fmt::format("driver={} is for GPUs; a CPU takes: auto, launched", driver));
  }
  EXPECT_NO_THROW(check_for_cpu(parse_schedule("driver=launched")));
  refused("direction=push ; balance=strict if size<5%", "balance=strict");
  EXPECT_NO_THROW(check_for_cpu(parse_schedule("direction=push,balance=edge,dedup=bitmap ; dedup=none if size<5%")));
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
  expect_refusal("threads=256", "alpha, beta");
  expect_refusal("balance=twice", "allowed: auto, vertex, edge, warp, block, twc, etwc, stages, strict");
  for (const char* cta : {"64", "300", "2048", "256.0", "-256", "x", ""}) {
    expect_refusal(std::string("cta=") + cta, "allowed: 128, 256, 512, 1024");
  }
  expect_refusal("layout=jds", "allowed: auto, csr, coo, ell, blocked, segments");
  for (const char* block : {"-1", "0.5", "4294967296", "many", ""}) {
    expect_refusal(std::string("layout=blocked,block=") + block, "a whole number from 0 to 4294967295");
  }
  expect_refusal("layout=segments,heavy=0", "a whole number from 1 to 4294967295");
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

TEST(ScheduleKeys, AreThoseThatATextAskedFor) {
  using enum ScheduleKey;
  const auto asked = [](const char* text) { return asked_keys(parse_schedule(text)); };
  EXPECT_EQ(asked(""), KeyUse{});
  EXPECT_EQ(asked("alpha=15,direction=optimized").of(0), (KeySet{alpha, direction})) << "the defaults, but named";
  EXPECT_EQ(asked("balance=auto,block=0,delta=0"), KeyUse{}) << "the engine's choice";
  EXPECT_EQ(asked(" ; cta=512 if size<5%"), (KeyUse{{}, {cta}}));
  EXPECT_EQ(asked(R"([{"delta": 2}, {"direction": "pull", "if": "size<5%"}])"), (KeyUse{{delta}, {direction}}));
  EXPECT_EQ(asked_keys(Schedule{.balance = "edge", .delta = 3}).of(0), (KeySet{balance, delta}));
}

TEST(ScheduleKeys, ArePrintedByThemselves) {
  const HybridSchedule schedule = parse_schedule("direction=push,cta=512 ; delta=2 if size<5%");
  EXPECT_EQ(to_text(schedule, {{ScheduleKey::cta}, {ScheduleKey::delta}}), "cta=512 ; delta=2 if size<5%");
  EXPECT_EQ(to_text(Schedule{}, KeyUse{}), "");
}

TEST(ScheduleKeys, AreAllExplained) {
  const auto infos = schedule_keys();
  ASSERT_EQ(infos.size(), 14U);
  KeySet all;
  for (const ScheduleKeyInfo& info : infos) {
    all |= {info.key};
    EXPECT_EQ(to_text(Schedule{}, info.key), std::string(info.name) + "=" + info.fallback);
    EXPECT_FALSE(info.sentence.empty() || info.readers.empty() || info.values.empty()) << info.name;
    for (const ScheduleChoice& choice : info.choices) EXPECT_FALSE(choice.sentence.empty()) << choice.name;
  }
  EXPECT_EQ(all, KeySet::all());
}

}  // namespace
}  // namespace mg
