// Edge functions made for tests, in every form that the contract allows, and what a step with one must leave behind,
// found edge by edge.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/cpu/cpu_step.hpp"
#include "engine/edge_semantics.hpp"
#include "engine/graph/graph.hpp"

namespace mg {

/// Which of the optional members a probe has.
struct Members {
  bool wants = false;
  bool sends = false;
  bool update = false;
  bool ends = false;  ///< messages are of both ends of an arc
};

/// The sum with the weight, for any operator.
template <class Op, class W>
struct AddWeight {
  using Weight = W;
  template <class V>
  [[nodiscard]] V operator()(V sent, W weight) const {
    if (sent == Op::template identity<V>()) return sent;
    return static_cast<V>(sent + static_cast<V>(weight));
  }
};

template <class Op, class W, bool ends>
struct ProbeAlong {
  AddWeight<Op, W> along{};
};
template <class Op, class W>
struct ProbeAlong<Op, W, true> {
  using Weight = W;
};
template <class Op, bool ends>
struct ProbeAlong<Op, NoWeight, ends> {};
template <class Op>
struct ProbeAlong<Op, NoWeight, true> {};

/// Sends `states`, plus the weight where there is one, and a few more by the receiver's number where both ends are
/// asked for, and combines into `cells`. Vertices with an odd entry in `wanted` or `sending` want or send. Update
/// counts its calls and lets a vertex join by its number, with Sum by its total.
template <class Op, class V, class W, Members members>
struct Probe : ProbeAlong<Op, W, members.ends> {
  using Combine = Op;
  static constexpr Members has = members;

  const V* states = nullptr;
  V* cells = nullptr;
  const std::uint8_t* wanted = nullptr;
  const std::uint8_t* sending = nullptr;
  std::uint32_t* updates = nullptr;

  [[nodiscard]] V message(VertexId source) const requires(!members.ends) { return states[source]; }
  [[nodiscard]] V message(ArcEnds arc) const requires(members.ends&& std::is_same_v<W, NoWeight>) {
    const V state = states[arc.source];
    return state == Op::template identity<V>() ? state : static_cast<V>(state + static_cast<V>(arc.receiver % 5));
  }
  [[nodiscard]] V message(ArcEnds arc, W weight) const requires(members.ends && !std::is_same_v<W, NoWeight>) {
    return AddWeight<Op, W>()(static_cast<V>(states[arc.source] + static_cast<V>(arc.receiver % 5)), weight);
  }
  [[nodiscard]] V& cell(VertexId v) { return cells[v]; }
  [[nodiscard]] bool wants(VertexId v) const requires(members.wants) { return wanted[v] % 2 == 1; }
  [[nodiscard]] bool sends(VertexId u) const requires(members.sends) { return sending[u] % 2 == 1; }
  [[nodiscard]] bool update(VertexId v, V value) requires(members.update) {
    std::atomic_ref(updates[v]).fetch_add(1, std::memory_order_relaxed);
    return joins(v, value);
  }
  [[nodiscard]] static bool joins(VertexId v, V value) {
    return Op::idempotent ? v % 3 != 0 : static_cast<std::uint64_t>(value) % 3 != 0;
  }
};

/// What arrives at a vertex in one step, and what is left there.
template <class V>
struct Arrivals {
  std::vector<V> messages;
  V cell{};
  bool changed = false;
  bool joins = false;
};

template <class F>
[[nodiscard]] std::vector<Arrivals<ValueOf<F>>> expected_step(const F& f, const Graph& graph,
                                                              const std::vector<bool>& members, Side side) {
  using V = ValueOf<F>;
  const Adjacency& arcs = side == Side::out ? graph.out : graph.in;
  std::vector<Arrivals<V>> all(graph.num_vertices());
  for (VertexId u = 0; u < all.size(); ++u) {
    if (!members[u]) continue;
    if constexpr (HasSends<F>) {
      if (!f.sends(u)) continue;
    }
    for (EdgeId e = arcs.offsets[u]; e < arcs.offsets[u + 1]; ++e) {
      const VertexId v = arcs.neighbors[e];
      if (!is_wanted(f, v)) continue;
      if constexpr (is_weighted<F>) {
        all[v].messages.push_back(message_along(f, {u, v}, std::get<Array<WeightOf<F>>>(arcs.weights)[e]));
      } else {
        all[v].messages.push_back(message_along(f, ArcEnds{u, v}));
      }
    }
  }
  for (VertexId v = 0; v < all.size(); ++v) {
    Arrivals<V>& at = all[v];
    at.cell = f.cells[v];
    for (const V message : at.messages) at.cell = F::Combine::combine(at.cell, message);
    at.changed = at.cell != f.cells[v];
    at.joins = at.changed;
    if constexpr (HasUpdate<F>) at.joins = at.changed && F::joins(v, at.cell);
  }
  return all;
}

}  // namespace mg
