// multigraph.h, as a program in another language uses it.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "c/multigraph.h"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

/// The status of a failed call and its sentence, which must have been left. By reference, since the call that leaves it
/// may be another argument.
struct Failure {
  int status;
  std::string message;
};
Failure failure_of(int status, mg_error*& error) {
  EXPECT_NE(error, nullptr);
  EXPECT_EQ(mg_error_status(error), status);
  Failure failure{status, mg_error_message(error)};
  mg_error_free(error);
  return failure;
}

std::string names(const char* kind) {
  std::string text(mg_names(kind, nullptr, 0), '\0');
  mg_names(kind, text.data(), text.size() + 1);
  return text;
}

/// ant -> bee -> cat, elk -> fox, weighted, numbered inside by degree so that rows and vertices differ.
class CInterface : public testing::Test {
 protected:
  void SetUp() override {
    const std::string path = folder.write("named.el", "ant bee 2\nbee cat 3\nelk fox 1\nbee fox 9\n");
    const std::array paths{path.c_str()};
    const std::array<const char*, 2> options{"order=degree", nullptr};
    ASSERT_EQ(mg_graph_read(paths.data(), 1, options.data(), &graph, &error), MG_DONE) << mg_error_message(error);
    ASSERT_EQ(mg_session_new(graph, &session, &error), MG_DONE);
    ASSERT_EQ(mg_session_set(session, "device", "cpu", &error), MG_DONE);
  }
  void TearDown() override {
    mg_session_free(session);
    mg_graph_free(graph);
  }
  mg_result* run(const char* algorithm, const char* source, const char* parameter = nullptr) {
    const std::array<const char*, 2> sources{source, nullptr};
    const std::array<const char*, 2> parameters{parameter, nullptr};
    mg_result* result = nullptr;
    EXPECT_EQ(mg_session_run(session, algorithm, parameters.data(), sources.data(), &result, &error), MG_DONE)
        << mg_error_message(error);
    return result;
  }
  Failure run_badly(const char* algorithm, const char* source, const char* parameter = nullptr) {
    const std::array<const char*, 2> sources{source, nullptr};
    const std::array<const char*, 2> parameters{parameter, nullptr};
    mg_result* result = nullptr;
    const int status = mg_session_run(session, algorithm, parameters.data(), sources.data(), &result, &error);
    EXPECT_EQ(result, nullptr);
    return failure_of(status, error);
  }

  TemporaryFolder folder;
  mg_error* error = nullptr;
  mg_graph* graph = nullptr;
  mg_session* session = nullptr;
};

TEST_F(CInterface, TellsWhatThereIs) {
  EXPECT_EQ(mg_abi(), MG_ABI);
  EXPECT_NE(std::string(mg_version()), "");
  EXPECT_NE(names("algorithms").find("bfs\n"), std::string::npos);
  EXPECT_NE(names("engines").find("hybrid\n"), std::string::npos);
  EXPECT_NE(names("formats").find("mtx\n"), std::string::npos);
  EXPECT_NE(names("parameters:sssp").find("delta\n"), std::string::npos);
  EXPECT_EQ(names("nonsense"), "");
  EXPECT_EQ(failure_of(mg_load_plugin("none.so", &error), error).status, MG_WRONG_USE);
}

TEST_F(CInterface, GivesResultsByTheFilesRows) {
  mg_result* result = run("bfs", "ant");
  ASSERT_EQ(mg_result_columns(result), 2U);
  mg_column level{};
  mg_column parent{};
  ASSERT_EQ(mg_result_column(result, 0, &level, nullptr), MG_DONE);
  ASSERT_EQ(mg_result_column(result, 1, &parent, nullptr), MG_DONE);
  EXPECT_STREQ(level.name, "level");
  EXPECT_EQ(level.type, MG_INT32);
  EXPECT_EQ(level.rows, 5U);
  const auto* levels = static_cast<const std::int32_t*>(level.values);
  EXPECT_EQ(std::vector(levels, levels + 5), (std::vector<std::int32_t>{0, 1, 2, -1, 2}));
  EXPECT_EQ(parent.type, MG_UINT32);
  EXPECT_EQ(parent.meaning, MG_VERTEX);
  const auto* parents = static_cast<const std::uint32_t*>(parent.values);
  constexpr auto none = std::numeric_limits<std::uint32_t>::max();
  EXPECT_EQ(std::vector(parents + 1, parents + 5), (std::vector<std::uint32_t>{0, 1, none, 1}));
  std::array<char, 8> text{};
  EXPECT_EQ(mg_result_text(result, 1, 4, text.data(), text.size()), 3U);
  EXPECT_STREQ(text.data(), "bee");
  EXPECT_EQ(mg_result_text(result, 1, 4, text.data(), 3), 3U);
  EXPECT_STREQ(text.data(), "be") << "cut, and ended by a null";
  EXPECT_EQ(mg_result_text(result, 7, 0, text.data(), text.size()), 0U);
  EXPECT_STREQ(mg_result_device(result), "cpu");
  EXPECT_GE(mg_result_ms(result), 0);
  EXPECT_GE(mg_result_iterations(result), 2U);
  EXPECT_EQ(failure_of(mg_result_column(result, 2, &level, &error), error).status, MG_WRONG_USE);
  mg_result_free(result);
}

