// What the forms of PageRank share, and of those by power iteration, the vectors and the loop.
#pragma once

#include <cmath>

#include "engine/algorithm.hpp"

namespace mg::ranks {

/// One entry a vertex. What travels is a vertex's share, its rank divided by its out-degree.
struct Vectors {
  float* ranks;
  float* shares;
  float* next_shares;            ///< the same as shares where an iteration is in place
  const float* inverse_degrees;  ///< 0 where there are no arcs
};

/// Gives v a rank to begin with.
inline void start_rank(const Vectors& vectors, VertexId v, float rank) {
  vectors.ranks[v] = rank;
  vectors.shares[v] = rank * vectors.inverse_degrees[v];
}

/// Gives v its next rank and yields how much that changes it.
inline double replace_rank(const Vectors& vectors, VertexId v, double next) {
  const double before = vectors.ranks[v];
  const float inverse_degree = vectors.inverse_degrees[v];
  const auto after = static_cast<float>(next);
  // A store to a line that is still on its way stalls a GPU's first-level cache for everybody, and compilers move
  // stores up: this one waits for what was there before. Second phase of the dense engine, H200: 0.45 ms against 1.5
  // ms.
  if (after != before) vectors.ranks[v] = after;
  relaxed_store(vectors.next_shares[v], after * inverse_degree);
  return std::fabs(after - before);  // not a comparison: signs take turns, and branches on them are mispredicted
}

struct RankOf {
  const float* ranks;
  double operator()(VertexId v) const { return ranks[v]; }
};

/// Vertices without any arcs, whose ranks are known without looking: all have that of the first one.
struct Isolated {
  VertexId first;
  VertexId count;
  [[nodiscard]] double sum(float rank) const { return count == 0 ? 0 : static_cast<double>(count) * rank; }
};

}  // namespace mg::ranks

#ifndef MG_DEVICE_CODE

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/verify_pagerank.hpp"

namespace mg::ranks {

/// What each arc of a vertex gets of `mass`; 0 where there are no arcs.
template <class Real>
[[nodiscard]] State<Real> per_arc(const Graph& graph, Real mass) {
  auto shares = Array<Real>::uninitialized(graph.num_vertices());
  for (VertexId v = 0; v < graph.num_vertices(); ++v) {
    const EdgeId degree = graph.out.degree(v);
    shares[v] = degree == 0 ? 0 : mass / static_cast<Real>(degree);
  }
  return State<Real>(shares);
}

template <class Real>
[[nodiscard]] Summary summary_of(const Array<Real>& ranks, std::uint64_t iterations, double residual) {
  double sum = 0;
  for (const Real rank : ranks) sum += rank;
  return {{"sum", sum}, {"iterations", iterations}, {"residual", residual}};
}

}  // namespace mg::ranks

namespace mg {

class RankIteration {
 public:
  /// `exact_iterations`: run so many, or with 0, until ranks change by less than `tolerance` in the L1 norm, or no less
  /// any more. The ranks of vertices without out-arcs count as adrift where `collects_adrift` says so.
  RankIteration(const Graph& graph, double tolerance, std::uint64_t exact_iterations, bool collects_adrift)
      : tolerance_(tolerance),
        exact_iterations_(exact_iterations),
        ranks_(graph.num_vertices()),
        shares_(graph.num_vertices()),
        next_shares_(graph.num_vertices()),
        inverse_degrees_(ranks::per_arc(graph, 1.0F)) {
    std::vector<VertexId> dangling;
    for (VertexId v = 0; v < graph.num_vertices() && collects_adrift; ++v) {
      if (graph.out.degree(v) == 0 && graph.in.degree(v) > 0) dangling.push_back(v);
    }
    dangling_ = State<VertexId>(std::span<const VertexId>(dangling));
  }

  template <class L>
  [[nodiscard]] ranks::Vectors vectors(L& loop) {
    return {ranks_.on(loop), shares_.on(loop), next_shares_.on(loop), inverse_degrees_.on(loop)};
  }

  /// `start(vectors)` makes the function that gives every vertex its first rank, `gather(vectors, adrift)` the edge
  /// function of an iteration, before which the ranks of vertices without out-arcs sum to `adrift`. Of those without
  /// any arcs, `isolated` are the ones whose ranks are not 0.
  template <class L, class MakeStart, class MakeGather>
  void run(L& loop, const MakeStart& start, const MakeGather& gather, const ranks::Isolated& isolated) {
    ranks::Vectors here = vectors(loop);
    const std::span<const VertexId> dangling(dangling_.on(loop), dangling_.size());
    restart();
    const auto first = start(std::as_const(here));
    loop.vertex_map(first);
    double resting = isolated.sum(first.rank_of(isolated.first));
    while (loop.next_iteration()) {
      const double adrift = resting + loop.vertex_reduce(ranks::RankOf{here.ranks}, dangling);
      const auto next = gather(std::as_const(here), adrift);
      const double change = loop.edge_reduce(next);
      resting = isolated.sum(static_cast<float>(next.rank_of(isolated.first, 0)));
      std::swap(here.shares, here.next_shares);
      if (ends_with(change)) break;
      if (stalls()) {
        reached_ = residual_;
        break;
      }
    }
  }

  void restart() {
    iterations_ = 0;
    residual_ = 0;
    reached_ = tolerance_;
    least_change_ = std::numeric_limits<double>::infinity();
    iteration_of_least_ = 0;
  }
  /// Counts an iteration that changed ranks by `change`; true if it was the last.
  [[nodiscard]] bool ends_with(double change) {
    residual_ = change;
    ++iterations_;
    if (change < least_change_) {
      least_change_ = change;
      iteration_of_least_ = iterations_;
    }
    return exact_iterations_ > 0 ? iterations_ == exact_iterations_ : change < tolerance_;
  }

  [[nodiscard]] double tolerance() const { return tolerance_; }
  /// What the ranks were brought to: the tolerance, or what rounding has left of the changes.
  [[nodiscard]] double reached() const { return reached_; }
  [[nodiscard]] std::uint64_t iterations() const { return iterations_; }
  [[nodiscard]] std::optional<std::uint64_t> exact_iterations() const {
    return exact_iterations_ > 0 ? std::optional(exact_iterations_) : std::nullopt;
  }
  [[nodiscard]] Array<float> ranks() const { return ranks_.host(); }

  [[nodiscard]] std::vector<ResultColumn> results() const { return {{.name = "rank", .values = ranks()}}; }
  [[nodiscard]] Summary summary() const { return ranks::summary_of(ranks(), iterations_, residual_); }

 private:
  /// But for rounding, every iteration that replaces all ranks at a time changes them less than the one before did, by
  /// the damping factor (in the L1 norm). Where none has for so long, rounding is all that is left of the changes.
  [[nodiscard]] bool stalls() const {
    constexpr std::uint64_t patience = 10;
    return exact_iterations_ == 0 && iterations_ >= iteration_of_least_ + patience;
  }

  double tolerance_;
  std::uint64_t exact_iterations_;
  State<float> ranks_;
  State<float> shares_;
  State<float> next_shares_;
  State<float> inverse_degrees_;
  State<VertexId> dangling_;  ///< vertices with in-arcs only
  std::uint64_t iterations_ = 0;
  double residual_ = 0;
  double reached_ = 0;
  double least_change_ = 0;
  std::uint64_t iteration_of_least_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
