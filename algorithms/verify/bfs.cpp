#include "algorithms/verify/bfs.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "algorithms/first_problem.hpp"

namespace mg {
namespace {

constexpr std::int32_t unreached = -1;

/// Levels that a search from `source` may have left.
struct Levels {
  const Graph& graph;
  VertexId source;
  std::span<const std::int32_t> of;

  [[nodiscard]] bool reached(VertexId v) const { return of[v] != unreached; }

  /// What is wrong with the arcs that leave u.
  [[nodiscard]] std::string arc_problem(VertexId u) const {
    if (!reached(u)) return {};
    for (const VertexId v : graph.out.row(u)) {
      if (!reached(v)) {
        return fmt::format("vertex {} has level -1 (unreached), but there is an edge {} -> {} and {} has level {}",
                           graph.name(v), graph.name(u), graph.name(v), graph.name(u), of[u]);
      }
      if (std::int64_t{of[v]} > std::int64_t{of[u]} + 1) {
        return fmt::format(
            "vertex {} has level {}, but there is an edge {} -> {} and {} has level {}, expected at most {}",
            graph.name(v), of[v], graph.name(u), graph.name(v), graph.name(u), of[u], std::int64_t{of[u]} + 1);
      }
    }
    return {};
  }
  /// What is wrong with v's level, whatever others have.
  [[nodiscard]] std::string range_problem(VertexId v) const {
    if (of[v] >= unreached) return {};
    return fmt::format("vertex {} has level {}, expected -1 or more", graph.name(v), of[v]);
  }
};

struct BfsResult {
  const Levels& levels;
  const Graph& graph;
  std::span<const VertexId> parents;

  /// What is wrong with v's level and parent.
  [[nodiscard]] std::string vertex_problem(VertexId v) const {
    if (auto problem = levels.range_problem(v); !problem.empty()) return problem;
    if (v == levels.source) return root_problem();
    if (!levels.reached(v)) {
      if (parents[v] == no_vertex) return {};
      return fmt::format("vertex {} has level -1 (unreached), but parent {}, expected parent -1", graph.name(v),
                         describe_vertex(graph, parents[v]));
    }
    return parent_problem(v);
  }

 private:
  [[nodiscard]] std::string root_problem() const {
    const VertexId source = levels.source;
    if (levels.of[source] == 0 && parents[source] == source) return {};
    return fmt::format("the source {} has level {} and parent {}, expected level 0 and itself as parent",
                       graph.name(source), levels.of[source], describe_vertex(graph, parents[source]));
  }

  [[nodiscard]] std::string parent_problem(VertexId v) const {
    const VertexId parent = parents[v];
    const std::int32_t level = levels.of[v];
    if (parent >= graph.num_vertices()) {
      return fmt::format("vertex {} has level {}, but parent {}, expected a vertex at level {}", graph.name(v), level,
                         describe_vertex(graph, parent), level - 1);
    }
    if (levels.of[parent] != level - 1 || !levels.reached(parent)) {
      return fmt::format("vertex {} has level {}, but its parent {} has level {}, expected {}", graph.name(v), level,
                         graph.name(parent), levels.of[parent], level - 1);
    }
    if (!std::ranges::binary_search(graph.out.row(parent), v)) {
      return fmt::format("vertex {} has parent {}, but there is no edge {} -> {}", graph.name(v), graph.name(parent),
                         graph.name(parent), graph.name(v));
    }
    return {};
  }
};

/// Whom an arc leads to from a vertex one level above. O(n + m), parallel.
std::vector<std::uint8_t> led_to(const Levels& levels) {
  std::vector<std::uint8_t> led(levels.of.size());
  for_vertices(levels.graph.num_vertices(), [&](VertexId u) {
    if (!levels.reached(u)) return;
    for (const VertexId v : levels.graph.out.row(u)) {
      if (levels.of[v] - 1 == levels.of[u]) std::atomic_ref(led[v]).store(1, std::memory_order_relaxed);
    }
  });
  return led;
}

/// What is wrong with the level of v, to which an arc leads from above or not.
std::string level_problem(const Levels& levels, VertexId v, bool is_led_to) {
  if (auto problem = levels.range_problem(v); !problem.empty()) return problem;
  if (v == levels.source) {
    if (levels.of[v] == 0) return {};
    return fmt::format("the source {} has level {}, expected 0", levels.graph.name(v), levels.of[v]);
  }
  if (!levels.reached(v) || is_led_to) return {};
  return fmt::format("vertex {} has level {}, but no edge leads to it from a vertex at level {}", levels.graph.name(v),
                     levels.of[v], levels.of[v] - 1);
}

}  // namespace

Verdict verify_bfs(const Graph& graph, VertexId source, std::span<const std::int32_t> levels,
                   std::span<const VertexId> parents) {
  if (auto problem = size_problem(graph, "levels", levels.size()); !problem.empty()) return {problem};
  if (auto problem = size_problem(graph, "parents", parents.size()); !problem.empty()) return {problem};
  if (auto problem = source_problem(graph, source); !problem.empty()) return {problem};

  const Levels all{graph, source, levels};
  const BfsResult result{all, graph, parents};
  const VertexId n = graph.num_vertices();
  if (Verdict verdict = first_problem(n, [&](VertexId v) { return result.vertex_problem(v); }); !verdict.ok()) {
    return verdict;
  }
  return first_problem(n, [&](VertexId u) { return all.arc_problem(u); });
}

Verdict verify_levels(const Graph& graph, VertexId source, std::span<const std::int32_t> levels) {
  if (auto problem = size_problem(graph, "levels", levels.size()); !problem.empty()) return {problem};
  if (auto problem = source_problem(graph, source); !problem.empty()) return {problem};

  const Levels all{graph, source, levels};
  const VertexId n = graph.num_vertices();
  const std::vector<std::uint8_t> led = led_to(all);
  if (Verdict verdict = first_problem(n, [&](VertexId v) { return level_problem(all, v, led[v] != 0); });
      !verdict.ok()) {
    return verdict;
  }
  return first_problem(n, [&](VertexId u) { return all.arc_problem(u); });
}

}  // namespace mg
