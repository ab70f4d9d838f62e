// Sources, repetitions, needs and results of a run, without any tool around it.
#include "engine/session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "algorithms/built_in.hpp"
#include "engine/error.hpp"
#include "engine/graph/required_weights.hpp"
#include "engine/results.hpp"
#include "engine/sources.hpp"
#include "preprocess/building/build.hpp"
#include "tests/zoo.hpp"

namespace mg {
namespace {

Graph build(EdgeList list, const std::string& order = "original") {
  BuildReport report;
  return build_graph(std::move(list), {.order = order}, report, silent_progress());
}

/// 10 -> 30, 30 -> 10, 30 -> 20, and 40 without edges.
EdgeList small_list() {
  EdgeList list;
  list.names = VertexNames::integers(Array<std::uint64_t>::copy_of(std::vector<std::uint64_t>{10, 20, 30, 40}));
  list.edges = Array<Edge>::copy_of(std::vector<Edge>{{0, 2}, {2, 0}, {2, 1}});
  return list;
}

EdgeList weighted_list(const std::vector<float>& weights) {
  EdgeList list = small_list();
  list.weights = Array<float>::copy_of(weights);
  return list;
}

std::string failure(const std::function<void()>& action, ExitCode code = ExitCode::wrong_use) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "did not fail";
  return {};
}

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text << "\nlacks: " << part;
}

std::vector<std::string> names_of(const Graph& graph, const std::vector<VertexId>& vertices) {
  std::vector<std::string> names;
  names.reserve(vertices.size());
  for (const VertexId v : vertices) names.push_back(graph.name(v));
  return names;
}

std::vector<std::string> selected(const Graph& graph, const std::vector<std::string>& texts) {
  return names_of(graph, select_sources(graph, texts));
}

class SessionTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { register_built_in(); }
};

TEST_F(SessionTest, SourcesAreNamedAsTheFileNamesThem) {
  for (const char* order : {"original", "degree", "random:3"}) {
    const Graph graph = build(small_list(), order);
    EXPECT_EQ(selected(graph, {"20", "10"}), (std::vector<std::string>{"20", "10"}));
    EXPECT_EQ(selected(graph, {"max-degree"}), std::vector<std::string>{"30"});
    auto drawn = selected(graph, {"random:2:5"});
    EXPECT_EQ(std::set<std::string>(drawn.begin(), drawn.end()), (std::set<std::string>{"10", "30"}));
  }
}

/// The list's vertices by other names.
EdgeList named(const std::vector<std::string>& names) {
  EdgeList list = small_list();
  std::vector<std::uint64_t> ends{0};
  std::string bytes;
  for (const std::string& name : names) ends.push_back((bytes += name).size());
  list.names =
      VertexNames::strings(Array<std::uint64_t>::copy_of(ends), Array<char>::copy_of({bytes.data(), bytes.size()}));
  return list;
}

TEST_F(SessionTest, BehindANulEveryNameIsThatOfAVertex) {
  using namespace std::string_literals;
  const Graph graph = build(named({"random:1:2", "max-degree", "hub", "\0odd"s}));
  EXPECT_EQ(selected(graph, {"\0random:1:2"s, "\0max-degree"s, "\0\0odd"s}),
            (std::vector<std::string>{"random:1:2", "max-degree", "\0odd"s}));
  EXPECT_EQ(selected(graph, {"max-degree"}), std::vector<std::string>{"hub"});
  EXPECT_EQ(selected(graph, {"\0hub"s}), std::vector<std::string>{"hub"});
  expect_contains(failure([&] { selected(graph, {"\0random:1:1"s}); }), "there is no vertex 'random:1:1'");
}

TEST_F(SessionTest, RandomSourcesDependOnTheSeedAlone) {
  const EdgeList list = edge_list(zoo_graph("star"));
  const auto original = selected(build(list), {"random:20:7"});
  EXPECT_EQ(original, selected(build(list, "random:1"), {"random:20:7"}));
  EXPECT_NE(original, selected(build(list), {"random:20:8"}));
  EXPECT_EQ(std::set<std::string>(original.begin(), original.end()).size(), 20U);
}

TEST_F(SessionTest, SourcesThatDoNotExistAreRefused) {
  const Graph graph = build(small_list());
  expect_contains(failure([&] { selected(graph, {"15"}); }), "4 integers from 10 to 40");
  expect_contains(failure([&] { selected(graph, {"random:3:1"}); }), "only 2 vertices have outgoing edges");
  for (const char* text :
       {"random:", "random:x:1", "random:1", "random:1:", "random:0:1", "random:1:2:3", "random:-1:1"}) {
    expect_contains(failure([&] { selected(graph, {text}); }), "random:K:SEED");
  }
  EdgeList none;
  none.names = VertexNames::counted(0, 0);
  expect_contains(failure([&] { selected(build(none), {"max-degree"}); }), "no vertices");
}

