// The layouts that pulls on a GPU build: rows whose lightest arcs come first, hubs, and rows that have arcs. Skipped,
// saying why, where there is no GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <variant>
#include <vector>

#include "tests/device_pulls.hpp"
#include "tests/specimen.hpp"

namespace mg {
namespace {

class DevicePullLayouts : public DevicePulls {
 protected:
  /// Each row has the arcs that it had, those of small weights first.
  template <class Weight>
  void expect_lightest_first(Side side) {
    const Adjacency& arcs = rows(side);
    const auto& weights = std::get<Array<Weight>>(arcs.weights);
    const auto sorted =
        OnDevice<gpu::WeightedArc>::downloaded(*device_, gpu_->layouts().lightest_first(side), graph_->num_arcs());
    using Arc = std::pair<VertexId, std::uint32_t>;
    for (VertexId v = 0; v < graph_->num_vertices(); ++v) {
      std::vector<Arc> expected;
      std::vector<Arc> found;
      for (EdgeId e = arcs.offsets[v]; e < arcs.offsets[v + 1]; ++e) {
        expected.emplace_back(arcs.neighbors[e], std::bit_cast<std::uint32_t>(weights[e]));
        found.emplace_back(sorted[e].neighbor, sorted[e].weight);
        if (e == arcs.offsets[v]) continue;
        ASSERT_LE(std::bit_cast<Weight>(sorted[e - 1].weight), std::bit_cast<Weight>(sorted[e].weight)) << v;
      }
      std::ranges::sort(expected);
      std::ranges::sort(found);
      ASSERT_EQ(found, expected) << v;
    }
  }

  void expect_hubs(Side side) {
    const Adjacency& arcs = rows(side);
    const auto hubs = OnDevice<VertexId>::downloaded(*device_, gpu_->layouts().hubs(side), graph_->num_vertices());
    for (VertexId v = 0; v < graph_->num_vertices(); ++v) {
      if (arcs.row(v).empty()) {
        ASSERT_EQ(hubs[v], no_vertex) << v;
        continue;
      }
      std::size_t highest = 0;
      for (const VertexId u : arcs.row(v)) highest = std::max(highest, arcs.row(u).size());
      ASSERT_NE(std::ranges::count(arcs.row(v), hubs[v]), 0) << v;
      ASSERT_EQ(arcs.row(hubs[v]).size(), highest) << v;
    }
  }

  void expect_rows_with_arcs(Side side) {
    const gpu::VertexList& list = gpu_->layouts().rows_with_arcs(side);
    auto listed = OnDevice<VertexId>::downloaded(*device_, list.vertices, list.size);
    std::ranges::sort(listed);
    const Vertices expected = with_arcs(side);
    EXPECT_EQ(listed, std::vector<VertexId>(expected.begin(), expected.end()));
  }
};

/// The same arcs with other weights, in turn. An undirected graph keeps one side.
template <class Weight>
Graph reweighted(Graph graph, const std::vector<Weight>& pool) {
  std::mt19937_64 random(3);
  const bool shared = graph.out.offsets.data() == graph.in.offsets.data();
  const auto drawn = [&] {
    auto weights = Array<Weight>::uninitialized(graph.num_arcs());
    for (Weight& weight : weights) weight = pool[random() % pool.size()];
    return weights;
  };
  graph.out.weights = drawn();
  graph.in.weights = graph.out.weights;
  if (!shared) graph.in.weights = drawn();
  return graph;
}

const std::vector<float> odd_reals{0.0F,
                                   -0.0F,
                                   1,
                                   1,
                                   1.5F,
                                   -1.5F,
                                   -3e38F,
                                   std::numeric_limits<float>::max(),
                                   std::numeric_limits<float>::infinity(),
                                   std::numeric_limits<float>::denorm_min(),
                                   -std::numeric_limits<float>::denorm_min()};
const std::vector<std::uint32_t> odd_integers{0, 0, 1, 1, 2, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};

/// Those of the zoo, and larger ones.
std::vector<Specimen> graphs_of_layouts() {
  std::vector<Specimen> graphs;
  for (const char* name : {"one_vertex", "star_in", "rmat_8_directed", "rmat_10", "random_33", "random_1025"}) {
    graphs.push_back(specimen_of(with_weights(zoo_graph(name))));
  }
  graphs.push_back(large_specimen("rmat_directed"));
  return graphs;
}

TEST_F(DevicePullLayouts, RowsHaveTheirLightestArcsFirst) {
  for (Specimen& specimen : graphs_of_layouts()) {
    SCOPED_TRACE(specimen.name());
    const Graph as_it_is = specimen.graph();
    const Graph integers = reweighted(specimen.graph(), odd_integers);
    const Graph reals = reweighted(specimen.graph(), odd_reals);
    for (const Side side : {Side::out, Side::in}) {
      for (const Graph* graph : {&as_it_is, &integers}) {
        open(*graph);
        EXPECT_TRUE(gpu_->layouts().has_lightest_first(side));
        expect_lightest_first<std::uint32_t>(side);
      }
      open(reals);
      expect_lightest_first<float>(side);
    }
  }
}

TEST_F(DevicePullLayouts, AHubIsANeighborOfTheHighestDegree) {
  for (Specimen& specimen : graphs_of_layouts()) {
    SCOPED_TRACE(specimen.name());
    open(specimen.graph());
    for (const Side side : {Side::out, Side::in}) expect_hubs(side);
  }
}

TEST_F(DevicePullLayouts, RowsThatAreNotEmptyAreListedOnce) {
  for (Specimen& specimen : graphs_of_layouts()) {
    SCOPED_TRACE(specimen.name());
    open(specimen.graph());
    for (const Side side : {Side::out, Side::in}) expect_rows_with_arcs(side);
  }
}

}  // namespace
}  // namespace mg
