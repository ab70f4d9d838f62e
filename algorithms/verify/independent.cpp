#include "algorithms/verify/independent.hpp"

#include <string>

#include "algorithms/first_problem.hpp"

namespace mg {
namespace {

/// A neighbor in the set other than v itself; no_vertex where there is none.
VertexId neighbor_in_set(const Graph& graph, std::span<const std::uint32_t> members, VertexId v) {
  for (const Adjacency* rows : {&graph.out, &graph.in}) {
    for (const VertexId u : rows->row(v)) {
      if (u != v && members[u] == 1) return u;
    }
  }
  return no_vertex;
}

}  // namespace

Verdict verify_independent_set(const Graph& graph, std::span<const std::uint32_t> members) {
  if (auto problem = size_problem(graph, "members", members.size()); !problem.empty()) return {problem};
  return first_problem(graph.num_vertices(), [&](VertexId v) -> std::string {
    if (members[v] > 1) return fmt::format("vertex {} has the entry {}, expected 0 or 1", graph.name(v), members[v]);
    const VertexId neighbor = neighbor_in_set(graph, members, v);
    if (members[v] == 1 && neighbor != no_vertex) {
      return fmt::format("vertices {} and {} are in the set, and neighbors", graph.name(v), graph.name(neighbor));
    }
    if (members[v] == 0 && neighbor == no_vertex) {
      return fmt::format("vertex {} could be in the set: no neighbor of it is", graph.name(v));
    }
    return {};
  });
}

}  // namespace mg
