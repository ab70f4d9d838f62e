// Hubs and authorities (Kleinberg, "Authoritative Sources in a Hyperlinked Environment", J. ACM 1999): a good hub
// points to good authorities, and a good authority is pointed to by good hubs.
//
// Each half of an iteration adds up scores along all arcs, one way and then the other, and scales the sums to length 1
// in the L2 norm. Scores are doubles: rounded to floats, those of a large graph would never settle to the tolerance.
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/algorithm.hpp"

namespace mg::hits {

struct Start {
  double* hubs;
  double* authorities;
  double hub;
  void operator()(VertexId v) const {
    hubs[v] = hub;
    authorities[v] = 0;
  }
};

/// Adds up the scores of the other kind; yields the square of the sum.
struct Gather {
  using Combine = Sum;
  const double* scores;
  double* sums;

  [[nodiscard]] double message(VertexId u) const { return scores[u]; }
  [[nodiscard]] double update(VertexId v, double sum) {
    sums[v] = sum;
    return sum * sum;
  }
};

/// Makes scores of sums; yields how much a score has changed.
struct Settle {
  const double* sums;
  double* scores;
  double scale;
  double operator()(VertexId v) const {
    const double before = scores[v];
    scores[v] = sums[v] * scale;
    return std::fabs(scores[v] - before);
  }
};

/// One iteration, the loop's body.
struct Round {
  double* hubs;
  double* authorities;
  double* sums;
  double tolerance;
  std::uint64_t exact_iterations;  ///< 0: until scores change by less than the tolerance
  std::uint64_t iterations = 0;
  double residual = 0;  ///< the last change

  template <class I>
  [[nodiscard]] bool operator()(I& iteration) {
    residual = half(iteration, hubs, authorities, Side::out);
    residual += half(iteration, authorities, hubs, Side::in);
    ++iterations;
    return exact_iterations > 0 ? iterations != exact_iterations : !(residual < tolerance);
  }

 private:
  /// Makes `to` of `from` along the arcs of `side`; returns how much it has changed.
  template <class I>
  double half(I& iteration, const double* from, double* to, Side side) const {
    const double length = std::sqrt(iteration.edge_reduce(Gather{from, sums}, side));
    return iteration.vertex_reduce(Settle{sums, to, length > 0 ? 1 / length : 0});
  }
};

}  // namespace mg::hits

#ifndef MG_DEVICE_CODE

#include <optional>
#include <vector>

#include "algorithms/verify_hits.hpp"

namespace mg {

class Hits {
 public:
  static AlgorithmInfo info() {
    return {.name = "hits",
            .summary = "hubs and authorities: the principal directions of who points to whom",
            .parameters = {{.name = "tolerance",
                            .fallback = "1e-6",
                            .help = "stop when hub and authority scores change by less than this in the L1 norm"},
                           {.name = "iterations",
                            .type = ParameterSpec::Type::integer,
                            .fallback = "0",
                            .help = "run exactly this many iterations; 0: until the tolerance is met"}},
            .state_bytes_per_vertex = 3 * sizeof(double),
            .family = "centrality",
            .cost = "O(n + m) an iteration",
            .literature = "Kleinberg, J. ACM 1999"};
  }

  Hits(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        tolerance_(parameters.number("tolerance")),
        exact_iterations_(parameters.integer("iterations")),
        hubs_(graph.num_vertices()),
        authorities_(graph.num_vertices()),
        sums_(graph.num_vertices()) {}

  template <class L>
  void run(L& loop) {
    const VertexId n = graph_.num_vertices();
    hits::Round round{.hubs = hubs_.on(loop),
                      .authorities = authorities_.on(loop),
                      .sums = sums_.on(loop),
                      .tolerance = tolerance_,
                      .exact_iterations = exact_iterations_};
    loop.vertex_map(hits::Start{round.hubs, round.authorities, n == 0 ? 0 : 1 / std::sqrt(static_cast<double>(n))});
    loop.repeat(round);
    iterations_ = round.iterations;
    residual_ = round.residual;
  }

  [[nodiscard]] static ProgramSteps steps() { return {.taken = {reduces<hits::Gather>()}, .loops = true}; }

  [[nodiscard]] Results results() const { return {{"hub", hubs_}, {"authority", authorities_}}; }
  [[nodiscard]] Summary summary() const { return {{"iterations", iterations_}, {"residual", residual_}}; }
  [[nodiscard]] Verdict validate() const {
    const Array<double> hubs = hubs_.host();
    const Array<double> authorities = authorities_.host();
    return verify_hits(graph_, hubs.span(), authorities.span(),
                       {.tolerance = tolerance_,
                        .iterations = exact_iterations_ > 0 ? std::optional(exact_iterations_) : std::nullopt});
  }

 private:
  Graph graph_;
  double tolerance_;
  std::uint64_t exact_iterations_;
  State<double> hubs_;
  State<double> authorities_;
  State<double> sums_;
  std::uint64_t iterations_ = 0;
  double residual_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
