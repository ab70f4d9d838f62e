// Local clustering coefficients: how many of the pairs of a vertex's neighbors are neighbors themselves (Watts and
// Strogatz, "Collective dynamics of 'small-world' networks", Nature 1998; as LDBC Graphalytics defines it, VLDB 2016:
// neighbors in either direction, and of their ordered pairs those with an arc from one to the other).
#pragma once

#include <cstdint>

#include "engine/algorithm.hpp"
#include "engine/graph/arc_lookup.hpp"

namespace mg::lcc {

struct Clear {
  std::uint64_t* arcs;
  double* coefficients;
  void operator()(VertexId v) const {
    arcs[v] = 0;
    coefficients[v] = 0;
  }
};

/// Each corner of a triangle has the arcs between the other two among its neighbors.
struct Credit {
  Shared<std::uint64_t> arcs;
  ArcLookup lookup;
  bool directed;

  void operator()(VertexId u, VertexId v, VertexId w) const {
    arcs[u].add(between(v, w));
    arcs[v].add(between(u, w));
    arcs[w].add(between(u, v));
  }

 private:
  [[nodiscard]] std::uint64_t between(VertexId u, VertexId v) const {
    return directed ? (lookup.has(u, v) ? 1 : 0) + (lookup.has(v, u) ? 1 : 0) : 2;
  }
};

/// Yields the coefficient, too.
struct Score {
  const std::uint64_t* arcs;
  const std::uint32_t* degrees;
  double* coefficients;
  double operator()(VertexId v) const {
    const double degree = degrees[v];
    coefficients[v] = arcs[v] == 0 ? 0 : static_cast<double>(arcs[v]) / (degree * (degree - 1));
    return coefficients[v];
  }
};

}  // namespace mg::lcc

#ifndef MG_DEVICE_CODE

#include "algorithms/verify/clustering.hpp"
#include "engine/graph/oriented.hpp"

namespace mg {

class ClusteringCoefficients {
 public:
  static AlgorithmInfo info() {
    return {.name = "lcc",
            .summary = "local clustering coefficients: the share of a vertex's pairs of neighbors that are neighbors",
            .state_bytes_per_vertex =
                sizeof(std::uint64_t) + sizeof(std::uint32_t) + sizeof(double) + turned_bytes_per_vertex,
            .family = "cohesion",
            .cost = "O(m^1.5), and an atomic a corner; of directed graphs, 6 searches in rows a triangle",
            .literature = "Watts and Strogatz, Nature 1998; as LDBC Graphalytics, VLDB 2016",
            .state_bytes_per_arc = turned_bytes_per_arc};
  }

  ClusteringCoefficients(const Graph& graph, const Parameters&) : graph_(graph) {}

  template <class L>
  void run(L& loop) {
    std::uint64_t* const arcs = arcs_.on(loop);
    double* const coefficients = coefficients_.on(loop);
    loop.vertex_map(lcc::Clear{arcs, coefficients});
    triangles_ = 0;
    sum_ = 0;
    if (!loop.next_iteration()) return;
    degrees_ = State<std::uint32_t>(simple_degrees(graph_, loop.threads()));
    triangles_ = loop.triangle_map(lcc::Credit{arcs, loop.arcs(Side::out), graph_.directed});
    sum_ = loop.vertex_reduce(lcc::Score{arcs, degrees_.on(loop), coefficients});
  }

  [[nodiscard]] static ProgramSteps steps() { return {}; }

  [[nodiscard]] Results results() const { return {{"coefficient", coefficients_}}; }
  [[nodiscard]] Summary summary() const {
    const VertexId n = graph_.num_vertices();
    return {{"average", n == 0 ? 0.0 : sum_ / n}, {"triangles", triangles_}};
  }
  [[nodiscard]] Verdict validate() const { return verify_clustering(graph_, coefficients_.host().span()); }

 private:
  Graph graph_;
  State<std::uint64_t> arcs_{graph_.num_vertices()};
  State<std::uint32_t> degrees_;
  State<double> coefficients_{graph_.num_vertices()};
  std::uint64_t triangles_ = 0;
  double sum_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
