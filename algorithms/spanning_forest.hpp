// A spanning forest as a result, and what its algorithm samples of a graph.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>
#include <variant>
#include <vector>

#include "algorithms/edge_results.hpp"
#include "algorithms/verify/spanning.hpp"
#include "engine/algorithm.hpp"
#include "engine/graph/sampling.hpp"

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

/// The edges as rows, with their weights.
[[nodiscard]] inline Results forest_results(const Graph& graph, const Array<EdgeId>& arcs) {
  std::vector<ArcColumn> columns;
  std::visit(
      [&](const auto& weights) {
        if constexpr (requires { weights[0]; }) columns.push_back({"weight", weights});
      },
      graph.out.weights);
  return edge_results(graph, arcs_of_forest(arcs), columns);
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