TEST_F(CInterface, GivesTablesByTheirOwnRows) {
  mg_result* result = run("jaccard", nullptr, "measure=overlap");
  ASSERT_EQ(mg_result_columns(result), 3U);
  EXPECT_EQ(mg_result_rows(result), 4U);
  mg_column target{};
  ASSERT_EQ(mg_result_column(result, 1, &target, nullptr), MG_DONE);
  EXPECT_STREQ(target.name, "target");
  EXPECT_EQ(target.meaning, MG_VERTEX);
  ASSERT_EQ(target.rows, 4U);
  const auto* targets = static_cast<const std::uint32_t*>(target.values);
  EXPECT_EQ(std::vector(targets, targets + 4), (std::vector<std::uint32_t>{1, 2, 4, 4})) << "the graph's rows";
  std::array<char, 8> text{};
  EXPECT_EQ(mg_result_text(result, 0, 3, text.data(), text.size()), 3U);
  EXPECT_STREQ(text.data(), "elk");
  EXPECT_EQ(mg_result_text(result, 0, 4, text.data(), text.size()), 0U);
  mg_result_free(result);
  result = run("cc", nullptr);
  EXPECT_EQ(mg_result_rows(result), 5U);
  mg_result_free(result);
}

TEST_F(CInterface, ResultsOutliveSessionAndGraph) {
  mg_result* result = run("cc", nullptr);
  mg_session_free(session);
  mg_graph_free(graph);
  session = nullptr;
  graph = nullptr;
  std::array<char, 8> text{};
  mg_result_text(result, 0, 3, text.data(), text.size());
  EXPECT_STREQ(text.data(), "ant");
  double components = 0;
  EXPECT_EQ(mg_result_fact(result, "components", &components), 1);
  EXPECT_EQ(components, 1);
  EXPECT_EQ(mg_result_fact(result, "nonsense", &components), 0);
  mg_result_free(result);
}

TEST_F(CInterface, FailuresAreStatusesAndSentences) {
  EXPECT_EQ(run_badly("nonsense", nullptr).status, MG_WRONG_USE);
  EXPECT_NE(run_badly("bfs", "zoe").message.find("zoe"), std::string::npos);
  EXPECT_NE(run_badly("sssp", "ant", "delta").message.find("NAME=VALUE"), std::string::npos);
  EXPECT_NE(failure_of(mg_session_set(session, "thread", "2", &error), error).message.find("threads"),
            std::string::npos);
  EXPECT_EQ(failure_of(mg_session_set(session, "device", "gpu", &error), error).status, MG_WRONG_USE);
  EXPECT_EQ(failure_of(mg_session_set(session, "validate", "yes", &error), error).status, MG_WRONG_USE);
  EXPECT_EQ(failure_of(mg_graph_open("none.mg", &graph, &error), error).status, MG_BAD_INPUT);
  EXPECT_EQ(mg_graph_open("none.mg", &graph, nullptr), MG_BAD_INPUT) << "nobody wants the sentence";
  const std::array<const char*, 2> options{"undirekted=true", nullptr};
  const std::array paths{"none.el"};
  EXPECT_NE(
      failure_of(mg_graph_read(paths.data(), 1, options.data(), &graph, &error), error).message.find("undirected"),
      std::string::npos);
  EXPECT_EQ(mg_error_status(nullptr), MG_DONE);
}

