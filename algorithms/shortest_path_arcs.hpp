// The steps of Brandes' algorithm (J. Math. Sociology 2001) along paths of least weight: paths are counted, and what
// depends on them is added up, over the graph of arcs that are on shortest paths.
//
// Distances come first, as sssp has them. An arc is on a shortest path where its weight is the difference of its ends'
// distances, and these arcs have no circle, for weights are above 0. So vertices are taken in an order in which all
// predecessors of a vertex come before it, many at a time: whoever waits for no predecessor any more is next. What was
// next forward is taken from the last to the first backward.
//
// Distances are sums in doubles, from the source on, and are equal where these are: exactly, for whole weights up to
// distances of 2^53, and for floats whose sums a double can hold.
#pragma once

#include <cstdint>

#include "algorithms/brandes.hpp"
#include "algorithms/sssp.hpp"
#include "engine/algorithm.hpp"
#include "engine/graph/arc_lookup.hpp"

namespace mg::bc {

/// A number of paths, value * 2^(512 scale): they grow exponentially. `value` is below 2^256, and not below 2^-256
/// where scale is not 0.
struct PathNumber {
  double value;
  std::int32_t scale;
};
inline constexpr double up_a_scale = 0x1p-512;

[[nodiscard]] inline PathNumber sum(PathNumber a, PathNumber b) {
  const PathNumber& larger = a.scale < b.scale ? b : a;
  const PathNumber& smaller = a.scale < b.scale ? a : b;
  if (larger.scale - smaller.scale > 1) return larger;
  const double value = larger.value + (larger.scale == smaller.scale ? smaller.value : smaller.value * up_a_scale);
  return value < 0x1p256 ? PathNumber{value, larger.scale} : PathNumber{value * up_a_scale, larger.scale + 1};
}
/// Of a number and one that is not smaller.
[[nodiscard]] inline double ratio(PathNumber part, PathNumber whole) {
  if (whole.scale - part.scale > 1) return 0;
  return part.value / whole.value * (whole.scale == part.scale ? 1 : up_a_scale);
}

/// What is known of the shortest paths from a source.
struct ShortestPaths {
  const double* distances;
  PathNumber* numbers;
  double* dependencies;

  [[nodiscard]] bool is_reached(VertexId v) const { return distances[v] < sssp::unreached_distance<double>; }
  /// Whether an arc from u, which is reached, to v is on any.
  [[nodiscard]] bool lead(VertexId u, VertexId v, double weight) const {
    return distances[u] + weight == distances[v] && distances[u] < distances[v] && is_reached(v);
  }
  /// What an arc on them adds to the dependency of u.
  [[nodiscard]] double share(VertexId u, VertexId v) const {
    return ratio(numbers[u], numbers[v]) * (1 + dependencies[v]);
  }
};

/// The arcs on shortest paths, in the rows that they are in: those to followers in front, in their order, and those
/// from predecessors behind, against it.
struct PathArcs {
  ArcLookup out;
  ArcLookup in;
  VertexId* followers;     ///< as long as the arcs of `out`
  VertexId* predecessors;  ///< as long as those of `in`; the same where rows serve both directions
  std::uint32_t* num_followers;
  std::uint32_t* num_predecessors;

  /// Whether an arc is in a row of either direction, so that it is looked at once.
  [[nodiscard]] bool are_shared() const { return in.neighbors == out.neighbors; }

  template <class F>
  void for_followers(VertexId v, const F& f) const {
    const VertexId* const row = followers + out.begin(v);
    for (std::uint32_t i = 0; i < num_followers[v]; ++i) f(row[i]);
  }
  template <class F>
  void for_predecessors(VertexId v, const F& f) const {
    const VertexId* const last = predecessors + in.end(v) - 1;
    for (std::uint32_t i = 0; i < num_predecessors[v]; ++i) f(*(last - i));
  }
};

struct StartPaths {
  ShortestPaths paths;
  std::uint32_t* joined;
  Flag lost;
  VertexId source;
  void operator()(VertexId v) const {
    paths.dependencies[v] = 0;
    joined[v] = v == source ? 0 : Any::identity<std::uint32_t>();
    if (v == source) lost.lower();
  }
};

/// Finds the arcs of shortest paths to and from a vertex, which are few of those in its rows. Lengths are compared
/// first: which end of an arc is nearer no processor can predict.
struct FindArcs {
  ShortestPaths paths;
  PathArcs arcs;
  std::uint32_t* waits_for;  ///< how many arcs on shortest paths to a vertex have not been gone along
  Flag lost;                 ///< raised where a weight is so small that a distance does not grow by it

