// Several host threads run on one graph at the same time, each with a context and helpers of its own. Fit for
// ThreadSanitizer.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <latch>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "algorithms/built_in.hpp"
#include "engine/context.hpp"
#include "engine/registry.hpp"
#include "tests/specimen.hpp"

namespace mg {
namespace {

std::vector<RunRequest> requests() {
  return {{.algorithm = "bfs", .sources = {"3"}},
          {.algorithm = "bfs", .sources = {"70"}, .options = {.deterministic = true}},
          {.algorithm = "sssp", .sources = {"5"}},
          {.algorithm = "sssp", .parameters = {{"method", "bellman-ford"}}, .sources = {"12"}},
          {.algorithm = "pagerank"},
          {.algorithm = "pagerank-delta"},
          {.algorithm = "cc"},
          {.algorithm = "cc-label"},
          {.algorithm = "bc", .sources = {"1", "9"}},
          {.algorithm = "tc"}};
}

/// Runs every request on each of `hosts` threads, none in the same order, and returns what was wrong with each answer.
std::vector<std::string> problems_of(Specimen& specimen, std::size_t hosts) {
  const Graph& graph = specimen.graph();
  std::vector<std::vector<RunReport>> reports(hosts);
  std::latch together(static_cast<std::ptrdiff_t>(hosts));
  std::vector<std::jthread> threads;
  for (std::size_t host = 0; host < hosts; ++host) {
    threads.emplace_back([&, host] {
      together.arrive_and_wait();
      const std::vector<RunRequest> all = requests();
      for (std::size_t i = 0; i < all.size(); ++i) {
        RunRequest request = all[(i + 3 * host) % all.size()];
        request.validate = true;
        reports[host].push_back(run_program(graph, request));
      }
    });
  }
  threads.clear();  // joins
  std::vector<std::string> problems;
  for (const auto& of_host : reports) {
    for (const RunReport& report : of_host) problems.push_back(problem_of(graph, specimen.right(), report));
  }
  return problems;
}

class HostThreads : public testing::TestWithParam<std::size_t> {};

TEST_P(HostThreads, OnOneGraphAllGetTheRightAnswers) {
  register_built_in();
  for (Specimen& specimen : large_specimens()) {
    for (const std::string& problem : problems_of(specimen, GetParam())) EXPECT_EQ(problem, "") << specimen.name();
  }
}

INSTANTIATE_TEST_SUITE_P(Concurrency, HostThreads, testing::Values(2, 4),
                         [](const auto& test) { return std::to_string(test.param); });

TEST(Concurrency, OneProgramAThreadOnOneGraphRunsAgainAndAgain) {
  register_built_in();
  Specimen specimen = large_specimen("rmat");
  const Graph& graph = specimen.graph();
  constexpr int rounds = 20;
  std::vector<std::string> problems(4);
  std::vector<std::jthread> threads;
  for (std::size_t host = 0; host < problems.size(); ++host) {
    threads.emplace_back([&, host] {
      const AlgorithmEntry entry = find_algorithm(host % 2 == 0 ? "bfs" : "sssp");
      RunContext context(graph, {});
      const auto program = entry.make(graph, Parameters(entry.info.parameters, {}));
      for (int round = 0; round < rounds && problems[host].empty(); ++round) {
        context.begin_run();
        program->run(context, std::vector<VertexId>{static_cast<VertexId>(round) * 4 + static_cast<VertexId>(host)});
        problems[host] = program->validate().problem;
      }
    });
  }
  threads.clear();
  for (const std::string& problem : problems) EXPECT_EQ(problem, "");
}

TEST(Concurrency, ARunOnFourVerticesStartsNoThread) {
  register_built_in();
  Specimen specimen = generated_specimen("cycle", {.kind = GeneratorKind::cycle, .vertices = 4});
  const Graph& graph = specimen.graph();
  std::vector<RunRequest> all = requests();
  all.push_back({.algorithm = "hits"});
  all.push_back({.algorithm = "ppr", .sources = {"0"}});
  const auto threads_here = [] {
    std::set<std::string> ids;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
      ids.insert(entry.path().filename());
    }
    return ids;
  };
  std::jthread([&] {  // that has no helpers yet
    const std::set<std::string> before = threads_here();
    for (RunRequest& request : all) {
      if (!request.sources.empty()) request.sources = {"0"};
      for (const char* engine : {"sparse", "dense"}) {
        request.options.engine = engine;
        request.options.threads = 4;
        request.validate = true;
        EXPECT_EQ(problem_of(graph, specimen.right(), run_program(graph, request)), "") << request.algorithm;
        EXPECT_TRUE(std::ranges::includes(before, threads_here())) << request.algorithm << " on the engine " << engine;
      }
    }
  });
}

TEST(Concurrency, RegisteringTheBuiltInOnesFromManyThreadsDoesItOnce) {
  constexpr int count = 4;
  std::vector<std::jthread> threads;
  threads.reserve(count);
  for (int i = 0; i < count; ++i) threads.emplace_back([] { register_built_in(); });
  threads.clear();
  EXPECT_EQ(find_algorithm("bfs").info.name, "bfs");
}

}  // namespace
}  // namespace mg
