#include "algorithms/verify/triangles.hpp"

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/first_problem.hpp"

namespace mg {
namespace {

/// Each edge of the simple undirected graph once, from its end of smaller degree to the other. Rows have no more than
/// about sqrt(2 m) entries then, however skewed the graph is.
class OrientedEdges {
 public:
  explicit OrientedEdges(const Graph& graph) : graph_(graph), offsets_(std::size_t{graph.num_vertices()} + 1) {
    const VertexId n = graph.num_vertices();
    for_vertices(n, [&](VertexId u) { for_each_edge_from(u, [&](VertexId) { ++offsets_[u + 1]; }); });
    for (VertexId u = 0; u < n; ++u) offsets_[u + 1] += offsets_[u];
    targets_ = Array<VertexId>::uninitialized(offsets_[n]);
    for_vertices(n, [&](VertexId u) {
      EdgeId end = offsets_[u];
      for_each_edge_from(u, [&](VertexId v) { targets_[end++] = v; });
    });
  }

  [[nodiscard]] std::span<const VertexId> row(VertexId u) const {
    return {targets_.data() + offsets_[u], offsets_[u + 1] - offsets_[u]};
  }

 private:
  [[nodiscard]] bool points_away(VertexId u, VertexId v) const {
    const auto rank = [&](VertexId w) { return std::pair(graph_.out.degree(w) + graph_.in.degree(w), w); };
    return rank(u) < rank(v);
  }

  /// Merges the out- and in-neighbours of u, both ascending, and calls f once for each that u's edges point to.
  template <class F>
  void for_each_edge_from(VertexId u, F&& f) const {
    auto out = graph_.out.row(u);
    auto in = graph_.in.row(u);
    constexpr VertexId none = no_vertex;
    VertexId last = none;
    while (!out.empty() || !in.empty()) {
      const bool take_out = in.empty() || (!out.empty() && out.front() <= in.front());
      auto& row = take_out ? out : in;
      const VertexId v = row.front();
      row = row.subspan(1);
      if (v != last && points_away(u, v)) f(v);
      last = v;
    }
  }

  const Graph& graph_;
  std::vector<EdgeId> offsets_;
  Array<VertexId> targets_;
};

/// Calls f for each vertex that two ascending rows share.
template <class F>
void for_each_common(std::span<const VertexId> a, std::span<const VertexId> b, F&& f) {
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) f(a[i]);
    const bool step_a = a[i] <= b[j];
    const bool step_b = b[j] <= a[i];
    i += step_a ? 1 : 0;
    j += step_b ? 1 : 0;
  }
}

/// Meets every triangle once, at the edge that leads from its corner of smallest degree to the one of second smallest.
/// Corners are counted in `corners` unless it is empty.
std::uint64_t count_triangles(const OrientedEdges& edges, VertexId n, std::span<std::uint64_t> corners) {
  const auto count_corner = [&](VertexId v, std::uint64_t triangles) {
    if (!corners.empty() && triangles > 0) std::atomic_ref(corners[v]).fetch_add(triangles, std::memory_order_relaxed);
  };
  std::atomic<std::uint64_t> total = 0;
  for_vertices(n, [&](VertexId u) {
    std::uint64_t triangles_of_u = 0;
    for (const VertexId v : edges.row(u)) {
      std::uint64_t triangles = 0;
      for_each_common(edges.row(u), edges.row(v), [&](VertexId w) {
        ++triangles;
        count_corner(w, 1);
      });
      count_corner(v, triangles);
      triangles_of_u += triangles;
    }
    count_corner(u, triangles_of_u);
    if (triangles_of_u > 0) total.fetch_add(triangles_of_u, std::memory_order_relaxed);
  });
  return total;
}

}  // namespace

Verdict verify_triangles(const Graph& graph, std::uint64_t total,
                         std::optional<std::span<const std::uint64_t>> per_vertex) {
  const VertexId n = graph.num_vertices();
  if (per_vertex) {
    if (auto problem = size_problem(graph, "counts", per_vertex->size()); !problem.empty()) return {problem};
  }
  std::vector<std::uint64_t> corners(per_vertex ? n : 0);
  const std::uint64_t expected = count_triangles(OrientedEdges(graph), n, corners);
  if (total != expected) return {fmt::format("{} triangles were counted, expected {}", total, expected)};
  if (!per_vertex) return {};
  return first_problem(n, [&](VertexId v) -> std::string {
    if ((*per_vertex)[v] == corners[v]) return {};
    return fmt::format("vertex {} was counted in {} triangles, expected {}", graph.name(v), (*per_vertex)[v],
                       corners[v]);
  });
}

}  // namespace mg
