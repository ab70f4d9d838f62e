#include "algorithms/verify/components.hpp"

#include <string>

#include "algorithms/first_problem.hpp"
#include "algorithms/verify/disjoint_sets.hpp"

namespace mg {
namespace {

void unite_neighbors(const Graph& graph, DisjointSets& sets) {
  for_vertices(graph.num_vertices(), [&](VertexId u) {
    for (const VertexId v : graph.out.row(u)) sets.unite(u, v);
  });
}

}  // namespace

Verdict verify_components(const Graph& graph, std::span<const VertexId> labels) {
  if (auto problem = size_problem(graph, "labels", labels.size()); !problem.empty()) return {problem};

  DisjointSets sets(graph);
  unite_neighbors(graph, sets);
  return first_problem(graph.num_vertices(), [&](VertexId v) -> std::string {
    const VertexId expected = sets.find(v);
    const VertexId label = labels[v];
    if (label == expected) return {};
    const bool connected = label < graph.num_vertices() && sets.find(label) == expected;
    return fmt::format(
        "vertex {} is labelled {}, which {}, expected {}", graph.name(v), describe_vertex(graph, label),
        connected ? "is not the first vertex of its component in the file's order" : "is not in its component",
        graph.name(expected));
  });
}

}  // namespace mg
