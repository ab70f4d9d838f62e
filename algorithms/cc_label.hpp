// Weakly connected components by label propagation: every vertex takes the smallest label around it until none changes.
//
// The frontier form, one edge_map an iteration; it needs as many iterations as the components are wide. The sampling
// form in cc.hpp is faster on almost every graph; this one is here for engines to be compared on.
#pragma once

#include "algorithms/components.hpp"
#include "algorithms/verify_components.hpp"
#include "engine/algorithm.hpp"

namespace mg {

class LabelComponents {
 public:
  static AlgorithmInfo info() {
    return {.name = "cc-label",
            .summary = "weakly connected components by propagating the smallest label",
            .state_bytes_per_vertex = sizeof(VertexId)};
  }

  LabelComponents(const Graph& graph, const Parameters&)
      : graph_(graph), labels_(Array<VertexId>::uninitialized(graph.num_vertices())) {}

  struct Spread {
    using Value = VertexId;
    using Combine = Min;
    VertexId* labels;

    [[nodiscard]] Value message(VertexId source) const { return relaxed_load(labels[source]); }
    [[nodiscard]] Value& cell(VertexId v) { return labels[v]; }
  };

  template <class L>
  void run(L& loop) {
    loop.vertex_map(OwnLabel{labels_.data()});
    Frontier forward = Frontier::all(graph_.num_vertices());
    while (!forward.empty() && loop.next_iteration()) {
      Frontier next = loop.edge_map(Spread{labels_.data()}, forward);
      if (graph_.directed) next = loop.unite(std::move(next), loop.edge_map(Spread{labels_.data()}, forward, Side::in));
      loop.replace(forward, std::move(next));
    }
  }

  [[nodiscard]] std::vector<ResultColumn> results() const { return component_column(graph_, labels_); }
  [[nodiscard]] Summary summary() const { return component_summary(labels_); }
  [[nodiscard]] Verdict validate() const {
    return verify_components(graph_, smallest_in_file_order(graph_, labels_).span());
  }

 private:
  Graph graph_;
  Array<VertexId> labels_;
};

}  // namespace mg
