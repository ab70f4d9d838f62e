// Results of edges: a row for each that an algorithm names by its arc.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/error.hpp"
#include "engine/graph/graph.hpp"
#include "engine/result.hpp"

namespace mg {

/// Throws Error(wrong_use) for a directed graph that has arcs.
inline void check_undirected(const Graph& graph, std::string_view algorithm) {
  if (!graph.directed || graph.num_arcs() == 0) return;
  fail(ExitCode::wrong_use, "{} is of undirected graphs, and this one is directed: read it with --undirected",
       algorithm);
}

/// The edges of the simple undirected graph, each by the first arc from its smaller to its larger end. O(n + m).
[[nodiscard]] inline std::vector<EdgeId> edges_of(const Graph& graph) {
  std::vector<EdgeId> edges;
  for (VertexId u = 0; u < graph.num_vertices(); ++u) {
    const EdgeId begin = graph.out.offsets[u];
    for (EdgeId e = begin; e < graph.out.offsets[u + 1]; ++e) {
      const VertexId v = graph.out.neighbors[e];
      if (u < v && (e == begin || graph.out.neighbors[e - 1] != v)) edges.push_back(e);
    }
  }
  return edges;
}

/// A column of what arcs have, one entry an arc.
struct ArcColumn {
  std::string name;
  std::variant<Array<std::int32_t>, Array<std::uint32_t>, Array<float>, Array<double>> of_arcs;
};

/// A row for each of `arcs`: `source` and `target`, of an undirected edge the end that comes first in the order of the
/// file first, and what `columns` have of it. By source and target in that order. O(k log (k n)) for k arcs.
[[nodiscard]] inline Results edge_results(const Graph& graph, const std::vector<EdgeId>& arcs,
                                          const std::vector<ArcColumn>& columns) {
  struct Edge {
    VertexId source;  ///< in file order
    VertexId target;
    EdgeId arc;
    auto operator<=>(const Edge&) const = default;  // NOLINT(modernize-use-nullptr): it has none
  };
  std::vector<Edge> edges;
  for (const EdgeId arc : arcs) {
    Edge edge{graph.to_file(graph.out.row_of(arc)), graph.to_file(graph.out.neighbors[arc]), arc};
    if (!graph.directed && edge.target < edge.source) std::swap(edge.source, edge.target);
    edges.push_back(edge);
  }
  std::sort(edges.begin(), edges.end());
  const auto column = [&]<class T>(T, const auto& value) {
    auto values = Array<T>::uninitialized(edges.size());
    std::transform(edges.begin(), edges.end(), values.begin(), value);
    return values;
  };
  const auto end = [&](VertexId Edge::*side) {
    return column(VertexId{}, [&](const Edge& edge) { return graph.from_file(edge.*side); });
  };
  Results results{{"source", end(&Edge::source), ResultColumn::Meaning::vertex},
                  {"target", end(&Edge::target), ResultColumn::Meaning::vertex}};
  for (const ArcColumn& given : columns) {
    const auto values = [&]<class T>(const Array<T>& of_arcs) -> ResultValues {
      return column(T{}, [&](const Edge& edge) { return of_arcs[edge.arc]; });
    };
    results.push_back({given.name, std::visit(values, given.of_arcs)});
  }
  return results;
}

}  // namespace mg
