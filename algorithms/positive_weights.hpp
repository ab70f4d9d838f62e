// Weights that are lengths of shortest paths of which there are finitely many.
#pragma once

#include <string_view>
#include <type_traits>
#include <variant>

#include "engine/algorithm.hpp"
#include "engine/error.hpp"
#include "engine/parallel.hpp"

namespace mg {

/// Throws Error as require_weights() does, and Error(bad_input) for the first edge that weighs 0: between vertices that
/// such edges join there would be endlessly many paths of the same length. O(m).
inline void require_lengths(const Graph& graph, std::string_view algorithm) {
  require_weights(graph, algorithm);
  std::visit(
      [&](const auto& weights) {
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(weights)>, std::monostate>) {
          const EdgeId edge =
              parallel_find(weights.size(), omp_get_max_threads(), [&](EdgeId e) { return !(weights[e] > 0); });
          if (edge == weights.size()) return;
          fail(
              ExitCode::bad_input,
              "{} counts shortest paths by weights above 0, and the edge from '{}' to '{}' weighs 0: give such edges a "
              "small weight, join their ends, or leave weights aside with weighted=false",
              algorithm, graph.name(graph.out.row_of(edge)), graph.name(graph.out.neighbors[edge]));
        }
      },
      graph.out.weights);
}

}  // namespace mg
