// Parents from distances: which arc each vertex is best reached by.
#pragma once

#include <atomic>
#include <span>
#include <type_traits>

#include "engine/combine.hpp"
#include "engine/graph.hpp"
#include "engine/parallel.hpp"

namespace mg {

/// A shortest-path tree for correct distances: the parent of a reached vertex is a neighbor u with dist(u) + w == dist(v),
/// the source is its own parent, an unreached vertex has none. Where only ties are left (arcs of weight zero, or too small
/// for the distance's precision) parents are assigned outwards from those known, so that the tree has no cycles.
/// Deterministic but for such ties. O(m) and a pass more for each link of a chain of ties.
template <class Distance>
[[nodiscard]] Array<VertexId> shortest_path_parents(const Graph& graph, VertexId source, std::span<const Distance> distances) {
  constexpr Distance unreached = Min::identity<Distance>();
  const VertexId n = graph.num_vertices();
  auto parents = Array<VertexId>::filled(n, no_vertex);
  parents[source] = source;

  /// The first neighbor that v is tight with and that `accept` takes.
  const auto tight_neighbor = [&](VertexId v, const auto& weights, const auto& accept) {
    for (EdgeId e = graph.in.offsets[v]; e < graph.in.offsets[v + 1]; ++e) {
      const VertexId u = graph.in.neighbors[e];
      if (distances[u] == unreached || !accept(u)) continue;
      if (distances[u] + static_cast<Distance>(weights[e]) == distances[v]) return u;
    }
    return no_vertex;
  };
  const auto assign = [&](const auto& weights) {
    constexpr std::size_t chunk = 1024;
    const auto pass = [&](const auto& accept_for) {
      std::atomic<std::uint64_t> missing{0};
      std::atomic<std::uint64_t> found{0};
      parallel_chunks(n, chunk, omp_get_max_threads(), [&](std::size_t begin, std::size_t end, int) {
        for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
          if (distances[v] == unreached || relaxed_load(parents[v]) != no_vertex) continue;
          const VertexId parent = tight_neighbor(v, weights, accept_for(v));
          relaxed_store(parents[v], parent);
          (parent == no_vertex ? missing : found).fetch_add(1, std::memory_order_relaxed);
        }
      });
      return missing > 0 && found > 0;
    };
    bool more = pass([&](VertexId v) { return [&, v](VertexId u) { return distances[u] < distances[v]; }; });
    while (more) more = pass([&](VertexId) { return [&](VertexId u) { return relaxed_load(parents[u]) != no_vertex; }; });
  };
  std::visit(
      [&](const auto& weights) {
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(weights)>, std::monostate>) assign(weights);
      },
      graph.in.weights);
  return parents;
}

}  // namespace mg
