#include "algorithms/verify/fixed_point.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/first_problem.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {
namespace {

/// Relative error that summing in another order may leave.
constexpr double rounding_allowance = 1e-9;

template <class Term>
double sum_of(std::size_t count, const Term& term) {
  return parallel_sum<double>(count, default_threads(), term);
}

/// What a sweep makes of the scores.
struct Sweep {
  std::vector<double> scores;
  double growth;  ///< that it makes at most of a change in the L1 norm
};

Sweep swept(const Graph& graph, std::span<const double> scores, const FixedPoint& claim) {
  std::vector<double> after(scores.size());
  EdgeId most_arcs = 0;
  for (VertexId v = 0; v < scores.size(); ++v) most_arcs = std::max(most_arcs, graph.out.degree(v));
  for_vertices(graph.num_vertices(), [&](VertexId v) {
    double sum = 0;
    for (const VertexId u : graph.in.row(v)) sum += scores[u];
    after[v] = claim.factor * sum + claim.own * scores[v] + claim.constant;
  });
  const double growth = claim.factor * static_cast<double>(most_arcs) + claim.own;
  if (!claim.scales) return {std::move(after), growth};
  const double length = std::sqrt(sum_of(after.size(), [&](std::size_t v) { return after[v] * after[v]; }));
  for (double& score : after) score /= length;  // not 0, as a score is left of itself
  return {std::move(after), 2 * growth / length};
}

}  // namespace

Verdict verify_fixed_point(const Graph& graph, std::span<const double> scores, const FixedPoint& claim) {
  if (auto problem = size_problem(graph, "scores", scores.size()); !problem.empty()) return {problem};
  Verdict verdict = first_problem(graph.num_vertices(), [&](VertexId v) -> std::string {
    if (scores[v] >= 0 && std::isfinite(scores[v])) return {};  // false for NaN
    return fmt::format("vertex {} has the score {}", graph.name(v), scores[v]);
  });
  if (!verdict.ok() || scores.empty()) return verdict;
  const double squares = sum_of(scores.size(), [&](std::size_t v) { return scores[v] * scores[v]; });
  if (claim.normalised && std::abs(squares - 1) > rounding_allowance) {
    return {fmt::format("the squares of the scores sum to {:.9g}, expected 1", squares)};
  }
  const Sweep next = swept(graph, scores, claim);
  const auto off = [&](std::size_t v) { return std::abs(next.scores[v] - scores[v]); };
  const double residual = sum_of(scores.size(), off);
  const double all = sum_of(scores.size(), [&](std::size_t v) { return scores[v]; });
  const double allowed = std::max(1.0, next.growth) * claim.last_change;
  if (residual <= allowed + rounding_allowance * all) return {};
  VertexId worst = 0;
  for (VertexId v = 1; v < scores.size(); ++v) worst = off(v) > off(worst) ? v : worst;
  return {
      fmt::format("a sweep changes the scores by {:.3g} in total, expected at most {:.3g}; that of vertex {} most, "
                  "from {:.9g} to {:.9g}",
                  residual, allowed, graph.name(worst), scores[worst], next.scores[worst])};
}

}  // namespace mg
