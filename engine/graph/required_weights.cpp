#include "engine/graph/required_weights.hpp"

#include <cmath>

#include "engine/error.hpp"

namespace mg {

void require_weights(const Graph& graph, std::string_view algorithm) {
  if (graph.num_arcs() == 0) return;
  if (graph.weight_type() == WeightType::none) {
    fail(ExitCode::wrong_use,
         "{} needs edge weights and the graph has none: prepare it with --weights unit (every edge 1) or --weights "
         "random:LO:HI:SEED",
         algorithm);
  }
  const auto* weights = std::get_if<Array<float>>(&graph.out.weights);
  if (weights == nullptr) return;  // unsigned ones are all usable
  const EdgeId edge = graph.facts->first_unusable(graph.out.weights);
  if (edge == weights->size()) return;
  fail(ExitCode::bad_input, "{} cannot take the weight {} of the edge from '{}' to '{}': weights must not be {}",
       algorithm, (*weights)[edge], graph.name(graph.out.row_of(edge)), graph.name(graph.out.neighbors[edge]),
       std::isnan((*weights)[edge]) ? "NaN" : "negative");
}

}  // namespace mg
