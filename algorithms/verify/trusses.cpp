#include "algorithms/verify/trusses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "algorithms/edge_results.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {

namespace {

constexpr std::size_t chunk = 64;  ///< of edges or vertices, whose work differs

/// A neighbor, and the number of the edge to it: its place in edges_of().
struct Link {
  VertexId neighbor;
  std::uint32_t edge;
};
using Rows = std::vector<std::vector<Link>>;

/// The simple graph's edges with the trussness that they are said to have, and how far peeling them has come: at once
/// for every trussness k, among the edges of k or more, of which those of k go while they are in k - 2 triangles. By
/// induction from the least k upward, an edge that goes has no larger trussness than it is said to have.
class Peeling {
 public:
  Peeling(const Graph& graph, const std::vector<EdgeId>& edges, std::span<const std::int32_t> trussness)
      : by_trussness_(graph.num_vertices()),
        by_neighbor_(graph.num_vertices()),
        triangles_(edges.size()),
        gone_in_(edges.size()) {
    ends_.reserve(edges.size());
    trussness_.reserve(edges.size());
    for (std::uint32_t i = 0; i < edges.size(); ++i) {
      const auto [u, v] = ends_.emplace_back(graph.out.row_of(edges[i]), graph.out.neighbors[edges[i]]);
      trussness_.push_back(trussness[edges[i]]);
      by_neighbor_[u].push_back({v, i});
      by_neighbor_[v].push_back({u, i});
    }
    parallel_chunks(by_neighbor_.size(), chunk, default_threads(), [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t v = begin; v < end; ++v) {
        std::ranges::sort(by_neighbor_[v], {}, &Link::neighbor);
        by_trussness_[v] = by_neighbor_[v];
        std::ranges::sort(by_trussness_[v], std::greater{}, [&](const Link& link) { return trussness_[link.edge]; });
      }
    });
  }

  /// Counts each edge's triangles of edges of its trussness or more. O(m^1.5), on all threads.
  void count() {
    const int threads = default_threads();
    std::vector<std::vector<std::uint32_t>> edges_to(static_cast<std::size_t>(threads));
    parallel_chunks(by_neighbor_.size(), chunk, threads, [&](std::size_t begin, std::size_t end, int thread) {
      std::vector<std::uint32_t>& edge_to = edges_to[static_cast<std::size_t>(thread)];
      edge_to.resize(by_neighbor_.size(), none);
      for (std::size_t v = begin; v < end; ++v) count_above(static_cast<VertexId>(v), edge_to);
    });
  }

  /// Whether the edge is in too few for the trussness that it is said to have; if none is, none has a smaller one.
  [[nodiscard]] bool lacks(std::size_t edge) const {
    return trussness_[edge] < 2 || triangles_[edge] < static_cast<std::uint32_t>(trussness_[edge] - 2);
  }
  [[nodiscard]] std::uint32_t triangles(std::size_t edge) const { return triangles_[edge]; }

  /// Takes edges until no more can go. O(m^1.5 log d), on all threads.
  void peel() {
    const int threads = default_threads();
    std::vector<std::uint32_t> going;
    for (std::uint32_t i = 0; i < triangles_.size(); ++i) {
      if (may_go(triangles_[i], i)) going.push_back(i);
    }
    for (std::uint32_t round = 1; !going.empty(); ++round) {
      for (const std::uint32_t edge : going) gone_in_[edge] = round;
      std::vector<std::vector<std::uint32_t>> next(static_cast<std::size_t>(threads));
      parallel_chunks(going.size(), chunk, threads, [&](std::size_t begin, std::size_t end, int thread) {
        for (std::size_t i = begin; i < end; ++i) take(going[i], round, next[static_cast<std::size_t>(thread)]);
      });
      going.clear();
      for (const auto& part : next) going.insert(going.end(), part.begin(), part.end());
    }
  }

  /// Whether the edge was left: it and others are in more triangles than their trussness says.
  [[nodiscard]] bool stays(std::size_t edge) const { return gone_in_[edge] == 0; }

 private:
  static constexpr std::uint32_t none = 0xffffffff;

  [[nodiscard]] bool may_go(std::uint32_t triangles, std::uint32_t edge) const {
    return triangles <= static_cast<std::uint32_t>(trussness_[edge] - 2);
  }
  /// Vertices of lower degree first, so that no vertex is before more than sqrt(2 m) of its neighbors.
  [[nodiscard]] bool is_before(VertexId u, VertexId v) const {
    return std::pair(by_neighbor_[u].size(), u) < std::pair(by_neighbor_[v].size(), v);
  }

