#include "tests/oracle/betweenness.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

namespace oracle {
namespace {

constexpr double unreached = std::numeric_limits<double>::infinity();

using ArcScores = std::vector<std::vector<double>>;

std::vector<double> distances_from(const Graph& graph, std::size_t source) {
  std::vector<double> distance(graph.num_vertices(), unreached);
  std::priority_queue<std::pair<double, std::size_t>, std::vector<std::pair<double, std::size_t>>, std::greater<>>
      queue;
  distance[source] = 0;
  queue.push({0, source});
  while (!queue.empty()) {
    const auto [d, u] = queue.top();
    queue.pop();
    if (d > distance[u]) continue;
    for (const Arc& arc : graph.out[u]) {
      if (d + arc.weight >= distance[arc.target]) continue;
      distance[arc.target] = d + arc.weight;
      queue.push({distance[arc.target], arc.target});
    }
  }
  return distance;
}

/// Adds the dependencies on `source`.
void add_dependencies(const Graph& graph, std::size_t source, std::vector<double>& of_vertices, ArcScores& of_arcs) {
  const std::size_t n = graph.num_vertices();
  const auto distance = distances_from(graph, source);
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return distance[a] < distance[b]; });
  const auto is_shortest = [&](std::size_t u, const Arc& arc) {
    return distance[u] != unreached && u != arc.target && distance[u] + arc.weight == distance[arc.target];
  };
  std::vector<double> paths(n, 0);
  paths[source] = 1;
  for (const std::size_t u : order) {
    for (const Arc& arc : graph.out[u]) {
      if (is_shortest(u, arc)) paths[arc.target] += paths[u];
    }
  }
  std::vector<double> dependency(n, 0);
  for (auto last = order.rbegin(); last != order.rend(); ++last) {
    const std::size_t u = *last;
    for (std::size_t i = 0; i < graph.out[u].size(); ++i) {
      const Arc& arc = graph.out[u][i];
      if (!is_shortest(u, arc)) continue;
      const double share = paths[u] / paths[arc.target] * (1 + dependency[arc.target]);
      dependency[u] += share;
      of_arcs[u][i] += share;
    }
    if (u != source) of_vertices[u] += dependency[u];
  }
}

/// That of any arc back of the same weight: parallel ones are on as many paths.
double score_back(const Graph& graph, const ArcScores& of_arcs, std::size_t u, const Arc& arc) {
  const auto& row = graph.out[arc.target];
  const auto back = std::find_if(row.begin(), row.end(),
                                 [&](const Arc& other) { return other.target == u && other.weight == arc.weight; });
  return of_arcs[arc.target][static_cast<std::size_t>(back - row.begin())];
}

}  // namespace

Betweenness betweenness_along(const Graph& graph, std::vector<std::size_t> sources, bool weighted) {
  Graph along = graph;
  if (!weighted) {
    for (auto& row : along.out) {
      for (Arc& arc : row) arc.weight = 1;
    }
  }
  if (sources.empty()) {
    sources.resize(graph.num_vertices());
    std::iota(sources.begin(), sources.end(), std::size_t{0});
  }
  Betweenness result{std::vector<double>(graph.num_vertices()), {}};
  ArcScores of_arcs;
  for (const auto& row : along.out) of_arcs.emplace_back(row.size());
  for (const std::size_t source : sources) add_dependencies(along, source, result.of_vertices, of_arcs);
  for (std::size_t u = 0; u < along.out.size(); ++u) {
    for (std::size_t i = 0; i < along.out[u].size(); ++i) {
      const Arc& arc = along.out[u][i];
      if (!graph.directed && arc.target < u) continue;
      const bool has_back = !graph.directed && arc.target != u;
      result.of_edges.push_back({u, arc.target, of_arcs[u][i] + (has_back ? score_back(along, of_arcs, u, arc) : 0)});
    }
  }
  std::sort(result.of_edges.begin(), result.of_edges.end(), [](const EdgeScore& a, const EdgeScore& b) {
    return std::tie(a.first, a.second, a.score) < std::tie(b.first, b.second, b.score);
  });
  return result;
}

}  // namespace oracle
