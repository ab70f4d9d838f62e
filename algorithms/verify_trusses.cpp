#include "algorithms/verify_trusses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/edge_results.hpp"
#include "algorithms/peeling_order.hpp"
#include "engine/parallel.hpp"

namespace mg {

namespace {

/// A neighbor, and the number of the edge to it: its place in edges_of().
struct Link {
  VertexId neighbor;
  std::uint32_t edge;
};
using Rows = std::vector<std::vector<Link>>;

/// Ascending rows of the simple graph.
Rows rows_of(const Graph& graph, const std::vector<EdgeId>& edges) {
  Rows rows(graph.num_vertices());
  for (std::uint32_t i = 0; i < edges.size(); ++i) {
    const VertexId u = graph.out.row_of(edges[i]);
    const VertexId v = graph.out.neighbors[edges[i]];
    rows[u].push_back({v, i});
    rows[v].push_back({u, i});
  }
  for (auto& row : rows) std::ranges::sort(row, {}, &Link::neighbor);
  return rows;
}

/// Calls body(a, b) with the other two edges of each triangle above the edge between u and v.
template <class Body>
void for_triangles(const Rows& rows, VertexId u, VertexId v, const Body& body) {
  const bool u_is_shorter = rows[u].size() < rows[v].size();
  const std::vector<Link>& others = u_is_shorter ? rows[v] : rows[u];
  for (const Link& near : u_is_shorter ? rows[u] : rows[v]) {
    const auto far = std::ranges::lower_bound(others, near.neighbor, {}, &Link::neighbor);
    if (far != others.end() && far->neighbor == near.neighbor) body(near.edge, far->edge);
  }
}

/// The expected trussness of each of `edges`.
std::vector<std::int32_t> peeled(const Graph& graph, const std::vector<EdgeId>& edges) {
  const Rows rows = rows_of(graph, edges);
  const auto triangles_of = [&](std::size_t edge, const auto& body) {
    for_triangles(rows, graph.out.row_of(edges[edge]), graph.out.neighbors[edges[edge]], body);
  };
  std::vector<std::uint32_t> triangles(edges.size());
  parallel_chunks(edges.size(), 64, omp_get_max_threads(), [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) triangles_of(i, [&](auto, auto) { ++triangles[i]; });
  });
  PeelingOrder order(std::move(triangles));
  std::vector<bool> has_gone(edges.size());
  std::vector<std::int32_t> trussness(edges.size());
  for (std::size_t position = 0; position < order.size(); ++position) {
    const std::size_t edge = order.at(position);
    const std::uint32_t left = order.left(edge);
    trussness[edge] = static_cast<std::int32_t>(left + 2);
    has_gone[edge] = true;
    if (left == 0) continue;  // whatever triangles it was in have gone
    triangles_of(edge, [&](std::uint32_t a, std::uint32_t b) {
      if (has_gone[a] || has_gone[b]) return;
      if (order.left(a) > left) order.take_one(a);
      if (order.left(b) > left) order.take_one(b);
    });
  }
  return trussness;
}

}  // namespace

Verdict verify_trusses(const Graph& graph, std::span<const std::int32_t> trussness) {
  if (trussness.size() != graph.num_arcs()) {
    return {fmt::format("there are {} entries for {} arcs, expected one an arc", trussness.size(), graph.num_arcs())};
  }
  const std::vector<EdgeId> edges = edges_of(graph);
  const std::vector<std::int32_t> expected = peeled(graph, edges);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const EdgeId edge = edges[i];
    if (trussness[edge] == expected[i]) continue;
    return {fmt::format("the edge between {} and {} has the trussness {}, expected {}",
                        graph.name(graph.out.row_of(edge)), graph.name(graph.out.neighbors[edge]), trussness[edge],
                        expected[i])};
  }
  return {};
}

}  // namespace mg
