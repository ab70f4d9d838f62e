// Trees that grow to weakly connected components by hooking and pointer jumping (Soman, Kishore and Narayanan, "A Fast
// GPU Algorithm for Graph Connectivity", IPDPS Workshops 2010).
//
// In rounds, arcs between two trees hook the larger root below the smaller one, and then every vertex is pointed at its
// root. Arcs within a tree drop out, which after the first round are most. Of several hooks of a root that to the
// smallest one stays, so that rounds are the same on every machine, and few: a root that neither is hooked nor has
// another one hooked to it in a round is hooked in the next, for its neighbors have smaller roots by then (Liu and
// Tarjan, "Simple Concurrent Labeling Algorithms for Connected Components", SOSA 2019).
#pragma once

#include "algorithms/forest.hpp"
#include "engine/algorithm.hpp"

namespace mg::hooking {

/// One entry a vertex.
struct Trees {
  VertexId* of;     ///< the root of a vertex's tree, as the round began
  VertexId* above;  ///< trees as the round hooks them: of every vertex that is or was a root, what it hangs below
};

struct Start {
  Trees trees;
  void operator()(VertexId v) const { trees.of[v] = trees.above[v] = v; }
};

/// Hooks where an arc's ends are in two trees, and returns whether they are.
struct Hook {
  Trees trees;

  bool operator()(VertexId u, VertexId v) const {
    const VertexId a = trees.of[u];
    const VertexId b = trees.of[v];
    if (a == b) return false;
    Shared(trees.above)[a < b ? b : a].lower_to(a < b ? a : b);
    return true;
  }
};

/// The edges between two trees. An undirected edge is there as two arcs, of which one counts.
struct Between {
  const VertexId* of;
  bool directed;
  bool operator()(VertexId u, VertexId v) const { return (directed || u < v) && of[u] != of[v]; }
};

struct Jump {
  Trees trees;
  void operator()(VertexId v) const { trees.of[v] = forest::find_root(trees.above, trees.of[v]); }
};

}  // namespace mg::hooking

#ifndef MG_DEVICE_CODE

#include <utility>

namespace mg {

class RootHooking {
 public:
  explicit RootHooking(const Graph& graph)
      : directed_(graph.directed), of_(graph.num_vertices()), above_(graph.num_vertices()) {}

  /// O((n + m) log n) at worst; most arcs are looked at twice. 12 bytes for each edge that the first round leaves
  /// between two trees.
  template <class L>
  void run(L& loop) {
    const hooking::Trees trees{of_.on(loop), above_.on(loop)};
    loop.vertex_map(hooking::Start{trees});
    if (!loop.next_iteration()) return;
    loop.edge_apply(hooking::Hook{trees});
    loop.vertex_map(hooking::Jump{trees});
    typename L::Arcs arcs = loop.filter_arcs(hooking::Between{trees.of, directed_});
    while (!arcs.empty() && loop.next_iteration()) {
      loop.replace(arcs, loop.filter_arcs(hooking::Hook{trees}, arcs));
      loop.vertex_map(hooking::Jump{trees});
    }
    loop.recycle(std::move(arcs));
  }

  /// The root of each vertex's tree.
  [[nodiscard]] Array<VertexId> roots() const { return of_.host(); }

 private:
  bool directed_;
  State<VertexId> of_;
  State<VertexId> above_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
