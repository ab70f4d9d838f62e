// PageRank, topology-driven: every vertex gathers from all its in-neighbors in every iteration.
//
// What travels is a vertex's rank divided by its out-degree, kept ready in an array of its own, so that an edge costs
// one gather of four bytes and nothing is divided per edge.
//
// GAP's definition sweeps in place, as Gauss and Seidel have it. Such a sweep does not keep the sum of the ranks, and a
// wrong sum decays no faster than by the damping; so it is put right between sweeps, an aggregation step with a single
// block (Takahashi, "A lumping method for numerical calculations of stationary distributions of Markov chains", 1975).
// Kronecker graph of scale 20, to 1e-4: 5 sweeps instead of 11; uniform and road-like graphs: as many as without.
#pragma once

#include <cmath>

#include "engine/algorithm.hpp"

namespace mg::pagerank {

struct Start {
  float* ranks;
  float* shares;
  const float* inverse_degrees;
  float rank;
  void operator()(VertexId v) const {
    ranks[v] = rank;
    shares[v] = rank * inverse_degrees[v];
  }
};

/// One iteration at one vertex; yields how much its rank has changed. In place, next_shares is shares: later vertices
/// see the new shares of earlier ones at once, as Gauss and Seidel have it.
template <bool in_place>
struct Gather {
  using Value = double;
  using Wire = float;
  using Combine = Sum;
  float* ranks;
  const float* inverse_degrees;
  const float* shares;
  float* next_shares;
  double base;
  double damping;

  [[nodiscard]] Value message(VertexId source) const {
    if constexpr (in_place) return relaxed_load(shares[source]);
    return shares[source];
  }
  [[nodiscard]] double update(VertexId v, Value gathered) {
    const double before = ranks[v];
    const auto after = static_cast<float>(base + damping * gathered);
    ranks[v] = after;
    relaxed_store(next_shares[v], after * inverse_degrees[v]);
    return std::fabs(after - before);  // not a comparison: signs take turns, and branches on them are mispredicted
  }
};

struct RankOf {
  const float* ranks;
  double operator()(VertexId v) const { return ranks[v]; }
};

/// What a vertex with in-arcs keeps of its rank once it has passed on the damped part.
struct Kept {
  const float* ranks;
  const float* inverse_degrees;
  const EdgeId* in_offsets;
  double damping;
  double operator()(VertexId v) const {
    if (in_offsets[v] == in_offsets[v + 1]) return 0;
    return inverse_degrees[v] > 0 ? (1 - damping) * ranks[v] : double{ranks[v]};
  }
};

struct Scale {
  float* ranks;
  float scale;
  void operator()(VertexId v) const { ranks[v] *= scale; }
};

}  // namespace mg::pagerank

#ifndef MG_DEVICE_CODE

#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/verify_pagerank.hpp"

namespace mg {

class PageRank {
 public:
  static AlgorithmInfo info() {
    using Type = ParameterSpec::Type;
    return {.name = "pagerank",
            .summary = "PageRank by power iteration",
            .parameters =
                {{.name = "damping", .fallback = "0.85", .help = "probability of following an arc", .highest = 0.999},
                 {.name = "tolerance",
                  .fallback = "0",
                  .help = "stop when ranks change by less than this in the L1 norm; 0: 1e-6, or 1e-4 as GAP does"},
                 {.name = "iterations",
                  .type = Type::integer,
                  .fallback = "0",
                  .help = "run exactly this many iterations; 0: until the tolerance is met"},
                 {.name = "definition",
                  .type = Type::choice,
                  .fallback = "standard",
                  .help = "standard: ranks sum to 1; gap: the mass of vertices without arcs is dropped",
                  .choices = {"standard", "gap"}}},
            .state_bytes_per_vertex = 4 * sizeof(float)};
  }

