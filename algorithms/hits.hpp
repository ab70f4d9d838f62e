// Hubs and authorities (Kleinberg, "Authoritative Sources in a Hyperlinked Environment", J. ACM 1999): a good hub
// points to good authorities, and a good authority is pointed to by good hubs.
//
// Each half of an iteration adds up scores along all arcs, one way and then the other, and scales the sums to length 1
// in the L2 norm. Scores are doubles: rounded to floats, those of a large graph would never settle to the tolerance.
#pragma once

#include <cmath>
#include <cstdint>

#include "algorithms/fixed_point.hpp"
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

/// One iteration, the loop's body.
struct Round {
  double* hubs;
  double* authorities;
  double* sums;
  Convergence progress;

  template <class I>
  [[nodiscard]] bool operator()(I& iteration) {
    const double of_authorities = half(iteration, hubs, authorities, Side::out);
    return !progress.ends_with(of_authorities + half(iteration, authorities, hubs, Side::in));
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

#include "algorithms/verify/hits.hpp"

namespace mg {

class Hits {
 public:
  static AlgorithmInfo info() {
    return {.name = "hits",
            .summary = "hubs and authorities: the principal directions of who points to whom",
            .parameters = {hubs_and_authorities_tolerance(), iterations_parameter("the tolerance is met")},
            .state_bytes_per_vertex = 3 * sizeof(double),
            .family = "centrality",
            .cost = "O(n + m) an iteration",
            .literature = "Kleinberg, J. ACM 1999"};
  }

  Hits(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        progress_{.tolerance = parameters.number("tolerance"), .exact_iterations = parameters.integer("iterations")} {}

  template <class L>
  void run(L& loop) {
    const VertexId n = graph_.num_vertices();
    hits::Round round{.hubs = hubs_.on(loop),
                      .authorities = authorities_.on(loop),
                      .sums = sums_.on(loop),
                      .progress = {progress_.tolerance, progress_.exact_iterations}};
    loop.vertex_map(hits::Start{round.hubs, round.authorities, n == 0 ? 0 : 1 / std::sqrt(static_cast<double>(n))});
    loop.repeat(round);
    progress_ = round.progress;
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {reduces<hits::Gather>()}, .loops = {label_of<hits::Round>()}};
  }

  [[nodiscard]] Results results() const { return {{"hub", hubs_}, {"authority", authorities_}}; }
  [[nodiscard]] Summary summary() const { return summary_of(progress_); }
  [[nodiscard]] Verdict validate() const {
    const Array<double> hubs = hubs_.host();
    const Array<double> authorities = authorities_.host();
    return verify_hits(
        graph_, hubs.span(), authorities.span(),
        {.tolerance = progress_.tolerance,
         .iterations = progress_.exact_iterations > 0 ? std::optional(progress_.exact_iterations) : std::nullopt});
  }

 private:
  Graph graph_;
  Convergence progress_;
  State<double> hubs_{graph_.num_vertices()};
  State<double> authorities_{graph_.num_vertices()};
  State<double> sums_{graph_.num_vertices()};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
