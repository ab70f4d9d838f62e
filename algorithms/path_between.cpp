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
    std::vector<Placed> tree{{ends_.source, 0}};
    is_on_[ends_.source] |= placed;
    for (std::size_t begin = 0; begin < tree.size() && !has(placed, ends_.target);) begin = add_level(tree, begin);
    VertexPath<Length> way;
    if (!has(placed, ends_.target)) return way;
    auto at = static_cast<std::size_t>(std::ranges::find(tree, ends_.target, &Placed::vertex) - tree.begin());
    for (; at != 0; at = tree[at].parent) way.vertices.push_back(tree[at].vertex);
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
  static constexpr std::uint8_t placed = 4;  ///< in the tree of the fewest arcs

  /// A vertex of that tree; `parent` is the place in it of the one before.
  struct Placed {
    VertexId vertex;
    std::size_t parent;
  };

  [[nodiscard]] bool has(std::uint8_t what, VertexId v) const { return (is_on_[v] & what) != 0; }
  [[nodiscard]] Distance known(std::uint8_t by, VertexId v) const { return known_[by == ahead ? 0 : 1][v]; }

  /// Whether `by` has reached v, or could have, over u and an arc of that length.
  [[nodiscard]] bool leads(std::uint8_t by, VertexId u, Length length, VertexId v) const {
    return known(by, u) != nowhere && known(by, v) != nowhere &&
           known(by, u) + static_cast<Distance>(length) <= known(by, v);
  }

  /// How long the shortest way over v is of which both searches know. Without a branch: which vertices they have
  /// reached is nothing that a core could foresee.
  [[nodiscard]] Distance way_over(VertexId v) const {
    const Distance from = known(ahead, v);
    const Distance to = known(back, v);
    if constexpr (std::is_floating_point_v<Distance>) return from + to;  // infinite where one of them is
    const bool is_known = static_cast<int>(from != nowhere) & static_cast<int>(to != nowhere);
    return is_known ? static_cast<Distance>(from + to) : nowhere;
  }
  /// The shortest way over any of [begin, end): several minima side by side, since each waits for the one before.
  [[nodiscard]] Distance shortest_way(VertexId begin, VertexId end) const {
    constexpr VertexId lanes = 8;
    std::array<Distance, lanes> nearest;
    nearest.fill(nowhere);
    for (; end - begin >= lanes; begin += lanes) {
      for (VertexId i = 0; i < lanes; ++i) nearest[i] = std::min(nearest[i], way_over(begin + i));
    }
    for (; begin < end; ++begin) nearest[0] = std::min(nearest[0], way_over(begin));
    return *std::ranges::min_element(nearest);
  }

  /// Finds where the searches meet, and from there all arcs of shortest paths from the one end and to the other.
  void find_arcs() {
    constexpr VertexId chunk = 1024;
    Distance best = nowhere;
    std::vector<VertexId> met;
    for (VertexId begin = 0, end = 0; begin < graph_.num_vertices(); begin = end) {
      end = begin + std::min(chunk, graph_.num_vertices() - begin);
      const Distance nearest = shortest_way(begin, end);
      if (nearest == nowhere || nearest > best) continue;
      if (nearest < best) met.clear();
      best = nearest;
      for (VertexId v = begin; v < end; ++v) {
        if (way_over(v) == best) met.push_back(v);
      }
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
        if (has(by, u)) continue;
        is_on_[u] |= by;
        found.push_back(u);
      }
    }
  }

  /// Adds those an arc further on shortest paths than the level that begins there, in the order of the file; each has
  /// the first parent in that order. Returns where they begin.
  [[nodiscard]] std::size_t add_level(std::vector<Placed>& tree, std::size_t begin) {
    const std::size_t end = tree.size();
    for (std::size_t at = begin; at < end; ++at) {
      const auto [first, last] = std::equal_range(arcs_.begin(), arcs_.end(), Ends{tree[at].vertex, 0},
                                                  [](const Ends& a, const Ends& b) { return a.first < b.first; });
      for (auto arc = first; arc != last; ++arc) {
        if (has(placed, arc->second)) continue;
        is_on_[arc->second] |= placed;
        tree.push_back({arc->second, at});
      }
    }
    std::sort(tree.begin() + static_cast<std::ptrdiff_t>(end), tree.end(),
              [this](const Placed& a, const Placed& b) { return graph_.to_file(a.vertex) < graph_.to_file(b.vertex); });
    return end;
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
