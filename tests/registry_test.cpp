// The registries, algorithm parameters, and how mistakes in names are answered.
#include "engine/registry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "engine/algorithm.hpp"
#include "engine/engine.hpp"
#include "engine/error.hpp"
#include "engine/pieces.hpp"
#include "engine/plugin.hpp"
#include "engine/registration_scope.hpp"
#include "engine/schedule/schedule.hpp"
#include "engine/spelling.hpp"
#include "preprocess/building/build.hpp"

namespace mg {
namespace {

/// Degree of every vertex: the least that is an algorithm.
class Degree {
 public:
  static AlgorithmInfo info() { return {.name = "test-degree", .summary = "out-degrees"}; }
  Degree(const Graph& graph, const Parameters&) : graph_(graph) {}
  template <class L>
  void run(L& loop) {
    degrees_ = Array<std::uint64_t>::uninitialized(graph_.num_vertices());
    loop.vertex_map([&](VertexId v) { degrees_[v] = graph_.out.degree(v); });
  }
  [[nodiscard]] Results results() const { return {{"degree", degrees_}}; }

 private:
  const Graph& graph_;
  Array<std::uint64_t> degrees_;
};

AlgorithmEntry entry_of(const std::string& name) {
  return {.info = {.name = name, .summary = "nothing"},
          .make = [](const Graph&, const Parameters&) { return std::unique_ptr<Program>(); }};
}

/// The message with which `action` fails; a failed test when it does not.
std::string failure(const std::function<void()>& action, ExitCode code = ExitCode::wrong_use) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code);
    return error.what();
  }
  ADD_FAILURE() << "did not fail";
  return {};
}

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text << "\nlacks: " << part;
}

TEST(Registry, FindsWhatWasRegistered) {
  register_algorithm<Degree>();
  EXPECT_EQ(find_algorithm("test-degree").info.summary, "out-degrees");
  EXPECT_EQ(find_algorithm("test-degree").origin, "built in");
  const auto all = registered_algorithms();
  EXPECT_TRUE(std::ranges::is_sorted(all, {}, [](const AlgorithmEntry& entry) { return entry.info.name; }));
}

TEST(Registry, AnswersUnknownNamesWithTheNearest) {
  register_algorithm(entry_of("breadth"));
  register_algorithm(entry_of("width"));
  const std::string message = failure([] { static_cast<void>(find_algorithm("bredth")); });
  expect_contains(message, "did you mean 'breadth'?");
  expect_contains(message, "width");
  expect_contains(failure([] { static_cast<void>(find_engine("warp")); }), "no engine 'warp'");
}

TEST(Registry, RefusesNamesThatAreTakenOrMissing) {
  register_algorithm(entry_of("taken"));
  expect_contains(failure([] { register_algorithm(entry_of("taken")); }), "the name is taken (built in)");
  expect_contains(failure([] { register_algorithm(entry_of("")); }), "without a name");
  expect_contains(failure([] { register_engine({.name = "hollow"}); }), "without a factory");
}

TEST(Registry, HasOneEngineForEachRole) {
  const auto engine_of = [](const std::string& name) {
    return EngineEntry{.name = name, .make = [] { return std::unique_ptr<Engine>(); }, .role = EngineRole::picking};
  };
  register_engine(engine_of("picks"));
  EXPECT_EQ(engine_in(EngineRole::picking).name, "picks");
  expect_contains(failure([&] { register_engine(engine_of("picks-too")); }), "the role that the engine 'picks' has");
  EXPECT_THROW(static_cast<void>(engine_in(EngineRole::plain)), Error);
}

