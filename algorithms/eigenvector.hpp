// Eigenvector centrality (Bonacich, "Factoring and weighting approaches to status scores and clique identification", J.
// Math. Sociology 1972): a vertex's score is in proportion to the sum of those before it. The power method on A' + I,
// whose eigenvectors are those of A', and whose largest eigenvalue stands alone where the graph is bipartite, too.
#pragma once

#include <cmath>
#include <cstdint>

#include "algorithms/fixed_point.hpp"
#include "engine/algorithm.hpp"

namespace mg::eigenvector {

/// Adds the scores of those before to a vertex's own; yields the square of the sum.
struct Gather {
  using Combine = Sum;
  const double* scores;
  double* sums;

  [[nodiscard]] double message(VertexId u) const { return scores[u]; }
  [[nodiscard]] double update(VertexId v, double sum) {
    sums[v] = sum + scores[v];
    return sums[v] * sums[v];
  }
};

/// One iteration, the loop's body.
struct Round {
  double* scores;
  double* sums;
  Convergence progress;  ///< of all scores

  template <class I>
  [[nodiscard]] bool operator()(I& iteration) {
    const double length = std::sqrt(iteration.edge_reduce(Gather{scores, sums}));
    return !progress.ends_with(iteration.vertex_reduce(Settle{sums, scores, 1 / length}));
  }
};

}  // namespace mg::eigenvector

#ifndef MG_DEVICE_CODE

#include <algorithm>

#include "algorithms/verify/fixed_point.hpp"

namespace mg {

class EigenvectorCentrality {
 public:
  static AlgorithmInfo info() {
    return {.name = "eigenvector",
            .summary = "eigenvector centrality: by the scores of those who point to a vertex",
            .parameters = {average_tolerance_parameter()},
            .state_bytes_per_vertex = 2 * sizeof(double),
            .family = "centrality",
            .cost = "O(n + m) an iteration",
            .literature = "Bonacich, J. Math. Sociology 1972"};
  }

  EigenvectorCentrality(const Graph& graph, const Parameters& parameters)
      : graph_(graph), progress_{parameters.number("tolerance") * std::max<VertexId>(graph.num_vertices(), 1)} {}

  template <class L>
  void run(L& loop) {
    if (graph_.num_vertices() == 0) return;
    eigenvector::Round round{scores_.on(loop), sums_.on(loop), {progress_.tolerance}};
    loop.vertex_map(StartAlike{round.scores, 1 / std::sqrt(static_cast<double>(graph_.num_vertices()))});
    loop.repeat(round);
    progress_ = round.progress;
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {reduces<eigenvector::Gather>()}, .loops = {label_of<eigenvector::Round>()}};
  }

  [[nodiscard]] Results results() const { return {{"centrality", scores_}}; }
  [[nodiscard]] Summary summary() const { return summary_of(progress_); }
  [[nodiscard]] Verdict validate() const {
    return verify_fixed_point(graph_, scores_.host().span(),
                              {.own = 1, .scales = true, .normalised = true, .last_change = progress_.tolerance});
  }

 private:
  Graph graph_;
  Convergence progress_;
  State<double> scores_{graph_.num_vertices()};
  State<double> sums_{graph_.num_vertices()};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