  PageRank(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        gap_(parameters.text("definition") == "gap"),
        damping_(parameters.number("damping")),
        tolerance_(parameters.number("tolerance") > 0 ? parameters.number("tolerance") : (gap_ ? 1e-4 : 1e-6)),
        exact_iterations_(parameters.integer("iterations")),
        in_place_(gap_ && exact_iterations_ == 0),
        ranks_(graph.num_vertices()),
        shares_(graph.num_vertices()),
        next_shares_(graph.num_vertices()) {
    auto inverse_degrees = Array<float>::uninitialized(graph.num_vertices());
    std::vector<VertexId> dangling;
    for (VertexId v = 0; v < graph.num_vertices(); ++v) {
      const EdgeId degree = graph.out.degree(v);
      inverse_degrees[v] = degree == 0 ? 0 : 1 / static_cast<float>(degree);
      if (degree == 0 && !gap_) dangling.push_back(v);
      if (graph.in.degree(v) > 0) ++receivers_;
      if (graph.in.degree(v) == 0 && degree > 0) ++origins_;
    }
    inverse_degrees_ = State<float>(inverse_degrees);
    dangling_ = State<VertexId>(std::span<const VertexId>(dangling));
  }

  template <class L>
  void run(L& loop) {
    if constexpr (std::is_same_v<L, Loop>) {  // thousands of threads at a time are no order to speak of
      if (in_place_) return sweep_in_place(loop);
    }
    const auto n = static_cast<double>(graph_.num_vertices());
    float* ranks = ranks_.on(loop);
    float* shares = shares_.on(loop);
    float* next_shares = next_shares_.on(loop);
    const float* inverse_degrees = inverse_degrees_.on(loop);
    const std::span<const VertexId> dangling(dangling_.on(loop), dangling_.size());
    iterations_ = 0;
    residual_ = 0;
    loop.vertex_map(pagerank::Start{ranks, shares, inverse_degrees, static_cast<float>(1 / n)});
    while (loop.next_iteration()) {
      const double adrift = loop.vertex_reduce(pagerank::RankOf{ranks}, dangling);
      const double base = (1 - damping_ + damping_ * adrift) / n;
      residual_ =
          loop.edge_reduce(pagerank::Gather<false>{ranks, inverse_degrees, shares, next_shares, base, damping_});
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
                            .redistribute_dangling = !gap_});
  }

 private:
  /// Summing the equations of all vertices with in-arcs says what they keep in all: the base rank of each, and what
  /// vertices without in-arcs send them. Their ranks are multiplied by the factor that makes it true, which costs
  /// nothing: ranks are kept up to a common scale, and the base is divided by it. Ranks of vertices without in-arcs are
  /// back at the base in the next sweep, whose change is what ends the loop.
  void sweep_in_place(Loop& loop) {
    constexpr std::uint64_t balanced_sweeps = 20;  // so that the loop ends, whatever rounding does to the factor
    const auto n = static_cast<double>(graph_.num_vertices());
    const double base = (1 - damping_) / n;
    const double due = base * (static_cast<double>(receivers_) + damping_ * static_cast<double>(origins_));
    double scale = 1;
    bool balanced = receivers_ == 0;
    iterations_ = 0;
    residual_ = 0;
    float* ranks = ranks_.on(loop);
    float* shares = shares_.on(loop);
    const float* inverse_degrees = inverse_degrees_.on(loop);
    loop.vertex_map(pagerank::Start{ranks, shares, inverse_degrees, static_cast<float>(1 / n)});
    while (loop.next_iteration()) {
      residual_ = scale * loop.edge_reduce(
                              pagerank::Gather<true>{ranks, inverse_degrees, shares, shares, base / scale, damping_});
      ++iterations_;
      if (residual_ < tolerance_) break;
      if (balanced) continue;
      const double kept =
          scale * loop.vertex_reduce(pagerank::Kept{ranks, inverse_degrees, graph_.in.offsets.data(), damping_});
      const double factor = due / kept;
      scale *= factor;
      balanced = std::abs(factor - 1) < tolerance_ || iterations_ == balanced_sweeps;
    }
    loop.vertex_map(pagerank::Scale{ranks, static_cast<float>(scale)});
  }

  Graph graph_;
  bool gap_;
  double damping_;
  double tolerance_;
  std::uint64_t exact_iterations_;
  bool in_place_;
  State<float> ranks_;
  State<float> inverse_degrees_;
  State<float> shares_;
  State<float> next_shares_;
  State<VertexId> dangling_;
  std::uint64_t receivers_ = 0;  ///< vertices with in-arcs
  std::uint64_t origins_ = 0;    ///< vertices with out-arcs only
  std::uint64_t iterations_ = 0;
  double residual_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
