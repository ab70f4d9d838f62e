// What algorithms whose arcs have lengths ask of a graph.
#pragma once

#include <string_view>

#include "engine/graph/graph.hpp"

namespace mg {

/// Throws Error(wrong_use) where the graph has no weights, Error(bad_input) for the first weight that is negative or
/// NaN, naming the edge. O(arcs).
void require_weights(const Graph& graph, std::string_view algorithm);

}  // namespace mg