TEST_F(CInterface, RunsAreInterruptedUntilTheyMayResume) {
  mg_session_interrupt(session);
  EXPECT_EQ(run_badly("pagerank", nullptr).status, MG_INTERRUPTED);
  mg_session_resume(session);
  mg_result_free(run("pagerank", nullptr));
}

TEST_F(CInterface, SeveralThreadsRunAtATime) {
  std::vector<std::thread> threads;
  for (const char* source : {"ant", "bee", "elk"}) {
    threads.emplace_back([this, source] {
      const std::array<const char*, 2> sources{source, nullptr};
      mg_result* result = nullptr;
      EXPECT_EQ(mg_session_run(session, "bfs", nullptr, sources.data(), &result, nullptr), MG_DONE);
      std::uint64_t row = 0;
      EXPECT_EQ(mg_graph_find(graph, source, &row, nullptr), MG_DONE);
      std::array<char, 4> level{};
      mg_result_text(result, 0, row, level.data(), level.size());
      EXPECT_STREQ(level.data(), "0");
      mg_result_free(result);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(CGraphs, AreMadeOfArraysWrittenAndOpened) {
  const TemporaryFolder folder;
  const std::array<std::uint32_t, 4> sources{0, 1, 1, 0};
  const std::array<std::uint32_t, 4> targets{1, 2, 1, 1};
  const std::array<float, 4> weights{1, 0.5F, 2, 4};
  const std::array<const char*, 4> options{"undirected=true", "self-loops=drop", "duplicates=sum", nullptr};
  mg_graph* made = nullptr;
  ASSERT_EQ(mg_graph_from_edges(4, 4, sources.data(), targets.data(), weights.data(), options.data(), &made, nullptr),
            MG_DONE);
  EXPECT_EQ(mg_graph_vertices(made), 4U);
  EXPECT_EQ(mg_graph_edges(made), 2U);
  EXPECT_EQ(mg_graph_arcs(made), 4U);
  EXPECT_EQ(mg_graph_is_directed(made), 0);
  const std::string path = folder / "made.mg";
  ASSERT_EQ(mg_graph_write(made, path.c_str(), nullptr, nullptr), MG_DONE);
  ASSERT_EQ(mg_graph_write(made, (folder / "made.txt").c_str(), "el", nullptr), MG_DONE);
  mg_graph_free(made);
  EXPECT_EQ(read_file(folder / "made.txt"), "# Undirected graph: each edge is listed once\n0 1 5.0\n1 2 0.5\n");
  mg_graph* opened = nullptr;
  ASSERT_EQ(mg_graph_open(path.c_str(), &opened, nullptr), MG_DONE);
  std::array<char, 8> name{};
  EXPECT_EQ(mg_graph_name(opened, 3, name.data(), name.size()), 1U);
  EXPECT_STREQ(name.data(), "3");
  EXPECT_EQ(mg_graph_name(opened, 4, name.data(), name.size()), 0U);
  mg_graph_free(opened);
}

TEST(CGraphs, RefuseOptionsOfFilesForArrays) {
  const std::array<std::uint32_t, 1> ends{0};
  const std::array<const char*, 2> options{"bipartite=true", nullptr};
  mg_graph* made = nullptr;
  mg_error* error = nullptr;
  EXPECT_EQ(mg_graph_from_edges(1, 1, ends.data(), ends.data(), nullptr, options.data(), &made, &error), MG_WRONG_USE);
  EXPECT_STREQ(mg_error_message(error), "the option bipartite is for graphs that are read from files");
  mg_error_free(error);
}

TEST(CGraphs, RefuseEdgesToVerticesThatThereAreNot) {
  const std::array<std::uint32_t, 1> sources{0};
  const std::array<std::uint32_t, 1> targets{7};
  mg_graph* graph = nullptr;
  mg_error* error = nullptr;
  const int status = mg_graph_from_edges(2, 1, sources.data(), targets.data(), nullptr, nullptr, &graph, &error);
  const Failure failure = failure_of(status, error);
  EXPECT_EQ(failure.status, MG_BAD_INPUT);
  EXPECT_EQ(failure.message, "edge 0 leads from 0 to 7, and there are the vertices 0 to 1 alone");
}

}  // namespace
}  // namespace mg
