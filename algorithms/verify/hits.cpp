#include "algorithms/verify/hits.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "algorithms/first_problem.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {
namespace {

/// Relative error of a score, and L1 error of all in units of their sum, that summing in another order may leave.
constexpr double rounding_allowance = 1e-9;
constexpr double relative_tolerance_of_fixed_iterations = 1e-6;
constexpr double tolerance_of_convergence = 10;

int team() { return default_threads(); }

/// What scores of one kind make of the other: sums along `rows`, scaled to length 1.
std::vector<double> step(const Adjacency& rows, std::span<const double> scores) {
  std::vector<double> sums(scores.size());
  for_vertices(rows.num_rows(), [&](VertexId v) {
    for (const VertexId u : rows.row(v)) sums[v] += scores[u];
  });
  const double squares = parallel_sum<double>(sums.size(), team(), [&](std::size_t v) { return sums[v] * sums[v]; });
  const double scale = squares > 0 ? 1 / std::sqrt(squares) : 0;
  for (double& sum : sums) sum *= scale;
  return sums;
}

class HitsCheck {
 public:
  HitsCheck(const Graph& graph, const HitsClaim& claim) : graph_(graph), claim_(claim) {}

  Verdict check_scores(std::string_view kind, std::span<const double> scores) const {
    if (auto problem = size_problem(graph_, fmt::format("{} scores", kind), scores.size()); !problem.empty()) {
      return {problem};
    }
    Verdict verdict = first_problem(graph_.num_vertices(), [&](VertexId v) -> std::string {
      if (scores[v] >= 0 && std::isfinite(scores[v])) return {};  // false for NaN
      return fmt::format("vertex {} has the {} score {}", graph_.name(v), kind, scores[v]);
    });
    if (!verdict.ok()) return verdict;
    const double squares =
        parallel_sum<double>(scores.size(), team(), [&](std::size_t v) { return scores[v] * scores[v]; });
    const double expected = graph_.num_arcs() == 0 ? 0 : 1;
    if (std::abs(squares - expected) <= rounding_allowance) return {};
    return {fmt::format("the squares of the {} scores sum to {:.9g}, expected {}", kind, squares, expected)};
  }

  /// `scores` against those expected, to `allowed` in the L1 norm.
  Verdict check_step(std::string_view kind, std::span<const double> scores, const std::vector<double>& expected,
                     double allowed) const {
    const auto off = [&](std::size_t v) { return std::abs(expected[v] - scores[v]); };
    const double sum = parallel_sum<double>(scores.size(), team(), [&](std::size_t v) { return scores[v]; });
    const double residual = parallel_sum<double>(scores.size(), team(), off);
    if (residual <= allowed + rounding_allowance * sum) return {};
    VertexId worst = 0;
    for (VertexId v = 1; v < scores.size(); ++v) worst = off(v) > off(worst) ? v : worst;
    return {
        fmt::format("the {} scores are off by {:.3g} in total from what the others make them, expected at most "
                    "{:.3g}; that of vertex {} most, {:.9g} instead of {:.9g}",
                    kind, residual, allowed, graph_.name(worst), scores[worst], expected[worst])};
  }

  Verdict check_iterations(std::span<const double> hubs, std::span<const double> authorities) const {
    std::vector<double> own_hubs(hubs.size(), 1 / std::sqrt(static_cast<double>(hubs.size())));
    std::vector<double> own_authorities(hubs.size(), 0.0);
    for (std::uint64_t i = 0; i < *claim_.iterations; ++i) {
      own_authorities = step(graph_.in, own_hubs);
      own_hubs = step(graph_.out, own_authorities);
    }
    return first_problem(graph_.num_vertices(), [&](VertexId v) -> std::string {
      if (agrees(hubs[v], own_hubs[v]) && agrees(authorities[v], own_authorities[v])) return {};
      return fmt::format("vertex {} has the scores {:.9g} and {:.9g} after {} iterations, expected {:.9g} and {:.9g}",
                         graph_.name(v), hubs[v], authorities[v], *claim_.iterations, own_hubs[v], own_authorities[v]);
    });
  }

 private:
  /// Scores that vanish against all others lose their precision.
  static bool agrees(double score, double expected) {
    return std::abs(score - expected) <= relative_tolerance_of_fixed_iterations * expected + 1e-300;
  }

  const Graph& graph_;
  const HitsClaim& claim_;
};

}  // namespace

Verdict verify_hits(const Graph& graph, std::span<const double> hubs, std::span<const double> authorities,
                    const HitsClaim& claim) {
  const HitsCheck check(graph, claim);
  if (Verdict verdict = check.check_scores("hub", hubs); !verdict.ok()) return verdict;
  if (Verdict verdict = check.check_scores("authority", authorities); !verdict.ok()) return verdict;
  if (graph.num_arcs() == 0) return {};
  if (claim.iterations) return check.check_iterations(hubs, authorities);
  if (Verdict verdict = check.check_step("hub", hubs, step(graph.out, authorities), 0); !verdict.ok()) return verdict;
  return check.check_step("authority", authorities, step(graph.in, hubs), tolerance_of_convergence * claim.tolerance);
}

}  // namespace mg
