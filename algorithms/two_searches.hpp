// Two searches that meet: one along arcs from a source, the other against them from a target. The one with the smaller
// frontier goes on, until what is nearest in both frontiers together is no nearer than the best way that has been found
// (Pohl, "Bi-directional search", Machine Intelligence 6, 1971).
//
// Where there are weights, a search takes whoever is nearer than a limit, round after round, and then moves the limit
// (the near and far piles of Davidson et al., "Work-efficient parallel GPU methods for single-source shortest paths",
// IPDPS 2014). Who is nearer is asked of distances and potentials, where there is a guide.
#pragma once

#include <cstdint>

#include "algorithms/path_guide.hpp"
#include "engine/algorithm.hpp"

namespace mg::path {

/// "Unreached" for a distance type.
template <class Distance>
inline constexpr Distance nowhere = Min::identity<Distance>();

/// Along arcs of length 1: all who reach a vertex first say the same.
struct Level {
  using Combine = First;
  std::uint32_t* distances;

  [[nodiscard]] std::uint32_t message(VertexId source) const { return distances[source] + 1; }
  [[nodiscard]] std::uint32_t& cell(VertexId v) { return distances[v]; }
};

/// Along weighted arcs: whoever gets nearer than the limit goes next, others wait.
template <class W, class Distance, class Potential>
struct Relax {
  using Combine = Min;
  Distance* distances;
  Distance limit;
  Potential potential;
  Plus<W> along;

  [[nodiscard]] Distance& cell(VertexId v) { return distances[v]; }
  [[nodiscard]] bool update(VertexId v, Distance combined) { return combined + potential(v) < limit; }
};

template <class Distance>
struct Begin {
  Distance* distances;
  VertexId end;
  void operator()(VertexId v) const { distances[v] = v == end ? 0 : nowhere<Distance>; }
};

/// Finds the nearest of a frontier, and the best way through one of its vertices.
template <class Distance, class Potential>
struct Look {
  const Distance* own;
  const Distance* other;
  Potential potential;
  Shared<Distance> nearest;
  Shared<Distance> best;

  void operator()(VertexId v) const {
    nearest[0].lower_to(own[v] + potential(v));
    if (other[v] != nowhere<Distance>) best[0].lower_to(own[v] + other[v]);
  }
};

/// Finds the nearest of those who wait.
template <class Distance, class Potential>
struct FindWaiting {
  const Distance* distances;
  Distance limit;
  Potential potential;
  Shared<Distance> nearest;
  void operator()(VertexId v) const {
    if (distances[v] == nowhere<Distance>) return;
    const Distance guided = distances[v] + potential(v);
    if (guided >= limit) nearest[0].lower_to(guided);
  }
};
template <class Distance, class Potential>
struct IsDue {
  const Distance* distances;
  Distance from;
  Distance to;
  Potential potential;
  bool operator()(VertexId v) const {
    if (distances[v] == nowhere<Distance>) return false;
    const Distance guided = distances[v] + potential(v);
    return guided >= from && guided < to;
  }
};

}  // namespace mg::path

#ifndef MG_DEVICE_CODE

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>

namespace mg {

/// Distances of 32 bits count arcs, those of 64 add up u32 weights and doubles f32 weights.
template <class Distance>
class TwoSearches {
 public:
  using Weight = std::conditional_t<std::is_floating_point_v<Distance>, float, std::uint32_t>;

  explicit TwoSearches(VertexId n) : distances_{State<Distance>(n), State<Distance>(n)}, potentials_(n) {}

  /// From the source, or to the target; the largest value where a search has not been.
  [[nodiscard]] Array<Distance> from_source() const { return distances_[0].host(); }
  [[nodiscard]] Array<Distance> to_target() const { return distances_[1].host(); }

  /// Searches from scratch, with weights by limits that are so far apart. Afterwards all shortest paths go through
  /// vertices that both have reached. O(n + m), and with weights O(n) for each move of a limit.
  template <class L>
  void run(L& loop, VertexId source, VertexId target, double width, PathGuide& guide) {
    width_ = width_of(width);
    if constexpr (has_weights) {
      if (guide.is_given()) {
        return search(loop, source, target, guide, guide.potential(loop, source, target, potentials_));
      }
    }
    search(loop, source, target, guide, path::NoPotential<Distance>{});
  }

