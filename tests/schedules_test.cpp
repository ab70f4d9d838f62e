// Schedules and engines change how an answer is found, never the answer: every algorithm under every schedule there is,
// on every graph of the zoo and on larger ones, and under an engine that changes its mind at every step.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "algorithms/built_in.hpp"
#include "engine/context.hpp"
#include "engine/error.hpp"
#include "engine/registry.hpp"
#include "engine/schedule/schedule.hpp"
#include "tests/sanitized.hpp"
#include "tests/specimen.hpp"

namespace mg {
namespace {

/// Every combination of the choices, then thresholds at both ends: always and never pulling, staying there or not,
/// buckets of one distance each and one bucket for all.
std::vector<std::string> all_schedules() {
  std::vector<std::string> schedules;
  schedules.emplace_back("direction=pull");  // which reads no balance and no dedup
  for (const char* direction : {"push", "optimized"}) {
    for (const char* balance : {"vertex", "edge"}) {
      for (const char* dedup : {"none", "bitmap", "auto"}) {
        schedules.push_back(std::string("direction=") + direction + ",balance=" + balance + ",dedup=" + dedup);
      }
    }
  }
  for (const char* alpha : {"1e-300", "1e300"}) {
    for (const char* beta : {"1e-300", "1e300"}) schedules.push_back(std::string("alpha=") + alpha + ",beta=" + beta);
  }
  for (const char* delta : {"1e-300", "0.5", "1e300"}) schedules.push_back(std::string("delta=") + delta);
  return schedules;
}

std::vector<RunRequest> requests_for(VertexId n) {
  const std::string middle = std::to_string(n / 2);
  std::vector<RunRequest> requests{{.algorithm = "pagerank"},
                                   {.algorithm = "pagerank-delta"},
                                   {.algorithm = "hits", .parameters = {{"iterations", "3"}}},
                                   {.algorithm = "cc"},
                                   {.algorithm = "cc", .parameters = {{"method", "hook"}}},
                                   {.algorithm = "cc-label"},
                                   {.algorithm = "tc"},
                                   {.algorithm = "scc"},
                                   {.algorithm = "kcore"},
                                   {.algorithm = "mis"},
                                   {.algorithm = "coloring"},
                                   {.algorithm = "lcc"},
                                   {.algorithm = "geo", .parameters = needed_parameters("geo", n)},
                                   {.algorithm = "spmv", .parameters = {{"vector", "random"}}}};
  if (n == 0) return requests;
  requests.push_back({.algorithm = "bfs"});
  requests.push_back({.algorithm = "bfs", .parameters = {{"arcs", "backward"}}, .sources = {middle}});
  requests.push_back({.algorithm = "ppr", .sources = {middle}});
  requests.push_back({.algorithm = "pagerank", .parameters = {{"personalization", "0:1"}}});
  requests.push_back({.algorithm = "pagerank-delta", .parameters = {{"personalization", middle + ":2"}}});
  requests.push_back({.algorithm = "sssp"});
  requests.push_back({.algorithm = "sssp", .parameters = {{"method", "bellman-ford"}}, .sources = {middle}});
  requests.push_back({.algorithm = "bc", .sources = {"max-degree", middle}});
  return requests;
}

struct Setting {
  std::string order;
  int threads;
};

/// Of requests that read every key of the schedule; returns how many those are.
std::size_t expect_right_answers(Specimen& specimen, const RunOptions& options, const std::vector<Setting>& settings) {
  std::size_t count = 0;
  for (RunRequest& request : requests_for(specimen.num_vertices())) {
    request.options = options;
    try {
      for (const auto& [order, threads] : settings) {
        request.options.threads = threads;
        EXPECT_EQ(specimen.problem_of(request, order), "")
            << request.algorithm << " on " << specimen.name() << " in order " << order << ", " << threads << " threads";
      }
      ++count;
    } catch (const Error& error) {
      if (!is_of_unread_key(error)) throw;
    }
  }
  return count;
}

void expect_right_answers_everywhere(const RunOptions& options) {
  std::vector<Setting> settings{{"original", 2}, {"random:1", 3}};
  if (!sanitized) settings.insert(settings.end(), {{"original", 1}, {"random:1", 1}, {"degree", 7}, {"bfs", 2}});
  for (const ZooGraph& animal : zoo()) {
    Specimen specimen = specimen_of(with_weights(animal));
    static_cast<void>(expect_right_answers(specimen, options, settings));
  }
  for (Specimen& specimen : large_specimens()) {
    EXPECT_GT(expect_right_answers(specimen, options, {{"original", 3}, {"degree", 2}}), 0U) << "nothing reads it";
  }
}

class EverySchedule : public testing::TestWithParam<std::string> {
 protected:
  static void SetUpTestSuite() { register_built_in(); }
};

TEST_P(EverySchedule, GivesTheRightAnswers) {
  expect_right_answers_everywhere({.schedule = parse_schedule(GetParam())});
}

std::string test_name(const testing::TestParamInfo<std::string>& test) {
  std::string name = test.param;
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Schedules, EverySchedule, testing::ValuesIn(all_schedules()), test_name);

TEST(ASchedule, SetsTheWidthOfBuckets) {
  register_built_in();
  Specimen road = large_specimen("road");
  const auto rounds = [&](const std::string& parameter, const std::string& schedule) {
    const RunReport report =
        run_program(road.graph(), {.algorithm = "sssp",
                                   .parameters = {{"delta", parameter}},
                                   .sources = {"0"},
                                   .options = {.schedule = parse_schedule(schedule), .threads = 1}});
    return report.runs.front().iterations;
  };
  for (const std::string width : {"1", "100", "1e9"})
    EXPECT_EQ(rounds("0", "delta=" + width), rounds(width, "")) << width;
  EXPECT_GT(rounds("0", "delta=1"), rounds("0", "delta=1e9"));
  EXPECT_THROW(static_cast<void>(rounds("1", "delta=1e9")), Error) << "the parameter comes first";
}

/// Draws at every step how to execute it: the engine, the kernel, the representation of the frontier, balance and
/// deduplication.
class FickleEngine final : public Engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "fickle"; }
  void prepare(RunContext& context) override {
    ++seed_;
    dense_->prepare(context);
  }
  [[nodiscard]] std::uint64_t estimate_bytes(std::uint64_t, std::uint64_t) const override { return 0; }

