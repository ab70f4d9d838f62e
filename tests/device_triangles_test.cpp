// Triangles on a GPU: in the graph's own rows where these are short and alike, along turned edges elsewhere.
#include "engine/gpu/device_triangles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/host_device.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/specimen.hpp"

namespace mg {
namespace {

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

ZooGraph undirected(std::string name, std::uint32_t n, Edges edges = {}) {
  return {std::move(name), n, false, std::move(edges), {}};
}

/// Vertices in a circle, each joined to the `reach` next ones.
ZooGraph ring(std::uint32_t n, std::uint32_t reach) {
  Edges edges;
  for (std::uint32_t v = 0; v < n; ++v) {
    for (std::uint32_t distance = 1; distance <= reach; ++distance) edges.emplace_back(v, (v + distance) % n);
  }
  return undirected("ring_of_" + std::to_string(reach), n, std::move(edges));
}

/// A ring of triangles of which `hub` has `spokes` neighbors.
ZooGraph wheel(std::uint32_t n, std::uint32_t hub, std::uint32_t spokes) {
  ZooGraph graph = ring(n, 2);
  graph.name = "wheel_of_" + std::to_string(spokes) + "_at_" + std::to_string(hub);
  std::erase_if(graph.edges, [hub](const auto& edge) { return edge.first == hub || edge.second == hub; });
  for (std::uint32_t v = 0; spokes > 0; ++v) {
    if (v == hub) continue;
    graph.edges.emplace_back(hub, v);
    --spokes;
  }
  return graph;
}

ZooGraph clique(std::uint32_t n) { return undirected("clique_" + std::to_string(n), n, ring(n, n / 2).edges); }

ZooGraph grid_with_diagonals(std::uint32_t width) {
  Edges edges;
  for (std::uint32_t y = 0; y + 1 < width; ++y) {
    for (std::uint32_t x = 0; x + 1 < width; ++x) {
      const std::uint32_t v = y * width + x;
      edges.insert(edges.end(), {{v, v + 1}, {v, v + width}, {v, v + width + 1}, {v + 1, v + width}});
    }
  }
  return undirected("grid_with_diagonals", width * width, std::move(edges));
}

/// The longest rows that are short enough, and those of one arc more.
constexpr std::uint32_t longest = 128;

/// Rows from 2 to 24 arcs on average, so that 1, 2, 4, ..., 32 lanes share one.
std::vector<ZooGraph> short_rows() {
  std::vector<ZooGraph> graphs{undirected("one_vertex", 1),  undirected("one_edge", 2, {{0, 1}}),
                               undirected("no_edges", 2000), grid_with_diagonals(40),
                               wheel(1500, 0, longest),      wheel(1500, 1499, longest),
                               clique(longest + 1)};
  for (const std::uint32_t reach : {1, 2, 4, 5, 8, 10, 12}) graphs.push_back(ring(1100, reach));
  return graphs;
}

/// Rows that hold all as bits, some, or nothing, and a vertex that many know.
ZooGraph ring_with_a_hub() {
  ZooGraph graph = ring(4300, 40);
  graph.name = "ring_with_a_hub";
  for (std::uint32_t v = 100; v < 4000; v += 3) graph.edges.emplace_back(0, v);
  return graph;
}

/// A ring, and two vertices that some of it are joined to rather than to each other: degrees are alike, so that the
/// first one's row spans nearly all ranks, and its bits reach further than a warp writes at a time. The second one asks
/// for them.
ZooGraph ring_and_two() {
  constexpr std::uint32_t n = 5000;
  ZooGraph graph = ring(n, longest / 2 + 1);
  graph.name = "ring_and_two";
  graph.n = n + 2;
  std::set<std::pair<std::uint32_t, std::uint32_t>> dropped;
  for (std::uint32_t v = 70; v + 11 < n; v += 175) {
    for (const std::uint32_t w : {v, v + 1}) {
      graph.edges.insert(graph.edges.end(), {{n, w}, {n, w + 10}, {n + 1, w}});
      dropped.emplace(w, w + 10);
    }
    dropped.insert({{v, v + 1}, {v + 10, v + 11}});
  }
  graph.edges.emplace_back(n, n + 1);
  std::erase_if(graph.edges, [&](const auto& edge) { return dropped.contains(edge); });
  return graph;
}

/// A ring, a hub, which has edges turned, and a vertex joined to the ring's last ones, which are as it is.
ZooGraph ring_with_a_tail() {
  constexpr std::uint32_t n = 33'500;
  ZooGraph graph = ring(n, 17);
  graph.name = "ring_with_a_tail";
  graph.n = n + 2;
  for (std::uint32_t v = 0; v <= longest; ++v) graph.edges.emplace_back(n, v);
  for (std::uint32_t v = n - 100; v < n - 50; v += 3) {
    std::erase(graph.edges, std::pair{v, v + 1});
    graph.edges.insert(graph.edges.end(), {{n + 1, v}, {n + 1, v + 1}});
  }
  return graph;
}

std::vector<ZooGraph> long_rows() {
  return {wheel(1500, 0, longest + 1), wheel(1500, 1499, longest + 1),
          wheel(1500, 700, 1499),      clique(longest + 2),
          ring_with_a_hub(),           ring_and_two()};
}

/// What is launched to count a graph's triangles, along so many edges.
std::vector<std::string> agents_for(const Graph& graph, EdgeId edges) {
  const auto device = std::make_shared<HostDevice>();
  DeviceContext gpu(device, graph, 2);
  EXPECT_EQ(count_triangles(gpu, graph, 2).edges, edges);
  return device->launched;
}
std::vector<std::string> agents_for(const Graph& graph) { return agents_for(graph, graph.num_edges()); }

TEST(TrianglePlan, NothingIsTurnedWhereRowsAreShort) {
  for (const ZooGraph& animal : short_rows()) {
    const std::vector<std::string> own_rows{"mg::gpu::TrianglesOfOwnRows<unsigned int>"};
    EXPECT_EQ(agents_for(specimen_of(animal).graph()), own_rows) << animal.name;
  }
}

TEST(TrianglePlan, OneLaneToAWarpShareARow) {
  std::set<std::uint32_t> lane_bits;
  const auto device = std::make_shared<HostDevice>();
  device->run = [&](const std::string&, std::uint32_t, std::size_t, const void* arguments, const void*) {
    lane_bits.insert(static_cast<const gpu::OwnRowsArguments*>(arguments)->lane_bits);
  };
  for (const ZooGraph& animal : short_rows()) {
    Specimen specimen = specimen_of(animal);
    DeviceContext gpu(device, specimen.graph(), 2);
    static_cast<void>(count_triangles(gpu, specimen.graph(), 2));
  }
  EXPECT_EQ(lane_bits, (std::set<std::uint32_t>{0, 1, 2, 3, 4, 5}));
}

TEST(TrianglePlan, EdgesAreTurnedWhereARowIsLong) {
  for (const ZooGraph& animal : long_rows()) {
    const std::vector<std::string> agents = agents_for(specimen_of(animal).graph());
    EXPECT_EQ(agents.back(), "mg::gpu::TrianglesOfShortRows") << animal.name;
  }
}

TEST(TrianglePlan, EdgesAreTurnedWhereRowsRepeatNeighborsOrHoldTheirOwnVertex) {
  ZooGraph odd = ring(20, 2);
  const EdgeId edges = odd.edges.size();
  odd.edges.emplace_back(3, 3);
  EXPECT_EQ(agents_for(specimen_of(odd).graph(), edges).back(), "mg::gpu::TrianglesOfShortRows");
  odd.edges.back() = {3, 4};
  Specimen repeated = specimen_of(odd, DuplicatePolicy::keep);
  EXPECT_EQ(agents_for(repeated.graph(), edges).back(), "mg::gpu::TrianglesOfShortRows");
}

TEST(TrianglePlan, AnEmptyGraphNeedsNoKernel) {
  EXPECT_EQ(agents_for(specimen_of(undirected("empty", 0)).graph()), std::vector<std::string>());
}

using DeviceTriangles = OnAGpu;

TEST_F(DeviceTriangles, AreThoseOfTheOracle) {
  for (const auto& graphs : {short_rows(), long_rows()}) {
    for (const ZooGraph& animal : graphs) {
      Specimen specimen = specimen_of(animal);
      for (const std::string& order : all_orders) {
        for (const char* algorithm : {"tc", "lcc"}) {  // counted, and one after the other
          EXPECT_EQ(specimen.problem_of({.algorithm = algorithm, .options = {.device = "cuda"}}, order), "")
              << algorithm << " on " << animal.name << ", order " << order;
        }
      }
    }
  }
}

/// So little shared memory that the last ranks have no bit there.
TEST_F(DeviceTriangles, OfEntriesBeyondTheBitmapAreThoseOfTheOracle) {
  Specimen specimen = specimen_of(ring_with_a_tail());
  ASSERT_EQ(::setenv("MG_EMULATED_SHARED_BYTES", "6144", 1), 0);  // of the emulated GPU; others have what they have
  const std::string problem = specimen.problem_of({.algorithm = "tc", .options = {.device = "cuda"}});
  ASSERT_EQ(::unsetenv("MG_EMULATED_SHARED_BYTES"), 0);
  EXPECT_EQ(problem, "");
}

}  // namespace
}  // namespace mg
