#include "algorithms/path_between.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "algorithms/arc_length.hpp"
#include "engine/combine.hpp"

namespace mg {
namespace {

template <class Distance>
class ShortestPaths {
 public:
  using Length = LengthOf<Distance>;
  using Distances = std::span<const Distance>;

  ShortestPaths(const Graph& graph, const PathEnds& ends, Distances from_source, Distances to_target)
      : graph_(graph), ends_(ends), known_{from_source, to_target}, is_on_(graph.num_vertices(), 0) {}

  [[nodiscard]] VertexPath<Length> first() {
    find_arcs();
    std::vector<VertexId> parents(graph_.num_vertices(), no_vertex);
    parents[ends_.source] = ends_.source;
    std::vector<VertexId> level{ends_.source};
    while (!level.empty() && parents[ends_.target] == no_vertex) level = next_level(level, parents);
    VertexPath<Length> way;
    if (parents[ends_.target] == no_vertex) return way;
    for (VertexId v = ends_.target; v != ends_.source; v = parents[v]) way.vertices.push_back(v);
    way.vertices.push_back(ends_.source);
    std::reverse(way.vertices.begin(), way.vertices.end());
    way.distances.push_back(0);
    for (std::size_t i = 1; i < way.vertices.size(); ++i) {
      way.distances.push_back(way.distances.back() +
                              shortest_arc<Length>(graph_, way.vertices[i - 1], way.vertices[i], ends_.weighted));
    }
    return way;
  }

 private:
  static constexpr Distance nowhere = Min::identity<Distance>();
  /// By which search a vertex is known to be on a shortest path.
  static constexpr std::uint8_t ahead = 1;
  static constexpr std::uint8_t back = 2;

  [[nodiscard]] Distance known(std::uint8_t by, VertexId v) const { return known_[by == ahead ? 0 : 1][v]; }

  /// Whether `by` has reached v, or could have, over u and an arc of that length.
  [[nodiscard]] bool leads(std::uint8_t by, VertexId u, Length length, VertexId v) const {
    return known(by, u) != nowhere && known(by, v) != nowhere &&
           known(by, u) + static_cast<Distance>(length) <= known(by, v);
  }

  /// Finds where the searches meet, and from there all arcs of shortest paths from the one end and to the other.
  void find_arcs() {
    Distance best = nowhere;
    std::vector<VertexId> met;
    for (VertexId v = 0; v < graph_.num_vertices(); ++v) {
      if (known(ahead, v) == nowhere || known(back, v) == nowhere) continue;
      const Distance sum = known(ahead, v) + known(back, v);
      if (sum < best) met.clear();
      if (sum < best) best = sum;
      if (sum == best && best != nowhere) met.push_back(v);
    }
    grow(ahead, met);
    grow(back, met);
    std::sort(arcs_.begin(), arcs_.end());
  }
  /// Notes the arcs along which `by` came to `found` from its end, in the end. No path goes through an end.
  void grow(std::uint8_t by, std::vector<VertexId> found) {
    const Adjacency& adjacency = by == ahead ? graph_.in : graph_.out;
    const VertexId end = by == ahead ? ends_.source : ends_.target;
    for (const VertexId v : found) is_on_[v] |= by;
    while (!found.empty()) {
      const VertexId v = found.back();
      found.pop_back();
      if (v == end) continue;
      for (EdgeId arc = adjacency.offsets[v]; arc < adjacency.offsets[v + 1]; ++arc) {
        const VertexId u = adjacency.neighbors[arc];
        if (!leads(by, u, arc_length<Length>(adjacency, arc, ends_.weighted), v)) continue;
        arcs_.push_back(by == ahead ? Ends{u, v} : Ends{v, u});
        if ((is_on_[u] & by) != 0) continue;
        is_on_[u] |= by;
        found.push_back(u);
      }
    }
  }

  /// Those an arc further on shortest paths, in the order of the file; each has the first parent in that order.
  [[nodiscard]] std::vector<VertexId> next_level(const std::vector<VertexId>& level,
                                                 std::vector<VertexId>& parents) const {
    std::vector<VertexId> next;
    for (const VertexId u : level) {
      const auto [first, last] = std::equal_range(arcs_.begin(), arcs_.end(), Ends{u, 0},
                                                  [](const Ends& a, const Ends& b) { return a.first < b.first; });
      for (auto arc = first; arc != last; ++arc) {
        if (parents[arc->second] != no_vertex) continue;
        parents[arc->second] = u;
        next.push_back(arc->second);
      }
    }
    std::sort(next.begin(), next.end(),
              [this](VertexId a, VertexId b) { return graph_.to_file(a) < graph_.to_file(b); });
    return next;
  }

  using Ends = std::pair<VertexId, VertexId>;

  const Graph& graph_;
  PathEnds ends_;
  std::array<Distances, 2> known_;
  std::vector<std::uint8_t> is_on_;
  std::vector<Ends> arcs_ = {};  ///< of shortest paths, in order
};

}  // namespace

template <class Distance>
VertexPath<LengthOf<Distance>> path_between(const Graph& graph, const PathEnds& ends,
                                            std::span<const Distance> from_source,
                                            std::span<const Distance> to_target) {
  return ShortestPaths<Distance>(graph, ends, from_source, to_target).first();
}

template VertexPath<std::uint64_t> path_between(const Graph&, const PathEnds&, std::span<const std::uint32_t>,
                                                std::span<const std::uint32_t>);
template VertexPath<std::uint64_t> path_between(const Graph&, const PathEnds&, std::span<const std::uint64_t>,
                                                std::span<const std::uint64_t>);
template VertexPath<double> path_between(const Graph&, const PathEnds&, std::span<const double>,
                                         std::span<const double>);

}  // namespace mg
