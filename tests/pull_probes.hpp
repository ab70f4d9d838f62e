// Edge functions that pulls on a GPU may take short cuts for, with results that a test knows. Compiled for CPUs and for
// GPUs, as those of any algorithm are.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/algorithm.hpp"

namespace mg::probe {

/// What a vertex offers is worth less along heavier arcs: with Min it grows by the weight, with Max it shrinks. Nobody
/// offers anything better than `best`. Picky ones have all the optional members besides.
template <class Op, class V, class W, bool picky>
struct Worsen {
  using Value = V;
  using Combine = Op;
  using Weight = W;
  static constexpr bool is_picky = picky;
  const V* offers;
  V* cells;
  std::uint32_t* updates;
  V best;

  [[nodiscard]] Value message(VertexId source, Weight weight) const { return worse(offers[source], weight); }
  [[nodiscard]] bool reaches(Weight weight, Value held) const { return Op::combine(held, worse(best, weight)) != held; }
  [[nodiscard]] Value& cell(VertexId v) { return cells[v]; }
  [[nodiscard]] bool wants(VertexId v) const requires picky { return v % 5 != 0; }
  [[nodiscard]] bool sends(VertexId u) const requires picky { return u % 3 != 1; }
  [[nodiscard]] bool update(VertexId v, Value) requires picky {
    updates[v] += 1;
    return joins(v);
  }
  [[nodiscard]] static bool joins(VertexId v) { return !picky || v % 2 == 0; }

  [[nodiscard]] static V worse(V offered, W weight) {
    if constexpr (std::is_same_v<Op, Min>) return offered + static_cast<V>(weight);
    if constexpr (std::is_unsigned_v<V>) return offered > weight ? offered - weight : 0;
    return offered - static_cast<V>(weight);
  }
};

/// Counts the messages that are asked for; an arc's is one more than its weight.
struct CountAsked {
  using Value = std::uint32_t;
  using Combine = Min;
  using Weight = std::uint32_t;
  std::uint32_t* cells;
  std::uint32_t* asked;

  [[nodiscard]] Value message(VertexId, Weight weight) const {
    atomic_add(*asked, 1U);
    return weight + 1;
  }
  [[nodiscard]] bool reaches(Weight weight, Value held) const { return weight + 1 < held; }
  [[nodiscard]] Value& cell(VertexId v) { return cells[v]; }
};

/// The first who sends becomes the parent. Update counts its calls, and lets all join but multiples of 11.
template <bool promises, bool even_only = false>
struct Adopt {
  using Value = VertexId;
  using Combine = Any;
  static constexpr bool takes_once = promises;
  VertexId* parents;
  std::uint32_t* updates;

  [[nodiscard]] Value message(VertexId source) const { return even_only && source % 2 != 0 ? no_vertex : source; }
  [[nodiscard]] Value& cell(VertexId v) { return parents[v]; }
  [[nodiscard]] bool update(VertexId v, Value) {
    updates[v] += 1;
    return joins(v);
  }
  [[nodiscard]] static bool joins(VertexId v) { return v % 11 != 0; }
};

/// The same along arcs of odd weights, from those that send.
struct AdoptByWeight {
  using Value = VertexId;
  using Combine = Any;
  using Weight = std::uint32_t;
  static constexpr bool takes_once = true;
  VertexId* parents;
  std::uint32_t* updates;

  [[nodiscard]] Value message(VertexId source, Weight weight) const { return weight % 2 != 0 ? source : no_vertex; }
  [[nodiscard]] bool sends(VertexId u) const { return u % 3 != 1; }
  [[nodiscard]] Value& cell(VertexId v) { return parents[v]; }
  [[nodiscard]] bool update(VertexId v, Value) {
    updates[v] += 1;
    return true;
  }
};

}  // namespace mg::probe
