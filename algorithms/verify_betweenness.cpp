#include "algorithms/verify_betweenness.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "algorithms/first_problem.hpp"

namespace mg {
namespace {

constexpr double affordable_for_brandes = 2e8;
constexpr double affordable_for_distances = 2e10;
constexpr double relative_tolerance = 1e-6;
constexpr double absolute_tolerance = 1e-9;

/// Brandes' algorithm as published, one source at a time.
class SerialBrandes {
 public:
  explicit SerialBrandes(const Graph& graph)
      : graph_(graph),
        level_(graph.num_vertices(), unreached),
        paths_(graph.num_vertices()),
        dependency_(graph.num_vertices()) {}

  void add_dependencies(VertexId source, std::span<double> scores) {
    search(source);
    for (auto last = reached_.rbegin(); last != reached_.rend(); ++last) {
      const VertexId u = *last;
      long double dependency = 0;
      for (const VertexId v : graph_.out.row(u)) {
        if (level_[v] == level_[u] + 1) dependency += paths_[u] / paths_[v] * (1 + dependency_[v]);
      }
      dependency_[u] = dependency;
      if (u != source) scores[u] += static_cast<double>(dependency);
    }
    for (const VertexId v : reached_) level_[v] = unreached;
  }

 private:
  static constexpr VertexId unreached = no_vertex;

  /// Levels and numbers of shortest paths, and the reached vertices in the order of their levels.
  void search(VertexId source) {
    reached_.assign(1, source);
    level_[source] = 0;
    paths_[source] = 1;
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      const VertexId u = reached_[i];
      for (const VertexId v : graph_.out.row(u)) {
        if (level_[v] == unreached) {
          level_[v] = level_[u] + 1;
          paths_[v] = 0;
          reached_.push_back(v);
        }
        if (level_[v] == level_[u] + 1) paths_[v] += paths_[u];
      }
    }
  }

  const Graph& graph_;
  std::vector<VertexId> level_;
  std::vector<long double> paths_;  // grids have more shortest paths than a double can count
  std::vector<long double> dependency_;
  std::vector<VertexId> reached_;
};

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
    const int threads = frontier.size() > worth_a_team ? omp_get_max_threads() : 1;
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

}  // namespace

std::optional<Verdict> verify_betweenness_by_brandes(const Graph& graph, std::span<const VertexId> sources,
                                                     std::span<const double> scores) {
  std::vector<double> expected(graph.num_vertices());
  SerialBrandes brandes(graph);
  for (const VertexId source : sources) brandes.add_dependencies(source, expected);
  if (!std::ranges::all_of(expected, [](double score) { return std::isfinite(score); })) return std::nullopt;
  return first_problem(graph.num_vertices(), [&](VertexId v) -> std::string {
    const double tolerance = relative_tolerance * expected[v] + absolute_tolerance;
    if (std::abs(scores[v] - expected[v]) <= tolerance) return {};
    return fmt::format("vertex {} has centrality {:.9g}, expected {:.9g}", graph.name(v), scores[v], expected[v]);
  });
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
  for (const VertexId source : sources) {
    if (auto problem = source_problem(graph, source); !problem.empty()) return {problem};
  }
  std::vector<VertexId> every;
  if (sources.empty()) sources = every = all_vertices(graph);

  const double visits_of_a_source = static_cast<double>(graph.num_vertices()) + static_cast<double>(graph.num_arcs());
  const double visits = static_cast<double>(sources.size()) * visits_of_a_source;
  if (visits <= affordable_for_brandes) {
    if (const auto verdict = verify_betweenness_by_brandes(graph, sources, scores)) return *verdict;
  }
  if (visits <= affordable_for_distances) return verify_betweenness_by_distances(graph, sources, scores);
  return verify_signs(graph, scores);
}

}  // namespace mg