  /// Of the triangles of which u comes first.
  void count_above(VertexId u, std::vector<std::uint32_t>& edge_to) {
    for (const Link& link : by_neighbor_[u]) {
      if (is_before(u, link.neighbor)) edge_to[link.neighbor] = link.edge;
    }
    for (const Link& second : by_neighbor_[u]) {
      if (!is_before(u, second.neighbor)) continue;
      for (const Link& third : by_neighbor_[second.neighbor]) {
        const std::uint32_t closing = edge_to[third.neighbor];
        if (closing == none || !is_before(second.neighbor, third.neighbor)) continue;
        const std::int32_t least = std::min({trussness_[second.edge], trussness_[third.edge], trussness_[closing]});
        for (const std::uint32_t edge : {second.edge, third.edge, closing}) {
          if (trussness_[edge] == least) std::atomic_ref(triangles_[edge]).fetch_add(1, std::memory_order_relaxed);
        }
      }
    }
    for (const Link& link : by_neighbor_[u]) edge_to[link.neighbor] = none;
  }

  /// Takes the triangles of an edge that goes from those that stay, and adds the ones that go next. Of two edges of a
  /// triangle that go in the same round, the first takes it.
  void take(std::uint32_t edge, std::uint32_t round, std::vector<std::uint32_t>& next) {
    const std::int32_t level = trussness_[edge];
    if (level == 2) return;  // it was in none
    const auto [u, v] = ends_[edge];
    const bool u_is_shorter = by_neighbor_[u].size() < by_neighbor_[v].size();
    const std::vector<Link>& others = by_neighbor_[u_is_shorter ? v : u];
    for (const Link& link : by_trussness_[u_is_shorter ? u : v]) {
      if (trussness_[link.edge] < level) break;
      const auto found = std::ranges::lower_bound(others, link.neighbor, {}, &Link::neighbor);
      if (found == others.end() || found->neighbor != link.neighbor || trussness_[found->edge] < level) continue;
      take_from(link.edge, found->edge, edge, round, next);
      take_from(found->edge, link.edge, edge, round, next);
    }
  }
  /// From `one` of the triangle with `other`, if it stays and is not among edges of larger trussness alone.
  void take_from(std::uint32_t one, std::uint32_t other, std::uint32_t edge, std::uint32_t round,
                 std::vector<std::uint32_t>& next) {
    const std::int32_t level = trussness_[edge];
    if (trussness_[one] != level || gone_in_[one] != 0) return;
    if (trussness_[other] == level && gone_in_[other] != 0 && (gone_in_[other] < round || other < edge)) return;
    const std::uint32_t left = std::atomic_ref(triangles_[one]).fetch_sub(1, std::memory_order_relaxed) - 1;
    if (left + 2 == static_cast<std::uint32_t>(level)) next.push_back(one);  // once: it was in more before
  }

  Rows by_trussness_;  ///< of the simple graph, by descending trussness
  Rows by_neighbor_;   ///< by neighbor
  std::vector<std::pair<VertexId, VertexId>> ends_;
  std::vector<std::int32_t> trussness_;
  std::vector<std::uint32_t> triangles_;
  std::vector<std::uint32_t> gone_in_;  ///< which round, from 1 on
};

}  // namespace

Verdict verify_trusses(const Graph& graph, std::span<const std::int32_t> trussness) {
  if (trussness.size() != graph.num_arcs()) {
    return {fmt::format("there are {} entries for {} arcs, expected one an arc", trussness.size(), graph.num_arcs())};
  }
  const std::vector<EdgeId> edges = edges_of(graph);
  const auto problem_of = [&](std::size_t i, const std::string& why) {
    return Verdict{fmt::format("the edge between {} and {} has the trussness {}, {}",
                               graph.name(graph.out.row_of(edges[i])), graph.name(graph.out.neighbors[edges[i]]),
                               trussness[edges[i]], why)};
  };
  Peeling peeling(graph, edges, trussness);
  peeling.count();
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (!peeling.lacks(i)) continue;
    return problem_of(i, fmt::format("and is in {} triangles of edges of that or more", peeling.triangles(i)));
  }
  peeling.peel();
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (peeling.stays(i)) return problem_of(i, "but is among edges that have a larger one");
  }
  return {};
}

}  // namespace mg
