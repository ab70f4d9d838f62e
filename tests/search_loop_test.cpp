// Searches along short rows on a GPU, whose frontiers a cluster has as arcs. Skipped, saying why, where there is no
// GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "engine/gpu/device_context.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/specimen.hpp"

namespace mg {
namespace {

/// Vertex 0 and so many children for each vertex of each level.
ZooGraph tree(const std::string& name, const std::vector<std::uint32_t>& children) {
  ZooGraph tree{.name = name, .n = 1, .edges = {}, .weights = {}};
  std::uint32_t first = 0;
  for (const std::uint32_t each : children) {
    const std::uint32_t end = tree.n;
    for (std::uint32_t v = first; v < end; ++v) {
      for (std::uint32_t i = 0; i < each; ++i) tree.edges.emplace_back(v, tree.n++);
    }
    first = end;
  }
  return tree;
}

class LinkedRows : public OnAGpu {
 protected:
  /// The neighbors of v, node by node.
  [[nodiscard]] static std::vector<VertexId> row_of(const std::vector<gpu::RowNode>& nodes, VertexId v) {
    std::vector<VertexId> row;
    for (std::size_t at = v;;) {
      const gpu::RowNode& node = nodes.at(at);
      const VertexId last = node.words[3];
      const bool goes_on = last != no_vertex && (last & gpu::RowNode::link) != 0;
      for (const VertexId u : node.words) {
        if (u != no_vertex && !(goes_on && u == last)) row.push_back(u);
      }
      if (!goes_on) return row;
      at = last & ~gpu::RowNode::link;
    }
  }

  static void expect_linked(const Graph& graph) {
    const std::shared_ptr<Device> device = open_device(list_devices().devices.front().index);
    DeviceContext gpu(device, graph, 2);
    for (const Side side : {Side::out, Side::in}) {
      const Adjacency& arcs = side == Side::out ? graph.out : graph.in;
      std::uint64_t num_nodes = graph.num_vertices();
      for (VertexId v = 0; v < graph.num_vertices(); ++v) num_nodes += gpu::further_nodes(arcs.row(v).size());
      std::vector<gpu::RowNode> nodes(num_nodes);
      device->download(nodes.data(), gpu.layouts().linked_rows(side), num_nodes * sizeof(gpu::RowNode));
      for (VertexId v = 0; v < graph.num_vertices(); ++v) {
        ASSERT_EQ(row_of(nodes, v), std::vector<VertexId>(arcs.row(v).begin(), arcs.row(v).end())) << v;
      }
    }
  }
};

TEST_F(LinkedRows, HaveTheArcsOfRows) {
  for (const char* name : {"one_vertex", "star_in", "rmat_8_directed", "rmat_10", "random_33", "random_1025"}) {
    SCOPED_TRACE(name);
    expect_linked(specimen_of(zoo_graph(name)).graph());
  }
}

TEST_F(LinkedRows, HaveAsManyNodesAsTheyNeed) {
  ZooGraph stars{.name = "stars", .n = 400, .edges = {}, .weights = {}};
  for (std::uint32_t arcs = 0; arcs < 20; ++arcs) {
    for (std::uint32_t i = 0; i < arcs; ++i) stars.edges.emplace_back(arcs, 100 + 7 * i + arcs);
    EXPECT_EQ(gpu::further_nodes(arcs), arcs <= 4 ? 0 : (arcs - 4 + 2) / 3) << arcs << " arcs";
  }
  expect_linked(specimen_of(stars).graph());
}

class SearchLoop : public OnAGpu {
 protected:
  void SetUp() override {
    OnAGpu::SetUp();
    if (!IsSkipped() && list_devices().devices.front().architecture < 90) GTEST_SKIP() << "this GPU has no clusters";
  }

  static RunOptions fused() { return {.schedule = parse_schedule("driver=fused"), .device = "cuda"}; }

