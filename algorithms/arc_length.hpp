// How long arcs are: as long as they weigh, or 1.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <variant>

#include "engine/graph/graph.hpp"

namespace mg {

template <class Length>
[[nodiscard]] Length arc_length(const Adjacency& adjacency, EdgeId arc, bool weighted) {
  if (!weighted) return 1;
  if (const auto* whole = std::get_if<Array<std::uint32_t>>(&adjacency.weights)) {
    return static_cast<Length>((*whole)[arc]);
  }
  return static_cast<Length>(std::get<Array<float>>(adjacency.weights)[arc]);
}

/// Of the arcs from u to v, of which there is one at least.
template <class Length>
[[nodiscard]] Length shortest_arc(const Graph& graph, VertexId u, VertexId v, bool weighted) {
  const auto row = graph.out.row(u);
  const auto [first, last] = std::equal_range(row.begin(), row.end(), v);
  Length shortest = std::numeric_limits<Length>::max();
  for (auto at = first; at != last; ++at) {
    const EdgeId arc = graph.out.offsets[u] + static_cast<EdgeId>(at - row.begin());
    shortest = std::min(shortest, arc_length<Length>(graph.out, arc, weighted));
  }
  return shortest;
}

}  // namespace mg
