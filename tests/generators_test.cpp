// Generators: exact shapes, sane statistics, the same bytes for a seed whatever the threads.
#include "preprocess/generate/generators.hpp"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/cpu/processors.hpp"
#include "preprocess/generate/counter_rng.hpp"
#include "preprocess/generate/generator_parts.hpp"
#include "tests/generator_specs.hpp"

namespace mg {
namespace {

using Pairs = std::vector<std::pair<VertexId, VertexId>>;

/// One case of each kind, large enough that several threads take part.
std::vector<GeneratorSpec> one_of_each() {
  std::vector<GeneratorSpec> specs;
  for (const GeneratorInfo& info : generators()) {
    const bool has_extent = info.takes("width");
    specs.push_back(has_extent ? extent_of(info.kind, 61, 47) : spec_of(info.kind, 2048));
    specs.back().seed = 12345;
  }
  return specs;
}

std::string name_of(const GeneratorSpec& spec) {
  return std::string(generators()[static_cast<std::size_t>(spec.kind)].name);
}

Pairs pairs(const EdgeList& list) {
  Pairs result;
  for (const Edge& edge : list.edges) result.emplace_back(edge.source, edge.target);
  return result;
}

std::vector<std::uint32_t> weights(const EdgeList& list) {
  const auto* array = std::get_if<Array<std::uint32_t>>(&list.weights);
  return array == nullptr ? std::vector<std::uint32_t>{} : std::vector<std::uint32_t>(array->begin(), array->end());
}

/// Of edges and weights, so that a change of the random stream never goes unnoticed.
std::uint64_t fingerprint(const EdgeList& list) {
  const std::vector<std::uint32_t> w = weights(list);
  return XXH3_64bits_withSeed(w.data(), w.size() * sizeof w[0],
                              XXH3_64bits(list.edges.data(), list.edges.size_bytes()));
}

std::vector<std::uint64_t> degrees(const EdgeList& list) {
  std::vector<std::uint64_t> degree(list.num_vertices(), 0);
  for (const Edge& edge : list.edges) {
    ++degree[edge.source];
    ++degree[edge.target];
  }
  return degree;
}

Pairs all_pairs(VertexId begin, VertexId end) {
  Pairs result;
  for (VertexId u = begin; u < end; ++u) {
    for (VertexId v = u + 1; v < end; ++v) result.emplace_back(u, v);
  }
  return result;
}

TEST(Generators, ListIsIndexedByKindAndFoundByName) {
  for (std::size_t i = 0; i < generators().size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(generators()[i].kind), i);
    EXPECT_EQ(find_generator(generators()[i].name).kind, generators()[i].kind);
  }
  EXPECT_TRUE(find_generator("kron").takes("edge-factor"));
  EXPECT_FALSE(find_generator("kron").takes("edge"));
}

TEST(Generators, EdgesStayInRangeAndListsAreComplete) {
  for (const GeneratorSpec& spec : one_of_each()) {
    SCOPED_TRACE(name_of(spec));
    const EdgeList list = generate(spec);
    const VertexId n = list.num_vertices();
    EXPECT_EQ(list.names.kind(), VertexNames::Kind::counted);
    EXPECT_EQ(list.names.first(), 0U);
    EXPECT_FALSE(list.directed);
    EXPECT_TRUE(list.direction_declared);
    EXPECT_EQ(list.format, name_of(spec));
    EXPECT_FALSE(list.decisions.empty());
    EXPECT_TRUE(
        std::all_of(list.edges.begin(), list.edges.end(), [n](const Edge& e) { return e.source < n && e.target < n; }));
  }
}

TEST(Generators, SameBytesForAnyNumberOfThreads) {
  for (const GeneratorSpec& spec : one_of_each()) {
    SCOPED_TRACE(name_of(spec));
    use_threads(1);
    const EdgeList serial = generate(spec);
    for (const int threads : {2, 3, 7}) {
      use_threads(threads);
      const EdgeList parallel = generate(spec);
      EXPECT_EQ(pairs(parallel), pairs(serial)) << threads << " threads";
      EXPECT_EQ(weights(parallel), weights(serial)) << threads << " threads";
    }
  }
  use_threads(0);
}

TEST(Generators, SeedsGiveDifferentGraphs) {
  for (GeneratorSpec spec : one_of_each()) {
    SCOPED_TRACE(name_of(spec));
    const bool is_random = find_generator(name_of(spec)).takes("seed");
    const std::uint64_t first = fingerprint(generate(spec));
    spec.seed += 1;
    EXPECT_EQ(fingerprint(generate(spec)) != first, is_random);
  }
}

TEST(Generators, StreamsNeverChangeByAccident) {
  const std::map<std::string, std::string> golden{
      {"kron", "bb13765cda9584a6"}, {"rmat", "f714bc521ce57370"}, {"uniform", "2775b0f88e578d79"},
      {"rgg", "362fb429e28c2190"},  {"road", "0d6ddff8e6db5010"}, {"smallworld", "92a6bfabd4ab40d9"},
  };
  for (const GeneratorSpec& spec : one_of_each()) {
    if (find_generator(name_of(spec)).takes("seed")) {
      EXPECT_EQ(fmt::format("{:016x}", fingerprint(generate(spec))), golden.at(name_of(spec))) << name_of(spec);
    }
  }
}

TEST(Generators, ScaleIsThePowerOfTwo) {
  for (const auto kind : {GeneratorKind::kron, GeneratorKind::rmat, GeneratorKind::uniform}) {
    GeneratorSpec by_scale = spec_of(kind, 0);
    by_scale.vertices.reset();
    by_scale.scale = 9;
    by_scale.edge_factor = 3;
    GeneratorSpec by_number = spec_of(kind, 512);
    by_number.edge_factor = 3;
    EXPECT_EQ(generate(by_scale).edges.size(), 1536U);
    EXPECT_EQ(fingerprint(generate(by_scale)), fingerprint(generate(by_number)));
  }
  GeneratorSpec grid;
  grid.kind = GeneratorKind::grid;
  grid.scale = 7;  // 16 x 8
  EXPECT_EQ(pairs(generate(grid)), pairs(generate(extent_of(GeneratorKind::grid, 16, 8))));
}

TEST(Generators, DirectedWhereAskedFor) {
  for (const auto kind : {GeneratorKind::rmat, GeneratorKind::uniform, GeneratorKind::star, GeneratorKind::path}) {
    GeneratorSpec spec = spec_of(kind, 64);
    spec.directed = true;
    EXPECT_TRUE(generate(spec).directed);
  }
}

// Graph500's distribution, seen through what renaming leaves: a few very high degrees, many vertices without edges.
TEST(Kron, IsAsSkewedAsGraph500Says) {
  GeneratorSpec spec = spec_of(GeneratorKind::kron, 1 << 14);
  const EdgeList list = generate(spec);
  ASSERT_EQ(list.edges.size(), 16U << 14);
  const auto degree = degrees(list);
  const double n = list.num_vertices();
  const auto isolated = static_cast<double>(std::count(degree.begin(), degree.end(), 0U));
  EXPECT_GT(isolated / n, 0.2);
  EXPECT_LT(isolated / n, 0.45);
  // Row 0 takes (a + b) of the edges a level, and column 0 (a + c): 0.76^14 of 262,144 each way, about 11,250 in all.
  EXPECT_NEAR(static_cast<double>(*std::max_element(degree.begin(), degree.end())), 11250, 600);
}

TEST(Kron, IsAScrambledRmat) {
  GeneratorSpec rmat = spec_of(GeneratorKind::rmat, 1 << 10);
  rmat.scramble = true;
  EXPECT_EQ(pairs(generate(rmat)), pairs(generate(spec_of(GeneratorKind::kron, 1 << 10))));
  rmat.scramble = false;
  auto plain = degrees(generate(rmat));
  auto renamed = degrees(generate(spec_of(GeneratorKind::kron, 1 << 10)));
  EXPECT_NE(plain, renamed);
  std::sort(plain.begin(), plain.end());
  std::sort(renamed.begin(), renamed.end());
  EXPECT_EQ(plain, renamed);
}

TEST(Rmat, QuadrantsHaveTheirProbabilitiesOnEveryLevel) {
  GeneratorSpec spec = spec_of(GeneratorKind::rmat, 1 << 9);  // an odd number of levels
  spec.edge_factor = 400;
  spec.quadrants = {0.4, 0.3, 0.2, 0.1};
  const EdgeList list = generate(spec);
  const auto edges = static_cast<double>(list.edges.size());
  for (int level = 0; level < 9; ++level) {
    std::array<double, 4> share{};
    for (const Edge& e : list.edges) share[(e.source >> level & 1) * 2 + (e.target >> level & 1)] += 1 / edges;
    EXPECT_NEAR(share[0], 0.4, 0.005) << "level " << level;
    EXPECT_NEAR(share[1], 0.3, 0.005) << "level " << level;
    EXPECT_NEAR(share[2], 0.2, 0.005) << "level " << level;
    EXPECT_NEAR(share[3], 0.1, 0.005) << "level " << level;
  }
}

TEST(Rmat, CertainQuadrantsAreCertain) {
  const auto expect_all = [](const Quadrants& quadrants, const Edge& edge) {
    GeneratorSpec spec = spec_of(GeneratorKind::rmat, 256);
    spec.quadrants = quadrants;
    const EdgeList list = generate(spec);
    EXPECT_TRUE(std::all_of(list.edges.begin(), list.edges.end(), [&](const Edge& e) { return e == edge; }));
  };
  expect_all({1, 0, 0, 0}, {0, 0});
  expect_all({0, 1, 0, 0}, {0, 255});
  expect_all({0, 0, 1, 0}, {255, 0});
  expect_all({0, 0, 0, 1}, {255, 255});
}

TEST(Uniform, EveryVertexIsEquallyLikely) {
  GeneratorSpec spec = spec_of(GeneratorKind::uniform, 1000);  // no power of two
  spec.edge_factor = 500;
  const auto degree = degrees(generate(spec));
  double chi_squared = 0;
  for (const std::uint64_t d : degree)
    chi_squared += (static_cast<double>(d) - 1000) * (static_cast<double>(d) - 1000) / 1000;
  EXPECT_NEAR(chi_squared, 999, 5 * 44.7);  // 999 degrees of freedom, standard deviation sqrt(2 * 999)
}

// Degrees do not depend on the numbering, so a search of all pairs can check them.
TEST(Rgg, DegreesAreThoseOfASearchOfAllPairs) {
  for (const std::uint64_t n : {1, 2, 3, 50, 700}) {
    for (const double factor : {0.0, 0.2, 0.55, 1.5, 4.0, 1000.0}) {
      SCOPED_TRACE(fmt::format("{} points, factor {}", n, factor));
      GeneratorSpec spec = spec_of(GeneratorKind::rgg, n);
      spec.radius_factor = factor;
      const EdgeList list = generate(spec);

      const CounterRng rng(spec.seed, stream_points);
      const auto coordinate = [&](std::uint64_t i, int shift) {
        return static_cast<double>(rng(i) >> shift & 0x7fffffff) / 0x1p31;
      };
      const double radius = factor * std::sqrt(std::log(static_cast<double>(n)) / static_cast<double>(n));
      std::vector<std::uint64_t> expected(n, 0);
      for (std::uint64_t i = 0; i < n; ++i) {
        for (std::uint64_t j = 0; j < n; ++j) {
          const double distance =
              std::hypot(coordinate(i, 0) - coordinate(j, 0), coordinate(i, 32) - coordinate(j, 32));
          expected[i] += i != j && distance < radius ? 1 : 0;
        }
      }
      auto found = degrees(list);
      std::sort(found.begin(), found.end());
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(found, expected);
    }
  }
}

TEST(Rgg, EdgesAreDistinctAndAsManyAsExpected) {
  const EdgeList list = generate(spec_of(GeneratorKind::rgg, 1 << 14));
  auto found = pairs(list);
  EXPECT_TRUE(std::all_of(found.begin(), found.end(), [](const auto& e) { return e.first < e.second; }));
  const std::size_t count = found.size();
  EXPECT_EQ(std::set(found.begin(), found.end()).size(), count);
  // n * pi * 0.55^2 * ln n / 2, less what the border cuts off.
  const double n = 1 << 14;
  EXPECT_NEAR(static_cast<double>(count) / (n * 3.14159265 * 0.3025 * std::log(n) / 2), 0.98, 0.03);
}

TEST(Grid, HasFourNeighbours) {
  const Pairs expected{{0, 1}, {0, 3}, {1, 2}, {1, 4}, {2, 5}, {3, 4}, {4, 5}};
  EXPECT_EQ(pairs(generate(extent_of(GeneratorKind::grid, 3, 2))), expected);
  EXPECT_EQ(generate(extent_of(GeneratorKind::grid, 1, 1)).edges.size(), 0U);
  EXPECT_EQ(pairs(generate(extent_of(GeneratorKind::grid, 1, 4))), pairs(generate(spec_of(GeneratorKind::path, 4))));
  EXPECT_EQ(pairs(generate(extent_of(GeneratorKind::grid, 4, 1))), pairs(generate(spec_of(GeneratorKind::path, 4))));
}

TEST(Road, IsAGridWithGapsDiagonalsAndTravelTimes) {
  const VertexId width = 300;
  const VertexId height = 200;
  const EdgeList list = generate(extent_of(GeneratorKind::road, width, height));
  const auto time = weights(list);
  ASSERT_EQ(time.size(), list.edges.size());
  std::size_t straight = 0;
  std::size_t diagonal = 0;
  for (std::size_t i = 0; i < time.size(); ++i) {
    const auto [u, v] = list.edges[i];
    const int dx = std::abs(static_cast<int>(u % width) - static_cast<int>(v % width));
    const int dy = std::abs(static_cast<int>(u / width) - static_cast<int>(v / width));
    ASSERT_TRUE(dx <= 1 && dy <= 1 && dx + dy >= 1);
    ++(dx + dy == 1 ? straight : diagonal);
    ASSERT_GE(time[i], 17U);
    ASSERT_LE(time[i], dx + dy == 1 ? 180U : 255U);
  }
  EXPECT_NEAR(static_cast<double>(straight) / (299 * 200 + 300 * 199), 0.7, 0.01);
  EXPECT_NEAR(static_cast<double>(diagonal) / (299 * 199), 0.01, 0.002);
}

TEST(Road, ProbabilitiesOfZeroAndOne) {
  GeneratorSpec spec = extent_of(GeneratorKind::road, 20, 30);
  spec.keep = 1;
  spec.diagonal = 0;
  EXPECT_EQ(pairs(generate(spec)), pairs(generate(extent_of(GeneratorKind::grid, 20, 30))));
  spec.keep = 0;
  spec.diagonal = 1;
  EXPECT_EQ(generate(spec).edges.size(), 19U * 29U);
}

TEST(SmallWorld, RingWithoutRewiringAndNoLoopsWithIt) {
  GeneratorSpec spec = spec_of(GeneratorKind::smallworld, 10);
  spec.neighbors = 4;
  spec.rewire = 0;
  Pairs ring;
  for (VertexId u = 0; u < 10; ++u) {
    ring.emplace_back(u, (u + 1) % 10);
    ring.emplace_back(u, (u + 2) % 10);
  }
  EXPECT_EQ(pairs(generate(spec)), ring);
  spec.rewire = 1;
  for (const auto& [u, v] : pairs(generate(spec))) EXPECT_NE(u, v);

  spec.vertices = 10000;
  spec.rewire = 0.25;
  std::size_t moved = 0;
  for (const auto& [u, v] : pairs(generate(spec))) moved += (v + 10000 - u) % 10000 > 2 ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(moved) / 20000, 0.25, 0.015);
}