TEST_F(SessionTest, SimilarNamesAreOffered) {
  EdgeList list;
  list.names =
      VertexNames::strings(Array<std::uint64_t>::copy_of(std::vector<std::uint64_t>{0, 5, 10}),
                           Array<char>::copy_of(std::vector<char>{'l', 'i', 'b', 'c', '6', 'z', 'l', 'i', 'b', '1'}));
  list.edges = Array<Edge>::copy_of(std::vector<Edge>{{0, 1}});
  expect_contains(failure([&] { selected(build(list), {"libc"}); }), "nearest names are 'libc6', 'zlib1'");
}

/// What an earlier search has reached is not reached by the next one.
TEST_F(SessionTest, ASearchForgetsTheOneBefore) {
  ZooGraph islands{.name = "islands", .n = 9, .edges = {{0, 1}, {1, 2}, {2, 3}, {5, 6}, {6, 7}}, .weights = {}};
  const Graph graph = build(edge_list(islands));
  for (const bool deterministic : {false, true}) {
    RunRequest request{.algorithm = "bfs", .sources = {"0", "5"}, .validate = true};
    request.options.deterministic = deterministic;
    const RunReport report = run_program(graph, request);
    ASSERT_TRUE(report.verdict && report.verdict->ok());
    const auto levels = std::get<Array<std::int32_t>>(report.program->results().at(0).values);
    EXPECT_EQ(std::vector<std::int32_t>(levels.begin(), levels.end()),
              (std::vector<std::int32_t>{-1, -1, -1, -1, -1, 0, 1, 2, -1}));
  }
}

TEST_F(SessionTest, EverySourceIsRunAsOftenAsAsked) {
  const Graph graph = build(small_list());
  const RunReport report = run_program(graph, {.algorithm = "bfs", .sources = {"10", "30"}, .runs = 3, .warmup = 2});
  ASSERT_EQ(report.runs.size(), 6U);
  EXPECT_EQ(names_of(graph, report.runs[2].sources), std::vector<std::string>{"10"});
  EXPECT_EQ(names_of(graph, report.runs[3].sources), std::vector<std::string>{"30"});
  EXPECT_FALSE(report.verdict.has_value());
}

TEST_F(SessionTest, AnAlgorithmThatTakesASetRunsOnce) {
  const Graph graph = build(small_list());
  const RunReport some = run_program(graph, {.algorithm = "bc", .sources = {"10", "30"}});
  ASSERT_EQ(some.runs.size(), 1U);
  EXPECT_EQ(some.runs[0].sources.size(), 2U);
  const RunReport all = run_program(graph, {.algorithm = "bc"});
  EXPECT_TRUE(all.runs[0].sources.empty());
}

TEST_F(SessionTest, StartsAtTheLargestDegreeByDefault) {
  const Graph graph = build(small_list());
  const RunReport report = run_program(graph, {.algorithm = "bfs", .validate = true});
  EXPECT_EQ(names_of(graph, report.runs[0].sources), std::vector<std::string>{"30"});
  ASSERT_TRUE(report.verdict.has_value());
  EXPECT_TRUE(report.verdict->ok()) << report.verdict->problem;
}

TEST_F(SessionTest, TracesTimedRunsAlone) {
  const Graph graph = build(small_list());
  const RunReport report = run_program(graph, {.algorithm = "bfs", .runs = 2, .warmup = 1, .options = {.trace = true}});
  ASSERT_FALSE(report.trace.steps().empty());
  EXPECT_EQ(report.trace.steps().front().run, 0U);
  EXPECT_EQ(report.trace.steps().back().run, 1U);
  for (std::size_t i = 1; i < report.trace.steps().size(); ++i) {
    const TraceStep& step = report.trace.steps()[i];
    const TraceStep& before = report.trace.steps()[i - 1];
    EXPECT_EQ(step.step, step.run == before.run ? before.step + 1 : 0);
  }
}

TEST_F(SessionTest, AShortFirstRunWarmsUp) {
  const Graph graph = build(small_list());
  const RunReport report = run_program(
      graph, {.algorithm = "bfs", .sources = {"10", "30"}, .warmup = automatic_warmup, .options = {.trace = true}});
  ASSERT_EQ(report.runs.size(), 2U);
  EXPECT_GT(report.warmup_ms, 0);
  EXPECT_LT(report.warmup_ms, most_warmup_ms);
  EXPECT_EQ(report.trace.steps().front().step, 0U);
  const auto levels = [](const Trace& trace) {
    return std::ranges::count_if(trace.steps(),
                                 [](const TraceStep& step) { return step.run == 0 && step.operation == "edge_map"; });
  };
  const RunReport cold = run_program(graph, {.algorithm = "bfs", .sources = {"10"}, .options = {.trace = true}});
  EXPECT_EQ(levels(report.trace), levels(cold.trace)) << "the warm-up left steps";
  EXPECT_EQ(cold.warmup_ms, 0);
}

