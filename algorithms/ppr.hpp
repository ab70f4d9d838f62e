// Personalised PageRank: where a walk from the source is that returns to it with probability 1 - damping at each step,
// and whenever it finds no arc to follow.
//
// The sweeps are PageRank's, with all that is spread there given to the source here.
#pragma once

#include <cmath>

#include "engine/algorithm.hpp"

namespace mg::ppr {

struct Start {
  float* ranks;
  float* shares;
  const float* inverse_degrees;
  VertexId source;
  void operator()(VertexId v) const {
    ranks[v] = v == source ? 1.0F : 0.0F;
    shares[v] = ranks[v] * inverse_degrees[v];
  }
};

/// One iteration at one vertex; yields how much its rank has changed.
struct Gather {
  using Value = double;
  using Wire = float;
  using Combine = Sum;
  float* ranks;
  const float* inverse_degrees;
  const float* shares;
  float* next_shares;
  VertexId source;
  double returned;  ///< to the source
  double damping;

  [[nodiscard]] Value message(VertexId u) const { return shares[u]; }
  [[nodiscard]] double update(VertexId v, Value gathered) {
    const double before = ranks[v];
    const auto after = static_cast<float>(damping * gathered + (v == source ? returned : 0.0));
    ranks[v] = after;
    next_shares[v] = after * inverse_degrees[v];
    return std::fabs(after - before);
  }
};

struct RankOf {
  const float* ranks;
  double operator()(VertexId v) const { return ranks[v]; }
};

}  // namespace mg::ppr

#ifndef MG_DEVICE_CODE

#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/verify_pagerank.hpp"

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
              .help = "stop when ranks change by less than this in the L1 norm"},
             {.name = "iterations",
              .type = ParameterSpec::Type::integer,
              .fallback = "0",
              .help = "run exactly this many iterations; 0: until the tolerance is met"}},
        .state_bytes_per_vertex = 4 * sizeof(float)};
  }

  PersonalisedPageRank(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        damping_(parameters.number("damping")),
        tolerance_(parameters.number("tolerance")),
        exact_iterations_(parameters.integer("iterations")),
        ranks_(graph.num_vertices()),
        shares_(graph.num_vertices()),
        next_shares_(graph.num_vertices()) {
    auto inverse_degrees = Array<float>::uninitialized(graph.num_vertices());
    std::vector<VertexId> dangling;
    for (VertexId v = 0; v < graph.num_vertices(); ++v) {
      const EdgeId degree = graph.out.degree(v);
      inverse_degrees[v] = degree == 0 ? 0 : 1 / static_cast<float>(degree);
      if (degree == 0) dangling.push_back(v);
    }
    inverse_degrees_ = State<float>(inverse_degrees);
    dangling_ = State<VertexId>(std::span<const VertexId>(dangling));
  }

  template <class L>
  void run(L& loop, VertexId source) {
    source_ = source;
    float* ranks = ranks_.on(loop);
    float* shares = shares_.on(loop);
    float* next_shares = next_shares_.on(loop);
    const float* inverse_degrees = inverse_degrees_.on(loop);
    const std::span<const VertexId> dangling(dangling_.on(loop), dangling_.size());
    iterations_ = 0;
    residual_ = 0;
    loop.vertex_map(ppr::Start{ranks, shares, inverse_degrees, source});
    while (loop.next_iteration()) {
      const double adrift = loop.vertex_reduce(ppr::RankOf{ranks}, dangling);
      const double returned = 1 - damping_ + damping_ * adrift;
      residual_ =
          loop.edge_reduce(ppr::Gather{ranks, inverse_degrees, shares, next_shares, source, returned, damping_});
      std::swap(shares, next_shares);
      ++iterations_;
      if (exact_iterations_ > 0 ? iterations_ == exact_iterations_ : residual_ < tolerance_) break;
    }
  }

  [[nodiscard]] std::vector<ResultColumn> results() const { return {{.name = "rank", .values = ranks_.host()}}; }
  [[nodiscard]] Summary summary() const {
    double sum = 0;
    const Array<float> ranks = ranks_.host();
    for (const float rank : ranks) sum += rank;
    return {{"sum", sum}, {"iterations", iterations_}, {"residual", residual_}};
  }
  [[nodiscard]] Verdict validate() const {
    const Array<float> ranks = ranks_.host();
    return verify_pagerank(graph_, ranks.span(),
                           {.damping = damping_,
                            .tolerance = tolerance_,
                            .iterations = exact_iterations_ > 0 ? std::optional(exact_iterations_) : std::nullopt,
                            .source = source_});
  }

 private:
  Graph graph_;
  double damping_;
  double tolerance_;
  std::uint64_t exact_iterations_;
  State<float> ranks_;
  State<float> inverse_degrees_;
  State<float> shares_;
  State<float> next_shares_;
  State<VertexId> dangling_;
  VertexId source_ = no_vertex;
  std::uint64_t iterations_ = 0;
  double residual_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