  void operator()(VertexId v) const {
    arcs.num_followers[v] = arcs.num_predecessors[v] = 0;
    if (paths.is_reached(v)) go_along_out(v);
    if (paths.is_reached(v) && !arcs.are_shared()) go_along_in(v);
    waits_for[v] = arcs.num_predecessors[v];
  }

 private:
  void go_along_out(VertexId v) const {
    const double* const distances = paths.distances;
    const double own = distances[v];
    const bool shared = arcs.are_shared();
    const ArcLookup out = arcs.out;
    const EdgeId end = out.end(v);
    for (EdgeId e = out.begin(v); e < end; ++e) {
      const VertexId w = out.neighbors[e];
      const double weight = out.weight(e);
      const double other = distances[w];
      if (own + weight == other) {
        if (own < other && paths.is_reached(w)) arcs.followers[out.begin(v) + arcs.num_followers[v]++] = w;
        if (own == other && v != w) lost.raise();
      } else if (shared && other + weight == own) {
        add_predecessor(v, w);
      }
    }
  }
  void go_along_in(VertexId v) const {
    for (EdgeId e = arcs.in.begin(v); e < arcs.in.end(v); ++e) {
      if (paths.lead(arcs.in.neighbors[e], v, arcs.in.weight(e))) add_predecessor(v, arcs.in.neighbors[e]);
    }
  }
  void add_predecessor(VertexId v, VertexId u) const {
    arcs.predecessors[arcs.in.end(v) - ++arcs.num_predecessors[v]] = u;
  }
};

/// Nobody waits for the arcs of a vertex any more, whose paths are counted.
struct Release {
  PathArcs arcs;
  Shared<std::uint32_t> waits_for;

  void operator()(VertexId u) const {
    arcs.for_followers(u, [this](VertexId v) { waits_for[v].add(0U - 1); });
  }
};
struct Begin {
  ShortestPaths paths;
  Release release;
  void operator()(VertexId source) const {
    paths.numbers[source] = {1, 0};
    release(source);
  }
};
/// The paths to a vertex are those to its predecessors.
struct CountAndRelease {
  ShortestPaths paths;
  Release release;

  void operator()(VertexId v) const {
    PathNumber number{0, 0};
    release.arcs.for_predecessors(v, [&](VertexId u) { number = sum(number, paths.numbers[u]); });
    paths.numbers[v] = number;
    release(v);
  }
};
/// Whoever waits for nobody is next.
struct JoinNext {
  using Combine = Any;
  ShortestPaths paths;
  const std::uint32_t* num_followers;
  const std::uint32_t* waits_for;
  std::uint32_t* joined;

  [[nodiscard]] bool sends(VertexId u) const { return num_followers[u] != 0; }
  [[nodiscard]] std::uint32_t message(VertexId) const { return 0; }
  [[nodiscard]] std::uint32_t& cell(VertexId v) { return joined[v]; }
  [[nodiscard]] bool wants(VertexId v) const {
    return Shared<std::uint32_t>(joined)[v] == Any::identity<std::uint32_t>() && waits_for[v] == 0 &&
           paths.is_reached(v);
  }
};
struct InOrder {
  JoinNext join;
  CountAndRelease count;
  template <class I>
  void operator()(I& iteration) const {
    iteration.edge_map(join);
    iteration.map_next(count);
  }
};

/// The dependency of v: the sum over its successors of their share of paths through v.
struct Depend {
  ShortestPaths paths;
  PathArcs arcs;
  double* scores;
  VertexId source;

  void operator()(VertexId v) const {
    double dependency = 0;
    arcs.for_followers(v, [&](VertexId w) { dependency += paths.share(v, w); });
    paths.dependencies[v] = dependency;
    if (v != source) scores[v] += dependency;
  }
};
struct AgainstOrder {
  Depend depend;
  template <class I>
  void operator()(I& iteration) const {
    iteration.vertex_map(depend);
  }
};

template <class W>
struct AddToWeightedArcs {
  using Weight = W;
  ShortestPaths paths;
  double* scores;

  [[nodiscard]] bool sends(VertexId u) const { return paths.is_reached(u); }
  void operator()(VertexId u, VertexId v, W weight, EdgeId arc) const {
    if (paths.lead(u, v, static_cast<double>(weight))) scores[arc] += paths.share(u, v);
  }
};

}  // namespace mg::bc
