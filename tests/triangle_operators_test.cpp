// Turned edges and what is found along them: rows that ascend or hold bits, common neighbors, and triangles.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <mutex>
#include <random>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/cpu/common_bits.hpp"
#include "engine/graph/oriented.hpp"
#include "engine/mixed_bits.hpp"
#include "tests/on_threads.hpp"
#include "tests/specimen.hpp"

namespace mg {
namespace {

class Triangles : public OnThreads {};

INSTANTIATE_TEST_SUITE_P(Threads, Triangles, testing::Values(1, 2, 7), testing::PrintToStringParamName());

/// What intersect_rows() finds, against sets.
template <class Rows>
void expect_common_neighbors(const Rows& rows, int threads) {
  using Triple = std::tuple<VertexId, VertexId, VertexId>;
  std::vector<Triple> expected;
  for (VertexId u = 0; u < rows.num_rows(); ++u) {
    const auto span = rows.row(u);
    const std::set<VertexId> row(span.begin(), span.end());
    for (const VertexId v : row) {
      for (const VertexId w : rows.row(v)) {
        if (row.contains(w)) expected.emplace_back(u, v, w);
      }
    }
  }
  std::mutex mutex;
  std::vector<Triple> found;
  const auto remember = [&](VertexId u, VertexId v, VertexId w) {
    const std::lock_guard lock(mutex);
    found.emplace_back(u, v, w);
  };
  const std::uint64_t count = intersect_rows(rows, remember, threads).triangles;
  std::ranges::sort(found);
  std::ranges::sort(expected);
  EXPECT_GT(count, 0U);
  EXPECT_EQ(count, expected.size());
  EXPECT_EQ(found, expected);
  EXPECT_EQ(intersect_rows(rows, CountOnly{}, threads).triangles, count);
}

TEST_P(Triangles, IntersectFindsEveryCommonNeighborOnce) {
  const OrientedGraph oriented = orient_by_degree(graph_, GetParam());
  expect_common_neighbors(oriented.arcs, GetParam());
}

TEST_P(Triangles, IntersectOfLowerRowsFindsTheSame) {
  for (const char* name : {"rmat", "road"}) {  // long rows and short ones
    SCOPED_TRACE(name);
    Specimen symmetric = large_specimen(name);
    const Graph& graph = symmetric.graph();
    expect_common_neighbors(LowerRows(graph.out), GetParam());
  }
}

TEST_P(Triangles, IntersectOfRowsWithBitsFindsTheSame) {
  for (const char* name : {"rmat", "road"}) {
    SCOPED_TRACE(name);
    Specimen specimen = large_specimen(name);
    OrientedGraph oriented = orient_by_degree(specimen.graph(), GetParam());
    const HubBits hubs = hubs_as_bits(oriented.arcs, GetParam());
    EXPECT_EQ(hubs.empty(), std::string_view(name) == "road");
    if (!hubs.empty()) expect_common_neighbors(HubRows(oriented.arcs, hubs), GetParam());
  }
}

/// More vertices than there are hubs, each joined to the next 100 in a circle: rows that cross the last hub hold many
/// hubs and others.
class RowsOfHubsAndOthers : public testing::Test {
 protected:
  static constexpr VertexId n = HubBits::num_hubs + 200;

  RowsOfHubsAndOthers() {
    ZooGraph ring{"ring", n, false, {}, {}};
    for (VertexId v = 0; v < n; ++v) {
      for (VertexId next = 1; next <= 100; ++next) ring.edges.emplace_back(v, (v + next) % n);
    }
    Specimen specimen = specimen_of(ring);
    listed_ = orient_by_degree(specimen.graph(), 2);
    oriented_ = orient_by_degree(specimen.graph(), 2, HubsAs::bits);
  }

