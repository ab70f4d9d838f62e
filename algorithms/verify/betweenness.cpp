#include "algorithms/verify/betweenness.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/first_problem.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {
namespace {

constexpr double affordable_for_brandes = 2e8;
constexpr double affordable_for_distances = 2e10;
constexpr double relative_tolerance = 1e-6;
constexpr double absolute_tolerance = 1e-9;

/// Where an expectation is added up.
struct Expected {
  std::vector<double> of_vertices;
  std::vector<double> of_arcs;
  explicit Expected(const Graph& graph) : of_vertices(graph.num_vertices()), of_arcs(graph.num_arcs()) {}
};

/// Brandes' algorithm as published, one source at a time: by breadth-first search, or Dijkstra's algorithm.
class SerialBrandes {
 public:
  SerialBrandes(const Graph& graph, bool weighted)
      : graph_(graph),
        weighted_(weighted && graph.weight_type() != WeightType::none),
        distance_(graph.num_vertices(), unreached),
        paths_(graph.num_vertices()),
        dependency_(graph.num_vertices()) {}

  void add_dependencies(VertexId source, Expected& expected) {
    reached_.clear();
    distance_[source] = 0;
    if (weighted_) {
      search_by_weight(source);
    } else {
      search(source);
    }
    for (const VertexId v : reached_) paths_[v] = v == source ? 1 : 0;
    for (const VertexId u : reached_) {
      for_paths_from(u, [&](EdgeId, VertexId v) { paths_[v] += paths_[u]; });
    }
    for (auto last = reached_.rbegin(); last != reached_.rend(); ++last) {
      const VertexId u = *last;
      dependency_[u] = 0;
      for_paths_from(u, [&](EdgeId e, VertexId v) {
        const long double share = paths_[u] / paths_[v] * (1 + dependency_[v]);
        dependency_[u] += share;
        expected.of_arcs[e] += static_cast<double>(share);
      });
      if (u != source) expected.of_vertices[u] += static_cast<double>(dependency_[u]);
    }
    for (const VertexId v : reached_) distance_[v] = unreached;
  }

 private:
  static constexpr double unreached = std::numeric_limits<double>::infinity();

  [[nodiscard]] double length(EdgeId e) const {
    if (!weighted_) return 1;
    const auto* whole = std::get_if<Array<std::uint32_t>>(&graph_.out.weights);
    return whole != nullptr ? (*whole)[e] : static_cast<double>(std::get<Array<float>>(graph_.out.weights)[e]);
  }

  /// Calls f(arc, v) for the arcs u->v that are on shortest paths.
  template <class F>
  void for_paths_from(VertexId u, F&& f) const {
    for (EdgeId e = graph_.out.offsets[u]; e < graph_.out.offsets[u + 1]; ++e) {
      const VertexId v = graph_.out.neighbors[e];
      if (distance_[v] > distance_[u] && distance_[u] + length(e) == distance_[v] && distance_[v] < unreached) f(e, v);
    }
  }

  /// Distances, and the reached vertices in their order.
  void search(VertexId source) {
    reached_.push_back(source);
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      const VertexId u = reached_[i];
      for (const VertexId v : graph_.out.row(u)) {
        if (distance_[v] < unreached) continue;
        distance_[v] = distance_[u] + 1;
        reached_.push_back(v);
      }
    }
  }
  void search_by_weight(VertexId source) {
    using Entry = std::pair<double, VertexId>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> waiting;
    waiting.emplace(0, source);
    while (!waiting.empty()) {
      const auto [distance, u] = waiting.top();
      waiting.pop();
      if (distance > distance_[u]) continue;
      reached_.push_back(u);
      for (EdgeId e = graph_.out.offsets[u]; e < graph_.out.offsets[u + 1]; ++e) {
        const VertexId v = graph_.out.neighbors[e];
        if (distance + length(e) >= distance_[v]) continue;
        distance_[v] = distance + length(e);
        waiting.emplace(distance_[v], v);
      }
    }
  }

  const Graph& graph_;
  bool weighted_;
  std::vector<double> distance_;
  std::vector<long double> paths_;  // grids have more shortest paths than a double can count
  std::vector<long double> dependency_;
  std::vector<VertexId> reached_;
};

/// What the scores of `sources` must be; nothing where the numbers of shortest paths overflow.
std::optional<Expected> expected_by_brandes(const Graph& graph, std::span<const VertexId> sources, bool weighted) {
  Expected expected(graph);
  SerialBrandes brandes(graph, weighted);
  for (const VertexId source : sources) brandes.add_dependencies(source, expected);
  const auto are_finite = [](const std::vector<double>& scores) {
    return std::ranges::all_of(scores, [](double score) { return std::isfinite(score); });
  };
  if (!are_finite(expected.of_vertices) || !are_finite(expected.of_arcs)) return std::nullopt;
  return expected;
}

bool is_near(double score, double expected) {
  return std::abs(score - expected) <= relative_tolerance * expected + absolute_tolerance;
}

