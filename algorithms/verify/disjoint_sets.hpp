// Sets of vertices that verifiers unite, on all threads.
#pragma once

#include <atomic>
#include <utility>
#include <vector>

#include "engine/graph/graph.hpp"

namespace mg {

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

}  // namespace mg
