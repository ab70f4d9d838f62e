// Sessions: many requests on one graph, whose copy on a GPU, layouts and kernels stay for those that follow.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "algorithms/built_in.hpp"
#include "engine/session.hpp"
#include "preprocess/building/build.hpp"
#include "preprocess/generate/generators.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/specimen.hpp"

namespace mg {
namespace {

/// Weights are read and ignored in turns, and algorithms with and without a source, twice each.
std::vector<RunRequest> mixed_requests() {
  std::vector<RunRequest> requests;
  for (const char* source : {"3", "7"}) {
    requests.push_back({.algorithm = "bfs", .sources = {source}});
    requests.push_back({.algorithm = "sssp", .sources = {source}});
    requests.push_back({.algorithm = "pagerank"});
    requests.push_back({.algorithm = "tc"});
    requests.push_back({.algorithm = "bfs", .sources = {source}, .options = {.engine = "dense"}});
    requests.push_back({.algorithm = "cc"});
  }
  for (RunRequest& request : requests) request.validate = true;
  return requests;
}

/// Small, for the emulated GPU: 512 vertices.
Specimen small_specimen() {
  return generated_specimen("small", {.kind = GeneratorKind::rmat, .scale = 9, .edge_factor = 4, .directed = true});
}

ExitCode code_of(Session& session, const RunRequest& request) {
  try {
    static_cast<void>(session.run(request));
  } catch (const Error& error) {
    return error.code();
  }
  return ExitCode::done;
}

TEST(Sessions, AnswersOutliveThem) {
  register_built_in();
  Specimen specimen = large_specimen("rmat");
  RunReport report;
  {
    Session session(specimen.graph());
    report = session.run({.algorithm = "bfs", .sources = {"3"}, .validate = true});
    EXPECT_EQ(session.gpu_bytes(), 0U);
  }
  EXPECT_EQ(problem_of(*report.graph, specimen.right(), report), "");
}

TEST(Sessions, RequestsOnTheCpuDoNotWaitForEachOther) {
  register_built_in();
  Specimen specimen = large_specimen("rmat");
  Session session(specimen.graph());
  std::vector<RunReport> reports(4);
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    threads.emplace_back([&, i] { reports[i] = session.run({.algorithm = "sssp", .sources = {std::to_string(i)}}); });
  }
  threads.clear();
  for (const RunReport& report : reports) EXPECT_EQ(problem_of(*report.graph, specimen.right(), report), "");
}

TEST(Sessions, AStopEndsARunBeforeItsNextIteration) {
  register_built_in();
  Specimen specimen = large_specimen("path");
  Session session(specimen.graph());
  const std::atomic<bool> stop = true;
  for (const char* algorithm : {"bfs", "pagerank", "cc-label", "sssp", "tc"}) {
    EXPECT_EQ(code_of(session, {.algorithm = algorithm, .options = {.stop = &stop}}), ExitCode::interrupted)
        << algorithm;
    EXPECT_EQ(code_of(session, {.algorithm = algorithm}), ExitCode::done) << algorithm;
  }
}

/// What a run says that is asked to stop so long after it was asked for; nothing where it has ended before.
std::string stopped_after(Session& session, std::chrono::milliseconds delay, int threads) {
  std::atomic<bool> stop = false;
  std::jthread other([&] {
    std::this_thread::sleep_for(delay);
    stop = true;
  });
  try {
    static_cast<void>(session.run({.algorithm = "tc", .options = {.threads = threads, .stop = &stop}}));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::interrupted);
    return error.what();
  }
  return {};
}

/// Counting triangles is one step. The times that it is stopped after are tried until one is in the middle of it.
TEST(Sessions, AStopEndsALongStepInItsMiddle) {
  register_built_in();
  BuildReport report;
  Session session(build_graph(generate({.kind = GeneratorKind::rmat, .scale = 13, .edge_factor = 100}), {}, report,
                              silent_progress()));
  for (const int threads : {1, 2}) {
    std::string said = "interrupted in iteration 1 of a run";
    for (std::chrono::milliseconds delay{1}; said == "interrupted in iteration 1 of a run"; delay *= 2) {
      said = stopped_after(session, delay, threads);
    }
    EXPECT_EQ(said, "interrupted in the middle of a loop");
  }
  EXPECT_EQ(code_of(session, {.algorithm = "cc"}), ExitCode::done);
}

