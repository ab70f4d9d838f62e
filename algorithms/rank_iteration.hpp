// What the forms of PageRank share, and of those by power iteration, the functions, the vectors and the loop.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "algorithms/fixed_point.hpp"
#include "algorithms/vertex_kinds.hpp"
#include "engine/algorithm.hpp"

namespace mg::ranks {

/// One entry a vertex. What travels is a vertex's share, its rank divided by its out-degree.
struct Vectors {
  float* ranks;
  float* shares;
  float* next_shares;            ///< the same as shares where an iteration is in place
  const float* inverse_degrees;  ///< 0 where there are no arcs
};

/// Gives v its next rank and yields how much that changes it.
inline double replace_rank(const Vectors& vectors, VertexId v, double next) {
  const double before = vectors.ranks[v];
  const float inverse_degree = vectors.inverse_degrees[v];
  const auto after = static_cast<float>(next);
  // A store to a line that is still on its way stalls a GPU's first-level cache for everybody, and compilers move
  // stores up: this one waits for what was there before. Second phase of the dense engine, H200: 0.45 ms against 1.5
  // ms.
  if (after != before) vectors.ranks[v] = after;
  Shared(vectors.next_shares)[v] = after * inverse_degree;
  return std::fabs(after - before);  // not a comparison: signs take turns, and branches on them are mispredicted
}

/// Where walks begin, and begin again when they leave: at(v) is what v gets of the mass that does.
struct Anywhere {
  double num_vertices;
  double each = 0;
  [[nodiscard]] Anywhere with(double mass) const { return {num_vertices, mass / num_vertices}; }
  [[nodiscard]] double at(VertexId) const { return each; }
};
struct InShares {
  const float* shares;
  double mass = 0;
  [[nodiscard]] InShares with(double restarted) const { return {shares, restarted}; }
  [[nodiscard]] double at(VertexId v) const { return mass * shares[v]; }
};
struct AtSource {
  VertexId source;
  double mass = 0;
  [[nodiscard]] AtSource with(double restarted) const { return {source, restarted}; }
  [[nodiscard]] double at(VertexId v) const { return v == source ? mass : 0.0; }
};

template <class Restart>
struct Start {
  Vectors vectors;
  Restart restart;
  [[nodiscard]] float rank_of(VertexId v) const { return static_cast<float>(restart.at(v)); }
  void operator()(VertexId v) const {
    vectors.ranks[v] = rank_of(v);
    vectors.shares[v] = vectors.ranks[v] * vectors.inverse_degrees[v];
  }
};

/// One iteration at one vertex; yields how much its rank has changed.
template <class Restart>
struct Gather {
  using Combine = Sum;
  Vectors vectors;
  Restart restart;
  double damping;

  [[nodiscard]] float message(VertexId source) const { return vectors.shares[source]; }
  [[nodiscard]] double rank_of(VertexId v, double gathered) const { return restart.at(v) + damping * gathered; }
  [[nodiscard]] double update(VertexId v, double gathered) { return replace_rank(vectors, v, rank_of(v, gathered)); }
};

struct RankOf {
  const float* ranks;
  double operator()(VertexId v) const { return ranks[v]; }
};

/// Changes are in the L1 norm.
struct Progress : Convergence {
  double residual_before = 0;
  double least_change = std::numeric_limits<double>::infinity();
  std::uint64_t iteration_of_least = 0;

  [[nodiscard]] bool ends_with(double change) {
    residual_before = residual;
    const bool ends = Convergence::ends_with(change);
    if (change < least_change) {
      least_change = change;
      iteration_of_least = iterations;
    }
    return ends;
  }
  /// Whether the iteration to come is likely to have another one after it: changes go down by about the same factor.
  [[nodiscard]] bool is_likely_to_go_on() const {
    if (exact_iterations > 0) return iterations + 1 < exact_iterations;
    return iterations < 2 || residual * residual > tolerance * residual_before;
  }
  /// But for rounding, every iteration that replaces all ranks at a time changes them less than the one before did, by
  /// the damping factor. Where none has for so long, rounding is all that is left of the changes.
  [[nodiscard]] bool stalls() const {
    constexpr std::uint64_t patience = 10;
    return exact_iterations == 0 && iterations >= iteration_of_least + patience;
  }
};

/// One iteration, the loop's body.
template <class Restart>
struct Round {
  Restart restart;
  double damping;
  Isolated isolated;  ///< of those without any arcs, the ones whose ranks are not 0
  Vectors vectors;
  std::span<const VertexId> dangling;  ///< vertices with in-arcs only
  Progress progress;
  double resting = 0;  ///< the sum of isolated vertices' ranks

  template <class I>
  [[nodiscard]] bool operator()(I& iteration) {
    const auto next = gather(resting + iteration.vertex_reduce(RankOf{vectors.ranks}, dangling));
    resting = isolated.sum([&](VertexId v) { return next.rank_of(v, 0); });
    std::swap(vectors.shares, vectors.next_shares);
    const auto following = gather(resting);
    const bool is_known = dangling.empty() && progress.is_likely_to_go_on();
    const double change = iteration.edge_reduce(next, Side::out, is_known ? &following : nullptr);
    return !progress.ends_with(change) && !progress.stalls();
  }

