#include "algorithms/verify_components.hpp"

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/first_problem.hpp"

namespace mg {
namespace {

/// Disjoint sets of vertices. A root always gives way to one that comes before it in the file's order, so the root of a
/// set is its first vertex whatever the order in which threads unite.
class DisjointSets {
 public:
  explicit DisjointSets(const Graph& graph) : graph_(graph), above_(graph.num_vertices()) {
    for (VertexId v = 0; v < graph.num_vertices(); ++v) above_[v] = v;
  }

  /// The root of v's set. Halves the path on the way: any ancestor is a right value for above_[v].
  VertexId find(VertexId v) {
    for (;;) {
      const VertexId parent = load(v);
      if (parent == v) return v;
      const VertexId grandparent = load(parent);
      if (grandparent != parent) std::atomic_ref(above_[v]).store(grandparent, std::memory_order_relaxed);
      v = grandparent;
    }
  }

  void unite(VertexId u, VertexId v) {
    for (;;) {
      u = find(u);
      v = find(v);
      if (u == v) return;
      if (graph_.to_file(u) < graph_.to_file(v)) std::swap(u, v);
      VertexId root = u;
      if (std::atomic_ref(above_[u]).compare_exchange_strong(root, v, std::memory_order_relaxed)) return;
    }
  }

 private:
  [[nodiscard]] VertexId load(VertexId v) { return std::atomic_ref(above_[v]).load(std::memory_order_relaxed); }

  const Graph& graph_;
  std::vector<VertexId> above_;
};

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