TEST_F(SessionTest, NoTimeIsCountedTwice) {
  const Graph graph = build(edge_list(zoo_graph("path")));
  const auto start = std::chrono::steady_clock::now();
  const RunReport report = run_program(graph, {.algorithm = "pagerank", .runs = 3, .warmup = 2, .validate = true});
  const std::chrono::duration<double, std::milli> all = std::chrono::steady_clock::now() - start;
  double sum = report.open_ms + report.copy_ms + report.compile_ms + report.prepare_ms + report.warmup_ms +
               report.validate_ms + report.summary_ms;
  for (const TimedRun& run : report.runs) sum += run.ms;
  EXPECT_GT(report.prepare_ms, 0);
  EXPECT_GT(report.warmup_ms, 0);
  EXPECT_GT(report.validate_ms, 0);
  EXPECT_LE(sum, all.count());
  EXPECT_EQ(report.summary, report.program->summary());
}

TEST_F(SessionTest, SumsUpWhenAskedTo) {
  const Graph graph = build(edge_list(zoo_graph("path")));
  const RunReport whole = run_program(graph, {.algorithm = "bfs"});
  RunReport report = run_program(graph, {.algorithm = "bfs", .sums_up = false});
  EXPECT_TRUE(report.summary.empty());
  EXPECT_EQ(report.summary_ms, 0);
  report.sum_up();
  EXPECT_EQ(report.summary, whole.summary);
  EXPECT_GT(report.summary_ms, 0);
}

TEST_F(SessionTest, StopsAfterTheIterationsAllowed) {
  const Graph graph = build(edge_list(zoo_graph("path")));
  const RunReport report = run_program(graph, {.algorithm = "bfs", .sources = {"0"}, .options = {.max_iterations = 3}});
  EXPECT_TRUE(report.runs[0].stopped_early());
  EXPECT_EQ(report.runs[0].iterations, 3U);
}

TEST_F(SessionTest, MedianIsTheMiddle) {
  RunReport report;
  EXPECT_EQ(report.median_ms(), 0);
  for (const double ms : {5.0, 1.0, 4.0}) report.runs.push_back({.ms = ms});
  EXPECT_EQ(report.median_ms(), 4);
  report.runs.push_back({.ms = 2.0});
  EXPECT_EQ(report.median_ms(), 3);
}

TEST_F(SessionTest, WeightsAreCheckedWhereTheyAreNeeded) {
  const auto run = [](const Graph& graph) { static_cast<void>(run_program(graph, {.algorithm = "sssp"})); };
  expect_contains(failure([&] { run(build(small_list())); }), "--weights unit");
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  expect_contains(failure(
                      [&] {
                        run(build(weighted_list({1, 2, -3})));
                      },
                      ExitCode::bad_input),
                  "the weight -3 of the edge from '30' to '20': weights must not be negative");
  expect_contains(failure(
                      [&] {
                        run(build(weighted_list({nan, 2, 3})));
                      },
                      ExitCode::bad_input),
                  "from '10' to '30': weights must not be NaN");
  run(build(weighted_list({0, 2.5, 3})));
  static_cast<void>(run_program(build(weighted_list({1, 2, -3})), {.algorithm = "bfs"}));
}

TEST_F(SessionTest, WhatIsKnownOfWeightsIsThatOfTheArcsAsTheyStand) {
  EdgeList list = weighted_list({1, -2, 3});
  list.directed = true;
  const Graph graph = build(std::move(list));
  const auto message = [](const Graph& of) {
    return failure([&] { require_weights(of, "sssp"); }, ExitCode::bad_input);
  };
  const Graph turned = graph.reversed();
  for (int time = 0; time < 2; ++time) {
    for (const Graph& copy : {graph, Graph(graph), turned, turned.reversed()}) {
      const EdgeId wrong = copy.facts->first_not_positive(copy.out.weights);
      expect_contains(message(copy), "the edge from '" + copy.name(copy.out.row_of(wrong)) + "' to '" +
                                         copy.name(copy.out.neighbors[wrong]) + "'");
      EXPECT_NEAR(copy.facts->sampled_mean(copy.out.weights), 2.0 / 3, 1e-12);
    }
  }
  const Graph bare = graph.unweighted();
  EXPECT_EQ(bare.facts->sampled_mean(bare.out.weights), 0);
  EXPECT_EQ(graph.facts, Graph(graph).facts);  // copies ask once
}