 private:
  /// Ranks of vertices without out-arcs, `adrift` in all, begin again as walks that leave do.
  [[nodiscard]] Gather<Restart> gather(double adrift) const {
    return {vectors, restart.with(1 - damping + damping * adrift), damping};
  }
};

}  // namespace mg::ranks

#ifndef MG_DEVICE_CODE

#include "algorithms/verify_pagerank.hpp"

namespace mg::ranks {

[[nodiscard]] inline ParameterSpec damping() {
  return {.name = "damping", .fallback = "0.85", .help = "probability of following an arc", .highest = 0.999};
}
/// The parameter by which walks that leave begin again at some vertices.
[[nodiscard]] inline ParameterSpec personalization() {
  return {.name = "personalization",
          .type = ParameterSpec::Type::vertex_weights,
          .fallback = "none",
          .help = "where walks begin and begin again, in proportion to the weights of vertices; without: anywhere"};
}
[[nodiscard]] inline ParameterSpec iterations() {
  return iterations_parameter("the tolerance is met, or rounding is in its way");
}

/// What each arc of a vertex gets of `mass`; 0 where there are no arcs.
template <class Real>
[[nodiscard]] State<Real> per_arc(const Graph& graph, Real mass) {
  auto shares = Array<Real>::uninitialized(graph.num_vertices());
  parallel_for(shares.size(), omp_get_max_threads(), [&](std::size_t v) {
    const EdgeId degree = graph.out.degree(static_cast<VertexId>(v));
    shares[v] = degree == 0 ? 0 : mass / static_cast<Real>(degree);
  });
  return State<Real>(shares);
}

template <class Real>
[[nodiscard]] Summary summary_of(const Array<Real>& ranks, const Convergence& progress) {
  const auto sum = parallel_sum<double>(ranks.size(), omp_get_max_threads(), [&](std::size_t v) { return ranks[v]; });
  return {{"sum", sum}, {"iterations", progress.iterations}, {"residual", progress.residual}};
}

}  // namespace mg::ranks

namespace mg {

class RankIteration {
 public:
  /// `exact_iterations`: run so many, or with 0, until ranks change by less than `tolerance` in the L1 norm, or no less
  /// any more.
  RankIteration(const Graph& graph, double damping, double tolerance, std::uint64_t exact_iterations,
                ranks::VertexKinds kinds)
      : graph_(graph),
        damping_(damping),
        progress_{{.tolerance = tolerance, .exact_iterations = exact_iterations}},
        kinds_(std::move(kinds)) {}

  template <class L>
  [[nodiscard]] ranks::Vectors vectors(L& loop) {
    return {ranks_.on(loop), shares_.on(loop), next_shares_.on(loop), inverse_degrees_.on(loop)};
  }

  /// Of `isolated` vertices the ranks are not 0.
  template <class L, class Restart>
  void run(L& loop, const Restart& restart, const ranks::Isolated& isolated) {
    ranks::Round<Restart> round{.restart = restart,
                                .damping = damping_,
                                .isolated = isolated,
                                .vectors = vectors(loop),
                                .dangling = {dangling_.on(loop), dangling_.size()},
                                .progress = fresh()};
    const ranks::Start<Restart> first{round.vectors, restart.with(1)};
    loop.vertex_map(first);
    round.resting = isolated.sum([&](VertexId v) { return first.rank_of(v); });
    loop.repeat(round);
    progress_ = round.progress;
    reached_ = progress_.stalls() ? progress_.residual : progress_.tolerance;
  }

  /// Progress of a run that begins, and for one in place, which is over by the tolerance alone, what it has come to.
  [[nodiscard]] ranks::Progress fresh() const {
    return {{.tolerance = progress_.tolerance, .exact_iterations = progress_.exact_iterations}};
  }
  void has_run(const ranks::Progress& progress) {
    progress_ = progress;
    reached_ = progress_.tolerance;
  }

  [[nodiscard]] double damping() const { return damping_; }
  [[nodiscard]] const ranks::VertexKinds& kinds() const { return kinds_; }

  [[nodiscard]] Array<float> ranks() const { return ranks_.host(); }
  [[nodiscard]] Results results() const { return {{"rank", ranks_}}; }
  [[nodiscard]] Summary summary() const { return ranks::summary_of(ranks_.host(), progress_); }
  /// Whether the ranks are those of `definition`, to the tolerance or as near as rounding lets them come.
  [[nodiscard]] Verdict validate(PageRankClaim definition) const {
    definition.damping = damping_;
    definition.tolerance = reached_;
    if (progress_.exact_iterations > 0) definition.iterations = progress_.exact_iterations;
    const Array<float> ranks = ranks_.host();
    return verify_pagerank(graph_, ranks.span(), definition);
  }

 private:
  Graph graph_;
  double damping_;
  ranks::Progress progress_;
  double reached_ = 0;  ///< the tolerance, or what rounding has left of the changes
  ranks::VertexKinds kinds_;
  State<float> ranks_{graph_.num_vertices()};
  State<float> shares_{graph_.num_vertices()};
  State<float> next_shares_{graph_.num_vertices()};
  State<float> inverse_degrees_ = ranks::per_arc(graph_, 1.0F);
  State<VertexId> dangling_{std::span<const VertexId>(kinds_.dangling)};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
