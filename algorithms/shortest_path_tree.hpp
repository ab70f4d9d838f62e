// Parents from distances: which arc each vertex is best reached by.
#pragma once

#include <atomic>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

#include "engine/combine.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/graph/graph.hpp"

namespace mg {

/// A shortest-path tree for correct distances: the parent of a reached vertex is a neighbor u with dist(u) + w ==
/// dist(v), the source is its own parent, an unreached vertex has none. Where only ties are left (arcs of weight zero,
/// or too small for the distance's precision) parents are assigned outwards from those known, so that the tree has no
/// cycles. Deterministic. O(m); parallel but for the ties.
template <class Distance>
[[nodiscard]] Array<VertexId> shortest_path_parents(const Graph& graph, VertexId source,
                                                    std::span<const Distance> distances) {
  constexpr Distance unreached = Min::identity<Distance>();
  const VertexId n = graph.num_vertices();
  auto parents = Array<VertexId>::filled(n, no_vertex);
  parents[source] = source;

  const auto leads = [&](VertexId u, auto weight, VertexId v) {
    return distances[u] != unreached && distances[u] + static_cast<Distance>(weight) == distances[v];
  };
  /// The first neighbor nearer to the source that v may be reached from.
  const auto nearer_parent = [&](VertexId v, const auto& weights) {
    for (EdgeId e = graph.in.offsets[v]; e < graph.in.offsets[v + 1]; ++e) {
      const VertexId u = graph.in.neighbors[e];
      if (distances[u] < distances[v] && leads(u, weights[e], v)) return u;
    }
    return no_vertex;
  };
  const auto grow_along_ties = [&](const auto& weights) {
    std::vector<VertexId> found;
    for (VertexId root = 0; root < n; ++root) {
      if (parents[root] == no_vertex) continue;
      found.push_back(root);
      while (!found.empty()) {
        const VertexId u = found.back();
        found.pop_back();
        for (EdgeId e = graph.out.offsets[u]; e < graph.out.offsets[u + 1]; ++e) {
          const VertexId v = graph.out.neighbors[e];
          if (parents[v] != no_vertex || !leads(u, weights[e], v)) continue;
          parents[v] = u;
          found.push_back(v);
        }
      }
    }
  };
  const auto assign = [&](const auto& in_weights) {
    constexpr std::size_t chunk = 1024;
    std::atomic<bool> ties = false;
    parallel_chunks(n, chunk, default_threads(), [&](std::size_t begin, std::size_t end, int) {
      for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
        if (v == source || distances[v] == unreached) continue;
        parents[v] = nearer_parent(v, in_weights);
        if (parents[v] == no_vertex) ties.store(true);
      }
    });
    if (ties) grow_along_ties(std::get<std::remove_cvref_t<decltype(in_weights)>>(graph.out.weights));
  };
  std::visit(
      [&](const auto& weights) {
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(weights)>, std::monostate>) assign(weights);
      },
      graph.in.weights);
  return parents;
}

}  // namespace mg
