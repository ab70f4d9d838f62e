// PageRank, data-driven: only vertices whose rank is still about to change send anything (Whang et al., "Scalable
// Data-Driven PageRank", Euro-Par'15).
//
// A vertex holds a residual, the rank it has not taken yet. It takes it, and sends damping / degree of it along each
// arc. Mass that reaches a vertex without arcs is dropped during the iteration and restored by scaling the ranks to sum
// to 1 at the end: teleport and dangling mass are spread alike, so the two definitions differ by a factor only.
#pragma once

#include "engine/algorithm.hpp"

namespace mg::pagerank_delta {

struct Start {
  double* ranks;
  double* residuals;
  double residual;
  void operator()(VertexId v) const {
    ranks[v] = 0;
    residuals[v] = residual;
  }
};

/// Personalised: mass begins at some vertices, at each its share of it.
struct PersonalStart {
  double* ranks;
  double* residuals;
  const double* restarts;
  double mass;
  void operator()(VertexId v) const {
    ranks[v] = 0;
    residuals[v] = mass * restarts[v];
  }
};

/// Takes the residual into the rank and readies what goes along each arc.
struct Absorb {
  double* ranks;
  double* residuals;
  double* shares;
  const double* factors;  ///< damping / out-degree
  void operator()(VertexId v) const {
    const double residual = residuals[v];
    ranks[v] += residual;
    shares[v] = factors[v] * residual;
    if (residual != 0) residuals[v] = 0;  // not before it has arrived: see ranks::replace_rank()
  }
};

struct Spread {
  using Combine = Sum;
  const double* shares;
  double* residuals;
  double threshold;

  [[nodiscard]] double message(VertexId source) const { return shares[source]; }
  [[nodiscard]] double& cell(VertexId v) { return residuals[v]; }
  [[nodiscard]] bool update(VertexId, double residual) { return residual > threshold; }
};

/// One round: the frontier takes its residuals and sends them on.
struct Round {
  Absorb absorb;
  double threshold;

  template <class I>
  void operator()(I& iteration) const {
    iteration.vertex_map(absorb);
    iteration.edge_map(Spread{absorb.shares, absorb.residuals, threshold});
  }
};

struct Scale {
  double* ranks;
  double factor;
  void operator()(VertexId v) const { ranks[v] *= factor; }
};

struct EntryOf {
  const double* values;
  double operator()(VertexId v) const { return values[v]; }
};

}  // namespace mg::pagerank_delta

#ifndef MG_DEVICE_CODE

#include "algorithms/random_surfer.hpp"
#include "algorithms/verify/pagerank.hpp"

namespace mg {

class PageRankDelta {
 public:
  static AlgorithmInfo info() {
    return {.name = "pagerank-delta",
            .summary = "PageRank by residuals: only what still changes is sent",
            .parameters = {ranks::damping(),
                           {.name = "tolerance", .fallback = "1e-6", .help = "bound on the residual in the L1 norm"},
                           ranks::personalization()},
            .state_bytes_per_vertex = 2 * sizeof(double) + sizeof(float),
            .family = "centrality",
            .cost = "O(n + m) an iteration at most, less as ranks settle",
            .literature = "Whang et al., Euro-Par 2015"};
  }

  PageRankDelta(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        damping_(parameters.number("damping")),
        tolerance_(parameters.number("tolerance")),
        restarts_(parameters.vertex_shares("personalization", graph)) {}

  template <class L>
  void run(L& loop) {
    const VertexId n = graph_.num_vertices();
    // Residuals left below the threshold add up to (1 - damping) * tolerance / 2, and ranks to 1 - damping at least. So
    // scaling the ranks to 1, and with them the mass of dangling vertices, leaves the tolerance.
    const double threshold = (1 - damping_) * tolerance_ / 2 / n;
    double* ranks = ranks_.on(loop);
    double* residuals = residuals_.on(loop);
    double* shares = shares_.on(loop);
    const double* factors = factors_.on(loop);
    if (restarts_.empty()) {
      loop.vertex_map(pagerank_delta::Start{ranks, residuals, (1 - damping_) / n});
    } else {
      loop.vertex_map(pagerank_delta::PersonalStart{ranks, residuals, restarts_.on(loop), 1 - damping_});
    }
    const pagerank_delta::Round round{{ranks, residuals, shares, factors}, threshold};
    progress_.iterations = loop.iterate(round, loop.all()).iterations;
    progress_.residual = loop.vertex_reduce(pagerank_delta::EntryOf{residuals});
    const double sum = loop.vertex_reduce(pagerank_delta::EntryOf{ranks});
    if (sum > 0) loop.vertex_map(pagerank_delta::Scale{ranks, 1 / sum});
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {expands<pagerank_delta::Spread>()}, .loops = {label_of<pagerank_delta::Round>()}};
  }

  [[nodiscard]] Results results() const { return {{"rank", ranks_}}; }
  [[nodiscard]] Summary summary() const { return ranks::summary_of(ranks_.host(), progress_); }
  [[nodiscard]] Verdict validate() const {
    const Array<double> ranks = ranks_.host();
    const Array<double> restarts = restarts_.host();
    return verify_pagerank(graph_, ranks.span(),
                           {.damping = damping_, .tolerance = tolerance_, .restarts = restarts.span()});
  }

 private:
  Graph graph_;
  double damping_;
  double tolerance_;
  State<double> restarts_;  ///< empty: walks begin anywhere
  State<double> factors_ = ranks::per_arc(graph_, damping_);
  State<double> ranks_{graph_.num_vertices()};
  State<double> residuals_{graph_.num_vertices()};
  State<double> shares_{graph_.num_vertices()};
  Convergence progress_{tolerance_};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
