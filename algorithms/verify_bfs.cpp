#include "algorithms/verify_bfs.hpp"

#include <algorithm>
#include <string>

#include "algorithms/first_problem.hpp"

namespace mg {
namespace {

constexpr std::int32_t unreached = -1;

struct BfsResult {
  const Graph& graph;
  VertexId source;
  std::span<const std::int32_t> levels;
  std::span<const VertexId> parents;

  [[nodiscard]] bool reached(VertexId v) const { return levels[v] != unreached; }

  /// What is wrong with v's level and parent.
  [[nodiscard]] std::string vertex_problem(VertexId v) const {
    if (levels[v] < unreached) {
      return fmt::format("vertex {} has level {}, expected -1 or more", graph.name(v), levels[v]);
    }
    if (v == source) return root_problem();
    if (!reached(v)) {
      if (parents[v] == no_vertex) return {};
      return fmt::format("vertex {} has level -1 (unreached), but parent {}, expected parent -1", graph.name(v),
                         describe_vertex(graph, parents[v]));
    }
    return parent_problem(v);
  }

  /// What is wrong with the arcs that leave u.
  [[nodiscard]] std::string arc_problem(VertexId u) const {
    if (!reached(u)) return {};
    for (const VertexId v : graph.out.row(u)) {
      if (!reached(v)) {
        return fmt::format("vertex {} has level -1 (unreached), but there is an edge {} -> {} and {} has level {}",
                           graph.name(v), graph.name(u), graph.name(v), graph.name(u), levels[u]);
      }
      if (std::int64_t{levels[v]} > std::int64_t{levels[u]} + 1) {
        return fmt::format(
            "vertex {} has level {}, but there is an edge {} -> {} and {} has level {}, expected at most {}",
            graph.name(v), levels[v], graph.name(u), graph.name(v), graph.name(u), levels[u],
            std::int64_t{levels[u]} + 1);
      }
    }
    return {};
  }

 private:
  [[nodiscard]] std::string root_problem() const {
    if (levels[source] == 0 && parents[source] == source) return {};
    return fmt::format("the source {} has level {} and parent {}, expected level 0 and itself as parent",
                       graph.name(source), levels[source], describe_vertex(graph, parents[source]));
  }

  [[nodiscard]] std::string parent_problem(VertexId v) const {
    const VertexId parent = parents[v];
    if (parent >= graph.num_vertices()) {
      return fmt::format("vertex {} has level {}, but parent {}, expected a vertex at level {}", graph.name(v),
                         levels[v], describe_vertex(graph, parent), levels[v] - 1);
    }
    if (levels[parent] != levels[v] - 1 || !reached(parent)) {
      return fmt::format("vertex {} has level {}, but its parent {} has level {}, expected {}", graph.name(v),
                         levels[v], graph.name(parent), levels[parent], levels[v] - 1);
    }
    if (!std::ranges::binary_search(graph.out.row(parent), v)) {
      return fmt::format("vertex {} has parent {}, but there is no edge {} -> {}", graph.name(v), graph.name(parent),
                         graph.name(parent), graph.name(v));
    }
    return {};
  }
};

}  // namespace

Verdict verify_bfs(const Graph& graph, VertexId source, std::span<const std::int32_t> levels,
                   std::span<const VertexId> parents) {
  if (auto problem = size_problem(graph, "levels", levels.size()); !problem.empty()) return {problem};
  if (auto problem = size_problem(graph, "parents", parents.size()); !problem.empty()) return {problem};
  if (auto problem = source_problem(graph, source); !problem.empty()) return {problem};

  const BfsResult result{graph, source, levels, parents};
  const VertexId n = graph.num_vertices();
  if (Verdict verdict = first_problem(n, [&](VertexId v) { return result.vertex_problem(v); }); !verdict.ok()) {
    return verdict;
  }
  return first_problem(n, [&](VertexId u) { return result.arc_problem(u); });
}

}  // namespace mg
