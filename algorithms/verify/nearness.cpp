#include "algorithms/verify/nearness.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "algorithms/first_problem.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/graph/sampling.hpp"

namespace mg {
namespace {

constexpr double affordable_visits = 3e7;
constexpr double tolerance = 1e-9;

/// The sources that reach a vertex, but for itself.
struct Reach {
  std::uint64_t sources = 0;
  std::uint64_t distance = 0;  ///< the sum over them
  double inverse = 0;          ///< the sum of 1 / distance
};

/// Searches against the arcs.
class BackwardSearches {
 public:
  BackwardSearches(const Graph& graph, const std::vector<bool>& is_source)
      : graph_(graph), is_source_(is_source), last_search_(graph.num_vertices()) {}

  Reach from(VertexId v) {
    Reach reach;
    found_.assign(1, v);
    last_search_[v] = ++search_;
    std::size_t next = 0;
    for (std::uint64_t distance = 1; next < found_.size(); ++distance) {
      for (const std::size_t end = found_.size(); next < end; ++next) {
        for (const VertexId u : graph_.in.row(found_[next])) {
          if (last_search_[u] == search_) continue;
          last_search_[u] = search_;
          found_.push_back(u);
          if (is_source_[u]) add(reach, distance);
        }
      }
    }
    return reach;
  }

 private:
  static void add(Reach& reach, std::uint64_t distance) {
    ++reach.sources;
    reach.distance += distance;
    reach.inverse += 1 / static_cast<double>(distance);
  }

  const Graph& graph_;
  const std::vector<bool>& is_source_;
  std::vector<std::uint64_t> last_search_;  // number of the search that found a vertex last
  std::uint64_t search_ = 0;
  std::vector<VertexId> found_;
};

/// Checks vertices by expected(reach, others), `others` being the number of sources but for the vertex.
template <class Expected>
Verdict verify_nearness(const Graph& graph, std::span<const VertexId> sources, std::span<const double> scores,
                        const Expected& expected) {
  const VertexId n = graph.num_vertices();
  if (auto problem = size_problem(graph, "centralities", scores.size()); !problem.empty()) return {problem};
  std::vector<bool> is_source(n, sources.empty());
  for (const VertexId source : sources) {
    if (auto problem = source_problem(graph, source); !problem.empty()) return {problem};
    is_source[source] = true;
  }
  if (n == 0) return {};
  const auto count = static_cast<std::uint64_t>(std::count(is_source.begin(), is_source.end(), true));
  const double visits = static_cast<double>(n) + static_cast<double>(graph.num_arcs());
  const auto checked = static_cast<std::size_t>(std::clamp(affordable_visits / visits, 1.0, static_cast<double>(n)));

  Verdict verdict;
  std::size_t offender = checked;
  std::mutex mutex;
  const int threads = n > worth_a_team ? default_threads() : 1;
  std::vector<BackwardSearches> searches(static_cast<std::size_t>(threads), BackwardSearches(graph, is_source));
  parallel_chunks(checked, 1, threads, [&](std::size_t begin, std::size_t end, int thread) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto v = static_cast<VertexId>(checked == n ? i : spread_position(i, n));
      const double right = expected(searches[static_cast<std::size_t>(thread)].from(v), count - is_source[v]);
      if (std::abs(scores[v] - right) <= tolerance * right) continue;
      const std::lock_guard lock(mutex);
      if (i >= offender) continue;
      offender = i;
      verdict.problem =
          fmt::format("vertex {} has centrality {:.9g}, expected {:.9g}", graph.name(v), scores[v], right);
    }
  });
  return verdict;
}

}  // namespace

Verdict verify_closeness(const Graph& graph, std::span<const VertexId> sources, std::span<const double> scores,
                         bool improved) {
  return verify_nearness(graph, sources, scores, [&](const Reach& reach, std::uint64_t others) {
    if (reach.sources == 0) return 0.0;
    const auto reached = static_cast<double>(reach.sources);
    const double nearness = reached / static_cast<double>(reach.distance);
    return improved ? nearness * reached / static_cast<double>(others) : nearness;
  });
}

Verdict verify_harmonic(const Graph& graph, std::span<const VertexId> sources, std::span<const double> scores,
                        bool normalised) {
  return verify_nearness(graph, sources, scores, [&](const Reach& reach, std::uint64_t others) {
    return normalised && others > 0 ? reach.inverse / static_cast<double>(others) : reach.inverse;
  });
}

}  // namespace mg
