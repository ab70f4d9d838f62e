#include "algorithms/verify/salsa.hpp"

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/first_problem.hpp"
#include "algorithms/verify/disjoint_sets.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {
namespace {

/// Relative error of sums of scores that summing in another order may leave.
constexpr double rounding_allowance = 1e-9;
constexpr double relative_tolerance_of_fixed_iterations = 1e-6;

/// Scores of one kind: of vertices with arcs along `arcs`, to vertices with arcs along `back`.
struct Kind {
  std::string_view name;
  std::span<const double> scores;
  const Adjacency& arcs;
  const Adjacency& back;
};

/// Where a walk is after it has taken one of each vertex's `arcs`, which are those of `back` turned around.
std::vector<double> step(std::span<const double> scores, const Adjacency& arcs, const Adjacency& back) {
  std::vector<double> next(scores.size());
  for_vertices(back.num_rows(), [&](VertexId v) {
    for (const VertexId u : back.row(v)) next[v] += scores[u] / static_cast<double>(arcs.degree(u));
  });
  return next;
}

std::vector<double> iteration(std::span<const double> scores, const Kind& kind) {
  return step(step(scores, kind.arcs, kind.back), kind.back, kind.arcs);
}

Verdict check_scores(const Graph& graph, const Kind& kind) {
  if (auto problem = size_problem(graph, fmt::format("{} scores", kind.name), kind.scores.size()); !problem.empty()) {
    return {problem};
  }
  return first_problem(graph.num_vertices(), [&](VertexId v) -> std::string {
    const double score = kind.scores[v];
    const bool is_sound = score >= 0 && std::isfinite(score);  // false for NaN
    if (is_sound && (score == 0 || kind.arcs.degree(v) > 0)) return {};
    return fmt::format("vertex {} has the {} score {}{}", graph.name(v), kind.name, score,
                       is_sound ? ", but no arcs of that kind" : "");
  });
}

/// The vertices of a kind in each component of the bipartite graph are one set.
DisjointSets components_of(const Graph& graph, const Kind& kind) {
  DisjointSets sets(graph);
  for_vertices(graph.num_vertices(), [&](VertexId u) {
    const auto row = kind.back.row(u);
    for (const VertexId v : row) sets.unite(row.front(), v);
  });
  return sets;
}

Verdict check_components(const Graph& graph, const Kind& kind) {
  struct Component {
    double vertices = 0;
    double score = 0;
  };
  DisjointSets sets = components_of(graph, kind);
  std::vector<Component> components(graph.num_vertices());
  double all = 0;
  for (VertexId v = 0; v < graph.num_vertices(); ++v) {
    if (kind.arcs.degree(v) == 0) continue;
    Component& component = components[sets.find(v)];
    ++component.vertices;
    component.score += kind.scores[v];
    ++all;
  }
  return first_problem(graph.num_vertices(), [&](VertexId v) -> std::string {
    const double expected = components[v].vertices / all;
    if (components[v].vertices == 0 || std::abs(components[v].score - expected) <= rounding_allowance * expected) {
      return {};
    }
    return fmt::format("the {} scores of the component of vertex {} sum to {:.12g}, expected {:.12g}", kind.name,
                       graph.name(v), components[v].score, expected);
  });
}

Verdict check_residual(const Graph& graph, const Kind& kind, double tolerance) {
  const std::vector<double> next = iteration(kind.scores, kind);
  const auto off = [&](std::size_t v) { return std::abs(next[v] - kind.scores[v]); };
  const auto residual = parallel_sum<double>(next.size(), default_threads(), off);
  if (residual <= tolerance + rounding_allowance) return {};
  VertexId worst = 0;
  for (VertexId v = 1; v < next.size(); ++v) worst = off(v) > off(worst) ? v : worst;
  return {
      fmt::format("an iteration changes the {} scores by {:.3g} in total, expected at most {:.3g}; that of vertex {} "
                  "most, from {:.9g} to {:.9g}",
                  kind.name, residual, tolerance, graph.name(worst), kind.scores[worst], next[worst])};
}

Verdict check_iterations(const Graph& graph, const Kind& kind, std::uint64_t iterations) {
  const auto has_arcs = [&](std::size_t v) { return kind.arcs.degree(static_cast<VertexId>(v)) > 0 ? 1.0 : 0.0; };
  const auto all = parallel_sum<double>(kind.scores.size(), default_threads(), has_arcs);
  std::vector<double> expected(kind.scores.size());
  for (std::size_t v = 0; v < expected.size(); ++v) expected[v] = has_arcs(v) > 0 ? 1 / all : 0;
  for (std::uint64_t i = 0; i < iterations; ++i) expected = iteration(expected, kind);
  return first_problem(graph.num_vertices(), [&](VertexId v) -> std::string {
    if (std::abs(kind.scores[v] - expected[v]) <= relative_tolerance_of_fixed_iterations * expected[v]) return {};
    return fmt::format("vertex {} has the {} score {:.9g} after {} iterations, expected {:.9g}", graph.name(v),
                       kind.name, kind.scores[v], iterations, expected[v]);
  });
}

}  // namespace

Verdict verify_salsa(const Graph& graph, std::span<const double> hubs, std::span<const double> authorities,
                     const SalsaClaim& claim) {
  for (const Kind& kind :
       {Kind{"hub", hubs, graph.out, graph.in}, Kind{"authority", authorities, graph.in, graph.out}}) {
    Verdict verdict = check_scores(graph, kind);
    if (verdict.ok()) verdict = check_components(graph, kind);
    if (verdict.ok() && claim.iterations > 0) verdict = check_iterations(graph, kind, claim.iterations);
    if (verdict.ok() && claim.iterations == 0) verdict = check_residual(graph, kind, claim.tolerance);
    if (!verdict.ok()) return verdict;
  }
  return {};
}

}  // namespace mg
