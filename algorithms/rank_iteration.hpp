// What the forms of PageRank share, and of those by power iteration, the vectors and the loop.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

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
  Shared(vectors.next_shares)[v] = after * inverse_degree;
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
  /// `rank_of(first)` is asked where there are any.
  template <class RankOf>
  [[nodiscard]] double sum(RankOf&& rank_of) const {
    return count == 0 ? 0 : static_cast<double>(count) * static_cast<float>(rank_of(first));
  }
};

/// How far an iteration has come, and when it is over.
struct Progress {
  double tolerance;
  std::uint64_t exact_iterations;  ///< 0: until ranks change by less than the tolerance
  std::uint64_t iterations = 0;
  double residual = 0;  ///< the last change
  double residual_before = 0;
  double least_change = std::numeric_limits<double>::infinity();
  std::uint64_t iteration_of_least = 0;

  /// Counts an iteration that changed ranks by `change` in the L1 norm; true if it was the last.
  [[nodiscard]] bool ends_with(double change) {
    residual_before = residual;
    residual = change;
    ++iterations;
    if (change < least_change) {
      least_change = change;
      iteration_of_least = iterations;
    }
    return exact_iterations > 0 ? iterations == exact_iterations : change < tolerance;
  }
  /// Whether the iteration to come is likely to have another one after it: changes go down by about the same factor.
  [[nodiscard]] bool is_likely_to_go_on() const {
    if (exact_iterations > 0) return iterations + 1 < exact_iterations;
    return iterations < 2 || residual * residual > tolerance * residual_before;
  }
  /// But for rounding, every iteration that replaces all ranks at a time changes them less than the one before did, by
  /// the damping factor (in the L1 norm). Where none has for so long, rounding is all that is left of the changes.
  [[nodiscard]] bool stalls() const {
    constexpr std::uint64_t patience = 10;
    return exact_iterations == 0 && iterations >= iteration_of_least + patience;
  }
};

/// One iteration, the loop's body. `Form` tells the forms of PageRank apart: `start(vectors)` makes the function that
/// gives every vertex its first rank, `gather(vectors, adrift)` the edge function of an iteration, before which the
/// ranks of vertices without out-arcs sum to `adrift`. Of those without any arcs, `isolated` are the ones whose ranks
/// are not 0.
template <class Form>
struct Round {
  Form form;
  Isolated isolated;
  Vectors vectors;
  std::span<const VertexId> dangling;  ///< vertices with in-arcs only
  Progress progress;
  double resting;  ///< the sum of isolated vertices' ranks

  template <class I>
  [[nodiscard]] bool operator()(I& iteration) {
    const double adrift = resting + iteration.vertex_reduce(RankOf{vectors.ranks}, dangling);
    const auto next = form.gather(vectors, adrift);
    resting = isolated.sum([&](VertexId v) { return next.rank_of(v, 0); });
    std::swap(vectors.shares, vectors.next_shares);
    const auto following = form.gather(vectors, resting);
    const bool is_known = dangling.empty() && progress.is_likely_to_go_on();
    const double change = iteration.edge_reduce(next, Side::out, is_known ? &following : nullptr);
    return !progress.ends_with(change) && !progress.stalls();
  }
};

}  // namespace mg::ranks

#ifndef MG_DEVICE_CODE

#include <optional>
#include <vector>

#include "algorithms/verify_pagerank.hpp"