TEST(Registry, IsSafeFromSeveralThreads) {
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t] {
      for (int i = 0; i < 100; ++i) {
        const std::string name = fmt::format("thread-{}-{}", t, i);
        register_algorithm(entry_of(name));
        EXPECT_EQ(find_algorithm(name).info.name, name);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GE(registered_algorithms().size(), 400U);
}

TEST(RegistrationScope, NamesTheOriginAndKeepsWhatItIsToldTo) {
  {
    RegistrationScope scope("x.so");
    register_algorithm(entry_of("from-plugin"));
    EXPECT_EQ(scope.num_registered(), 1U);
    scope.keep();
  }
  EXPECT_EQ(find_algorithm("from-plugin").origin, "x.so");
  expect_contains(failure([] { register_algorithm(entry_of("from-plugin")); }), "x.so");
}

TEST(RegistrationScope, TakesBackWhatIsNotKept) {
  {
    const RegistrationScope scope("half.so");
    register_algorithm(entry_of("half"));
  }
  failure([] { static_cast<void>(find_algorithm("half")); });
  register_algorithm(entry_of("half"));
  EXPECT_EQ(find_algorithm("half").origin, "built in");
}

TEST(Plugin, SaysWhyAFileCannotBeLoaded) {
  expect_contains(failure([] { load_plugin("/nowhere/x.so"); }), "the plug-in '/nowhere/x.so' cannot be loaded: ");
  expect_contains(failure([] { load_plugin("no-slash.so"); }), "./no-slash.so");
}

TEST(Spelling, CountsEdits) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", "abc"), 0U);
  EXPECT_EQ(edit_distance("abc", "acb"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(Spelling, AsksOnlyWhenAGuessIsNear) {
  const std::vector<std::string> names{"push", "pull"};
  EXPECT_EQ(suggestion("pul", names), "; did you mean 'pull'? Allowed: pull, push");
  EXPECT_EQ(suggestion("sideways", names), "; allowed: push, pull");
  EXPECT_EQ(suggestion("x", {}), "; there are none");
}

const std::vector<ParameterSpec> specs{
    {.name = "damping", .fallback = "0.85", .highest = 1},
    {.name = "rounds", .type = ParameterSpec::Type::integer, .fallback = "3", .lowest = 1},
    {.name = "exact", .type = ParameterSpec::Type::flag, .fallback = "false"},
    {.name = "method", .type = ParameterSpec::Type::choice, .fallback = "fast", .choices = {"fast", "slow"}},
    {.name = "seeds", .type = ParameterSpec::Type::vertex_weights, .fallback = "none"},
    {.name = "pairs", .type = ParameterSpec::Type::vertex_pairs, .fallback = "none"},
    {.name = "vector",
     .type = ParameterSpec::Type::vertex_weights,
     .fallback = "ones",
     .lowest = -std::numeric_limits<double>::infinity(),
     .choices = {"ones", "twos"}},
    {.name = "heights",
     .type = ParameterSpec::Type::vertex_weights,
     .fallback = "none",
     .lowest = -90,
     .highest = 90,
     .unnamed = std::numeric_limits<double>::quiet_NaN()},
};

TEST(Parameters, TakeDefaultsAndOverrides) {
  const Parameters defaults(specs, {});
  EXPECT_EQ(defaults.number("damping"), 0.85);
  EXPECT_EQ(defaults.integer("rounds"), 3U);
  EXPECT_FALSE(defaults.flag("exact"));
  EXPECT_EQ(defaults.text("method"), "fast");
  const Parameters given(specs,
                         {{"damping", "1e-3"}, {"rounds", "18446744073709551615"}, {"exact", "1"}, {"method", "slow"}});
  EXPECT_EQ(given.number("damping"), 1e-3);
  EXPECT_EQ(given.integer("rounds"), 18446744073709551615U);
  EXPECT_TRUE(given.flag("exact"));
  EXPECT_EQ(given.text("method"), "slow");
  EXPECT_EQ(given.all().at("exact"), "true");
  EXPECT_TRUE(Parameters(specs, {{"rounds", "3"}}).is_given("rounds")) << "the default, too, if somebody says it";
  EXPECT_FALSE(Parameters(specs, {{"rounds", "3"}}).is_given("damping"));
}

TEST(Parameters, RefuseWhatIsNotAllowed) {
  const auto refusal = [](const std::string& name, const std::string& value) {
    return failure([&] { Parameters(specs, {{name, value}}); });
  };
  expect_contains(refusal("dampling", "1"), "did you mean 'damping'");
  expect_contains(refusal("damping", "1.01"), "a number from 0 to 1");
  for (const char* value : {"-0.1", "nan", "", "0.5x", " 1"})
    expect_contains(refusal("damping", value), "a number from");
  for (const char* value : {"0", "-1", "1.5", "18446744073709551616"}) {
    expect_contains(refusal("rounds", value), "an integer of at least 1");
  }
  expect_contains(refusal("exact", "maybe"), "true or false");
  expect_contains(refusal("method", "faster"), "fast, slow");
  expect_contains(failure([] { Parameters({}, {{"x", "1"}}); }), "this algorithm has none");
}

Graph named_graph(const std::string& order) {
  EdgeList edges;
  edges.edges = Array<Edge>::copy_of(std::vector<Edge>{{0, 1}, {1, 2}, {2, 0}, {2, 3}});
  const std::string bytes = "ann bob:c,x y";
  edges.names = VertexNames::strings(Array<std::uint64_t>::copy_of(std::vector<std::uint64_t>{0, 3, 4, 10, 13}),
                                     Array<char>::copy_of(std::span(bytes)));
  BuildReport report;
  return build_graph(std::move(edges), {.order = order}, report, silent_progress());
}

std::vector<double> shares_in_file_order(const Parameters& values, const Graph& graph) {
  const Array<double> shares = values.vertex_shares("seeds", graph);
  std::vector<double> in_file(shares.size());
  for (VertexId v = 0; v < in_file.size(); ++v) in_file[graph.to_file(v)] = shares[v];
  return in_file;
}

TEST(Parameters, WeightsOfVerticesAreTextsLinesOrArrays) {
  for (const char* order : {"original", "random:3"}) {
    const Graph graph = named_graph(order);
    const auto of_text = [&](const std::string& text) {
      return shares_in_file_order(Parameters(specs, {{"seeds", text}}), graph);
    };
    const std::vector<double> expected{0.25, 0, 0, 0.75};
    EXPECT_EQ(of_text("ann:1,x y:3"), expected);
    EXPECT_EQ(of_text("x y:0.75, :0,ann:25e-2"), expected);
    EXPECT_EQ(of_text("ann 1\r\n\nx y \t3\n"), expected);
    EXPECT_EQ(of_text("bob:c, 2\n"), (std::vector<double>{0, 0, 1, 0})) << "lines hold what else separates";
    const VertexWeights array{{"seeds", Array<double>::copy_of(std::vector<double>{1, 0, 0, 3})}};
    EXPECT_EQ(shares_in_file_order(Parameters(specs, {}, array), graph), expected);
    EXPECT_TRUE(shares_in_file_order(Parameters(specs, {}), graph).empty());
    EXPECT_TRUE(of_text("none").empty());
  }
  EXPECT_EQ(Parameters(specs, {{"seeds", "ann:1,x y:3"}}).text("seeds"), "ann:1,x y:3");
  EXPECT_EQ(Parameters(specs, {{"seeds", "ann 1\nbob 2\n"}}).text("seeds"), "(weights of 2 vertices)");
}

TEST(Parameters, NumbersOfVerticesAreOfAnySignOrAWordInTheirPlace) {
  const Graph graph = named_graph("random:3");
  const auto numbers = [&](const Parameters& values) {
    const Array<double> by_vertex = values.vertex_numbers("vector", graph);
    std::vector<double> in_file(by_vertex.size());
    for (VertexId v = 0; v < in_file.size(); ++v) in_file[graph.to_file(v)] = by_vertex[v];
    return in_file;
  };
  EXPECT_EQ(numbers(Parameters(specs, {{"vector", "ann:-1.5,x y:3"}})), (std::vector<double>{-1.5, 0, 0, 3}));
  EXPECT_EQ(numbers(Parameters(specs, {{"vector", "bob:c, -2\nx y 1e9\n"}})), (std::vector<double>{0, 0, -2, 1e9}));
  const auto array = [](double last) {
    return VertexWeights{{"vector", Array<double>::copy_of(std::vector<double>{-1, 0, 0, last})}};
  };
  EXPECT_EQ(numbers(Parameters(specs, {}, array(-7))), (std::vector<double>{-1, 0, 0, -7}));
  EXPECT_TRUE(numbers(Parameters(specs, {})).empty());
  EXPECT_EQ(Parameters(specs, {}).text("vector"), "ones");
  EXPECT_TRUE(numbers(Parameters(specs, {{"vector", "twos"}})).empty());
  EXPECT_EQ(Parameters(specs, {{"vector", "twos"}}).text("vector"), "twos");
  const auto refusal = [&](const auto& values_of) { return failure([&] { static_cast<void>(numbers(values_of())); }); };
  for (const char* text : {"threes", "ann", "ann:inf", "ann:nan", "ann:-inf"}) {
    expect_contains(refusal([&] {
                      return Parameters(specs, {{"vector", text}});
                    }),
                    "allowed: ones, twos, NAME:WEIGHT,... or lines NAME WEIGHT");
  }
  expect_contains(refusal([&] {
                    return Parameters(specs, {{"vector", "ann:1,ann:1"}});
                  }),
                  "names the vertex 'ann' twice");
  for (const double last : {std::nan(""), -std::numeric_limits<double>::infinity()}) {
    expect_contains(refusal([&] { return Parameters(specs, {}, array(last)); }), "weights are finite numbers");
  }
  const VertexWeights negative{{"seeds", Array<double>::copy_of(std::vector<double>{1, 0, -1, 3})}};
  expect_contains(failure([&] { static_cast<void>(Parameters(specs, {}, negative).vertex_numbers("seeds", graph)); }),
                  "weights are numbers of at least 0");
}

TEST(Parameters, NumbersOfVerticesStayInTheirRangeAndAreNothingWhereNobodyNamesThem) {
  const Graph graph = named_graph("random:3");
  const double nothing = std::nan("");
  const auto height = [&](const Parameters& values, const char* name) {
    return values.vertex_numbers("heights", graph)[graph.find(name).value()];
  };
  const Parameters named(specs, {{"heights", "ann:-90,x y:0"}});
  const auto array = [](double first) {
    return VertexWeights{{"heights", Array<double>::copy_of(std::vector<double>{first, std::nan(""), 90, 0})}};
  };
  for (const Parameters& values : {named, Parameters(specs, {}, array(-90))}) {
    EXPECT_EQ(height(values, "ann"), -90);
    EXPECT_EQ(height(values, "x y"), 0);
    EXPECT_TRUE(std::isnan(height(values, " ")));
  }
  EXPECT_TRUE(std::isnan(height(named, "bob:c,")));
  EXPECT_TRUE(std::isnan(height(Parameters(specs, {}, array(nothing)), "ann")));
  for (const char* text : {"ann:-90.5", "ann:91", "ann:nan", "ann:inf"}) {
    expect_contains(failure([&] { Parameters(specs, {{"heights", text}}); }), "with weights from -90 to 90");
  }
  for (const double first : {-91.0, 90.25, std::numeric_limits<double>::infinity()}) {
    expect_contains(failure([&] { static_cast<void>(height(Parameters(specs, {}, array(first)), "ann")); }),
                    "weights are numbers from -90 to 90");
  }
}

TEST(Parameters, WeightsOfVerticesAreRefused) {
  const Graph graph = named_graph("original");
  for (const char* text : {"ann", "ann:", ":1", "ann:x", "ann:-1", "ann:inf", "ann:nan", "ann:1,", "ann:1,,", "", "\n",
                           "ann\n", "1\n", "ann 1 x\n"}) {
    expect_contains(failure([&] { Parameters(specs, {{"seeds", text}}); }), "NAME:WEIGHT,... or lines");
  }
  const auto of = [&](const std::string& text, const VertexWeights& arrays) {
    return failure([&] {
      std::map<std::string, std::string> texts;
      if (!text.empty()) texts["seeds"] = text;
      static_cast<void>(Parameters(specs, texts, arrays).vertex_shares("seeds", graph));
    });
  };
  const auto array = [](std::vector<double> weights) {
    return VertexWeights{{"seeds", Array<double>::copy_of(weights)}};
  };
  expect_contains(of("anna:1", {}), "there is no vertex 'anna' in the graph: the nearest names are 'ann'");
  expect_contains(of("ann:1,ann:2", {}), "names the vertex 'ann' twice");
  expect_contains(of("ann:0", {}), "sum to 0");
  expect_contains(of("ann:1e308,x y:1e308", {}), "sum to inf");
  expect_contains(of("", array({1, 2})), "2 weights, but the graph has 4 vertices");
  expect_contains(of("", array({1, -2, 0, 0})), "the weight -2 for the vertex ' '");
  expect_contains(of("", array({1, std::nan(""), 0, 0})), "the weight nan");
  expect_contains(of("", array({0, 0, 0, 0})), "sum to 0");
  expect_contains(of("ann:1", array({1, 0, 0, 0})), "given twice");
  expect_contains(failure([&] { Parameters(specs, {}, VertexWeights{{"damping", {}}}); }), "is no array");
  expect_contains(failure([&] { Parameters(specs, {}, VertexWeights{{"x", {}}}); }), "there is no parameter 'x'");
}

TEST(Parameters, PairsOfVerticesAreTextsOrLines) {
  using Pairs = std::vector<std::pair<VertexId, VertexId>>;
  const Graph graph = named_graph("random:3");
  const auto of_text = [&](const std::string& text) {
    const VertexPairs pairs = Parameters(specs, {{"pairs", text}}).vertex_pairs("pairs", graph).value();
    Pairs in_file;
    for (std::size_t i = 0; i < pairs.firsts.size(); ++i) {
      in_file.emplace_back(graph.to_file(pairs.firsts[i]), graph.to_file(pairs.seconds[i]));
    }
    return in_file;
  };
  EXPECT_EQ(of_text("ann:x y"), (Pairs{{0, 3}}));
  EXPECT_EQ(of_text("ann:x y, :ann,ann:ann,ann:x y"), (Pairs{{0, 3}, {1, 0}, {0, 0}, {0, 3}}));
  EXPECT_EQ(of_text("ann bob:c,\r\n\n  bob:c,   ann  \n"), (Pairs{{0, 2}, {2, 0}})) << "lines hold what else separates";
  EXPECT_EQ(of_text("ann\tx y\n \tann"), (Pairs{{0, 3}, {1, 0}})) << "names with blanks";
  EXPECT_EQ(of_text("\n"), Pairs{});
  EXPECT_FALSE(Parameters(specs, {}).vertex_pairs("pairs", graph));
  EXPECT_FALSE(Parameters(specs, {{"pairs", "none"}}).vertex_pairs("pairs", graph));
  EXPECT_EQ(Parameters(specs, {{"pairs", "ann:x y"}}).text("pairs"), "ann:x y");
  EXPECT_EQ(Parameters(specs, {{"pairs", "ann x\nx bob\n"}}).text("pairs"), "(2 pairs of vertices)");
  for (const char* text : {"", "ann", "ann:", ":ann", "ann:bob:c", "ann:x y,", "ann:x y,,ann:x y", "ann\n", "ann x y\n",
                           "ann\tx\ty\n", "\tann\n", "ann x\nann\n"}) {
    expect_contains(failure([&] {
                      Parameters(specs, {{"pairs", text}});
                    }),
                    "allowed: NAME:NAME,... or lines NAME NAME");
  }
  expect_contains(failure([&] { of_text("ann:anna"); }), "there is no vertex 'anna' in the graph: the nearest names");
}

TEST(Parameters, MistakesOfAnAlgorithmAreInternal) {
  const Parameters values(specs, {});
  failure([&] { static_cast<void>(values.number("unheard-of")); }, ExitCode::internal);
  failure([&] { static_cast<void>(values.number("method")); }, ExitCode::internal);
}

Balancer balancer_of(const std::string& name) {
  return {.name = name, .sentence = "for tests", .rows = {.agent = "test::Push", .header = "engine/graph/types.hpp"}};
}

std::vector<std::string> names_of_balancers() {
  std::vector<std::string> names;
  for (const Balancer* balancer : registered_balancers()) names.push_back(balancer->name);
  return names;
}

TEST(Pieces, RefuseNamesThatSchedulesCannotSayOrThatAreTaken) {
  for (const char* name : {"", "auto", "two words", "a=b", "a,b", "a;b", "Twc"}) {
    expect_contains(failure([&] { register_balancer(balancer_of(name)); }), "a name has small letters, digits");
  }
  expect_contains(failure([] { register_balancer(balancer_of("twc")); }), "the name is taken (built in)");
}

TEST(Pieces, RefuseWhatIsIncomplete) {
  const auto refused = [](const std::function<void(Balancer&)>& spoil) {
    Balancer balancer = balancer_of("test-incomplete");
    spoil(balancer);
    expect_contains(failure([&] { register_balancer(balancer); }), "'test-incomplete' cannot be registered without");
  };
  refused([](Balancer& balancer) { balancer.sentence = {}; });
  refused([](Balancer& balancer) { balancer.rows.agent.clear(); });
  refused([](Balancer& balancer) { balancer.rows.header.clear(); });
  refused([](Balancer& balancer) { balancer.rows.blocks = nullptr; });
  refused([](Balancer& balancer) { balancer.classes = {{.least = 1, .rows = balancer.rows}}; });
  refused([](Balancer& balancer) { balancer.classes.assign(5, {.rows = balancer.rows}); });
  Balancer lost = balancer_of("test-lost");
  lost.rows.header = "engine/graph/types.hpp nowhere.cuh";
  expect_contains(failure([&] { register_balancer(lost); }), "names the header 'nowhere.cuh', which neither");
  lost.classes = {{.rows = lost.rows}};
  lost.rows = {};
  expect_contains(failure([&] { register_balancer(lost); }), "names the header 'nowhere.cuh', which neither");
}

/// A schedule may say the name for as long as the piece is there.
TEST(Pieces, OfAPluginThatFailsAreTakenBack) {
  const auto before = names_of_balancers();
  const auto ask = [] { static_cast<void>(parse_schedule("balance=test-kept")); };
  {
    const RegistrationScope scope("test.so");
    register_balancer(balancer_of("test-kept"));
    EXPECT_EQ(registered_balancers().back()->origin, "test.so");
    EXPECT_NO_THROW(ask());
  }
  EXPECT_EQ(names_of_balancers(), before);
  expect_contains(failure(ask), "balance cannot be 'test-kept'");
}

}  // namespace
}  // namespace mg
