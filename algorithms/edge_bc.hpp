// Betweenness centrality of edges: how many of the shortest paths between vertices an edge is on (Girvan and Newman,
// PNAS 2002), by the shares of Brandes' dependencies that go along each arc (Brandes, "On variants of shortest-path
// betweenness centrality and their generic computation", Social Networks 2008, section 3.5).
#pragma once

#include "algorithms/dependencies.hpp"

#ifndef MG_DEVICE_CODE

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/edge_results.hpp"
#include "algorithms/verify/betweenness.hpp"

namespace mg {

class EdgeBetweenness {
 public:
  static AlgorithmInfo info() {
    return {.name = "edge-bc",
            .summary = "betweenness centrality of edges, from one source, a sample, or all vertices",
            .source = SourceUse::set,
            .weights = WeightUse::optional,
            .parameters = {{.name = "normalised",
                            .type = ParameterSpec::Type::flag,
                            .fallback = "false",
                            .help = "divide by n (n - 1), the number of ordered pairs of vertices"},
                           bc::weighted_parameter()},
            .state_bytes_per_vertex = 5 * sizeof(double) + 5 * sizeof(std::uint32_t),  // with weights, and its history
            .family = "centrality",
            .cost = "O(n + m) a source; with weights also that of shortest paths",
            .literature = "Girvan and Newman, PNAS 2002; Brandes, Social Networks 2008",
            .rows = Rows::edges,
            .state_bytes_per_arc = sizeof(double),
            .weighted_bytes_per_arc = 2 * sizeof(VertexId)};
  }

  EdgeBetweenness(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        normalised_(parameters.flag("normalised")),
        dependencies_(graph, parameters, "edge-bc"),
        of_vertices_(graph.num_vertices()),
        of_arcs_(graph.num_arcs()) {}

  template <class L>
  void run(L& loop, std::span<const VertexId> sources) {
    const bc::Scores scores{of_vertices_.on(loop), of_arcs_.on(loop)};
    loop.vertex_map(bc::ResetScore{scores.of_vertices});
    loop.edge_apply(bc::ResetArc{scores.of_arcs});
    dependencies_.add_up(loop, sources, scores);
  }

  [[nodiscard]] ProgramSteps steps(bool has_buckets) const { return dependencies_.steps(has_buckets); }

  /// Of an undirected edge, paths along it in both directions.
  [[nodiscard]] Results results() const { return edge_results(graph_, rows(), {{"centrality", of_edges()}}); }
  [[nodiscard]] Summary summary() const {
    const Array<double> scores = of_edges();
    const double most = scores.empty() ? 0 : *std::max_element(scores.begin(), scores.end());
    return {{"max", most}, {"sources", std::uint64_t{dependencies_.sources().size()}}};
  }
  [[nodiscard]] Verdict validate() const {
    return verify_edge_betweenness(graph_, dependencies_.sources(), of_arcs_.host().span(), dependencies_.weighted());
  }

 private:
  /// The arcs that stand for edges: all of a directed graph, and of others those that do not go to a smaller vertex.
  [[nodiscard]] std::vector<EdgeId> rows() const {
    std::vector<EdgeId> arcs;
    for (VertexId u = 0; u < graph_.num_vertices(); ++u) {
      for (EdgeId e = graph_.out.offsets[u]; e < graph_.out.offsets[u + 1]; ++e) {
        if (graph_.directed || u <= graph_.out.neighbors[e]) arcs.push_back(e);
      }
    }
    return arcs;
  }

  /// By arc: what it has, and what the arc back has where the graph is undirected.
  [[nodiscard]] Array<double> of_edges() const {
    const double n = graph_.num_vertices();
    const double scale = normalised_ && n > 1 ? 1 / (n * (n - 1)) : 1;
    const Array<double> scores = of_arcs_.host();
    auto sums = Array<double>::copy_of(scores.span());
    for (VertexId u = 0; u < graph_.num_vertices(); ++u) {
      for (EdgeId e = graph_.out.offsets[u]; e < graph_.out.offsets[u + 1]; ++e) {
        if (!graph_.directed && u != graph_.out.neighbors[e]) sums[e] += scores[arc_back(u, e)];
        sums[e] *= scale;
      }
    }
    return sums;
  }

  /// An arc of the same ends and weight as arc e of u's row, in the other direction. Parallel ones are on as many
  /// paths.
  [[nodiscard]] EdgeId arc_back(VertexId u, EdgeId e) const {
    const auto row = graph_.out.row(graph_.out.neighbors[e]);
    const EdgeId begin = graph_.out.offsets[graph_.out.neighbors[e]];
    EdgeId back = begin + static_cast<EdgeId>(std::lower_bound(row.begin(), row.end(), u) - row.begin());
    std::visit(
        [&](const auto& weights) {
          if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(weights)>, std::monostate>) {
            while (weights[back] != weights[e]) ++back;
          }
        },
        graph_.out.weights);
    return back;
  }

  Graph graph_;
  bool normalised_;
  bc::Dependencies dependencies_;
  State<double> of_vertices_;
  Table<double> of_arcs_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