  /// The kernels of a search from vertex 0, one after the other. Its steps must have what the levels have, and follow
  /// as many arcs as those of launched operators do.
  static std::vector<std::string> kernels_of(Specimen& specimen) {
    RunRequest request{.algorithm = "bfs", .sources = {"0"}, .options = fused()};
    request.options.trace = true;
    const RunReport report = run_program(specimen.graph(), request);
    request.options.schedule = parse_schedule("driver=launched,direction=push");
    const RunReport launched = run_program(specimen.graph(), request);
    EXPECT_EQ(report.runs.front().edges_traversed, launched.runs.front().edges_traversed);
    const std::vector<std::int64_t>& levels = specimen.right().levels(0);
    const std::vector<TraceStep> steps = engine_steps(report);
    const std::vector<TraceStep> launched_steps = engine_steps(launched);
    std::vector<std::string> kernels;
    for (const TraceStep& step : steps) {
      const auto level = static_cast<std::int64_t>(step.iteration) - 1;
      EXPECT_EQ(step.vertices, std::ranges::count(levels, level)) << "level " << level;
      EXPECT_EQ(step.next_vertices, std::ranges::count(levels, level + 1)) << "level " << level;
      const auto same = std::ranges::find(launched_steps, step.iteration, &TraceStep::iteration);
      EXPECT_EQ(step.arcs, same->arcs) << "level " << level;
      if (kernels.empty() || kernels.back() != step.kernel) kernels.emplace_back(step.kernel);
    }
    EXPECT_EQ(steps.size(), static_cast<std::size_t>(std::ranges::max(levels)) + 1);
    return kernels;
  }
};

TEST_F(SearchLoop, IsForShortRows) {
  Specimen short_rows = specimen_of(tree("short rows", {16, 1, 3, 15, 1}));
  EXPECT_EQ(kernels_of(short_rows), std::vector<std::string>{"search, one cluster"});
  Specimen a_longer_one = specimen_of(tree("a longer one", {17, 1, 3}));
  EXPECT_EQ(kernels_of(a_longer_one), std::vector<std::string>{"push, one cluster"});
}

/// One block has more arcs to list than there is room for, and all go on; then all have, and leave it to others.
TEST_F(SearchLoop, SpillsWhatListsHaveNoRoomFor) {
  Specimen goes_on = specimen_of(tree("goes on", {15, 15, 15, 1}));
  EXPECT_EQ(kernels_of(goes_on), std::vector<std::string>{"search, one cluster"});
  expect_right(goes_on, {.algorithm = "bfs", .sources = {"0"}}, fused());
  Specimen leaves = specimen_of(tree("leaves", {15, 15, 15, 15}));
  EXPECT_EQ(kernels_of(leaves), (std::vector<std::string>{"search, one cluster", "push, all blocks"}));
  expect_right(leaves, {.algorithm = "bfs", .sources = {"0"}}, fused());
}

/// From a launch to the next, by all blocks in between.
TEST_F(SearchLoop, GoesOnWhereOthersHaveBeen) {
  ZooGraph cactus = tree("cactus", {15, 15, 15, 15});
  for (int i = 0; i < 100; ++i) {
    cactus.edges.emplace_back(cactus.n - 1, cactus.n);
    ++cactus.n;
  }
  Specimen specimen = specimen_of(cactus);
  EXPECT_EQ(kernels_of(specimen),
            (std::vector<std::string>{"search, one cluster", "push, all blocks", "search, one cluster"}));
  expect_right(specimen, {.algorithm = "bfs", .sources = {"0"}}, fused());
}

/// Where vertices have no arcs, there are more entries than arcs: who leaves such a frontier begins with it again.
TEST_F(SearchLoop, ExpandsManyWithoutArcs) {
  ZooGraph delta = tree("delta", {16, 16, 8, 12});
  delta.directed = true;
  const std::uint32_t leaves = 16 * 16 * 8 * 12;
  const std::uint32_t first = delta.n - leaves;
  for (std::uint32_t i = 0; i < leaves; i += 3) {
    delta.edges.emplace_back(first + i, delta.n++);
    delta.edges.emplace_back(first + i, delta.n++);
  }
  Specimen specimen = specimen_of(delta);
  EXPECT_EQ(kernels_of(specimen), std::vector<std::string>{"search, one cluster"});
  expect_right(specimen, {.algorithm = "bfs", .sources = {"0"}}, fused());
}

/// Rows are long one way, and short the other.
TEST_F(SearchLoop, AsksForTheRowsOfItsSide) {
  ZooGraph fan = tree("fan", {40, 2});
  fan.directed = true;
  Specimen specimen = specimen_of(fan);
  EXPECT_EQ(kernels_of(specimen), std::vector<std::string>{"push, one cluster"});
  expect_right(specimen, {.algorithm = "bfs", .parameters = {{"arcs", "backward"}}, .sources = {"120"}}, fused());
}

/// Who has no arc but the one back is expanded, too: a search has as many iterations as levels.
TEST_F(SearchLoop, CountsDeadEnds) {
  for (const std::vector<std::uint32_t>& children : {std::vector<std::uint32_t>{}, {1}, {3}, {2, 0}, {4, 2, 1}}) {
    Specimen specimen = specimen_of(tree("dead ends", children));
    EXPECT_EQ(kernels_of(specimen), std::vector<std::string>{"search, one cluster"});
    expect_right(specimen, {.algorithm = "bfs", .sources = {"0"}}, fused());
  }
}

/// Rows with loops and parallel arcs, of which some lead back.
TEST_F(SearchLoop, FollowsLoopsAndParallelArcs) {
  ZooGraph ring{.name = "ring", .n = 90, .edges = {}, .weights = {}};
  for (std::uint32_t v = 0; v < ring.n; ++v) {
    const std::uint32_t next = (v + 1) % ring.n;
    ring.edges.emplace_back(v, next);
    if (v % 3 == 0) ring.edges.emplace_back(v, next);
    if (v % 5 == 0) ring.edges.emplace_back(v, v);
  }
  for (const bool directed : {false, true}) {
    ring.directed = directed;
    Specimen specimen = specimen_of(ring, DuplicatePolicy::keep);
    EXPECT_EQ(kernels_of(specimen), std::vector<std::string>{"search, one cluster"});
    for (const char* source : {"0", "1", "45"}) {
      expect_right(specimen, {.algorithm = "bfs", .sources = {source}}, fused());
      expect_right(specimen, {.algorithm = "bfs", .parameters = {{"arcs", "backward"}}, .sources = {source}}, fused());
    }
  }
}

TEST_F(SearchLoop, IsRightFromSeveralSourcesAndAgain) {
  Specimen specimen = specimen_of(tree("again", {15, 15, 15, 1}));
  RunRequest request{.algorithm = "bfs", .sources = {"0", "1", "3000", "3616"}, .runs = 3, .validate = true};
  request.options = fused();
  EXPECT_EQ(run_program(specimen.graph(), request).verdict->problem, "");
}

}  // namespace
}  // namespace mg
