// Lists of indices and running sums are the same on every machine, whatever their lengths are.
#include <gtest/gtest.h>

#include <cstdint>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

#include "engine/registry.hpp"
#include "engine/session.hpp"
#include "tests/index_probes.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/specimen.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

/// On both sides of words, warps, blocks and shares of threads.
constexpr std::uint64_t counts[] = {0, 1, 31, 32, 33, 63, 64, 65, 255, 256, 257, 1023, 1024, 1025, 4097, 300'001};
/// None, all, every second on average, and few.
constexpr std::uint32_t shares[] = {0, 1, 2, 1000};

/// What the probe has to find, by hand.
struct Right {
  Right(std::uint64_t count, std::uint32_t one_in) {
    for (std::uint32_t i = 0; i < count; ++i) {
      asked.push_back(i < count / 2 ? 2 : 1);
      sums.push_back(total);
      total += probe::term_of(i);
      if (!probe::is_kept(i, one_in)) continue;
      kept.push_back(i);
      if (i < count / 2) ++few;
    }
  }
  [[nodiscard]] Summary summary() const { return {{"few", few}, {"kept", kept.size()}, {"total", total}}; }

  std::vector<std::uint64_t> asked, sums, kept;
  std::uint64_t few = 0;
  std::uint64_t total = 0;
};

std::vector<std::uint64_t> column(const RunReport& report, std::size_t index) {
  return std::visit([](const auto& values) { return std::vector<std::uint64_t>(values.begin(), values.end()); },
                    report.program->results().at(index).values);
}

void register_probe() {
  static const std::string text = read_file(MG_SOURCE_DIR "/tests/index_probes.hpp");
  static std::once_flag once;
  std::call_once(once, [] {
    register_algorithm<probe::IndexOperators>(SourceText{.name = "tests/index_probes.hpp", .text = text});
  });
}

void expect_right_lists(const RunOptions& options) {
  const Graph graph = specimen_of(zoo_graph("path")).graph();
  for (const std::uint64_t count : counts) {
    for (const std::uint32_t one_in : shares) {
      SCOPED_TRACE(fmt::format("{} indices, one in {}", count, one_in));
      const RunReport report =
          run_program(graph, {.algorithm = "index-operators",
                              .parameters = {{"count", std::to_string(count)}, {"one-in", std::to_string(one_in)}},
                              .options = options});
      Right right(count, one_in);
      EXPECT_EQ(report.program->summary(), right.summary());
      EXPECT_EQ(column(report, 0), right.asked) << "once an index and filter";
      EXPECT_EQ(column(report, 1), right.sums);
      right.kept.resize(count, count);
      EXPECT_EQ(column(report, 2), right.kept);
    }
  }
}

class IndexOperators : public testing::TestWithParam<int> {
 protected:
  static void SetUpTestSuite() {
    register_built_in();
    register_probe();
  }
};

INSTANTIATE_TEST_SUITE_P(Threads, IndexOperators, testing::Values(1, 2, 7), testing::PrintToStringParamName());

TEST_P(IndexOperators, ListAndAddUpWhateverTheLength) { expect_right_lists({.device = "cpu", .threads = GetParam()}); }

TEST_P(IndexOperators, AreStepsOfTheTrace) {
  const Graph graph = specimen_of(zoo_graph("path")).graph();
  const RunReport report = run_program(graph, {.algorithm = "index-operators",
                                               .parameters = {{"count", "1000"}},
                                               .options = {.device = "cpu", .threads = GetParam(), .trace = true}});
  const Right right(1000, 2);
  std::vector<std::string> steps;
  for (const TraceStep& step : report.trace.steps()) {
    steps.push_back(fmt::format("{} {} {}", step.operation, step.vertices, step.next_vertices));
  }
  EXPECT_EQ(steps,
            (std::vector<std::string>{"index_map 1000 0", fmt::format("index_filter 500 {}", right.few),
                                      fmt::format("index_filter 1000 {}", right.kept.size()), "running_sums 1000 0"}));
}

class IndexOperatorsOnAGpu : public OnAGpu {
 protected:
  static void SetUpTestSuite() {
    register_built_in();
    register_probe();
  }
};

TEST_F(IndexOperatorsOnAGpu, ListAndAddUpWhateverTheLength) { expect_right_lists({.device = "cuda"}); }

}  // namespace
}  // namespace mg
