// The layout of the dense engine: what the builder makes keeps every promise of dense/tiles.hpp, is the same for any
// number of threads, and no change to it goes unnoticed.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <random>

#include "dense/spread_banks.hpp"
#include "engine/error.hpp"
#include "preprocess/building/check_tiles.hpp"
#include "preprocess/building/tiles_builder.hpp"
#include "tests/sanitized.hpp"
#include "tests/specimen.hpp"
#include "tests/tiles_testing.hpp"

namespace mg {
namespace {

/// Both directions under every shape, built on one and on several threads.
void expect_sound(const Graph& graph) {
  for (const TileShape& shape : tiny_shapes()) {
    for (const Adjacency* rows : {&graph.in, &graph.out}) {
      const Tiles tiles = build_tiles(*rows, graph.num_vertices(), shape, 1);
      ASSERT_NO_THROW(check_tiles(tiles, *rows, "tiles", 1));
      for (const int threads : {2, 5}) {
        expect_same(build_tiles(*rows, graph.num_vertices(), shape, threads), tiles);
        ASSERT_NO_THROW(check_tiles(tiles, *rows, "tiles", threads));
      }
    }
  }
}

class TilesOf : public testing::TestWithParam<ZooGraph> {};

TEST_P(TilesOf, KeepWhatTheLayoutPromises) {
  Specimen weighted = specimen_of(with_weights(GetParam()));
  for (const char* order : {"original", "random:3"}) expect_sound(weighted.graph(order));
  expect_sound(specimen_of(GetParam(), DuplicatePolicy::keep).graph());
  expect_sound(specimen_of(with_weights(GetParam()), DuplicatePolicy::keep).graph());
}

INSTANTIATE_TEST_SUITE_P(Zoo, TilesOf, testing::ValuesIn(zoo()), [](const auto& test) { return test.param.name; });

TEST(TilesOfLargeGraphs, KeepWhatTheLayoutPromises) {
  for (Specimen& specimen : large_specimens()) {
    SCOPED_TRACE(specimen.name());
    expect_sound(specimen.graph());
    if (sanitized) break;  // each takes half a minute
  }
}

/// Edges of a list, each vertex of which names itself.
Graph graph_of(VertexId n, const std::vector<std::pair<VertexId, VertexId>>& edges,
               const std::vector<std::uint32_t>& weights = {}) {
  ZooGraph drawn{"drawn", n, true, {edges.begin(), edges.end()}, {}};
  if (!weights.empty()) drawn.weights = weights;
  return specimen_of(drawn, DuplicatePolicy::keep).graph();
}

Graph random_graph(VertexId n, std::size_t edges, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::pair<VertexId, VertexId>> list(edges);
  std::vector<std::uint32_t> weights(edges);
  for (auto& [u, v] : list) {
    u = static_cast<VertexId>(random() % n);
    v = static_cast<VertexId>(random() % n);
    if (random() % 4 == 0) u = n / 2;  // a hub
  }
  for (auto& w : weights) w = static_cast<std::uint32_t>(random() % 300);
  return graph_of(n, list, weights);
}

TEST(Tiles, OfGraphsAroundTheSizesOfPanelsAndGroups) {
  for (const VertexId n : {31U, 32U, 33U, 63U, 64U, 65U, 95U, 96U, 97U, 127U, 128U, 129U, 193U}) {
    for (const std::size_t edges : {15U, 16U, 17U, 511U, 512U, 513U, 2000U}) {
      SCOPED_TRACE(std::to_string(n) + " vertices, " + std::to_string(edges) + " edges");
      expect_sound(random_graph(n, edges, n + edges));
    }
  }
}

TEST(Tiles, HoldWeightsInTheNarrowestType) {
  const auto weights_up_to = [](std::uint32_t largest) {
    const Graph graph = graph_of(3, {{0, 1}, {1, 2}, {2, 0}}, {0, largest, 1});
    return build_tiles(graph.in, 3, {}, 1).weights.index();
  };
  EXPECT_EQ(weights_up_to(255), 1U);
  EXPECT_EQ(weights_up_to(256), 2U);
  EXPECT_EQ(weights_up_to(65'535), 2U);
  EXPECT_EQ(weights_up_to(65'536), 3U);
  EXPECT_EQ(weights_up_to(0xffffffffU), 3U);
}

TEST(Tiles, AreRefusedInShapesThatAreNone) {
  const Graph graph = random_graph(10, 20, 1);
  for (const TileShape& shape :
       {TileShape{.panel_columns = 0}, TileShape{.panel_columns = 33}, TileShape{.panel_columns = 65'536},
        TileShape{.chunk_arcs = 0}, TileShape{.group_rows = 0}, TileShape{.group_rows = 100},
        TileShape{.group_rows = 2112}}) {
    EXPECT_THROW(static_cast<void>(build_tiles(graph.in, 10, shape, 1)), Error);
  }
}

/// Walks tiles as kernels do, and expects every step to stay within its array.
void walk(const Tiles& tiles) {
  for (std::uint32_t panel = 0; panel < tiles.num_panels(); ++panel) {
    for (std::uint32_t c = tiles.panel_chunks.span()[panel]; c < tiles.panel_chunks[panel + 1]; ++c) {
      ASSERT_LT(c, tiles.num_chunks());
      std::uint32_t partial = tiles.chunk_partials[c];
      for (std::size_t s = tiles.chunk_steps[c]; s < tiles.chunk_steps[c + 1]; ++s) {
        std::uint32_t in_step = 0;
        for (std::size_t lane = 0; lane < tiles::lanes; ++lane) {
          ASSERT_LT(s * tiles::lanes + lane, tiles.headers.size());
          const std::uint32_t header = tiles.headers[s * tiles::lanes + lane];
          ASSERT_EQ(header >> 16, in_step);
          in_step += static_cast<std::uint32_t>(std::popcount(header & 0xffffU));
        }
        for (std::uint32_t i = 0; i < tiles::step_arcs; ++i) {
          ASSERT_LT(s * tiles::step_arcs + i, tiles.ids.size());
          ASSERT_LE(tiles.ids[s * tiles::step_arcs + i], tiles.shape.panel_columns);
        }
        partial += in_step;
      }
      ASSERT_EQ(partial, tiles.chunk_partials[c + 1]);
    }
  }
  for (std::size_t g = 0; g < tiles.num_groups(); ++g) {
    std::uint32_t segment = tiles.group_segments[g];
    for (std::uint32_t t = 0; t < tiles.group_counts[g]; ++t) {
      const std::size_t at = std::size_t{tiles.group_batches[g]} * tiles::batch + t;
      ASSERT_LT(at, tiles.places.size());
      ASSERT_LT(tiles.group_rows[g] + (tiles.places[at] & tiles::row_mask), tiles.group_rows[g + 1]);
      segment += tiles.marks[at / tiles::batch] >> (at % tiles::batch) & 1;
      ASSERT_LE(segment, tiles.segments.size());
      ASSERT_GT(segment, tiles.group_segments[g]);
      ASSERT_LT(static_cast<std::uint32_t>(tiles.segments[segment - 1] + t), tiles.num_partials());
    }
  }
}

/// Whether a check lets tiles pass; it must not throw anything but Error(bad_input).
template <class Check>
bool passes(Check&& check, const Tiles& tiles, const Adjacency& rows) {
  try {
    check(tiles, rows, "damaged", 1);
    return true;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    return false;
  }
}

/// Changes every element of every array, in several ways.
void expect_every_change_is_found(const Graph& graph, const TileShape& shape) {
  const Tiles tiles = copy_of(build_tiles(graph.in, graph.num_vertices(), shape, 1));
  Tiles damaged = tiles;
  for_each_array(damaged, [&](std::string_view name, auto& array) {
    using T = std::remove_cvref_t<decltype(array[0])>;
    for (std::size_t i = 0; i < array.size(); ++i) {
      const T before = array[i];
      std::vector<T> changes{static_cast<T>(before + 1), static_cast<T>(before - 1), T{}};
      if constexpr (std::is_integral_v<T>) {
        changes.push_back(static_cast<T>(before ^ T{1} << (8 * sizeof(T) - 1)));
        changes.push_back(std::numeric_limits<T>::max());
        changes.push_back(static_cast<T>(before ^ 16));
      }
      if (i > 0) changes.push_back(array[i - 1]);
      for (const T change : changes) {
        if (change == before) continue;
        array[i] = change;
        EXPECT_FALSE(passes(check_tiles, damaged, graph.in))
            << name << "[" << i << "] from " << +before << " to " << +change;
        if (passes(check_tile_bounds, damaged, graph.in)) walk(damaged);
        if (testing::Test::HasFailure()) return;
      }
      array[i] = before;
    }
    const auto whole = array;
    if (!whole.empty()) {
      array = whole.first(whole.size() - 1);
      EXPECT_FALSE(passes(check_tile_bounds, damaged, graph.in)) << name << " cut short";
    }
    array = std::remove_cvref_t<decltype(array)>::filled(whole.size() + 1, T{});
    EXPECT_FALSE(passes(check_tiles, damaged, graph.in)) << name << " too long";
    array = whole;
  });
  EXPECT_TRUE(passes(check_tiles, damaged, graph.in)) << "everything was put back";
}

TEST(DamagedTiles, AreRefusedWhateverIsChanged) {
  if (!sanitized) {  // with which it takes minutes
    expect_every_change_is_found(random_graph(200, 1500, 5),
                                 {.panel_columns = 64, .chunk_arcs = 100, .group_rows = 64, .group_partials = 200});
  }
  expect_every_change_is_found(random_graph(70, 900, 6), {.panel_columns = 32, .chunk_arcs = 4096, .group_rows = 128});
}

TEST(DamagedTiles, AreRefusedForWhatTheyAreOf) {
  const Graph graph = random_graph(200, 1500, 5);
  const Graph other = random_graph(200, 1500, 6);
  const Tiles tiles = build_tiles(graph.in, 200, {}, 1);
  EXPECT_TRUE(passes(check_tiles, tiles, graph.in));
  EXPECT_FALSE(passes(check_tiles, tiles, graph.out)) << "the other direction";
  EXPECT_FALSE(passes(check_tiles, tiles, other.in)) << "another graph";
  const auto refused = [&](auto&& damage) {
    Tiles damaged = copy_of(tiles);
    damage(damaged);
    EXPECT_FALSE(passes(check_tile_bounds, damaged, graph.in));
  };
  refused([](Tiles& t) { ++t.num_rows; });
  refused([](Tiles& t) { --t.num_arcs; });
  refused([](Tiles& t) { t.weights = std::monostate{}; });
  refused([](Tiles& t) { t.weights = Array<float>::filled(t.ids.size(), 0); });
  refused([](Tiles& t) { t.shape.panel_columns = 64; });
  refused([](Tiles& t) { t.shape.panel_columns = 0; });
  refused([](Tiles& t) { t.shape.group_rows = 64; });
  refused([](Tiles& t) { t.shape.group_rows = 1; });
}

TEST(SpreadBanks, KeepsArcsInTheirRunsAndMeetsFewBanksTwice) {
  std::mt19937_64 random(1);
  int conflicts_before = 0;
  int conflicts_after = 0;
  for (int step = 0; step < 100; ++step) {
    tiles::BankLoads loads;
    tiles::BankLoads unspread;
    for (std::uint32_t lane = 0; lane < tiles::lanes; ++lane) {
      std::uint16_t before[16];
      for (auto& id : before) id = static_cast<std::uint16_t>(random());
      std::uint16_t ids[16];
      std::ranges::copy(before, ids);
      const std::uint32_t filled = step % 7 == 0 ? static_cast<std::uint32_t>(random() % 17) : 16;
      const std::uint64_t drawn = random();
      const auto ends = static_cast<std::uint32_t>(drawn & (drawn >> 32) & ((1U << filled) - 1));  // a quarter
      std::uint8_t order[16];
      tiles::spread_banks(ids, order, ends, filled, loads);
      std::uint32_t run = 0;
      std::uint32_t seen = 0;
      for (std::uint32_t i = 0; i < 16; ++i) {
        EXPECT_EQ(ids[i], before[order[i]]);
        seen |= 1U << order[i];
        EXPECT_EQ(std::popcount(ends & ((1U << order[i]) - 1)), static_cast<int>(run)) << "it is still of its run";
        if (i >= filled) {
          EXPECT_EQ(order[i], i);
        }
        run += ends >> i & 1;
        if (i < filled && unspread.reads[i][before[i] % tiles::banks]++ > 0) ++conflicts_before;
      }
      EXPECT_EQ(seen, 0xffffU);
    }
    for (const auto& position : loads.reads) {
      for (const int reads : position) conflicts_after += std::max(0, reads - 1);
    }
  }
  EXPECT_LT(conflicts_after, conflicts_before * 3 / 4);
}

}  // namespace
}  // namespace mg