  void step(CpuStep& step, RunContext& context) override {
    if (step.buckets == nullptr && draw()) return dense_->step(step, context);
    step.balance_edges = draw();
    step.dedup = draw();
    step.count_arcs = draw();
    switch (step.pattern) {
      case Pattern::reduce: return step.run("pull_reduce", context);
      case Pattern::gather: return run_on_queue("gather", step, context);
      case Pattern::expand: break;
    }
    const bool must_push = step.buckets != nullptr;
    const bool pushes = step.has("push") && (must_push || draw());
    if (pushes) return run_on_queue("push", step, context);
    run_on_bitmap("pull", step, context);
  }

 private:
  bool draw() { return (random_() >> 40 & 1) != 0; }

  void run_on_queue(std::string_view kernel, CpuStep& step, RunContext& context) {
    if (step.from->kind() == Frontier::Kind::queue && draw()) return step.run(kernel, context);
    Frontier detour = context.to_bitmap(*step.from);
    Frontier queue = context.to_queue(detour);
    run_on(queue, kernel, step, context);
    context.recycle(std::move(detour));
    context.recycle(std::move(queue));
  }

  void run_on_bitmap(std::string_view kernel, CpuStep& step, RunContext& context) {
    if (step.from->kind() == Frontier::Kind::all && draw()) return step.run(kernel, context);
    Frontier bitmap = context.to_bitmap(*step.from);
    run_on(bitmap, kernel, step, context);
    context.recycle(std::move(bitmap));
  }

  static void run_on(const Frontier& frontier, std::string_view kernel, CpuStep& step, RunContext& context) {
    const Frontier* original = step.from;
    step.from = &frontier;
    step.run(kernel, context);
    step.from = original;
  }

  std::unique_ptr<Engine> dense_ = find_engine("dense").make();
  static inline std::uint64_t seed_ = 0;
  std::mt19937_64 random_{seed_};
};

TEST(AnEngineThatSwitchesAtRandom, GivesTheRightAnswers) {
  register_built_in();
  register_engine({.name = "fickle", .summary = "draws lots", .make = [] { return std::make_unique<FickleEngine>(); }});
  for (int round = 0; round < 2; ++round) expect_right_answers_everywhere({.engine = "fickle"});
}

}  // namespace
}  // namespace mg