TEST_F(SessionTest, WrongRequestsAreRefused) {
  const Graph graph = build(small_list());
  const auto refusal = [&](const RunRequest& request) {
    return failure([&] { static_cast<void>(run_program(graph, request)); });
  };
  expect_contains(refusal({.algorithm = "bsf"}), "did you mean 'bfs'");
  expect_contains(refusal({.algorithm = "cc", .sources = {"10"}}), "takes no source");
  expect_contains(refusal({.algorithm = "bfs", .runs = 0}), "at least 1");
  expect_contains(refusal({.algorithm = "bfs", .warmup = -2}), "not be negative");
  expect_contains(refusal({.algorithm = "bfs", .options = {.engine = "steam"}}), "no engine 'steam'");
  expect_contains(refusal({.algorithm = "bfs", .parameters = {{"x", "1"}}}), "no parameter 'x'");
  Graph without_csc = graph;
  without_csc.in = {};
  expect_contains(failure([&] { static_cast<void>(run_program(without_csc, {.algorithm = "bfs"})); }), "csc");
}

ResultColumn column_of(ResultColumn::Values values, ResultColumn::Meaning meaning = ResultColumn::Meaning::number) {
  return {.name = "x", .meaning = meaning, .values = std::move(values)};
}

std::vector<std::string> printed(const Graph& graph, const ResultColumn& column) {
  std::vector<std::string> values;
  for (VertexId v = 0; v < graph.num_vertices(); ++v) append_value(graph, column, v, values.emplace_back());
  return values;
}

std::vector<std::pair<std::string, std::string>> ranking(const Graph& graph, const ResultColumn& column,
                                                         std::size_t k) {
  std::vector<std::pair<std::string, std::string>> entries;
  for (const Ranked& entry : top(graph, column, k)) entries.emplace_back(entry.name, entry.value);
  return entries;
}

TEST(Results, ArePrintedAsPeopleReadThem) {
  using Texts = std::vector<std::string>;
  const Graph graph = build(small_list());
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr std::uint32_t far = std::numeric_limits<std::uint32_t>::max();
  const auto integers = Array<std::uint32_t>::copy_of(std::vector<std::uint32_t>{0, 1, far, 3});
  EXPECT_EQ(printed(graph, column_of(integers)), (Texts{"0", "1", "4294967295", "3"}));
  EXPECT_EQ(printed(graph, column_of(integers, ResultColumn::Meaning::distance)), (Texts{"0", "1", "inf", "3"}));
  EXPECT_EQ(printed(graph, column_of(integers, ResultColumn::Meaning::vertex)), (Texts{"10", "20", "-1", "40"}));
  EXPECT_EQ(printed(graph, column_of(Array<double>::copy_of(std::vector<double>{0.1, inf, -inf, 1e100}))),
            (Texts{"0.1", "inf", "-inf", "1e+100"}));
  EXPECT_EQ(printed(graph, column_of(Array<std::int32_t>::copy_of(std::vector<std::int32_t>{-1, 0, 7, 2}))),
            (Texts{"-1", "0", "7", "2"}));
}

TEST(Results, TheLargestComeFirst) {
  using Entries = std::vector<std::pair<std::string, std::string>>;
  for (const char* order : {"original", "degree"}) {
    const Graph graph = build(small_list(), order);
    const auto levels = [&](std::vector<std::int32_t> in_file_order) {
      auto values = Array<std::int32_t>::uninitialized(4);
      for (VertexId f = 0; f < 4; ++f) values[graph.from_file(f)] = in_file_order[f];
      return column_of(values);
    };
    EXPECT_EQ(ranking(graph, levels({2, 5, 5, -1}), 2), (Entries{{"20", "5"}, {"30", "5"}}));
    EXPECT_EQ(ranking(graph, levels({2, 5, 5, -1}), 100), (Entries{{"20", "5"}, {"30", "5"}, {"10", "2"}}));
  }
}

TEST(Results, ComponentsAreRankedBySize) {
  using Entries = std::vector<std::pair<std::string, std::string>>;
  const Graph graph = build(small_list());
  const auto components = Array<std::uint32_t>::copy_of(std::vector<std::uint32_t>{0, 1, 0, 3});
  EXPECT_EQ(ranking(graph, column_of(components, ResultColumn::Meaning::vertex), 2),
            (Entries{{"10", "2"}, {"20", "1"}}));
}

}  // namespace
}  // namespace mg