 private:
  static constexpr bool has_weights = !std::is_same_v<Distance, std::uint32_t>;

  /// One of the two searches.
  template <class L, class Potential>
  struct Half {
    Side side;
    Distance* own;
    const Distance* other;
    Potential potential;
    typename L::Frontier frontier;
    Distance limit;        ///< who is nearer has been in a frontier, or is in this one
    Distance nearest = 0;  ///< of all who are still to be expanded, with its potential
  };

  template <class L, class Potential>
  void search(L& loop, VertexId source, VertexId target, const PathGuide& guide, const Potential& potential) {
    Distance* const from = distances_[0].on(loop);
    Distance* const to = distances_[1].on(loop);
    Distance* const noted = noted_.on(loop);
    loop.vertex_map(path::Begin<Distance>{from, source});
    loop.vertex_map(path::Begin<Distance>{to, target});
    loop.store(noted + 1, path::nowhere<Distance>);
    const Distance limit = potential.greatest + width_;
    Half<L, Potential> ahead{Side::out, from, to, potential, loop.single(source, Side::out), limit};
    Half<L, Potential> back{Side::in, to, from, potential.back(), loop.single(target, Side::in), limit};
    look(loop, ahead, noted);
    look(loop, back, noted);
    while (!ahead.frontier.empty() && !back.frontier.empty()) {
      const Distance best = loop.load(noted + 1);
      const Distance spare = potential.greatest + guide.doubt(best);
      if (best != path::nowhere<Distance> && is_over(ahead.nearest + back.nearest, best + spare)) break;
      if (!loop.next_iteration()) break;
      Half<L, Potential>& half = ahead.frontier.size() <= back.frontier.size() ? ahead : back;
      expand(loop, half);
      if (has_weights && half.frontier.empty()) move_limit(loop, half, noted);
      look(loop, half, noted);
    }
    loop.recycle(std::move(ahead.frontier));
    loop.recycle(std::move(back.frontier));
  }

  [[nodiscard]] static Distance width_of(double width) {
    if constexpr (std::is_floating_point_v<Distance>) return width;
    return static_cast<Distance>(std::clamp(width, 1.0, 1e9));
  }
  /// Where no arc is 0 long, all shortest paths are known as soon as the nearest come to the best.
  [[nodiscard]] static bool is_over(Distance nearest, Distance best) {
    return has_weights ? nearest > best : nearest >= best;
  }

  template <class L, class Potential>
  static void look(L& loop, Half<L, Potential>& half, Distance* noted) {
    if (half.frontier.empty()) return;
    loop.store(noted, path::nowhere<Distance>);
    loop.vertex_map(path::Look<Distance, Potential>{half.own, half.other, half.potential, noted, noted + 1},
                    half.frontier);
    half.nearest = loop.load(noted);
  }
  template <class L, class Potential>
  static void expand(L& loop, Half<L, Potential>& half) {
    if constexpr (has_weights) {
      const path::Relax<Weight, Distance, Potential> relax{half.own, half.limit, half.potential, {Flag(nullptr)}};
      loop.replace(half.frontier, loop.edge_map(relax, half.frontier, half.side));
    } else {
      loop.replace(half.frontier, loop.edge_map(path::Level{half.own}, half.frontier, half.side));
    }
  }
  /// Takes the next of those who wait, if any do. O(n).
  template <class L, class Potential>
  void move_limit(L& loop, Half<L, Potential>& half, Distance* noted) const {
    loop.store(noted, path::nowhere<Distance>);
    loop.vertex_map(path::FindWaiting<Distance, Potential>{half.own, half.limit, half.potential, noted});
    const Distance nearest = loop.load(noted);
    if (nearest == path::nowhere<Distance>) return;
    const Distance before = std::exchange(half.limit, std::max<Distance>(nearest + width_, above(nearest)));
    loop.replace(half.frontier,
                 loop.filter(path::IsDue<Distance, Potential>{half.own, before, half.limit, half.potential}));
  }
  /// The next larger number, for a width that is nothing beside it.
  [[nodiscard]] static Distance above(Distance distance) {
    if constexpr (std::is_floating_point_v<Distance>) return std::nextafter(distance, path::nowhere<Distance>);
    return distance + 1;
  }

  std::array<State<Distance>, 2> distances_;
  State<Distance> potentials_;
  Table<Distance> noted_{2};  ///< the nearest of a frontier, and the best way
  Distance width_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
