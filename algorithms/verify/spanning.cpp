#include "algorithms/verify/spanning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/first_problem.hpp"
#include "algorithms/spanning_forest.hpp"

namespace mg {

namespace {

/// Sets that edges join, from the lightest to the heaviest. By size and without shortcuts, so that no vertex is deeper
/// than log n, and what lies above it is as old as it is high: the heaviest edge on a path is that of the last set that
/// the way from either end enters before they meet.
template <class W>
class JoinedSets {
 public:
  explicit JoinedSets(VertexId num_vertices) : above_(num_vertices), weight_(num_vertices), size_(num_vertices, 1) {
    for (VertexId v = 0; v < num_vertices; ++v) above_[v] = v;
  }

  /// False where they are one already.
  [[nodiscard]] bool join(VertexId u, VertexId v, W weight) {
    VertexId a = root(u);
    VertexId b = root(v);
    if (a == b) return false;
    if (size_[a] > size_[b]) std::swap(a, b);
    above_[a] = b;
    weight_[a] = weight;
    size_[b] += size_[a];
    return true;
  }

  [[nodiscard]] VertexId root(VertexId v) const {
    while (above_[v] != v) v = above_[v];
    return v;
  }

  /// The heaviest edge on the path between two vertices of one set. Links are heavier the higher they are, so that
  /// whoever has the lighter one goes first.
  [[nodiscard]] W heaviest_between(VertexId u, VertexId v) const {
    W heaviest{};
    while (u != v) {
      const bool u_goes = above_[v] == v || (above_[u] != u && weight_[u] <= weight_[v]);
      VertexId& goes = u_goes ? u : v;
      heaviest = weight_[goes];
      goes = above_[goes];
    }
    return heaviest;
  }

 private:
  std::vector<VertexId> above_;
  std::vector<W> weight_;  ///< of the edge that joined a set to the one above
  std::vector<VertexId> size_;
};

template <class W>
Verdict verify(const Graph& graph, std::span<const EdgeId> arcs, const Array<W>& weights) {
  const auto named = [&](EdgeId arc) {
    return fmt::format("the edge from {} to {}", graph.name(graph.out.row_of(arc)),
                       graph.name(graph.out.neighbors[arc]));
  };
  std::vector<EdgeId> by_weight(arcs.begin(), arcs.end());
  std::stable_sort(by_weight.begin(), by_weight.end(), [&](EdgeId a, EdgeId b) { return weights[a] < weights[b]; });
  JoinedSets<W> sets(graph.num_vertices());
  for (const EdgeId arc : by_weight) {
    if (!sets.join(graph.out.row_of(arc), graph.out.neighbors[arc], weights[arc])) {
      return {named(arc) + " closes a circle"};
    }
  }
  return first_problem(graph.num_vertices(), [&](VertexId u) -> std::string {
    for (EdgeId arc = graph.out.offsets[u]; arc < graph.out.offsets[u + 1]; ++arc) {
      const VertexId v = graph.out.neighbors[arc];
      if (u == v) continue;
      if (sets.root(u) != sets.root(v)) return named(arc) + " leads from one tree to another";
      const W heaviest = sets.heaviest_between(u, v);
      if (weights[arc] < heaviest) {
        return fmt::format("{} has the weight {}, and its ends' path in the forest an edge of {}", named(arc),
                           weights[arc], heaviest);
      }
    }
    return {};
  });
}

}  // namespace

Verdict verify_spanning_forest(const Graph& graph, std::span<const EdgeId> arcs) {
  if (!arcs.empty() && arcs.back() >= graph.num_arcs()) return {fmt::format("there is no arc number {}", arcs.back())};
  return std::visit(
      [&](const auto& weights) -> Verdict {
        if constexpr (requires { weights[0]; }) {
          return verify(graph, arcs, weights);
        } else {
          return arcs.empty() ? Verdict{} : Verdict{"a graph without weights has no minimum spanning forest"};
        }
      },
      graph.out.weights);
}

}  // namespace mg
