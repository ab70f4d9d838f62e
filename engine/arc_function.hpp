// What operators over arcs call: a function of an arc's two ends, and of its weight and its number where it asks.
#pragma once

#include <concepts>
#include <limits>

#include "engine/edge_function_parts.hpp"

namespace mg {

/// F asks for the number of an arc, which is its place among the graph's arcs: f(u, v, arc), or with weights
/// f(u, v, weight, arc).
template <class F>
concept TakesArcNumber = (NamesWeight<F> &&
                          requires(F f, VertexId v, WeightOf<F> w, EdgeId arc) { f(v, v, w, arc); }) ||
                         (!NamesWeight<F> && requires(F f, VertexId v, EdgeId arc) { f(v, v, arc); });

/// A function of arcs u->v: f(u, v), f(u, v, arc), and with `using Weight`: f(u, v, weight) or f(u, v, weight, arc).
/// The weights of a graph must be of that type: std::uint32_t or float.
template <class F>
concept ArcFunction = TakesArcNumber<F> ||(NamesWeight<F>&& requires(F f, VertexId v, WeightOf<F> w) { f(v, v, w); }) ||
                      (!NamesWeight<F> && requires(F f, VertexId v) { f(v, v); });

/// The places of a row that one call goes through where several share it: `first`, `first + stride`, and so on.
struct Share {
  std::uint32_t first;
  std::uint32_t stride;
};

namespace detail {
/// Whom a function that expands arcs may tell.
struct JoiningArcs {
  void add(VertexId, EdgeId) const {}
};
}  // namespace detail
/// A function that goes through rows for an arc and lets other arcs join a frontier: f(u, v, arc, share, next), which
/// is called once for each share of them, of one or more with the same stride, and calls next.add(w, other) for the arc
/// of number `other`, which w has. It has no weights.
template <class F>
concept ExpandsArcs = requires(F f, VertexId v, EdgeId arc, Share share, detail::JoiningArcs next) {
  f(v, v, arc, share, next);
};

/// Positions within a vertex's row, [first, last).
struct EdgeRanks {
  EdgeId first = 0;
  EdgeId last = std::numeric_limits<EdgeId>::max();
};

/// Calls f for arc number `arc` from u to v; `weights` is of all arcs, and null where f has none.
template <ArcFunction F>
decltype(auto) call_for_arc(F& f, VertexId u, VertexId v, EdgeId arc, const WeightOf<F>* weights) {
  if constexpr (NamesWeight<F> && TakesArcNumber<F>) {
    return f(u, v, weights[arc], arc);
  } else if constexpr (NamesWeight<F>) {
    return f(u, v, weights[arc]);
  } else if constexpr (TakesArcNumber<F>) {
    return f(u, v, arc);
  } else {
    return f(u, v);
  }
}

}  // namespace mg
