// Searches by the weights of a graph of networkx's, and the order of its edges by them.
#include <algorithm>
#include <numeric>
#include <queue>
#include <tuple>
#include <type_traits>

#include "networkx_rows.hpp"

namespace mg::python {

template <class Number>
DijkstraTree<Number> search_by_distance(const NetworkxRows& rows, std::span<const VertexId> sources, double cutoff,
                                        std::optional<VertexId> target, FoundPool& pool,
                                        const std::atomic<bool>& stop) {
  struct Seen {
    Number distance;
    std::uint32_t parent;  // a position in the tree
    bool settled;
  };
  using Entry = std::tuple<Number, std::uint64_t, VertexId>;  // networkx's own: ties by the order of being pushed
  const auto& weights = std::get<std::vector<Number>>(rows.weights);
  Borrowed found(pool, rows.num_vertices());
  std::vector<Seen> seen;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> fringe;
  std::uint64_t pushed = 0;
  DijkstraTree<Number> tree;
  for (const VertexId source : sources) {
    if (found->contains(source)) continue;
    found->add(source, static_cast<std::uint32_t>(seen.size()));
    seen.push_back({0, no_parent, false});
    fringe.emplace(0, pushed++, source);
  }
  while (!fringe.empty()) {
    const auto [distance, number, v] = fringe.top();
    fringe.pop();
    Seen& own = seen[found->at(v)];
    if (own.settled) continue;
    own.settled = true;
    if ((tree.vertices.size() & 0xFFF) == 0) end_if_asked(stop);
    const auto at = static_cast<std::uint32_t>(tree.vertices.size());
    tree.vertices.push_back(v);
    tree.parents.push_back(own.parent);
    tree.distances.push_back(distance);
    if (v == target) break;
    for (EdgeId e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
      const VertexId u = rows.targets[e];
      const Number further = distance + weights[e];
      if (static_cast<double>(further) > cutoff) continue;
      if (!found->contains(u)) {
        found->add(u, static_cast<std::uint32_t>(seen.size()));
        seen.push_back({further, at, false});
      } else if (Seen& other = seen[found->at(u)]; !other.settled && further < other.distance) {
        other = {further, at, false};
      } else {
        continue;
      }
      fringe.emplace(further, pushed++, u);
    }
  }
  return tree;
}

template DijkstraTree<std::int64_t> search_by_distance(const NetworkxRows&, std::span<const VertexId>, double,
                                                       std::optional<VertexId>, FoundPool&, const std::atomic<bool>&);
template DijkstraTree<double> search_by_distance(const NetworkxRows&, std::span<const VertexId>, double,
                                                 std::optional<VertexId>, FoundPool&, const std::atomic<bool>&);

namespace {

/// One of the two sides of a search by weights that ends where both have settled a vertex.
template <class Number>
class HalfDijkstra {
 public:
  HalfDijkstra(const NetworkxRows& rows, VertexId start, FoundPool& pool)
      : rows_(rows), weights_(std::get<std::vector<Number>>(rows.weights)), found_(pool, rows.num_vertices()) {
    see(start, 0, no_parent);
  }

  [[nodiscard]] bool is_empty() const { return fringe_.empty(); }
  [[nodiscard]] bool has_settled(VertexId v) const { return found_->contains(v) && seen_[found_->at(v)].settled; }
  /// How far the nearest way so far is.
  [[nodiscard]] std::optional<Number> distance(VertexId v) const {
    return found_->contains(v) ? std::optional(seen_[found_->at(v)].distance) : std::nullopt;
  }
  /// The nearest that waits, settled; nothing where it had been settled before.
  [[nodiscard]] std::optional<VertexId> settle_next() {
    const VertexId v = std::get<2>(fringe_.top());
    fringe_.pop();
    if (has_settled(v)) return std::nullopt;
    seen_[found_->at(v)].settled = true;
    return v;
  }
  /// Calls f(w, distance) for each w to which there is a nearer way by v, which is settled.
  template <class F>
  void relax(VertexId v, F&& f) {
    const std::uint32_t from = found_->at(v);
    for (EdgeId e = rows_.offsets[v]; e < rows_.offsets[v + 1]; ++e) {
      const VertexId w = rows_.targets[e];
      const Number further = seen_[from].distance + weights_[e];
      const auto known = distance(w);
      if (has_settled(w) || (known && *known <= further)) continue;
      see(w, further, from);
      f(w, further);
    }
  }
  /// From `v` to where this half began.
  [[nodiscard]] std::vector<VertexId> path_from(VertexId v) const {
    std::vector<VertexId> path;
    for (std::uint32_t at = found_->at(v); at != no_parent; at = seen_[at].parent) path.push_back(seen_[at].vertex);
    return path;
  }

