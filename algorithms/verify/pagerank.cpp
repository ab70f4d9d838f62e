#include "algorithms/verify/pagerank.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/first_problem.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {
namespace {

/// L1 error that rounding may leave in a vector of sum 1: ranks and what they send are each rounded to a relative 6e-8
/// (float) or 1.1e-16 (double), and sums over many arcs or all vertices lose some bits more.
template <class Rank>
constexpr double rounding_allowance = std::is_same_v<Rank, float> ? 1e-6 : 1e-12;

/// With damping near 1 the residual says little about the ranks' sum, but an iteration keeps it all the same.
constexpr double least_teleport = 1e-3;

constexpr double relative_tolerance_of_fixed_iterations = 1e-4;

/// Floats below this lose their precision. Far from a source there is no end to how small ranks are.
constexpr double smallest_rank = std::numeric_limits<float>::min();

/// The sum of term(v) over 0 .. n - 1, in blocks added in order: the same on any number of threads.
template <class Term>
double ordered_sum(VertexId n, Term&& term) {
  constexpr std::uint64_t block = 8192;
  std::vector<double> sums((n + block - 1) / block);
  parallel_tasks(sums.size(), default_threads(), [&](std::size_t b) {
    const std::uint64_t end = std::min<std::uint64_t>(n, (b + 1) * block);
    double sum = 0;
    for (std::uint64_t v = b * block; v < end; ++v) sum += term(static_cast<VertexId>(v));
    sums[b] = sum;
  });
  double total = 0;
  for (const double sum : sums) total += sum;
  return total;
}

/// The power iteration's step, as its definition reads.
class PowerStep {
 public:
  PowerStep(const Graph& graph, const PageRankClaim& claim)
      : graph_(graph), claim_(claim), shares_(graph.num_vertices()), next_(graph.num_vertices()) {}

  /// What a step makes of `ranks`; valid until the next call.
  template <class Rank>
  std::span<const double> operator()(std::span<const Rank> ranks) {
    const VertexId n = graph_.num_vertices();
    for_vertices(n, [&](VertexId u) {
      const EdgeId degree = graph_.out.degree(u);
      shares_[u] = degree == 0 ? 0 : double{ranks[u]} / static_cast<double>(degree);
    });
    const double restarted = 1 - claim_.damping + claim_.damping * dangling(ranks);
    for_vertices(n, [&](VertexId v) {
      double received = 0;
      for (const VertexId u : graph_.in.row(v)) received += shares_[u];
      next_[v] = restarted * claim_.share_of(v, n) + claim_.damping * received;
    });
    return next_;
  }

 private:
  template <class Rank>
  double dangling(std::span<const Rank> ranks) const {
    if (!claim_.redistribute_dangling) return 0;
    return ordered_sum(graph_.num_vertices(),
                       [&](VertexId u) { return graph_.out.degree(u) == 0 ? double{ranks[u]} : 0.0; });
  }

  const Graph& graph_;
  const PageRankClaim& claim_;
  std::vector<double> shares_;  // what each vertex sends along each of its arcs
  std::vector<double> next_;
};

template <class Rank>
Verdict verify_lower_bound(const Graph& graph, std::span<const Rank> ranks, const PageRankClaim& claim) {
  const VertexId n = graph.num_vertices();
  const bool personal = claim.source != no_vertex || !claim.restarts.empty();
  return first_problem(n, [&](VertexId v) -> std::string {
    const double lowest = (1 - claim.damping) * claim.share_of(v, n);
    // Written so that NaN fails.
    if (ranks[v] >= lowest * (1 - rounding_allowance<Rank>)&&std::isfinite(ranks[v])) return {};
    return fmt::format("vertex {} has rank {}, expected at least {} = {}", graph.name(v), ranks[v],
                       !personal           ? "(1 - damping) / n"
                       : v == claim.source ? "1 - damping"
                       : lowest == 0       ? "0"
                                           : "1 - damping times its share",
                       lowest);
  });
}

template <class Rank>
Verdict verify_residual(const Graph& graph, std::span<const Rank> ranks, const PageRankClaim& claim) {
  const VertexId n = graph.num_vertices();
  const double allowed = claim.tolerance + rounding_allowance<Rank>;
  if (claim.redistribute_dangling) {
    // The residual's sum is (1 - damping) times what the ranks' sum lacks.
    const double allowed_of_sum = allowed / std::max(1 - claim.damping, least_teleport);
    const double sum = ordered_sum(n, [&](VertexId v) { return double{ranks[v]}; });
    if (!(std::abs(sum - 1) <= allowed_of_sum)) {
      return {fmt::format("the ranks sum to {:.9g}, expected 1 within {:.3g}", sum, allowed_of_sum)};
    }
  }
  PowerStep step(graph, claim);
  const auto expected = step(ranks);
  const auto change = [&](VertexId v) { return std::abs(expected[v] - double{ranks[v]}); };
  const double residual = ordered_sum(n, change);
  if (residual <= allowed) return {};
  VertexId worst = 0;
  for (VertexId v = 1; v < n; ++v) worst = change(v) > change(worst) ? v : worst;
  return {
      fmt::format("one more iteration changes the ranks by {:.3g} in total, expected at most {:.3g}; vertex {} changes "
                  "most, from {:.9g} to {:.9g}",
                  residual, allowed, graph.name(worst), ranks[worst], expected[worst])};
}

template <class Rank>
Verdict verify_iterations(const Graph& graph, std::span<const Rank> ranks, const PageRankClaim& claim) {
  const VertexId n = graph.num_vertices();
  PowerStep step(graph, claim);
  std::vector<double> expected(n);
  for (VertexId v = 0; v < n; ++v) expected[v] = claim.share_of(v, n);
  for (std::uint64_t i = 0; i < *claim.iterations; ++i) {
    const auto next = step(std::span<const double>(expected));
    std::ranges::copy(next, expected.begin());
  }
  return first_problem(n, [&](VertexId v) -> std::string {
    const double allowed = relative_tolerance_of_fixed_iterations * expected[v] + smallest_rank;
    if (std::abs(ranks[v] - expected[v]) <= allowed) return {};
    return fmt::format("vertex {} has rank {:.9g} after {} iterations, expected {:.9g}", graph.name(v), ranks[v],
                       *claim.iterations, expected[v]);
  });
}

template <class Rank>
Verdict verify(const Graph& graph, std::span<const Rank> ranks, const PageRankClaim& claim) {
  if (auto problem = size_problem(graph, "ranks", ranks.size()); !problem.empty()) return {problem};
  if (!claim.restarts.empty()) {
    if (auto problem = size_problem(graph, "restarts", claim.restarts.size()); !problem.empty()) return {problem};
  }
  if (ranks.empty()) return {};
  if (Verdict verdict = verify_lower_bound(graph, ranks, claim); !verdict.ok()) return verdict;
  return claim.iterations ? verify_iterations(graph, ranks, claim) : verify_residual(graph, ranks, claim);
}

}  // namespace

Verdict verify_pagerank(const Graph& graph, std::span<const float> ranks, const PageRankClaim& claim) {
  return verify(graph, ranks, claim);
}

Verdict verify_pagerank(const Graph& graph, std::span<const double> ranks, const PageRankClaim& claim) {
  return verify(graph, ranks, claim);
}

}  // namespace mg