namespace mg::ranks {

/// The parameter by which walks that leave begin again at some vertices.
[[nodiscard]] inline ParameterSpec personalization() {
  return {.name = "personalization",
          .type = ParameterSpec::Type::vertex_weights,
          .fallback = "none",
          .help = "where walks begin and begin again, in proportion to the weights of vertices; without: anywhere"};
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

/// How many vertices there are of each kind, and which.
struct VertexKinds {
  VertexId receivers = 0;          ///< with in-arcs
  VertexId origins = 0;            ///< with out-arcs only
  std::vector<VertexId> dangling;  ///< with in-arcs only, in ascending order
  Isolated isolated{};             ///< without arcs

  /// Those of one graph, of which `a` has vertices before the first of `b`.
  static VertexKinds joined(VertexKinds a, const VertexKinds& b) {
    a.receivers += b.receivers;
    a.origins += b.origins;
    a.dangling.insert(a.dangling.end(), b.dangling.begin(), b.dangling.end());
    a.isolated = {.first = a.isolated.count > 0 ? a.isolated.first : b.isolated.first,
                  .count = a.isolated.count + b.isolated.count};
    return a;
  }

  void add(const Graph& graph, VertexId v) {
    const bool sends = graph.out.degree(v) > 0;
    if (graph.in.degree(v) > 0) {
      ++receivers;
      if (!sends) dangling.push_back(v);
    } else if (sends) {
      ++origins;
    } else if (isolated.count++ == 0) {
      isolated.first = v;
    }
  }
};

/// O(n), on all threads.
[[nodiscard]] inline VertexKinds kinds_of(const Graph& graph) {
  const int threads = threads_worth(graph.num_vertices(), serial_grain, omp_get_max_threads());
  std::vector<VertexKinds> shares(static_cast<std::size_t>(threads));
  parallel_shares(graph.num_vertices(), threads, [&](std::size_t begin, std::size_t end, int share) {
    VertexKinds own;
    for (std::size_t v = begin; v < end; ++v) own.add(graph, static_cast<VertexId>(v));
    shares[static_cast<std::size_t>(share)] = std::move(own);
  });
  VertexKinds all;
  for (const VertexKinds& share : shares) all = VertexKinds::joined(std::move(all), share);
  return all;
}

template <class Real>
[[nodiscard]] Summary summary_of(const Array<Real>& ranks, std::uint64_t iterations, double residual) {
  const auto sum = parallel_sum<double>(ranks.size(), omp_get_max_threads(), [&](std::size_t v) { return ranks[v]; });
  return {{"sum", sum}, {"iterations", iterations}, {"residual", residual}};
}

}  // namespace mg::ranks

namespace mg {

class RankIteration {
 public:
  /// `exact_iterations`: run so many, or with 0, until ranks change by less than `tolerance` in the L1 norm, or no less
  /// any more. The ranks of `dangling`, vertices with in-arcs only, are adrift.
  RankIteration(const Graph& graph, double tolerance, std::uint64_t exact_iterations,
                std::span<const VertexId> dangling)
      : progress_{.tolerance = tolerance, .exact_iterations = exact_iterations},
        ranks_(graph.num_vertices()),
        shares_(graph.num_vertices()),
        next_shares_(graph.num_vertices()),
        inverse_degrees_(ranks::per_arc(graph, 1.0F)),
        dangling_(dangling) {}

  template <class L>
  [[nodiscard]] ranks::Vectors vectors(L& loop) {
    return {ranks_.on(loop), shares_.on(loop), next_shares_.on(loop), inverse_degrees_.on(loop)};
  }

  /// Iterates `form`, with what ranks::Round says of it.
  template <class L, class Form>
  void run(L& loop, const Form& form, const ranks::Isolated& isolated) {
    restart();
    ranks::Round<Form> round{.form = form,
                             .isolated = isolated,
                             .vectors = vectors(loop),
                             .dangling = {dangling_.on(loop), dangling_.size()},
                             .progress = progress_,
                             .resting = 0};
    const auto first = form.start(round.vectors);
    loop.vertex_map(first);
    round.resting = isolated.sum([&](VertexId v) { return first.rank_of(v); });
    loop.repeat(round);
    progress_ = round.progress;
    if (progress_.stalls()) reached_ = progress_.residual;
  }

  void restart() {
    progress_ = {.tolerance = progress_.tolerance, .exact_iterations = progress_.exact_iterations};
    reached_ = progress_.tolerance;
  }
  /// Counts an iteration in place, which is over by the tolerance alone.
  [[nodiscard]] bool ends_with(double change) { return progress_.ends_with(change); }

  [[nodiscard]] double tolerance() const { return progress_.tolerance; }
  /// What the ranks were brought to: the tolerance, or what rounding has left of the changes.
  [[nodiscard]] double reached() const { return reached_; }
  [[nodiscard]] std::uint64_t iterations() const { return progress_.iterations; }
  [[nodiscard]] std::optional<std::uint64_t> exact_iterations() const {
    return progress_.exact_iterations > 0 ? std::optional(progress_.exact_iterations) : std::nullopt;
  }
  [[nodiscard]] Array<float> ranks() const { return ranks_.host(); }

  [[nodiscard]] Results results() const { return {{"rank", ranks_}}; }
  [[nodiscard]] Summary summary() const { return ranks::summary_of(ranks(), progress_.iterations, progress_.residual); }

 private:
  ranks::Progress progress_;
  double reached_ = 0;
  State<float> ranks_;
  State<float> shares_;
  State<float> next_shares_;
  State<float> inverse_degrees_;
  State<VertexId> dangling_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
