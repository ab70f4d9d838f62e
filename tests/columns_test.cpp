// Graphs from arrays that somebody else holds: rows and columns.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/building/graph_of_rows.hpp"
#include "preprocess/readers/edge_columns.hpp"

namespace mg {
namespace {

template <class T>
Array<T> array(const std::vector<T>& values) {
  return Array<T>::copy_of(values);
}

template <class T>
std::vector<T> values(const Array<T>& array) {
  return {array.begin(), array.end()};
}

template <class F>
std::string problem_of(F&& f) {
  try {
    static_cast<void>(f());
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    return error.what();
  }
  return "none";
}

Adjacency rows(const std::vector<EdgeId>& offsets, const std::vector<VertexId>& neighbors, Weights weights = {}) {
  return {array(offsets), array(neighbors), std::move(weights)};
}

TEST(GraphOfRows, SharesRowsThatAscendAndBuildsTheColumns) {
  const Adjacency given = rows({0, 2, 3, 3}, {1, 2, 2}, array<float>({.5F, 1.5F, 2.5F}));
  const Graph graph = graph_of_rows(given, true);
  EXPECT_TRUE(graph.out.neighbors.same_storage(given.neighbors));
  EXPECT_TRUE(graph.out.offsets.same_storage(given.offsets));
  EXPECT_EQ(std::get<Array<float>>(graph.out.weights).data(), std::get<Array<float>>(given.weights).data());
  EXPECT_EQ(values(graph.in.offsets), (std::vector<EdgeId>{0, 0, 1, 3}));
  EXPECT_EQ(values(graph.in.neighbors), (std::vector<VertexId>{0, 0, 1}));
  EXPECT_EQ(values(std::get<Array<float>>(graph.in.weights)), (std::vector<float>{.5F, 1.5F, 2.5F}));
  EXPECT_EQ(graph.name(2), "2");
}

TEST(GraphOfRows, SortsRowsThatDoNotAscend) {
  const Graph graph = graph_of_rows(rows({0, 2, 3, 3}, {2, 1, 0}, array<std::uint32_t>({20, 10, 5})), true);
  EXPECT_EQ(values(graph.out.neighbors), (std::vector<VertexId>{1, 2, 0}));
  EXPECT_EQ(values(std::get<Array<std::uint32_t>>(graph.out.weights)), (std::vector<std::uint32_t>{10, 20, 5}));
}

TEST(GraphOfRows, CountsSelfLoopsAndNotesParallelEdges) {
  const Graph graph = graph_of_rows(rows({0, 2, 3}, {0, 1, 0}), false);
  EXPECT_EQ(graph.cleaning.self_loop_count, 1U);
  EXPECT_EQ(graph.num_edges(), 2U);
  EXPECT_NE(graph.cleaning.duplicates, DuplicatePolicy::keep);
  EXPECT_TRUE(graph.in.neighbors.same_storage(graph.out.neighbors));
  EXPECT_EQ(graph_of_rows(rows({0, 2, 2}, {1, 1}), true).cleaning.duplicates, DuplicatePolicy::keep);
}

TEST(GraphOfRows, RefusesWhatIsNoGraph) {
  EXPECT_NE(problem_of([] { return graph_of_rows(rows({}, {}), true); }).find("n + 1 offsets"), std::string::npos);
  EXPECT_NE(problem_of([] {
              return graph_of_rows(rows({0, 2, 1}, {0}), true);
            }).find("row 1 ends at 1"),
            std::string::npos);
  EXPECT_NE(problem_of([] {
              return graph_of_rows(rows({0, 1}, {1}), true);
            }).find("arc 0 leads to vertex 1"),
            std::string::npos);
  EXPECT_NE(problem_of([] {
              return graph_of_rows(rows({0, 1, 1}, {1}), false);
            }).find("row of vertex 0"),
            std::string::npos);
  EXPECT_NE(problem_of([] {
              return graph_of_rows(rows({0, 1, 2}, {1, 0}, array<std::uint32_t>({1, 2})), false);
            }).find("same weight"),
            std::string::npos);
}

TEST(EdgesOfColumns, NumbersVerticesAsATextFileDoes) {
  const std::vector<std::int64_t> source{7, std::int64_t{1} << 40, 7};
  const std::vector<std::int64_t> target{9, 7, 9};
  const EdgeList list = edges_of_columns<std::int64_t>(source, target, false);
  EXPECT_EQ(list.names.name(2), std::to_string(std::int64_t{1} << 40));
  EXPECT_EQ(values(list.edges), (std::vector<Edge>{{0, 1}, {2, 0}, {0, 1}}));
}

TEST(EdgesOfColumns, TakesMoreRowsThanOneBlock) {
  std::vector<std::uint32_t> source(200'000);
  std::vector<std::uint32_t> target(source.size());
  for (std::uint32_t i = 0; i < source.size(); ++i) {
    source[i] = i;
    target[i] = i + 1;
  }
  const EdgeList list = edges_of_columns<std::uint32_t>(source, target, true);
  EXPECT_EQ(list.num_vertices(), 200'001U);
  EXPECT_TRUE(std::ranges::all_of(list.edges, [](Edge e) { return e.target == e.source + 1; }));
}

TEST(EdgesOfColumns, NamesTheRowOfANegativeNumber) {
  const std::vector<std::int32_t> source{1, -2};
  const std::vector<std::int32_t> target{1, 1};
  EXPECT_NE(problem_of([&] { return edges_of_columns<std::int32_t>(source, target, false); }).find("row 1"),
            std::string::npos);
}

TEST(WeightsOfColumn, KeepsWhatThirtyTwoBitsHoldAndCountsWhatTheyRound) {
  std::size_t rounded = 0;
  const std::vector<std::int64_t> integers{0, 4294967295};
  EXPECT_EQ(type_of(weights_of_column<std::int64_t>(integers, rounded)), WeightType::u32);
  const std::vector<std::int64_t> negative{-3, 5};
  EXPECT_EQ(type_of(weights_of_column<std::int64_t>(negative, rounded)), WeightType::f32);
  const std::vector<double> reals{.5, .1};
  EXPECT_EQ(type_of(weights_of_column<double>(reals, rounded)), WeightType::f32);
  EXPECT_EQ(rounded, 1U);
  const std::vector<std::int64_t> large{1, std::int64_t{1} << 40};
  EXPECT_NE(problem_of([&] { return weights_of_column<std::int64_t>(large, rounded); }).find("row 1"),
            std::string::npos);
  const std::vector<double> nan{1, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_NE(problem_of([&] { return weights_of_column<double>(nan, rounded); }).find("row 1"), std::string::npos);
}

}  // namespace
}  // namespace mg