  OrientedGraph listed_;
  OrientedGraph oriented_;
  HubRows rows_{oriented_.arcs, oriented_.hubs};
};

TEST_F(RowsOfHubsAndOthers, SayByBitsWhatTheyDoNotList) {
  std::size_t with_both = 0;
  for (VertexId v = 0; v < n; ++v) {
    const std::span<const Bitmap::Word> bits = rows_.bits(v);
    std::vector<VertexId> held;
    for (std::size_t word = 0; word < bits.size(); ++word) {
      for (Bitmap::Word left = bits[word]; left != 0; left &= left - 1) {
        held.push_back(static_cast<VertexId>(word * Bitmap::bits_per_word + std::countr_zero(left)));
      }
    }
    for (const VertexId w : rows_.rest(v)) EXPECT_TRUE(bits.empty() || w >= HubBits::num_hubs) << v;
    with_both += std::size_t{!held.empty() && !rows_.rest(v).empty()};
    held.insert(held.end(), rows_.rest(v).begin(), rows_.rest(v).end());
    std::ranges::sort(held);
    const auto row = listed_.arcs.row(v);
    std::vector<VertexId> expected(row.begin(), row.end());
    std::ranges::sort(expected);
    EXPECT_EQ(held, expected) << v;
  }
  EXPECT_GT(with_both, 0U);
}

TEST_F(RowsOfHubsAndOthers, MeetInTheSameVertices) {
  const auto sum_of = [](const auto& rows) {
    std::atomic<std::uint64_t> sum = 0;
    const auto add = [&sum](VertexId u, VertexId v, VertexId w) { sum += mixed(u) ^ mixed(v + n) ^ mixed(w + 2 * n); };
    const std::uint64_t found = intersect_rows(rows, add, 2).triangles;
    EXPECT_EQ(intersect_rows(rows, CountOnly{}, 2).triangles, found);
    return std::pair(found, sum.load());
  };
  EXPECT_EQ(sum_of(rows_), sum_of(listed_.arcs));
}

TEST(CommonBits, AreCountedInAnyNumberOfWords) {
  std::mt19937_64 random(1);
  for (std::size_t words = 0; words < 70; ++words) {
    std::vector<std::uint64_t> a(words);
    std::vector<std::uint64_t> b(words);
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < words; ++i) {
      a[i] = random();
      b[i] = random();
      expected += static_cast<std::uint64_t>(std::popcount(a[i] & b[i]));
    }
    EXPECT_EQ(count_common(a.data(), b.data(), words), expected) << words;
  }
}

/// A triangle of graph vertices, its corners ascending.
using Corners = std::array<VertexId, 3>;

TEST_P(Triangles, TriangleMapIsToldOfEveryTriangleOnce) {
  for (const char* name : {"rmat_directed", "rmat", "road"}) {
    SCOPED_TRACE(name);
    Specimen specimen = large_specimen(name);
    const Graph& graph = specimen.graph();
    RunContext context(graph, {.threads = GetParam()});
    Loop loop(context);
    std::mutex mutex;
    std::vector<Corners> found;
    const std::uint64_t count = loop.triangle_map([&](VertexId u, VertexId v, VertexId w) {
      Corners corners{u, v, w};
      std::ranges::sort(corners);
      const std::lock_guard lock(mutex);
      found.push_back(corners);
    });
    const ArcLookup arcs = loop.arcs(Side::out);
    for (const auto& [a, b, c] : found) {
      for (const auto& [u, v] : {std::pair(a, b), std::pair(b, c), std::pair(a, c)}) {
        ASSERT_TRUE(u != v && (arcs.has(u, v) || arcs.has(v, u)));
      }
    }
    EXPECT_EQ(found.size(), count);
    EXPECT_EQ(count, loop.count_triangles());
    std::ranges::sort(found);
    EXPECT_EQ(std::ranges::adjacent_find(found), found.end());
  }
}

TEST_P(Triangles, SimpleDegreesCountEachNeighborOnce) {
  const Array<std::uint32_t> degrees = simple_degrees(graph_, GetParam());
  std::vector<std::set<VertexId>> neighbors(n());
  for (VertexId u = 0; u < n(); ++u) {
    for (const VertexId v : graph_.out.row(u)) {
      if (u == v) continue;
      neighbors[u].insert(v);
      neighbors[v].insert(u);
    }
  }
  for (VertexId v = 0; v < n(); ++v) ASSERT_EQ(degrees[v], neighbors[v].size());
}

TEST_P(Triangles, OrientingKeepsEverySimpleEdgeOnce) {
  const OrientedGraph oriented = orient_by_degree(graph_, GetParam());
  std::set<std::pair<VertexId, VertexId>> expected;
  for (VertexId u = 0; u < n(); ++u) {
    for (const VertexId v : graph_.out.row(u)) {
      if (u != v) expected.emplace(std::min(u, v), std::max(u, v));
    }
  }
  std::set<std::pair<VertexId, VertexId>> found;
  for (VertexId row = 0; row < n(); ++row) {
    for (const VertexId target : oriented.arcs.row(row)) {
      ASSERT_LT(target, row);
      const VertexId u = oriented.vertex[row];
      const VertexId v = oriented.vertex[target];
      ASSERT_TRUE(found.emplace(std::min(u, v), std::max(u, v)).second);
    }
  }
  EXPECT_EQ(found, expected);
}

TEST_P(Triangles, OrientedRowsAscend) {
  const Loop::Oriented edges = loop_.orient();
  const OrientedRows rows = edges.rows();
  const OrientedGraph unsorted = orient_by_degree(graph_, GetParam());
  ASSERT_EQ(edges.size(), unsorted.size());
  for (VertexId row = 0; row < n(); ++row) {
    EXPECT_EQ(rows.vertices[row], unsorted.vertex[row]);
    const std::span found(rows.targets + rows.begin(row), rows.end(row) - rows.begin(row));
    EXPECT_TRUE(std::ranges::is_sorted(found));
    EXPECT_TRUE(std::ranges::is_permutation(found, unsorted.arcs.row(row)));
  }
}

}  // namespace
}  // namespace mg