Verdict compare(const Graph& graph, std::span<const double> scores, const std::vector<double>& expected) {
  return first_problem(graph.num_vertices(), [&](VertexId v) -> std::string {
    if (is_near(scores[v], expected[v])) return {};
    return fmt::format("vertex {} has centrality {:.9g}, expected {:.9g}", graph.name(v), scores[v], expected[v]);
  });
}

/// Level-synchronous searches that only sum up how far they get.
class DistanceSums {
 public:
  explicit DistanceSums(const Graph& graph) : graph_(graph), last_search_(graph.num_vertices(), 0) {}

  /// The sum of d(source, t) - 1 over the t != source that it reaches, which `reached` is set for.
  std::uint64_t inner_vertices(VertexId source, std::span<std::uint8_t> reached) {
    ++search_;
    last_search_[source] = search_;
    std::vector<VertexId> frontier{source};
    std::uint64_t sum = 0;
    for (std::uint64_t hops = 1; !frontier.empty(); ++hops) {
      frontier = next_level(frontier);
      sum += (hops - 1) * frontier.size();
      for (const VertexId v : frontier) reached[v] = 1;
    }
    return sum;
  }

 private:
  std::vector<VertexId> next_level(const std::vector<VertexId>& frontier) {
    const int threads = frontier.size() > worth_a_team ? default_threads() : 1;
    std::vector<std::vector<VertexId>> found(static_cast<std::size_t>(threads));
    parallel_chunks(frontier.size(), 64, threads, [&](std::size_t begin, std::size_t end, int thread) {
      std::vector<VertexId>& own = found[static_cast<std::size_t>(thread)];
      for (std::size_t i = begin; i < end; ++i) {
        for (const VertexId v : graph_.out.row(frontier[i])) {
          std::atomic_ref last(last_search_[v]);
          if (last.load(std::memory_order_relaxed) == search_) continue;
          if (last.exchange(search_, std::memory_order_relaxed) != search_) own.push_back(v);
        }
      }
    });
    std::vector<VertexId> next;
    for (const std::vector<VertexId>& own : found) next.insert(next.end(), own.begin(), own.end());
    return next;
  }

  const Graph& graph_;
  std::vector<std::uint64_t> last_search_;  // number of the search that reached a vertex last
  std::uint64_t search_ = 0;
};

/// Signs, and zeros where a vertex is no path's inner vertex for lack of arcs.
Verdict verify_signs(const Graph& graph, std::span<const double> scores) {
  return first_problem(graph.num_vertices(), [&](VertexId v) -> std::string {
    if (!(scores[v] >= 0) || std::isinf(scores[v])) {
      return fmt::format("vertex {} has centrality {}, expected a finite number of 0 or more", graph.name(v),
                         scores[v]);
    }
    if (scores[v] > 0 && (graph.out.degree(v) == 0 || graph.in.degree(v) == 0)) {
      return fmt::format("vertex {} has centrality {}, but no edges {}, expected 0", graph.name(v), scores[v],
                         graph.out.degree(v) == 0 ? "from it" : "to it");
    }
    return {};
  });
}

std::vector<VertexId> all_vertices(const Graph& graph) {
  std::vector<VertexId> vertices(graph.num_vertices());
  std::iota(vertices.begin(), vertices.end(), VertexId{0});
  return vertices;
}

/// Those given, or all vertices where there are none, and what is wrong with one of them.
std::pair<std::vector<VertexId>, std::string> checked_sources(const Graph& graph, std::span<const VertexId> sources) {
  for (const VertexId source : sources) {
    if (auto problem = source_problem(graph, source); !problem.empty()) return {{}, problem};
  }
  if (sources.empty()) return {all_vertices(graph), {}};
  return {{sources.begin(), sources.end()}, {}};
}

double visits_of(const Graph& graph, const std::vector<VertexId>& sources) {
  return static_cast<double>(sources.size()) *
         (static_cast<double>(graph.num_vertices()) + static_cast<double>(graph.num_arcs()));
}

/// What goes into a vertex along arcs, less what goes out: one for each other source that reaches it, and for a source
/// less one for each vertex that it reaches. Searches are bounded by what is affordable; beyond, signs alone are
/// checked.
Verdict verify_flows(const Graph& graph, const std::vector<VertexId>& sources, std::span<const double> scores) {
  std::vector<double> flow(graph.num_vertices());
  for (VertexId u = 0; u < graph.num_vertices(); ++u) {
    for (EdgeId e = graph.out.offsets[u]; e < graph.out.offsets[u + 1]; ++e) {
      const VertexId v = graph.out.neighbors[e];
      if (!(scores[e] >= 0) || std::isinf(scores[e])) {
        return {fmt::format("the arc from {} to {} has centrality {}, expected a finite number of 0 or more",
                            graph.name(u), graph.name(v), scores[e])};
      }
      flow[u] -= scores[e];
      flow[v] += scores[e];
    }
  }
  if (visits_of(graph, sources) > affordable_for_distances) return {};
  std::vector<double> expected(graph.num_vertices());
  DistanceSums searches(graph);
  std::vector<std::uint8_t> reached(graph.num_vertices());
  for (const VertexId source : sources) {
    std::ranges::fill(reached, std::uint8_t{0});
    static_cast<void>(searches.inner_vertices(source, reached));
    for (VertexId v = 0; v < graph.num_vertices(); ++v) expected[v] += reached[v];
    expected[source] -= static_cast<double>(std::ranges::count(reached, std::uint8_t{1}));
  }
  std::vector<double> all(graph.num_vertices());  // that goes through, which rounding is a part of
  for (VertexId u = 0; u < graph.num_vertices(); ++u) {
    for (EdgeId e = graph.out.offsets[u]; e < graph.out.offsets[u + 1]; ++e) {
      all[u] += scores[e];
      all[graph.out.neighbors[e]] += scores[e];
    }
  }
  return first_problem(graph.num_vertices(), [&](VertexId v) -> std::string {
    if (std::abs(flow[v] - expected[v]) <= relative_tolerance * all[v] + absolute_tolerance) return {};
    return fmt::format("of the paths that come to vertex {} along arcs, {:.9g} end there, expected {:.9g}",
                       graph.name(v), flow[v], expected[v]);
  });
}

}  // namespace

