// Personalised PageRank: where a walk from the source is that returns to it with probability 1 - damping at each step,
// and whenever it finds no arc to follow.
//
// The sweeps are PageRank's, with all that is spread there given to the source here.
#pragma once

#include "algorithms/rank_iteration.hpp"

namespace mg::ppr {

struct Start {
  ranks::Vectors vectors;
  VertexId source;
  [[nodiscard]] float rank_of(VertexId v) const { return v == source ? 1.0F : 0.0F; }
  void operator()(VertexId v) const { start_rank(vectors, v, rank_of(v)); }
};

/// One iteration at one vertex; yields how much its rank has changed.
struct Gather {
  using Combine = Sum;
  ranks::Vectors vectors;
  VertexId source;
  double returned;  ///< to the source
  double damping;

  [[nodiscard]] float message(VertexId u) const { return vectors.shares[u]; }
  [[nodiscard]] double rank_of(VertexId v, double gathered) const {
    return damping * gathered + (v == source ? returned : 0.0);
  }
  [[nodiscard]] double update(VertexId v, double gathered) { return replace_rank(vectors, v, rank_of(v, gathered)); }
};

/// The same is given to the source.
struct Form {
  VertexId source;
  double damping;
  [[nodiscard]] Start start(const ranks::Vectors& vectors) const { return {vectors, source}; }
  [[nodiscard]] Gather gather(const ranks::Vectors& vectors, double adrift) const {
    return {vectors, source, 1 - damping + damping * adrift, damping};
  }
};

}  // namespace mg::ppr

#ifndef MG_DEVICE_CODE

namespace mg {

class PersonalisedPageRank {
 public:
  static AlgorithmInfo info() {
    return {
        .name = "ppr",
        .summary = "personalised PageRank: how near vertices are to a source, for a walk that keeps returning to it",
        .source = SourceUse::one,
        .parameters =
            {{.name = "damping", .fallback = "0.85", .help = "probability of following an arc", .highest = 0.999},
             {.name = "tolerance",
              .fallback = "1e-6",
              .help = "stop when ranks change by less than this in the L1 norm, or as little as rounding lets them"},
             {.name = "iterations",
              .type = ParameterSpec::Type::integer,
              .fallback = "0",
              .help = "run exactly this many iterations; 0: until the tolerance is met, or rounding is in its way"}},
        .state_bytes_per_vertex = 4 * sizeof(float),
        .family = "centrality",
        .cost = "O(n + m) an iteration",
        .literature = "Page, Brin, Motwani and Winograd, Stanford 1999"};
  }

  PersonalisedPageRank(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        damping_(parameters.number("damping")),
        iteration_(graph, parameters.number("tolerance"), parameters.integer("iterations"),
                   ranks::kinds_of(graph).dangling) {}

  template <class L>
  void run(L& loop, VertexId source) {
    source_ = source;
    const bool is_isolated = graph_.out.degree(source) == 0 && graph_.in.degree(source) == 0;
    iteration_.run(loop, ppr::Form{source, damping_}, {.first = source, .count = is_isolated ? 1U : 0U});
  }

  [[nodiscard]] static ProgramSteps steps() { return {.taken = {reduces<ppr::Gather>()}, .loops = true}; }

  [[nodiscard]] Results results() const { return iteration_.results(); }
  [[nodiscard]] Summary summary() const { return iteration_.summary(); }
  [[nodiscard]] Verdict validate() const {
    const Array<float> ranks = iteration_.ranks();
    return verify_pagerank(graph_, ranks.span(),
                           {.damping = damping_,
                            .tolerance = iteration_.reached(),
                            .iterations = iteration_.exact_iterations(),
                            .source = source_});
  }

 private:
  Graph graph_;
  double damping_;
  RankIteration iteration_;
  VertexId source_ = no_vertex;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
