// A minimum spanning forest: edges without a circle that join whatever paths join, of least weight in all.
//
// In rounds, each tree takes the lightest edge that leaves it (Boruvka 1926), of equally light ones the one whose arc
// comes first. Light edges go before the others are looked at, most of which are within a tree by then (filter-Kruskal,
// Osipov, Sanders and Singler, ALENEX 2009; as in Fallin, Gonzalez, Seo and Burtscher, "A High-Performance MST
// Implementation for GPUs", SC'23). Directions are ignored.
#pragma once

#include <type_traits>

#include "algorithms/forest.hpp"
#include "engine/algorithm.hpp"

namespace mg::mst {

inline constexpr std::uint64_t no_key = ~std::uint64_t{0};

/// One entry a vertex; `of` and `lightest` hold for the ends of arcs that are left, and for their roots.
struct Trees {
  VertexId* of;             ///< the root of a vertex's tree, as the round began
  VertexId* joined;         ///< trees as the round joins them (algorithms/forest.hpp)
  std::uint64_t* lightest;  ///< the key of the lightest edge that leaves a root's tree
  EdgeId* arcs;             ///< the arc by which a root was hooked below another one
};

struct Start {
  Trees trees;
  void operator()(VertexId v) const {
    trees.of[v] = trees.joined[v] = v;
    trees.lightest[v] = no_key;
    trees.arcs[v] = no_arc;
  }
};

/// Edges in the order of their weights, and of equal ones in that of their arcs: each has another key.
template <class W>
std::uint64_t key_of(W weight, EdgeId arc) {
  auto order = __builtin_bit_cast(std::uint32_t, weight);
  if constexpr (std::is_floating_point_v<W>) order ^= order >> 31 != 0 ? 0xffffffffU : 0x80000000U;
  return std::uint64_t{order} << 32 | arc;
}

/// The edges between two trees with weights in (above, up_to]. An undirected edge is there as two arcs, of which one
/// counts.
template <class W>
struct Between {
  using Weight = W;
  const VertexId* of;
  bool directed;
  bool from_lightest;  ///< nothing is too light
  W above;
  W up_to;

  bool operator()(VertexId u, VertexId v, W weight) const {
    return (directed || u < v) && weight <= up_to && (from_lightest || weight > above) && of[u] != of[v];
  }
};

template <class W>
struct Propose {
  using Weight = W;
  const VertexId* of;
  Shared<std::uint64_t> lightest;

  void operator()(VertexId u, VertexId v, W weight, EdgeId arc) const {
    if (of[u] == of[v]) return;
    lightest[of[u]].lower_to(key_of(weight, arc));
    lightest[of[v]].lower_to(key_of(weight, arc));
  }
};

/// Joins trees by the edges that either of them has taken; keeps what may be taken in a later round.
template <class W>
struct Join {
  using Weight = W;
  Trees trees;

  bool operator()(VertexId u, VertexId v, W weight, EdgeId arc) const {
    const VertexId a = trees.of[u];
    const VertexId b = trees.of[v];
    const std::uint64_t key = key_of(weight, arc);
    if (a == b) return false;
    if (trees.lightest[a] != key && trees.lightest[b] != key) return true;
    const VertexId hooked = forest::join(trees.joined, a, b);
    if (hooked != no_vertex) trees.arcs[hooked] = arc;
    return false;
  }
};

struct Settle {
  Trees trees;
  void operator()(VertexId v) const {
    trees.of[v] = forest::find_root(trees.joined, v);
    trees.lightest[v] = no_key;
  }
};

/// The same for the ends of an arc and their roots, which are all that the next round asks of.
struct SettleEnds {
  Shared<VertexId> of;
  Shared<VertexId> joined;
  Shared<std::uint64_t> lightest;

  void operator()(VertexId u, VertexId v) const {
    settle(u);
    settle(v);
  }

 private:
  void settle(VertexId v) const {
    const VertexId root = forest::find_root(joined, v);
    of[v] = root;
    lightest[root] = no_key;
  }
};

}  // namespace mg::mst

#ifndef MG_DEVICE_CODE

#include <utility>

#include "algorithms/spanning_forest.hpp"

namespace mg {

class MinimumSpanningForest {
 public:
  static AlgorithmInfo info() {
    return {.name = "mst",
            .summary = "a minimum spanning forest: edges of least weight in all that join whatever paths join",
            .weights = WeightUse::required,
            .state_bytes_per_vertex = 2 * sizeof(VertexId) + 2 * sizeof(std::uint64_t),
            .family = "trees",
            .cost = "O((n + m) log n) at worst; most edges are looked at once",
            .literature = "Boruvka 1926; Osipov, Sanders and Singler, ALENEX 2009; Fallin et al., SC 2023",
            .rows = Rows::edges,
            .state_bytes_per_arc = sizeof(VertexId) + sizeof(std::uint32_t)};
  }

  MinimumSpanningForest(const Graph& graph, const Parameters&) : graph_(graph) { check_keys(graph); }

  template <class L>
  void run(L& loop) {
    const mst::Trees trees{of_.on(loop), joined_.on(loop), lightest_.on(loop), arcs_.on(loop)};
    loop.vertex_map(mst::Start{trees});
    if (graph_.weight_type() == WeightType::f32) {
      grow<float>(loop, trees);
    } else if (graph_.weight_type() == WeightType::u32) {
      grow<std::uint32_t>(loop, trees);
    }
  }

  [[nodiscard]] static ProgramSteps steps() { return {}; }

  [[nodiscard]] Results results() const { return forest_results(graph_, arcs_.host()); }
  [[nodiscard]] Summary summary() const { return forest_summary(graph_, arcs_.host()); }
  [[nodiscard]] Verdict validate() const { return verify_spanning_forest(graph_, arcs_of_forest(arcs_.host())); }

 private:
  template <class W, class L>
  void grow(L& loop, const mst::Trees& trees) const {
    const W light = light_weight<W>(graph_);
    constexpr W heaviest = heaviest_weight<W>;
    const mst::Between<W> light_edges{trees.of, graph_.directed, true, light, light};
    const mst::Between<W> others{trees.of, graph_.directed, false, light, heaviest};
    join<W>(loop, trees, loop.filter_arcs(light_edges));
    if (light == heaviest || loop.stopped_early()) return;
    loop.vertex_map(mst::Settle{trees});
    join<W>(loop, trees, loop.filter_arcs(others));
  }

  /// Arcs so few that settling their ends costs less than settling all vertices: these are read in order.
  static constexpr std::uint64_t vertices_per_arc = 8;

  /// Boruvka's rounds. At last, trees are not settled.
  template <class W, class L>
  static void join(L& loop, const mst::Trees& trees, typename L::Arcs&& arcs) {
    while (!arcs.empty() && loop.next_iteration()) {
      loop.arc_map(mst::Propose<W>{trees.of, trees.lightest}, arcs);
      loop.replace(arcs, loop.filter_arcs(mst::Join<W>{trees}, arcs));
      if (arcs.size() > loop.num_vertices() / vertices_per_arc) {
        loop.vertex_map(mst::Settle{trees});
      } else if (!arcs.empty()) {
        loop.arc_map(mst::SettleEnds{trees.of, trees.joined, trees.lightest}, arcs);
      }
    }
    loop.recycle(std::move(arcs));
  }

  Graph graph_;
  State<VertexId> of_{graph_.num_vertices()};
  State<VertexId> joined_{graph_.num_vertices()};
  State<std::uint64_t> lightest_{graph_.num_vertices()};
  State<EdgeId> arcs_{graph_.num_vertices()};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
