#include "algorithms/verify/coloring.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "algorithms/first_problem.hpp"

namespace mg {
namespace {

EdgeId arcs_at(const Graph& graph, VertexId v) {
  return graph.out.degree(v) + (graph.directed ? graph.in.degree(v) : 0);
}

/// Calls f for the neighbors of v other than itself.
template <class F>
void for_neighbors(const Graph& graph, VertexId v, F&& f) {
  for (const Adjacency* rows : {&graph.out, &graph.in}) {
    for (const VertexId u : rows->row(v)) {
      if (u != v) f(u);
    }
    if (!graph.directed) return;
  }
}

}  // namespace

Verdict verify_coloring(const Graph& graph, std::span<const std::int32_t> colors) {
  if (auto problem = size_problem(graph, "colors", colors.size()); !problem.empty()) return {problem};
  return first_problem(graph.num_vertices(), [&](VertexId v) -> std::string {
    const std::int32_t own = colors[v];
    if (own < 0) return fmt::format("vertex {} has no color", graph.name(v));
    if (static_cast<EdgeId>(own) > arcs_at(graph, v)) {
      return fmt::format("vertex {} has the color {}, but only {} neighbors", graph.name(v), own, arcs_at(graph, v));
    }
    std::string problem;
    std::vector<bool> has(static_cast<std::size_t>(own));
    for_neighbors(graph, v, [&](VertexId u) {
      if (colors[u] == own) {
        problem = fmt::format("vertices {} and {} are neighbors, and both have the color {}", graph.name(v),
                              graph.name(u), own);
      }
      if (colors[u] >= 0 && colors[u] < own) has[static_cast<std::size_t>(colors[u])] = true;
    });
    if (!problem.empty()) return problem;
    const auto free = std::find(has.begin(), has.end(), false);
    if (free == has.end()) return {};
    return fmt::format("vertex {} has the color {}, but {} is free", graph.name(v), own, free - has.begin());
  });
}

}  // namespace mg
