#include "algorithms/path_between.hpp"

#include <algorithm>
#include <array>
#include <limits>

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
    mark();
    if ((is_on_[ends_.source] & ahead) == 0) return {};
    std::vector<VertexId> parents(graph_.num_vertices(), no_vertex);
    parents[ends_.source] = ends_.source;
    std::vector<VertexId> level{ends_.source};
    while (!level.empty() && parents[ends_.target] == no_vertex) level = next_level(level, parents);
    VertexPath<Length> way;
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

  /// Marks the vertices at which the searches meet, and from there all on shortest paths to either end.
  void mark() {
    Distance best = nowhere;
    const VertexId n = graph_.num_vertices();
    const auto sum = [this](VertexId v) {
      const bool is_met = known(ahead, v) != nowhere && known(back, v) != nowhere;
      return is_met ? known(ahead, v) + known(back, v) : nowhere;
    };
    for (VertexId v = 0; v < n; ++v) best = std::min(best, sum(v));
    if (best == nowhere) return;
    std::vector<VertexId> met;
    for (VertexId v = 0; v < n; ++v) {
      if (sum(v) == best) met.push_back(v);
    }
    grow(ahead, met, graph_.in);
    grow(back, met, graph_.out);
  }
  /// Marks all from which `by` came to `found`, in the end.
  void grow(std::uint8_t by, std::vector<VertexId> found, const Adjacency& adjacency) {
    for (const VertexId v : found) is_on_[v] |= by;
    while (!found.empty()) {
      const VertexId v = found.back();
      found.pop_back();
      for (EdgeId arc = adjacency.offsets[v]; arc < adjacency.offsets[v + 1]; ++arc) {
        const VertexId u = adjacency.neighbors[arc];
        if ((is_on_[u] & by) != 0 || !leads(by, u, arc_length<Length>(adjacency, arc, ends_.weighted), v)) continue;
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
      for (EdgeId arc = graph_.out.offsets[u]; arc < graph_.out.offsets[u + 1]; ++arc) {
        const VertexId v = graph_.out.neighbors[arc];
        if (parents[v] != no_vertex) continue;
        const Length length = arc_length<Length>(graph_.out, arc, ends_.weighted);
        const bool is_ahead = (is_on_[u] & is_on_[v] & ahead) != 0 && leads(ahead, u, length, v);
        const bool is_back = (is_on_[u] & is_on_[v] & back) != 0 && leads(back, v, length, u);
        if (!is_ahead && !is_back) continue;
        parents[v] = u;
        next.push_back(v);
      }
    }
    std::sort(next.begin(), next.end(),
              [this](VertexId a, VertexId b) { return graph_.to_file(a) < graph_.to_file(b); });
    return next;
  }

  const Graph& graph_;
  PathEnds ends_;
  std::array<Distances, 2> known_;
  std::vector<std::uint8_t> is_on_;
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
