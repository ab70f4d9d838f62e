// PageRank by power iteration, for any place where walks may begin: the loop, its state and its results.
#pragma once

#include <span>
#include <utility>

#include "algorithms/fixed_point.hpp"
#include "algorithms/rank_sweep.hpp"
#include "algorithms/vertex_kinds.hpp"
#include "engine/algorithm.hpp"

namespace mg::ranks {

/// One iteration, the loop's body.
template <class Restart>
struct Round {
  Restart restart;
  double damping;
  Isolated isolated;  ///< of those without any arcs, the ones whose ranks are not 0
  Vectors vectors;
  std::span<const VertexId> dangling;  ///< vertices with in-arcs only
  Contraction progress;                ///< by changes in the L1 norm, which the damping makes smaller and smaller
  double resting = 0;                  ///< the sum of isolated vertices' ranks

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

#include "algorithms/random_surfer.hpp"
#include "algorithms/verify/pagerank.hpp"

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
  [[nodiscard]] Contraction fresh() const {
    return {{.tolerance = progress_.tolerance, .exact_iterations = progress_.exact_iterations}};
  }
  void has_run(const Contraction& progress) {
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
  Contraction progress_;
  double reached_ = 0;  ///< the tolerance, or what rounding has left of the changes
  ranks::VertexKinds kinds_;
  State<float> ranks_{graph_.num_vertices()};
  State<float> shares_{graph_.num_vertices()};
  State<float> next_shares_{graph_.num_vertices()};
  State<float> inverse_degrees_ = ranks::per_arc(graph_, 1.0F);
  Table<VertexId> dangling_{std::span<const VertexId>(kinds_.dangling)};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
