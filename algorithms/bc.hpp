// Betweenness centrality: how many of the shortest paths between others a vertex is on, by Brandes' dependency
// accumulation (J. Math. Sociology 2001) over one, some or all sources, along paths of fewest arcs or of least weight.
#pragma once

#include "algorithms/dependencies.hpp"

#ifndef MG_DEVICE_CODE

#include "algorithms/reached.hpp"
#include "algorithms/verify/betweenness.hpp"

namespace mg {

class Betweenness {
 public:
  static AlgorithmInfo info() {
    return {.name = "bc",
            .summary = "betweenness centrality (Brandes) from one source, a sample, or all vertices",
            .source = SourceUse::set,
            .weights = WeightUse::optional,
            .parameters = {{.name = "normalised",
                            .type = ParameterSpec::Type::flag,
                            .fallback = "false",
                            .help = "divide by (n - 1)(n - 2), the number of ordered pairs of other vertices"},
                           bc::weighted_parameter()},
            .state_bytes_per_vertex = 5 * sizeof(double) + 5 * sizeof(std::uint32_t),  // with weights, and its history
            .family = "centrality",
            .cost = "O(n + m) a source; with weights also that of shortest paths",
            .literature = "Brandes, J. Math. Sociology 2001",
            .weighted_bytes_per_arc = 2 * sizeof(VertexId)};
  }

  Betweenness(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        normalised_(parameters.flag("normalised")),
        dependencies_(graph, parameters, "bc"),
        scores_(graph.num_vertices()) {}

  template <class L>
  void run(L& loop, std::span<const VertexId> sources) {
    loop.vertex_map(bc::ResetScore{scores_.on(loop)});
    dependencies_.add_up(loop, sources, {scores_.on(loop), nullptr});
  }

  [[nodiscard]] ProgramSteps steps(bool has_buckets) const { return dependencies_.steps(has_buckets); }

  [[nodiscard]] Results results() const {
    return {{"centrality", [this] {
               Array<double> scaled = Array<double>::copy_of(scores_.host().span());
               for (double& score : scaled) score *= scale();
               return scaled;
             }}};
  }
  [[nodiscard]] Summary summary() const {
    return {{"max", largest_of(scores_.host()) * scale()}, {"sources", std::uint64_t{dependencies_.sources().size()}}};
  }
  [[nodiscard]] Verdict validate() const {
    const auto verify = dependencies_.weighted() ? verify_weighted_betweenness : verify_betweenness;
    return verify(graph_, dependencies_.sources(), scores_.host().span());
  }

 private:
  [[nodiscard]] double scale() const {
    const double n = graph_.num_vertices();
    return normalised_ && n > 2 ? 1 / ((n - 1) * (n - 2)) : 1;
  }

  Graph graph_;
  bool normalised_;
  bc::Dependencies dependencies_;
  State<double> scores_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
