// PageRank, data-driven: only vertices whose rank is still about to change send anything (Whang et al., "Scalable
// Data-Driven PageRank", Euro-Par'15).
//
// A vertex holds a residual, the rank it has not taken yet. It takes it, and sends damping / degree of it along each
// arc. Mass that reaches a vertex without arcs is dropped during the iteration and restored by scaling the ranks to sum
// to 1 at the end: teleport and dangling mass are spread alike, so the two definitions differ by a factor only.
#pragma once

#include "algorithms/verify_pagerank.hpp"
#include "engine/algorithm.hpp"

namespace mg {

class PageRankDelta {
 public:
  static AlgorithmInfo info() {
    return {.name = "pagerank-delta",
            .summary = "PageRank by residuals: only what still changes is sent",
            .parameters =
                {{.name = "damping", .fallback = "0.85", .help = "probability of following an arc", .highest = 0.999},
                 {.name = "tolerance", .fallback = "1e-6", .help = "bound on the residual in the L1 norm"}},
            .state_bytes_per_vertex = 2 * sizeof(double) + sizeof(float)};
  }

  PageRankDelta(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        damping_(parameters.number("damping")),
        tolerance_(parameters.number("tolerance")),
        ranks_(Array<double>::uninitialized(graph.num_vertices())),
        residuals_(Array<double>::uninitialized(graph.num_vertices())),
        shares_(Array<double>::uninitialized(graph.num_vertices())) {}

  struct Start {
    double* ranks;
    double* residuals;
    double residual;
    void operator()(VertexId v) const {
      ranks[v] = 0;
      residuals[v] = residual;
    }
  };

  /// Takes the residual into the rank and readies what goes along each arc.
  struct Absorb {
    double* ranks;
    double* residuals;
    double* shares;
    const EdgeId* offsets;
    double damping;
    void operator()(VertexId v) const {
      const EdgeId degree = offsets[v + 1] - offsets[v];
      ranks[v] += residuals[v];
      shares[v] = degree == 0 ? 0 : damping * residuals[v] / static_cast<double>(degree);
      residuals[v] = 0;
    }
  };

  struct Spread {
    using Value = double;
    using Combine = Sum;
    const double* shares;
    double* residuals;
    double threshold;

    [[nodiscard]] Value message(VertexId source) const { return shares[source]; }
    [[nodiscard]] Value& cell(VertexId v) { return residuals[v]; }
    [[nodiscard]] bool update(VertexId, Value residual) { return residual > threshold; }
  };

  struct Scale {
    double* ranks;
    double factor;
    void operator()(VertexId v) const { ranks[v] *= factor; }
  };

  struct ValueOf {
    const double* values;
    double operator()(VertexId v) const { return values[v]; }
  };

  template <class L>
  void run(L& loop) {
    const VertexId n = graph_.num_vertices();
    iterations_ = 0;
    // Residuals left below the threshold add up to (1 - damping) * tolerance / 2, and ranks to 1 - damping at least. So
    // scaling the ranks to 1, and with them the mass of dangling vertices, leaves the tolerance.
    const double threshold = (1 - damping_) * tolerance_ / 2 / n;
    loop.vertex_map(Start{ranks_.data(), residuals_.data(), (1 - damping_) / n});
    Frontier frontier = Frontier::all(n);
    while (!frontier.empty() && loop.next_iteration()) {
      loop.vertex_map(Absorb{ranks_.data(), residuals_.data(), shares_.data(), graph_.out.offsets.data(), damping_},
                      frontier);
      loop.replace(frontier, loop.edge_map(Spread{shares_.data(), residuals_.data(), threshold}, frontier));
      ++iterations_;
    }
    residual_ = loop.vertex_reduce(ValueOf{residuals_.data()});
    const double sum = loop.vertex_reduce(ValueOf{ranks_.data()});
    if (sum > 0) loop.vertex_map(Scale{ranks_.data(), 1 / sum});
  }

  [[nodiscard]] std::vector<ResultColumn> results() const { return {{.name = "rank", .values = ranks_}}; }
  [[nodiscard]] Summary summary() const {
    double sum = 0;
    for (const double rank : ranks_) sum += rank;
    return {{"sum", sum}, {"iterations", iterations_}, {"residual", residual_}};
  }
  [[nodiscard]] Verdict validate() const {
    return verify_pagerank(graph_, ranks_.span(), {.damping = damping_, .tolerance = tolerance_});
  }

 private:
  Graph graph_;
  double damping_;
  double tolerance_;
  Array<double> ranks_;
  Array<double> residuals_;
  Array<double> shares_;
  std::uint64_t iterations_ = 0;
  double residual_ = 0;
};

}  // namespace mg
