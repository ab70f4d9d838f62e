// References whose results are tables: serial and by definition, as those of tests/oracle/references.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tests/oracle/graph.hpp"

namespace oracle {

/// The ten rounds of Philox-4x32 on a counter.
[[nodiscard]] std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                                  std::array<std::uint32_t, 2> key);

struct Walking {
  std::vector<std::size_t> starts;
  std::size_t walks = 1;  ///< from each of them
  std::size_t length = 1;
  std::uint64_t seed = 1;
  bool weighted = false;
  double p = 1;
  double q = 1;
};

struct WalkStep {
  std::size_t walk;
  std::size_t step;
  std::size_t vertex;

  bool operator==(const WalkStep&) const = default;
};

/// The steps of each walk, walk after walk. Trial t of step s of walk w draws the words of the counter (t, s, w, 0):
/// the first two choose an arc among those of the vertex in ascending order of their targets, the others reject it.
[[nodiscard]] std::vector<WalkStep> walks(const Graph& graph, const Walking& walking);

struct SimilarPair {
  std::size_t first;
  std::size_t second;
  std::size_t shared;  ///< neighbors of both
  std::size_t degree;  ///< neighbors of the first
  std::size_t other_degree;
};

/// The neighbors in either direction, each pair once and no vertex with itself, in ascending order.
[[nodiscard]] std::vector<SimilarPair> neighbor_pairs(const Graph& graph);

/// Any two vertices each.
[[nodiscard]] std::vector<SimilarPair> pairs_of(const Graph& graph,
                                                const std::vector<std::pair<std::size_t, std::size_t>>& ends);

/// For each vertex in ascending order all others that share a neighbor with it, in ascending order.
[[nodiscard]] std::vector<SimilarPair> pairs_that_share(const Graph& graph);

/// What the edges of a minimum spanning forest weigh, directions ignored, in ascending order: those that Kruskal takes.
/// (Whichever edges a forest takes, these are their weights.)
[[nodiscard]] std::vector<double> forest_weights(const Graph& graph);

struct PlaceOnPath {
  std::size_t vertex;
  double distance;  ///< from the source

  bool operator==(const PlaceOnPath&) const = default;
};

/// Of the shortest paths, by weights or by arcs, those of the fewest arcs, and of these the one whose vertices, from
/// the target back, come first; empty where there is none. Distances are exact where sums of doubles are.
[[nodiscard]] std::vector<PlaceOnPath> path(const Graph& graph, std::size_t source, std::size_t target, bool weighted);

struct ProductEntry {
  std::size_t row;
  std::size_t column;
  double value;
  double of_absolutes;  ///< the sum of the terms' absolute values
};

/// Of the matrix of weights, with a row of each vertex's arcs, and itself or its transpose: whatever has a term, in
/// ascending order. Terms are rounded to doubles.
[[nodiscard]] std::vector<ProductEntry> sparse_product(const Graph& graph, bool with_transpose);

struct EdgeInTruss {
  std::size_t first;
  std::size_t second;
  std::size_t trussness;

  bool operator==(const EdgeInTruss&) const = default;
};

/// Each edge of a simple undirected graph, in ascending order. By definition: for each k, whoever is in too few
/// triangles of what is left goes, until nobody is.
[[nodiscard]] std::vector<EdgeInTruss> trusses(const Graph& graph);

}  // namespace oracle
