#include "algorithms/verify/path.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/arc_length.hpp"
#include "algorithms/first_problem.hpp"

namespace mg {
namespace {

template <class Length>
[[nodiscard]] bool agree(Length found, Length expected) {
  if constexpr (std::is_floating_point_v<Length>) {
    return found == expected || std::abs(found - expected) <= 1e-9 * std::max(std::abs(found), std::abs(expected));
  } else {
    return found == expected;
  }
}

/// The target's distance, the largest value where it has none.
template <class Length>
[[nodiscard]] Length shortest_length(const Graph& graph, const PathEnds& ends) {
  using Entry = std::pair<Length, VertexId>;
  constexpr Length unreached = std::numeric_limits<Length>::max();
  std::vector<Length> nearest(graph.num_vertices(), unreached);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> waiting;
  nearest[ends.source] = 0;
  waiting.emplace(0, ends.source);
  while (!waiting.empty()) {
    const auto [distance, u] = waiting.top();
    waiting.pop();
    if (u == ends.target) break;
    if (distance > nearest[u]) continue;
    for (EdgeId arc = graph.out.offsets[u]; arc < graph.out.offsets[u + 1]; ++arc) {
      const VertexId v = graph.out.neighbors[arc];
      const Length next = distance + arc_length<Length>(graph.out, arc, ends.weighted);
      if (next >= nearest[v]) continue;
      nearest[v] = next;
      waiting.emplace(next, v);
    }
  }
  return nearest[ends.target];
}

template <class Length>
[[nodiscard]] Verdict verify(const Graph& graph, const PathEnds& ends, std::span<const VertexId> vertices,
                             std::span<const Length> distances) {
  if (vertices.size() != distances.size()) {
    return {fmt::format("there are {} distances for {} vertices", distances.size(), vertices.size())};
  }
  for (const VertexId v : vertices) {
    if (v >= graph.num_vertices()) return {fmt::format("the path goes over {}", describe_vertex(graph, v))};
  }
  const Length shortest = shortest_length<Length>(graph, ends);
  if (vertices.empty()) {
    if (shortest == std::numeric_limits<Length>::max()) return {};
    return {fmt::format("there is no path, expected one of length {}", shortest)};
  }
  if (vertices.front() != ends.source || vertices.back() != ends.target || distances.front() != 0) {
    return {fmt::format("the path goes from {}, at the distance {}, to {}, expected from {} to {}",
                        graph.name(vertices.front()), distances.front(), graph.name(vertices.back()),
                        graph.name(ends.source), graph.name(ends.target))};
  }
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    const auto row = graph.out.row(vertices[i - 1]);
    if (!std::binary_search(row.begin(), row.end(), vertices[i])) {
      return {fmt::format("the path goes from {} to {}, and there is no such arc", graph.name(vertices[i - 1]),
                          graph.name(vertices[i]))};
    }
    const Length expected = distances[i - 1] + shortest_arc<Length>(graph, vertices[i - 1], vertices[i], ends.weighted);
    if (agree(distances[i], expected)) continue;
    return {fmt::format("{} is at the distance {}, expected {}", graph.name(vertices[i]), distances[i], expected)};
  }
  if (agree(distances.back(), shortest)) return {};
  return {fmt::format("the path is of length {}, and there is one of length {}", distances.back(), shortest)};
}

}  // namespace

Verdict verify_path(const Graph& graph, const PathEnds& ends, std::span<const VertexId> vertices,
                    std::span<const std::uint64_t> distances) {
  return verify(graph, ends, vertices, distances);
}
Verdict verify_path(const Graph& graph, const PathEnds& ends, std::span<const VertexId> vertices,
                    std::span<const double> distances) {
  return verify(graph, ends, vertices, distances);
}

}  // namespace mg