class SessionsOnAGpu : public OnAGpu {};

TEST_F(SessionsOnAGpu, EveryRequestIsRightWhateverRanBefore) {
  Specimen specimen = small_specimen();
  Session session(specimen.graph());
  for (RunRequest& request : mixed_requests()) {
    request.options.device = "cuda";
    const RunReport report = session.run(request);
    EXPECT_EQ(problem_of(*report.graph, specimen.right(), report), "") << request.algorithm;
    EXPECT_GT(session.gpu_bytes(), 0U);
  }
}

TEST_F(SessionsOnAGpu, WhatIsThereIsNotCopiedAgain) {
  Specimen specimen = small_specimen();
  Session session(specimen.graph());
  const RunRequest request{.algorithm = "bfs", .sources = {"3"}, .options = {.device = "cuda"}};
  static_cast<void>(session.run(request));
  const std::uint64_t held = session.gpu_bytes();
  for (int i = 0; i < 20; ++i) {
    const RunReport again = session.run(request);
    EXPECT_EQ(again.device_reason, "the GPU that the graph is on");
    EXPECT_EQ(again.open_ms, 0);
    EXPECT_EQ(again.compile_ms, 0);
  }
  EXPECT_EQ(session.gpu_bytes(), held) << "runs leave nothing behind that grows";
  session.release();
  EXPECT_EQ(session.gpu_bytes(), 0U);
  EXPECT_EQ(code_of(session, request), ExitCode::done);
}

TEST_F(SessionsOnAGpu, RequestsThereTakeTurns) {
  Specimen specimen = small_specimen();
  Session session(specimen.graph());
  std::vector<RunReport> reports(6);
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    threads.emplace_back([&, i] {
      RunRequest request{.algorithm = i % 2 == 0 ? "bfs" : "sssp", .sources = {std::to_string(i)}};
      request.options.device = i % 3 == 2 ? "cpu" : "cuda";
      reports[i] = session.run(request);
    });
  }
  threads.clear();
  for (const RunReport& report : reports) EXPECT_EQ(problem_of(*report.graph, specimen.right(), report), "");
}

TEST_F(SessionsOnAGpu, WhatTheyLeftThereIsFetchedInTurn) {
  Specimen specimen = small_specimen();
  Session session(specimen.graph());
  EXPECT_FALSE(session.run({.algorithm = "bfs", .options = {.device = "cpu"}}).take_turn().owns_lock());
  std::vector<RunReport> reports(4);
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    threads.emplace_back([&, i] {
      RunRequest request{.algorithm = "bfs", .sources = {std::to_string(i)}, .sums_up = false};
      request.options.device = "cuda";
      reports[i] = session.run(request);
      reports[i].sum_up();
    });
  }
  threads.clear();
  for (const RunReport& report : reports) {
    EXPECT_EQ(report.summary, report.program->summary());
    const auto turn = report.take_turn();
    EXPECT_TRUE(turn.owns_lock());
    EXPECT_EQ(problem_of(*report.graph, specimen.right(), report), "");
  }
}

TEST_F(SessionsOnAGpu, ARequestThatFailsSpoilsNone) {
  Specimen specimen = small_specimen();
  Session session(specimen.graph());
  const std::atomic<bool> stop = true;
  RunRequest stopped{.algorithm = "bfs", .sources = {"3"}, .options = {.device = "cuda", .stop = &stop}};
  RunRequest right{.algorithm = "bfs", .sources = {"3"}, .validate = true, .options = {.device = "cuda"}};
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(code_of(session, stopped), ExitCode::interrupted);
    const RunReport report = session.run(right);
    EXPECT_EQ(problem_of(*report.graph, specimen.right(), report), "");
  }
}

}  // namespace
}  // namespace mg
