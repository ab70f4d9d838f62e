// Weights that are lengths of shortest paths of which there are finitely many.
#pragma once

#include <string_view>

#include "engine/error.hpp"
#include "engine/graph/required_weights.hpp"

namespace mg {

/// Throws Error as require_weights() does, and Error(bad_input) for the first edge that weighs 0: between vertices that
/// such edges join there would be endlessly many paths of the same length. O(m) the first time.
inline void require_lengths(const Graph& graph, std::string_view algorithm) {
  require_weights(graph, algorithm);
  const EdgeId edge = graph.facts->first_not_positive(graph.out.weights);
  if (edge == graph.num_arcs()) return;
  fail(ExitCode::bad_input,
       "{} counts shortest paths by weights above 0, and the edge from '{}' to '{}' weighs 0: give such edges a small "
       "weight, join their ends, or leave weights aside with weighted=false",
       algorithm, graph.name(graph.out.row_of(edge)), graph.name(graph.out.neighbors[edge]));
}

}  // namespace mg
