// Weakly connected components by Afforest (Sutton, Ben-Nun, Barak: "Optimizing Parallel Graph Connectivity Computation
// via Subgraph Sampling", IPDPS'18).
//
// Trees of labels are hooked together along the first few edges of every vertex. On most graphs that already finds
// nearly all of one giant component; its vertices are then skipped, so that the bulk of the edges is never looked at.
#pragma once

#include <unordered_map>

#include "algorithms/components.hpp"
#include "algorithms/verify_components.hpp"
#include "engine/algorithm.hpp"
#include "engine/sampling.hpp"

namespace mg {

class Afforest {
 public:
  static AlgorithmInfo info() {
    return {.name = "cc",
            .summary = "weakly connected components by sampled hooking (Afforest)",
            .parameters = {{.name = "rounds",
                            .type = ParameterSpec::Type::integer,
                            .fallback = "2",
                            .help = "edges of each vertex that are tried before sampling",
                            .lowest = 0,
                            .highest = 64}},
            .state_bytes_per_vertex = sizeof(VertexId)};
  }

  Afforest(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        rounds_(parameters.integer("rounds")),
        labels_(Array<VertexId>::uninitialized(graph.num_vertices())) {}

  /// Joins the trees of an edge's ends: the root with the larger number is hooked below the other. labels[v] <= v
  /// always, so there are no cycles.
  struct Hook {
    VertexId* labels;
    void operator()(VertexId u, VertexId v) const {
      VertexId a = relaxed_load(labels[u]);
      VertexId b = relaxed_load(labels[v]);
      while (a != b) {
        const VertexId high = a < b ? b : a;
        const VertexId low = a < b ? a : b;
        VertexId above = relaxed_load(labels[high]);
        if (above == low) return;
        if (above == high &&
            std::atomic_ref(labels[high]).compare_exchange_strong(above, low, std::memory_order_relaxed)) {
          return;
        }
        a = relaxed_load(labels[relaxed_load(labels[high])]);
        b = relaxed_load(labels[low]);
      }
    }
  };

  /// The same for the vertices outside the component `skipped` only.
  struct HookRest : Hook {
    VertexId skipped;
    [[nodiscard]] bool sends(VertexId u) const { return relaxed_load(labels[u]) != skipped; }
  };

  /// Points v straight at its root.
  struct Compress {
    VertexId* labels;
    void operator()(VertexId v) const {
      VertexId label = relaxed_load(labels[v]);
      while (label != relaxed_load(labels[label])) label = relaxed_load(labels[label]);
      relaxed_store(labels[v], label);
    }
  };

  template <class L>
  void run(L& loop) {
    loop.vertex_map(OwnLabel{labels_.data()});
    for (EdgeId round = 0; round < rounds_ && loop.next_iteration(); ++round) {
      loop.edge_apply(Hook{labels_.data()}, Side::out, {round, round + 1});
      loop.vertex_map(Compress{labels_.data()});
    }
    if (labels_.empty() || !loop.next_iteration()) return;
    const HookRest rest{{labels_.data()}, most_frequent_sampled()};
    loop.edge_apply(rest, Side::out, {rounds_});
    if (graph_.directed) loop.edge_apply(rest, Side::in);
    loop.vertex_map(Compress{labels_.data()});
  }

  [[nodiscard]] std::vector<ResultColumn> results() const { return component_column(graph_, labels_); }
  [[nodiscard]] Summary summary() const { return component_summary(labels_); }
  [[nodiscard]] Verdict validate() const {
    return verify_components(graph_, smallest_in_file_order(graph_, labels_).span());
  }

 private:
  /// The label seen most often at evenly spread vertices. Any answer is right; a frequent one saves work.
  [[nodiscard]] VertexId most_frequent_sampled() const {
    constexpr std::size_t samples = 1024;
    std::unordered_map<VertexId, std::size_t> seen;
    VertexId best = labels_[0];
    for (std::uint64_t i = 0; i < samples; ++i) {
      const VertexId label = labels_[spread_position(i, labels_.size())];
      if (++seen[label] > seen[best]) best = label;
    }
    return best;
  }

  Graph graph_;
  EdgeId rounds_;
  Array<VertexId> labels_;
};

}  // namespace mg
