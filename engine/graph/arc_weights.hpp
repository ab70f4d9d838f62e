// The weights of arcs in the type that a function of an algorithm takes.
#pragma once

#include <type_traits>
#include <variant>

#include "engine/edge_function_parts.hpp"
#include "engine/graph/graph.hpp"

namespace mg {

/// One weight an arc of `adjacency`, which has weights of that type; null for NoWeight.
template <class Weight>
[[nodiscard]] const Weight* weights_of(const Adjacency& adjacency) {
  if constexpr (std::is_same_v<Weight, NoWeight>) {
    return nullptr;
  } else {
    return std::get<Array<Weight>>(adjacency.weights).data();
  }
}

}  // namespace mg
