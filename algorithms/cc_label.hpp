// Weakly connected components by label propagation: every vertex takes the smallest label around it until none changes.
//
// The frontier form, one edge_map an iteration; it needs as many iterations as the components are wide. The sampling
// form in cc.hpp is faster on almost every graph; this one is here for engines to be compared on.
#pragma once

#include "algorithms/components.hpp"
#include "engine/algorithm.hpp"

namespace mg::cc_label {

/// What travels is the sender's own label.
struct Spread {
  using Combine = Min;
  VertexId* labels;
  [[nodiscard]] VertexId& cell(VertexId v) { return labels[v]; }
};

/// One round: whoever has changed tells its neighbors, on both sides where edges have a direction.
struct Round {
  static constexpr bool goes_back = true;
  VertexId* labels;
  bool directed;

  template <class I>
  void operator()(I& iteration) const {
    iteration.edge_map(Spread{labels});
    if (directed) iteration.edge_map_back(Spread{labels});
  }
};

}  // namespace mg::cc_label

#ifndef MG_DEVICE_CODE

#include "algorithms/verify/components.hpp"

namespace mg {

class LabelComponents {
 public:
  static AlgorithmInfo info() {
    return {.name = "cc-label",
            .summary = "weakly connected components by propagating the smallest label",
            .state_bytes_per_vertex = sizeof(VertexId),
            .family = "components",
            .cost = "O(n + m) an iteration at most, of which there are as many as a component is deep"};
  }

  LabelComponents(const Graph& graph, const Parameters&) : graph_(graph), labels_(graph.num_vertices()) {}

  template <class L>
  void run(L& loop) {
    VertexId* labels = labels_.on(loop);
    loop.vertex_map(OwnLabel{labels});
    loop.iterate(cc_label::Round{labels, graph_.directed}, loop.all());
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {expands<cc_label::Spread>()}, .loops = {label_of<cc_label::Round>()}};
  }

  [[nodiscard]] Results results() const {
    return component_results(graph_, [this] { return labels_.host(); });
  }
  [[nodiscard]] Summary summary() const { return component_summary(labels_.host()); }
  [[nodiscard]] Verdict validate() const {
    return verify_components(graph_, smallest_in_file_order(graph_, labels_.host()).span());
  }

 private:
  Graph graph_;
  State<VertexId> labels_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
