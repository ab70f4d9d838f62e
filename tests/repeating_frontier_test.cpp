// Queues that list vertices repeatedly, as nothing keeps a push from it: whoever looks at a vertex looks once.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/registry.hpp"
#include "hybrid/kernels.hpp"
#include "tests/answers.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/repeat_probes.hpp"
#include "tests/specimen.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

constexpr std::uint32_t senders = 100;
constexpr std::uint32_t hubs = 3;

/// A source, senders, hubs that all of these reach, which reach a last one, and vertices of no arcs.
Specimen fan() {
  constexpr std::uint32_t last = 1 + senders + hubs;
  ZooGraph graph{.name = "fan", .n = 1000, .directed = true, .edges = {}, .weights = {}};
  for (std::uint32_t i = 1; i <= senders; ++i) {
    graph.edges.emplace_back(0, i);
    for (std::uint32_t hub = 1 + senders; hub < last; ++hub) graph.edges.emplace_back(i, hub);
  }
  for (std::uint32_t hub = 1 + senders; hub < last; ++hub) graph.edges.emplace_back(hub, last);
  return specimen_of(graph);
}

void register_probe() {
  register_built_in();
  static const std::string text = read_file(MG_SOURCE_DIR "/tests/repeat_probes.hpp");
  static const bool is_new = [] {
    register_algorithm<probe::Repeats>({.name = "tests/repeat_probes.hpp", .text = text});
    return true;
  }();
  EXPECT_TRUE(is_new);
}

/// Runs the probe from vertex 0 by a schedule.
void expect_looks_once(RunOptions options, const char* schedule) {
  register_probe();
  Specimen specimen = fan();
  const Graph& graph = specimen.graph();
  options.engine = "sparse";
  options.schedule = parse_schedule(schedule);
  const RunReport report = run_program(graph, {.algorithm = "repeats", .sources = {"0"}, .options = options});
  std::vector<std::int64_t> looks(graph.num_vertices(), 0);
  std::vector<std::int64_t> sums(graph.num_vertices(), 0);
  for (std::uint32_t v = 1; v <= 1 + senders + hubs; ++v) looks[v] = 1;
  for (std::uint32_t hub = 1 + senders; hub < 1 + senders + hubs; ++hub) sums[hub] = 1;
  const auto results = report.program->results();
  EXPECT_EQ(in_file_order<std::int64_t>(graph, results[0]), looks) << schedule;
  EXPECT_EQ(in_file_order<std::int64_t>(graph, results[1]), sums) << schedule;
  EXPECT_EQ(std::get<std::uint64_t>(report.program->summary().front().second), hubs) << schedule;
}

TEST(OnACpu, WhoeverIsListedRepeatedlyIsLookedAtOnce) {
  for (const int threads : {1, 4}) {
    for (const char* schedule : {"direction=push,dedup=none", "direction=push,dedup=none,balance=edge"}) {
      expect_looks_once({.device = "cpu", .threads = threads}, schedule);
    }
  }
}

TEST(OnACpu, WhoeverWaitsRepeatedlyInABucketIsLookedAtOnce) {
  register_built_in();
  Specimen specimen = fan();
  RunContext context(specimen.graph(), {.threads = 1});
  Loop loop(context);
  std::vector<std::uint32_t> notes(specimen.graph().num_vertices());
  Buckets buckets = loop.buckets(1);
  for (int i = 0; i < 2; ++i) loop.start(buckets, 7, Side::out);
  Frontier frontier;
  ASSERT_TRUE(loop.pop(buckets, frontier));
  EXPECT_EQ(frontier.size(), 2U);
  loop.vertex_map(probe::Tally{notes.data()}, frontier);
  EXPECT_EQ(notes[7], 1U);
}

TEST_F(OnAGpu, WhoeverIsListedRepeatedlyIsLookedAtOnce) {
  for (const char* schedule :
       {"driver=launched,direction=push,dedup=none", "driver=launched,direction=push,dedup=none,balance=vertex",
        "driver=adaptive,direction=push,dedup=none",
        "driver=launched,direction=push,dedup=none ; driver=fused,balance=strict if size>10.5%"}) {
    expect_looks_once({.device = "cuda"}, schedule);
  }
}

}  // namespace
}  // namespace mg
