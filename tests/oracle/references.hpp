// Serial references of the algorithms, each the shortest obviously right way. Vertices are positions in Graph::names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "tests/oracle/graph.hpp"

namespace oracle {

inline constexpr std::int64_t unreached_level = -1;
inline constexpr std::uint64_t unreached_distance = std::numeric_limits<std::uint64_t>::max();

/// Hops from `source`; unreached_level where there is no path.
[[nodiscard]] std::vector<std::int64_t> bfs_levels(const Graph& graph, std::size_t source);

/// Shortest distances by Dijkstra; infinity where there is no path. Weights are at least 0.
[[nodiscard]] std::vector<double> distances(const Graph& graph, std::size_t source);

/// The same with integer weights, exact; unreached_distance where there is no path.
[[nodiscard]] std::vector<std::uint64_t> exact_distances(const Graph& graph, std::size_t source);

struct PageRankOptions {
  double damping = 0.85;
  double tolerance = 1e-6;      ///< stops when the L1 change of an iteration is below this
  int iterations = 0;           ///< if positive, exactly so many and no tolerance
  bool spread_dangling = true;  ///< false: the rank of vertices without out-arcs is lost, as in the GAP benchmark
  std::optional<std::size_t> source = {};  ///< personalised: where the walk begins, and where it returns to
  /// Personalised: what each vertex has of that, all together 1; empty: as the source says.
  std::vector<double> restarts = {};
};
struct PageRank {
  std::vector<double> ranks;
  int iterations = 0;
  double change = 0;  ///< L1, of the last iteration
};
/// Power iteration from the uniform vector; ranks sum to 1 unless dangling rank is lost. Parallel arcs each count.
[[nodiscard]] PageRank pagerank(const Graph& graph, const PageRankOptions& options = {});

struct Hits {
  std::vector<double> hubs;
  std::vector<double> authorities;
};
/// So many iterations from equal hubs, each kind of score scaled to length 1. Parallel arcs each count.
[[nodiscard]] Hits hits(const Graph& graph, std::uint64_t iterations);

/// So many iterations, of two steps each, of walks that begin at all vertices with arcs to them, or from them, alike:
/// authorities by going against an arc and then along one, hubs by the opposite. Parallel arcs each count.
[[nodiscard]] Hits salsa(const Graph& graph, std::uint64_t iterations);
/// What these come to, by the components of the bipartite graph of vertices with arcs from them and vertices with arcs
/// to them: the part of a component's arcs that a vertex has, times the part of all vertices that are in it.
[[nodiscard]] Hits salsa_limit(const Graph& graph);

/// So many iterations of x = alpha A' x + beta from beta, scaled to length 1. Parallel arcs each count.
[[nodiscard]] std::vector<double> katz(const Graph& graph, double alpha, double beta, std::uint64_t iterations);

/// So many of x = A' x + x, scaled to length 1 each time, from equal scores. Parallel arcs each count.
[[nodiscard]] std::vector<double> eigenvector(const Graph& graph, std::uint64_t iterations);

/// Of the matrix of weights with a row of each vertex's arcs, and a vector: the sums of rows, whose terms are rounded
/// to doubles, and those of their absolute values.
struct Product {
  std::vector<double> sums;
  std::vector<double> of_absolutes;
};
[[nodiscard]] Product product(const Graph& graph, const std::vector<double>& x);

/// The smallest vertex of each vertex's component, direction ignored.
[[nodiscard]] std::vector<std::size_t> components(const Graph& graph);

/// The smallest vertex of each vertex's strongly connected component (Kosaraju's two searches).
[[nodiscard]] std::vector<std::size_t> strong_components(const Graph& graph);

/// The largest k for which a vertex stays when all with fewer than k neighbors are taken away, again and again;
/// direction and self loops ignored, parallel arcs counted each.
[[nodiscard]] std::vector<std::int32_t> core_numbers(const Graph& graph);

/// 1 for whoever joins a set when vertices come in descending order of the numbers that they draw and join unless a
/// neighbor has; direction and self loops ignored.
[[nodiscard]] std::vector<std::uint32_t> independent_set(const Graph& graph, std::uint64_t seed);

/// The smallest color that no neighbor before a vertex has, when vertices come in descending order of their arcs, and
/// of numbers that they draw where these are as many; direction and self loops ignored.
[[nodiscard]] std::vector<std::int32_t> coloring(const Graph& graph, std::uint64_t seed);

/// The label that most neighbors have, in either direction, of several such the smallest, after so many rounds in which
/// all take it at once. Labels are places of vertices.
[[nodiscard]] std::vector<std::uint32_t> labels(const Graph& graph, std::uint64_t rounds);

/// Of a partition: the share of all edges' weight that lies within parts less `resolution` times what is expected, as
/// networkx.community.modularity defines it; 0 where nothing weighs anything.
[[nodiscard]] double modularity(const Graph& graph, const std::vector<std::size_t>& part, double resolution);

/// The modularity that Louvain's method comes to when vertices move one after the other, in the order of the file.
[[nodiscard]] double louvain_modularity(const Graph& graph, double resolution);

/// How many of the ordered pairs of a vertex's neighbors, in either direction, have an arc from one to the other.
[[nodiscard]] std::vector<double> clustering(const Graph& graph);

/// The distance of the farthest vertex that one is connected with, direction ignored.
[[nodiscard]] std::uint32_t eccentricity(const Graph& graph, std::size_t v);

/// Brandes' dependencies summed over `sources` (all vertices: betweenness over directed pairs, not normalised; twice
/// the usual value of an undirected graph). Paths are unweighted; parallel arcs make parallel paths.
[[nodiscard]] std::vector<double> betweenness(const Graph& graph, const std::vector<std::size_t>& sources);
[[nodiscard]] std::vector<double> betweenness(const Graph& graph);

/// Triangles of the simple undirected graph underneath, each once.
[[nodiscard]] std::uint64_t triangles(const Graph& graph);

}  // namespace oracle