TEST(Shapes, AreExact) {
  EXPECT_EQ(pairs(generate(spec_of(GeneratorKind::star, 4))), (Pairs{{0, 1}, {0, 2}, {0, 3}}));
  EXPECT_EQ(pairs(generate(spec_of(GeneratorKind::path, 4))), (Pairs{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_EQ(pairs(generate(spec_of(GeneratorKind::cycle, 3))), (Pairs{{0, 1}, {1, 2}, {2, 0}}));
  EXPECT_EQ(pairs(generate(spec_of(GeneratorKind::complete, 50))), all_pairs(0, 50));
  EXPECT_EQ(pairs(generate(spec_of(GeneratorKind::tree, 6))), (Pairs{{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 5}}));
  EXPECT_EQ(pairs(generate(extent_of(GeneratorKind::bipartite, 2, 3))),
            (Pairs{{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}}));
  EXPECT_EQ(generate(spec_of(GeneratorKind::empty, 7)).num_vertices(), 7U);
  EXPECT_EQ(generate(spec_of(GeneratorKind::empty, 0)).num_vertices(), 0U);
}

TEST(Shapes, CliquesWithPaths) {
  GeneratorSpec barbell = spec_of(GeneratorKind::barbell, 8);
  barbell.clique = 3;
  EXPECT_EQ(pairs(generate(barbell)), (Pairs{{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {5, 7}, {6, 7}}));
  barbell.clique = 4;
  Pairs touching = all_pairs(0, 4);
  touching.emplace_back(3, 4);
  const Pairs second = all_pairs(4, 8);
  touching.insert(touching.end(), second.begin(), second.end());
  EXPECT_EQ(pairs(generate(barbell)), touching);

  GeneratorSpec lollipop = spec_of(GeneratorKind::lollipop, 5);
  lollipop.clique = 3;
  EXPECT_EQ(pairs(generate(lollipop)), (Pairs{{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}}));
  lollipop.clique = 5;
  EXPECT_EQ(pairs(generate(lollipop)), all_pairs(0, 5));
  lollipop.clique = 1;
  EXPECT_EQ(pairs(generate(lollipop)), pairs(generate(spec_of(GeneratorKind::path, 5))));
}

TEST(Shapes, OneVertexHasNoEdges) {
  for (const auto kind : {GeneratorKind::star, GeneratorKind::path, GeneratorKind::complete, GeneratorKind::tree}) {
    EXPECT_EQ(generate(spec_of(kind, 1)).edges.size(), 0U);
  }
}

class Recorder : public Progress {
 public:
  explicit Recorder(int cancel_after) : left_(cancel_after) {}
  void report(std::string_view, std::uint64_t done, std::uint64_t total) override {
    EXPECT_LE(done, total);
    finished = done == total;
    ++reports;
    if (--left_ == 0) fail(ExitCode::wrong_use, "cancelled");
  }
  int reports = 0;
  bool finished = false;

 private:
  int left_;
};

TEST(Generators, ReportProgressAndCanBeCancelled) {
  const GeneratorSpec spec = spec_of(GeneratorKind::uniform, 1 << 16);
  Recorder patient(-1);
  static_cast<void>(generate(spec, patient));
  EXPECT_TRUE(patient.finished);
  EXPECT_LT(patient.reports, 500);
  Recorder hasty(1);
  EXPECT_THROW(static_cast<void>(generate(spec, hasty)), Error);
}

}  // namespace
}  // namespace mg
