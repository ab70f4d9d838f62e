// A graph's edges turned one way, for algorithms over small subgraphs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "engine/graph/graph.hpp"
#include "engine/graph/hub_rows.hpp"
#include "engine/graph/oriented_rows.hpp"

namespace mg {

/// The edges of the simple undirected graph, each once, over ranks by descending degree
/// (engine/graph/oriented_rows.hpp). Rows are in any order.
struct OrientedGraph {
  Adjacency arcs;
  Array<VertexId> vertex;  ///< of the graph, by its rank
  HubBits hubs = {};       ///< where they were asked for

  [[nodiscard]] EdgeId size() const { return arcs.num_edges(); }
  /// For functions, once rows are sorted.
  [[nodiscard]] OrientedRows rows() const { return {arcs.offsets.data(), arcs.neighbors.data(), vertex.data()}; }
  /// Has rows ascend. On `threads` threads.
  void sort_rows(int threads);
};

/// The rows of a simple undirected graph cut off at the diagonal: each edge once, from its larger to its smaller end,
/// and nothing to build. Good where degrees are alike, so that no orientation is much better than another.
class LowerRows {
 public:
  explicit LowerRows(const Adjacency& symmetric) : adjacency_(symmetric) {}
  [[nodiscard]] VertexId num_rows() const { return adjacency_.num_rows(); }
  [[nodiscard]] std::span<const VertexId> row(VertexId v) const {
    const auto whole = adjacency_.row(v);
    const auto end = whole.size() <= short_row
                         ? std::find_if(whole.begin(), whole.end(), [v](VertexId u) { return u >= v; })
                         : std::lower_bound(whole.begin(), whole.end(), v);
    return {whole.begin(), end};
  }
  [[nodiscard]] std::span<const VertexId> uncut_row(VertexId v) const { return adjacency_.row(v); }

 private:
  static constexpr std::size_t short_row = 16;  // below this, looking at every entry beats bisection
  const Adjacency& adjacency_;
};

/// What a search for triangles found: common neighbors of the ends of `edges` arcs.
struct FoundTriangles {
  std::uint64_t triangles = 0;
  EdgeId edges = 0;
};

/// What counting triangles takes beside the graph where edges are turned, for --estimate: above all the edges and, on a
/// GPU, their sorted copy.
inline constexpr std::uint64_t turned_bytes_per_vertex = 44;
inline constexpr double turned_bytes_per_arc = 10;

/// Whether every edge is there in both directions, once, and no vertex is its own neighbor.
[[nodiscard]] bool is_simple_undirected(const Graph& graph);

/// Whether orient_by_degree() would pay: not where a sample of degrees is low or even (the rule of the GAP Benchmark
/// Suite), and always where the graph is not simple and undirected, which LowerRows needs.
[[nodiscard]] bool worth_orienting(const Graph& graph);

/// How many others each vertex has arcs with, either way, each counted once. O(n) where the graph is simple and
/// undirected, O(m) elsewhere, on `threads` threads.
[[nodiscard]] Array<std::uint32_t> simple_degrees(const Graph& graph, int threads);

/// The simple undirected graph: the vertices of `graph` and an edge, without weights, between any two that have an arc
/// either way. Shares storage where the graph is simple and undirected; O(n + m) time and 4 bytes an arc elsewhere, on
/// `threads` threads.
[[nodiscard]] Graph simple_graph(const Graph& graph, int threads);

/// Whether rows also say by bits which hubs they hold (engine/graph/hub_rows.hpp).
enum class HubsAs : std::uint8_t { entries, bits };

/// Ignores direction, duplicates and self loops. O(n log n + m) time on `threads` threads.
[[nodiscard]] OrientedGraph orient_by_degree(const Graph& graph, int threads, HubsAs hubs = HubsAs::entries);

}  // namespace mg
