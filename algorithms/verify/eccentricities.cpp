#include "algorithms/verify/eccentricities.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "algorithms/first_problem.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/graph/sampling.hpp"

namespace mg {
namespace {

constexpr double affordable_visits = 3e7;
constexpr std::uint32_t unbounded = 0xffffffff;

/// Searches that ignore directions.
class Searches {
 public:
  explicit Searches(const Graph& graph) : graph_(graph), last_search_(graph.num_vertices()) {}

  /// The distance of the farthest vertex that v is connected with.
  std::uint32_t eccentricity(VertexId v) {
    found_.assign(1, v);
    last_search_[v] = ++search_;
    std::uint32_t distance = 0;
    for (std::size_t next = 0;; ++distance) {
      const std::size_t end = found_.size();
      for (; next < end; ++next) {
        follow(graph_.out.row(found_[next]));
        if (graph_.directed) follow(graph_.in.row(found_[next]));
      }
      if (found_.size() == end) return distance;
    }
  }
  /// In the order in which the last search found them.
  [[nodiscard]] const std::vector<VertexId>& found() const { return found_; }

 private:
  void follow(std::span<const VertexId> row) {
    for (const VertexId u : row) {
      if (last_search_[u] == search_) continue;
      last_search_[u] = search_;
      found_.push_back(u);
    }
  }

  const Graph& graph_;
  std::vector<std::uint64_t> last_search_;  // number of the search that found a vertex last
  std::uint64_t search_ = 0;
  std::vector<VertexId> found_;
};

/// What can be seen without a search.
Verdict verify_alone(const Graph& graph, const EccentricityBounds& bounds, const std::vector<bool>& is_inside) {
  return first_problem(graph.num_vertices(), [&](VertexId v) -> std::string {
    const std::uint32_t low = bounds.at_least[v];
    const std::uint32_t high = bounds.at_most[v];
    if (!is_inside[v]) {
      if (low == 0 && high == unbounded) return {};
      return fmt::format("vertex {} is not connected with the source, but has bounds", graph.name(v));
    }
    if (low > high || high == unbounded) {
      return fmt::format("the eccentricity of vertex {} is said to be at least {} and at most {}", graph.name(v), low,
                         high);
    }
    for (const VertexId u : graph.out.row(v)) {
      for (const auto& [one, other] : {std::pair(u, v), std::pair(v, u)}) {
        if (bounds.at_least[one] <= std::uint64_t{bounds.at_most[other]} + 1) continue;
        return fmt::format(
            "vertices {} and {} are neighbors, whose eccentricities cannot be at least {} and at most {}",
            graph.name(one), graph.name(other), bounds.at_least[one], bounds.at_most[other]);
      }
    }
    return {};
  });
}

/// The vertices to search from.
std::vector<VertexId> to_search(const Graph& graph, std::vector<VertexId> inside, const EccentricityBounds& bounds) {
  const double visits = static_cast<double>(graph.num_vertices()) + 2 * static_cast<double>(graph.num_arcs());
  const auto affordable = static_cast<std::size_t>(std::max(affordable_visits / visits, 1.0));
  if (affordable >= inside.size()) return inside;
  std::vector<VertexId> drawn{*std::ranges::max_element(
      inside, [&](VertexId a, VertexId b) { return bounds.at_least[a] < bounds.at_least[b]; })};
  while (drawn.size() < affordable) drawn.push_back(inside[spread_position(drawn.size(), inside.size())]);
  return drawn;
}

}  // namespace

Verdict verify_eccentricities(const Graph& graph, VertexId source, const EccentricityBounds& bounds,
                              const DiameterBounds& diameter) {
  for (const auto& side : {bounds.at_least, bounds.at_most}) {
    if (auto problem = size_problem(graph, "bounds", side.size()); !problem.empty()) return {problem};
  }
  if (auto problem = source_problem(graph, source); !problem.empty()) return {problem};
  Searches searches(graph);
  static_cast<void>(searches.eccentricity(source));
  const std::vector<VertexId> inside = searches.found();
  std::vector<bool> is_inside(graph.num_vertices());
  for (const VertexId v : inside) is_inside[v] = true;
  if (Verdict verdict = verify_alone(graph, bounds, is_inside); !verdict.ok()) return verdict;

  const auto largest = [&](std::span<const std::uint32_t> of) {
    std::uint32_t most = 0;
    for (const VertexId v : inside) most = std::max(most, of[v]);
    return most;
  };
  if (diameter.at_least != largest(bounds.at_least) || diameter.at_most != largest(bounds.at_most)) {
    return {fmt::format("the diameter is said to be at least {} and at most {}, but the largest bounds are {} and {}",
                        diameter.at_least, diameter.at_most, largest(bounds.at_least), largest(bounds.at_most))};
  }
  const std::vector<VertexId> drawn = to_search(graph, inside, bounds);
  const int threads = graph.num_vertices() > worth_a_team ? default_threads() : 1;
  std::vector<Searches> own(static_cast<std::size_t>(threads), Searches(graph));
  std::vector<std::string> problems(drawn.size());
  parallel_chunks(drawn.size(), 1, threads, [&](std::size_t begin, std::size_t end, int thread) {
    for (std::size_t i = begin; i < end; ++i) {
      const VertexId v = drawn[i];
      const std::uint32_t right = own[static_cast<std::size_t>(thread)].eccentricity(v);
      if (bounds.at_least[v] <= right && right <= bounds.at_most[v]) continue;
      problems[i] = fmt::format("the eccentricity of vertex {} is said to be at least {} and at most {}, but is {}",
                                graph.name(v), bounds.at_least[v], bounds.at_most[v], right);
    }
  });
  const auto first = std::ranges::find_if(problems, [](const std::string& problem) { return !problem.empty(); });
  return first == problems.end() ? Verdict{} : Verdict{*first};
}

}  // namespace mg
