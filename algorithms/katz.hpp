// Katz centrality (Katz, "A new status index derived from sociometric analysis", Psychometrika 1953): the walks that
// end at a vertex, each counted less by a factor alpha for every arc. Jacobi's iteration of x = alpha A' x + beta.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>

#include "algorithms/fixed_point.hpp"
#include "engine/algorithm.hpp"

namespace mg::katz {

/// Adds up the scores of those before; yields how much a vertex's own has changed.
struct Gather {
  using Combine = Sum;
  const double* scores;
  double* next;
  double alpha;
  double beta;

  [[nodiscard]] double message(VertexId u) const { return scores[u]; }
  [[nodiscard]] double update(VertexId v, double sum) {
    next[v] = alpha * sum + beta;
    return std::fabs(next[v] - scores[v]);
  }
};

struct Square {
  const double* scores;
  double operator()(VertexId v) const { return scores[v] * scores[v]; }
};
struct Scale {
  const double* from;
  double* to;
  double factor;
  void operator()(VertexId v) const { to[v] = factor * from[v]; }
};

/// One iteration, the loop's body.
struct Round {
  double* scores;
  double* next;
  double alpha;
  double beta;
  Convergence progress;  ///< of all scores

  template <class I>
  [[nodiscard]] bool operator()(I& iteration) {
    const double change = iteration.edge_reduce(Gather{scores, next, alpha, beta});
    std::swap(scores, next);
    return !progress.ends_with(change) && std::isfinite(change);
  }
};

}  // namespace mg::katz

#ifndef MG_DEVICE_CODE

#include <algorithm>

#include "algorithms/verify/fixed_point.hpp"
#include "engine/error.hpp"

namespace mg {

class Katz {
 public:
  static AlgorithmInfo info() {
    return {.name = "katz",
            .summary = "Katz centrality: how many walks lead to a vertex, long ones counted less",
            .parameters = {{.name = "alpha",
                            .fallback = "0",
                            .help = "what an arc more leaves of a walk; 0: 0.85 / the largest in-degree"},
                           {.name = "beta",
                            .fallback = "1",
                            .help = "what every vertex has for itself",
                            .lowest = 1e-9,
                            .highest = 1e9},
                           average_tolerance_parameter(),
                           {.name = "normalised",
                            .type = ParameterSpec::Type::flag,
                            .fallback = "true",
                            .help = "scale scores to length 1 in the L2 norm"}},
            .state_bytes_per_vertex = 2 * sizeof(double),
            .family = "centrality",
            .cost = "O(n + m) an iteration",
            .literature = "Katz, Psychometrika 1953"};
  }

  Katz(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        alpha_(parameters.number("alpha")),
        beta_(parameters.number("beta")),
        normalised_(parameters.flag("normalised")),
        progress_{parameters.number("tolerance") * std::max<VertexId>(graph.num_vertices(), 1)} {
    if (alpha_ > 0) return;
    EdgeId largest = 1;
    for (VertexId v = 0; v < graph.num_vertices(); ++v) largest = std::max(largest, graph.in.degree(v));
    alpha_ = 0.85 / static_cast<double>(largest);
  }

  template <class L>
  void run(L& loop) {
    katz::Round round{scores_.on(loop), others_.on(loop), alpha_, beta_, {progress_.tolerance}};
    loop.vertex_map(StartAlike{round.scores, beta_});
    loop.repeat(round);
    progress_ = round.progress;
    if (!std::isfinite(progress_.residual)) {
      fail(ExitCode::wrong_use,
           "katz: with alpha={} scores grow without end, as it is not below 1 / the largest eigenvalue of the graph: "
           "take a smaller one, or 0 for one that always does",
           alpha_);
    }
    const double squares = normalised_ ? loop.vertex_reduce(katz::Square{round.scores}) : 1;
    scale_ = squares > 0 ? 1 / std::sqrt(squares) : 1;
    if (scale_ != 1 || round.scores != scores_.on(loop)) {
      loop.vertex_map(katz::Scale{round.scores, scores_.on(loop), scale_});
    }
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {reduces<katz::Gather>()}, .loops = {label_of<katz::Round>()}};
  }

  [[nodiscard]] Results results() const { return {{"centrality", scores_}}; }
  [[nodiscard]] Summary summary() const {
    return {{"iterations", progress_.iterations}, {"residual", progress_.residual}, {"alpha", alpha_}};
  }
  [[nodiscard]] Verdict validate() const {
    return verify_fixed_point(graph_, scores_.host().span(),
                              {.factor = alpha_,
                               .constant = beta_ * scale_,
                               .normalised = normalised_,
                               .last_change = progress_.tolerance * scale_});
  }

 private:
  Graph graph_;
  double alpha_;
  double beta_;
  bool normalised_;
  Convergence progress_;
  State<double> scores_{graph_.num_vertices()};
  State<double> others_{graph_.num_vertices()};
  double scale_ = 1;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
