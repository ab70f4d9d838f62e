#include "algorithms/circle_of_trust.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace mg {
namespace {

Adjacency with_rows(std::span<const EdgeId> lengths) {
  Adjacency rows;
  rows.offsets = Array<EdgeId>::uninitialized(lengths.size() + 1);
  rows.offsets[0] = 0;
  std::inclusive_scan(lengths.begin(), lengths.end(), rows.offsets.begin() + 1);
  rows.neighbors = Array<VertexId>::uninitialized(rows.offsets[lengths.size()]);
  return rows;
}

Adjacency turned_around(const Adjacency& rows) {
  std::vector<EdgeId> lengths(rows.num_rows());
  for (const VertexId v : rows.neighbors) ++lengths[v];
  Adjacency columns = with_rows(lengths);
  std::vector<EdgeId> next(columns.offsets.begin(), columns.offsets.end());
  for (VertexId u = 0; u < rows.num_rows(); ++u) {
    for (const VertexId v : rows.row(u)) columns.neighbors[next[v]++] = u;
  }
  return columns;
}

}  // namespace

std::vector<VertexId> circle_of_trust(const Graph& graph, std::span<const float> ranks, std::uint64_t most) {
  std::vector<VertexId> circle;
  for (VertexId v = 0; v < ranks.size(); ++v) {
    if (ranks[v] > 0) circle.push_back(v);
  }
  const auto before = [&](VertexId u, VertexId v) {
    return ranks[u] != ranks[v] ? ranks[u] > ranks[v] : graph.to_file(u) < graph.to_file(v);
  };
  const auto size = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(most, circle.size()));
  std::partial_sort(circle.begin(), circle.begin() + size, circle.end(), before);
  circle.resize(static_cast<std::size_t>(size));
  return circle;
}

Following following_of(const Graph& graph, std::span<const VertexId> followers) {
  constexpr VertexId left_out = no_vertex;
  std::vector<VertexId> number(graph.num_vertices(), left_out);
  for (const VertexId u : followers) {
    number[u] = 0;
    for (const VertexId v : graph.out.row(u)) number[v] = 0;
  }
  Following following;
  for (VertexId v = 0; v < number.size(); ++v) {
    if (number[v] == left_out) continue;
    number[v] = static_cast<VertexId>(following.vertices.size());
    following.vertices.push_back(v);
  }
  std::vector<EdgeId> lengths(following.vertices.size());
  for (const VertexId u : followers) lengths[number[u]] = graph.out.degree(u);
  Adjacency rows = with_rows(lengths);
  for (const VertexId u : followers) {
    EdgeId arc = rows.offsets[number[u]];
    for (const VertexId v : graph.out.row(u)) rows.neighbors[arc++] = number[v];
  }
  following.graph.names = VertexNames::counted(0, rows.num_rows());
  following.graph.in = turned_around(rows);
  following.graph.out = std::move(rows);
  return following;
}

}  // namespace mg