 private:
  struct Seen {
    VertexId vertex;
    std::uint32_t parent;  // a position in seen_
    Number distance;
    bool settled;
  };
  using Entry = std::tuple<Number, std::uint64_t, VertexId>;  // of equally near ones, the first that was pushed

  void see(VertexId v, Number distance, std::uint32_t parent) {
    if (!found_->contains(v)) {
      found_->add(v, static_cast<std::uint32_t>(seen_.size()));
      seen_.emplace_back();
    }
    seen_[found_->at(v)] = {v, parent, distance, false};
    fringe_.emplace(distance, pushed_++, v);
  }

  const NetworkxRows& rows_;
  const std::vector<Number>& weights_;
  Borrowed found_;
  std::vector<Seen> seen_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> fringe_;
  std::uint64_t pushed_ = 0;
};

}  // namespace

template <class Number>
std::optional<LightestPath<Number>> lightest_path_from_both_ends(const NetworkxRows& out, const NetworkxRows& in,
                                                                 VertexId source, VertexId target, FoundPool& pool,
                                                                 const std::atomic<bool>& stop) {
  HalfDijkstra<Number> forward(out, source, pool);
  HalfDijkstra<Number> backward(in, target, pool);
  std::optional<Number> lightest;
  VertexId meeting = source;
  HalfDijkstra<Number>* half = &forward;
  HalfDijkstra<Number>* other = &backward;
  for (std::uint64_t steps = 0; !half->is_empty() && !other->is_empty(); std::swap(half, other), ++steps) {
    if ((steps & 0xFFF) == 0) end_if_asked(stop);
    const auto v = half->settle_next();
    if (!v) continue;
    if (other->has_settled(*v)) {
      LightestPath<Number> path{forward.path_from(meeting), *lightest};
      std::ranges::reverse(path.vertices);
      const std::vector<VertexId> rest = backward.path_from(meeting);
      path.vertices.insert(path.vertices.end(), rest.begin() + 1, rest.end());
      return path;
    }
    half->relax(*v, [&](VertexId w, Number distance) {
      const auto rest = other->distance(w);
      if (!rest || (lightest && *lightest <= distance + *rest)) return;
      lightest = distance + *rest;
      meeting = w;
    });
  }
  return std::nullopt;
}

template std::optional<LightestPath<std::int64_t>> lightest_path_from_both_ends(const NetworkxRows&,
                                                                                const NetworkxRows&, VertexId, VertexId,
                                                                                FoundPool&, const std::atomic<bool>&);
template std::optional<LightestPath<double>> lightest_path_from_both_ends(const NetworkxRows&, const NetworkxRows&,
                                                                          VertexId, VertexId, FoundPool&,
                                                                          const std::atomic<bool>&);

Adjacency ranked_edges(const NetworkxRows& rows, bool descending) {
  std::vector<EdgeId> edges;
  auto offsets = Array<EdgeId>::uninitialized(rows.offsets.size());
  offsets[0] = 0;
  for (VertexId u = 0; u < rows.num_vertices(); ++u) {
    for (EdgeId e = rows.offsets[u]; e < rows.offsets[u + 1]; ++e) {
      if (u <= rows.targets[e]) edges.push_back(e);
    }
    offsets[u + 1] = edges.size();
  }
  std::vector<std::uint32_t> order(edges.size());
  std::iota(order.begin(), order.end(), 0U);
  std::visit(
      [&]<class W>(const W& weights) {
        if constexpr (!std::is_same_v<W, std::monostate>) {
          std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
            return descending ? weights[edges[b]] < weights[edges[a]] : weights[edges[a]] < weights[edges[b]];
          });
        }
      },
      rows.weights);
  auto targets = Array<VertexId>::uninitialized(edges.size());
  auto ranks = Array<std::uint32_t>::uninitialized(edges.size());
  for (std::uint32_t place = 0; place < order.size(); ++place) ranks[order[place]] = place;
  for (std::size_t i = 0; i < edges.size(); ++i) targets[i] = rows.targets[edges[i]];
  return {std::move(offsets), std::move(targets), std::move(ranks)};
}

}  // namespace mg::python