std::optional<Verdict> verify_betweenness_by_brandes(const Graph& graph, std::span<const VertexId> sources,
                                                     std::span<const double> scores) {
  const auto expected = expected_by_brandes(graph, sources, false);
  if (!expected) return std::nullopt;
  return compare(graph, scores, expected->of_vertices);
}

Verdict verify_betweenness_by_distances(const Graph& graph, std::span<const VertexId> sources,
                                        std::span<const double> scores) {
  if (Verdict verdict = verify_signs(graph, scores); !verdict.ok()) return verdict;
  std::vector<std::uint8_t> reached(graph.num_vertices());
  DistanceSums distances(graph);
  double expected = 0;
  for (const VertexId source : sources) expected += static_cast<double>(distances.inner_vertices(source, reached));

  const auto unreachable_problem = [&](VertexId v) -> std::string {
    if (scores[v] == 0 || reached[v] != 0) return {};
    return fmt::format("vertex {} has centrality {:.9g}, but no other source reaches it, expected 0", graph.name(v),
                       scores[v]);
  };
  if (Verdict verdict = first_problem(graph.num_vertices(), unreachable_problem); !verdict.ok()) return verdict;
  const double sum = std::reduce(scores.begin(), scores.end(), 0.0);
  if (std::abs(sum - expected) <= relative_tolerance * expected) return {};
  return {
      fmt::format("the centralities sum to {:.9g}, expected {:.9g}, the number of inner vertices of shortest paths "
                  "from {} sources",
                  sum, expected, sources.size())};
}

Verdict verify_betweenness(const Graph& graph, std::span<const VertexId> sources, std::span<const double> scores) {
  if (auto problem = size_problem(graph, "centralities", scores.size()); !problem.empty()) return {problem};
  const auto [every, problem] = checked_sources(graph, sources);
  if (!problem.empty()) return {problem};
  const double visits = visits_of(graph, every);
  if (visits <= affordable_for_brandes) {
    if (const auto verdict = verify_betweenness_by_brandes(graph, every, scores)) return *verdict;
  }
  if (visits <= affordable_for_distances) return verify_betweenness_by_distances(graph, every, scores);
  return verify_signs(graph, scores);
}

Verdict verify_weighted_betweenness(const Graph& graph, std::span<const VertexId> sources,
                                    std::span<const double> scores) {
  if (auto problem = size_problem(graph, "centralities", scores.size()); !problem.empty()) return {problem};
  const auto [every, problem] = checked_sources(graph, sources);
  if (!problem.empty()) return {problem};
  if (visits_of(graph, every) <= affordable_for_brandes) {
    if (const auto expected = expected_by_brandes(graph, every, true)) {
      return compare(graph, scores, expected->of_vertices);
    }
  }
  return verify_signs(graph, scores);
}

Verdict verify_edge_betweenness(const Graph& graph, std::span<const VertexId> sources, std::span<const double> scores,
                                bool weighted) {
  if (scores.size() != graph.num_arcs()) {
    return {fmt::format("there are {} centralities for {} arcs, expected one an arc", scores.size(), graph.num_arcs())};
  }
  const auto [every, problem] = checked_sources(graph, sources);
  if (!problem.empty()) return {problem};
  const bool affordable = visits_of(graph, every) <= affordable_for_brandes;
  const auto expected = affordable ? expected_by_brandes(graph, every, weighted) : std::nullopt;
  if (!expected) return verify_flows(graph, every, scores);
  return first_problem(graph.num_vertices(), [&](VertexId u) -> std::string {
    for (EdgeId e = graph.out.offsets[u]; e < graph.out.offsets[u + 1]; ++e) {
      if (is_near(scores[e], expected->of_arcs[e])) continue;
      return fmt::format("the arc from {} to {} has centrality {:.9g}, expected {:.9g}", graph.name(u),
                         graph.name(graph.out.neighbors[e]), scores[e], expected->of_arcs[e]);
    }
    return {};
  });
}

}  // namespace mg
