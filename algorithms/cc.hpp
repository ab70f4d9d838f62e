// Weakly connected components by Afforest (Sutton, Ben-Nun, Barak: "Optimizing Parallel Graph Connectivity Computation
// via Subgraph Sampling", IPDPS'18), or by hooking and pointer jumping alone (algorithms/hooking.hpp).
//
// Afforest: trees of labels are hooked together along the first few edges of every vertex. On most graphs that already
// finds nearly all of one giant component; its vertices are then skipped, so that the bulk of the edges is never looked
// at.
#pragma once

#include "algorithms/components.hpp"
#include "algorithms/forest.hpp"
#include "algorithms/frequent_root.hpp"
#include "algorithms/hooking.hpp"
#include "engine/algorithm.hpp"

namespace mg::cc {

/// A first tree below every vertex: of its first two neighbors, the last one that is smaller. Of rows that ascend that
/// is the nearer one, so that on a grid trees are runs of numbers, which read the same labels when they are hooked.
/// Nobody else writes the vertex's label.
struct Adopt {
  static constexpr EdgeId arcs = 2;
  static_assert(arcs <= applied_in_order);
  VertexId* labels;
  void open(VertexId u) const { labels[u] = u; }
  void operator()(VertexId u, VertexId v) const {
    if (v < u) labels[u] = v;
  }
};

/// forest::Hook for the vertices outside the component of `skipped` only, each pointed straight at its root before.
struct HookRest : forest::Hook {
  VertexId skipped;  ///< a root, until somebody hooks it
  void open(VertexId u) const { forest::Compress{labels}(u); }
  [[nodiscard]] bool sends(VertexId u) const { return labels[u] != forest::find_root(labels, skipped); }
};

}  // namespace mg::cc

#ifndef MG_DEVICE_CODE

#include "algorithms/verify/components.hpp"

namespace mg {

class WeakComponents {
 public:
  static AlgorithmInfo info() {
    return {.name = "cc",
            .summary = "weakly connected components by hooking trees together, sampled (Afforest) or in rounds",
            .parameters =
                {{.name = "method",
                  .type = ParameterSpec::Type::choice,
                  .fallback = "afforest",
                  .help = "sampled hooking, which leaves most arcs out, or hooking and pointer jumping along all arcs, "
                          "of which those within a tree drop out after each round",
                  .choices = {"afforest", "hook"}},
                 {.name = "rounds",
                  .type = ParameterSpec::Type::integer,
                  .fallback = "2",
                  .help = "of afforest, before it samples: the first adopts one of two neighbors, each further one "
                          "hooks an edge more",
                  .lowest = 0,
                  .highest = 64}},
            .state_bytes_per_vertex = sizeof(VertexId),
            .family = "components",
            .cost =
                "O(n + m), most arcs left out; hook O((n + m) log n) at worst, most arcs twice, with 8 bytes a "
                "vertex and 12 for each edge between two trees",
            .literature = "Sutton, Ben-Nun and Barak, IPDPS 2018; Soman, Kishore and Narayanan, IPDPSW 2010"};
  }

  WeakComponents(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        hooks_(parameters.text("method") == "hook"),
        rounds_(parameters.integer("rounds")),
        labels_(graph.num_vertices()),
        frequent_(graph.num_vertices()),
        hooking_(graph) {
    if (hooks_ && parameters.is_given("rounds")) {
      fail(ExitCode::wrong_use, "cc: method=hook ends by itself and takes no rounds: leave them out");
    }
  }

  template <class L>
  void run(L& loop) {
    if (hooks_) return hooking_.run(loop);
    VertexId* labels = labels_.on(loop);
    const bool adopts = rounds_ > 0 && loop.next_iteration();
    loop.edge_apply(cc::Adopt{labels}, Side::out, {0, adopts ? cc::Adopt::arcs : 0});
    loop.vertex_map(forest::Compress{labels});
    for (EdgeId round = 1; round < rounds_ && loop.next_iteration(); ++round) {
      if (round > 1) loop.vertex_map(forest::Compress{labels});
      loop.edge_apply(forest::Hook{labels}, Side::out, {round - 1, round});
    }
    if (labels_.empty()) return;
    if (!loop.next_iteration()) return loop.vertex_map(forest::Compress{labels});
    const cc::HookRest rest{{labels}, frequent_.of(loop, forest::RootAbove{labels})};
    loop.edge_apply(rest, Side::out);
    if (graph_.directed) loop.edge_apply(rest, Side::in);
    loop.vertex_map(forest::Compress{labels});
  }

  [[nodiscard]] static ProgramSteps steps() { return {}; }

  [[nodiscard]] Results results() const {
    return component_results(graph_, [this] { return labels(); });
  }
  [[nodiscard]] Summary summary() const { return component_summary(labels()); }
  [[nodiscard]] Verdict validate() const {
    return verify_components(graph_, smallest_in_file_order(graph_, labels()).span());
  }

 private:
  [[nodiscard]] Array<VertexId> labels() const { return hooks_ ? hooking_.roots() : labels_.host(); }

  Graph graph_;
  bool hooks_;
  EdgeId rounds_;
  State<VertexId> labels_;
  FrequentRoot frequent_;
  RootHooking hooking_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
