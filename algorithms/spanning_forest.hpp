// A spanning forest as a result, and what its algorithm samples of a graph.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/verify_spanning.hpp"
#include "engine/algorithm.hpp"
#include "engine/arc_lookup.hpp"
#include "engine/sampling.hpp"

namespace mg {

template <class W>
inline constexpr W heaviest_weight = std::numeric_limits<W>::has_infinity ? std::numeric_limits<W>::infinity()
                                                                          : std::numeric_limits<W>::max();

/// Edges are told apart by 32 bits of their arcs' numbers. Throws Error(no_resources) for a graph of more.
inline void check_keys(const Graph& graph) {
  constexpr EdgeId most_arcs = EdgeId{1} << 32;
  if (graph.num_arcs() <= most_arcs) return;
  fail(ExitCode::no_resources, "mst takes graphs of at most {} arcs, and this one has {}", most_arcs, graph.num_arcs());
}

/// A weight that few edges a vertex are as light as, by a sample; the heaviest where there are few anyway. The graph
/// has weights of that type.
template <class W>
[[nodiscard]] W light_weight(const Graph& graph) {
  constexpr std::uint64_t light_edges_per_vertex = 3;
  constexpr std::uint64_t samples = 1024;
  const Array<W>& weights = std::get<Array<W>>(graph.out.weights);
  const std::uint64_t light = light_edges_per_vertex * graph.num_vertices();
  if (light >= graph.num_edges()) return heaviest_weight<W>;
  std::vector<W> sample;
  for (std::uint64_t i = 0; i < samples; ++i) sample.push_back(weights[spread_position(i, weights.size())]);
  const auto place = static_cast<std::ptrdiff_t>(samples * light / graph.num_edges());
  std::nth_element(sample.begin(), sample.begin() + place, sample.end());
  return sample[static_cast<std::size_t>(place)];
}

/// Those of `arcs` that are some, in the order of their numbers.
[[nodiscard]] inline std::vector<EdgeId> arcs_of_forest(const Array<EdgeId>& arcs) {
  std::vector<EdgeId> found;
  std::copy_if(arcs.begin(), arcs.end(), std::back_inserter(found), [](EdgeId arc) { return arc != no_arc; });
  std::sort(found.begin(), found.end());
  return found;
}

/// The row that an arc is in. O(log n).
[[nodiscard]] inline VertexId source_of(const Graph& graph, EdgeId arc) {
  const auto after = std::upper_bound(graph.out.offsets.begin(), graph.out.offsets.end(), arc);
  return static_cast<VertexId>(after - graph.out.offsets.begin() - 1);
}

/// The edges as rows: of the two ends, the first one in the order of the file is the source, unless directions matter;
/// by source and target in that order.
[[nodiscard]] inline Results forest_results(const Graph& graph, const Array<EdgeId>& arcs) {
  struct Edge {
    VertexId source;  ///< in file order
    VertexId target;
    EdgeId arc;
    auto operator<=>(const Edge&) const = default;
  };
  std::vector<Edge> edges;
  for (const EdgeId arc : arcs_of_forest(arcs)) {
    Edge edge{graph.to_file(source_of(graph, arc)), graph.to_file(graph.out.neighbors[arc]), arc};
    if (!graph.directed && edge.target < edge.source) std::swap(edge.source, edge.target);
    edges.push_back(edge);
  }
  std::sort(edges.begin(), edges.end());
  const auto column = [&]<class T>(auto&& value) {
    auto values = Array<T>::uninitialized(edges.size());
    std::transform(edges.begin(), edges.end(), values.begin(), value);
    return values;
  };
  const auto source = [&](const Edge& edge) { return graph.from_file(edge.source); };
  const auto target = [&](const Edge& edge) { return graph.from_file(edge.target); };
  Results results{{"source", column.template operator()<VertexId>(source), ResultColumn::Meaning::vertex},
                  {"target", column.template operator()<VertexId>(target), ResultColumn::Meaning::vertex}};
  std::visit(
      [&](const auto& weights) {
        if constexpr (requires { weights[0]; }) {
          using W = std::remove_cvref_t<decltype(weights[0])>;
          const auto weight = [&](const Edge& edge) { return weights[edge.arc]; };
          results.push_back({"weight", column.template operator()<W>(weight)});
        }
      },
      graph.out.weights);
  return results;
}

/// Edges and their weight in all.
[[nodiscard]] inline Summary forest_summary(const Graph& graph, const Array<EdgeId>& arcs) {
  const std::vector<EdgeId> found = arcs_of_forest(arcs);
  const std::uint64_t trees = graph.num_vertices() - found.size();
  Summary summary{{"edges", found.size()}, {"trees", trees}};
  std::visit(
      [&](const auto& weights) {
        if constexpr (requires { weights[0]; }) {
          using W = std::remove_cvref_t<decltype(weights[0])>;
          std::conditional_t<std::is_floating_point_v<W>, double, std::uint64_t> weight = 0;
          for (const EdgeId arc : found) weight += weights[arc];
          summary.emplace_back("weight", weight);
        } else {
          summary.emplace_back("weight", std::uint64_t{0});
        }
      },
      graph.out.weights);
  return summary;
}

}  // namespace mg
