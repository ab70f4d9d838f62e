// Personalised PageRank: where a walk from the source is that returns to it with probability 1 - damping at each step,
// and whenever it finds no arc to follow.
//
// The sweeps are PageRank's, with all that is spread there given to the source here.
#pragma once

#include "algorithms/rank_iteration.hpp"

#ifndef MG_DEVICE_CODE

namespace mg {

class PersonalisedPageRank {
 public:
  static AlgorithmInfo info() {
    return {
        .name = "ppr",
        .summary = "personalised PageRank: how near vertices are to a source, for a walk that keeps returning to it",
        .source = SourceUse::one,
        .parameters = {ranks::damping(),
                       {.name = "tolerance",
                        .fallback = "1e-6",
                        .help = "stop when ranks change by less than this in the L1 norm, or as little as rounding "
                                "lets them"},
                       ranks::iterations()},
        .state_bytes_per_vertex = 4 * sizeof(float),
        .family = "centrality",
        .cost = "O(n + m) an iteration",
        .literature = "Page, Brin, Motwani and Winograd, Stanford 1999"};
  }

  PersonalisedPageRank(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        iteration_(graph, parameters.number("damping"), parameters.number("tolerance"),
                   parameters.integer("iterations"), ranks::kinds_of(graph)) {}

  template <class L>
  void run(L& loop, VertexId source) {
    source_ = source;
    const bool is_isolated = graph_.out.degree(source) == 0 && graph_.in.degree(source) == 0;
    iteration_.run(loop, ranks::AtSource{source}, {.first = source, .count = is_isolated ? 1U : 0U});
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {reduces<ranks::Gather<ranks::AtSource>>()}, .loops = {label_of<ranks::Round<ranks::AtSource>>()}};
  }

  [[nodiscard]] Array<float> ranks() const { return iteration_.ranks(); }
  [[nodiscard]] Results results() const { return iteration_.results(); }
  [[nodiscard]] Summary summary() const { return iteration_.summary(); }
  [[nodiscard]] Verdict validate() const { return iteration_.validate({.source = source_}); }

 private:
  Graph graph_;
  RankIteration iteration_;
  VertexId source_ = no_vertex;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
