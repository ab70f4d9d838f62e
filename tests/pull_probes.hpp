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
  using Combine = Op;
  static constexpr bool is_picky = picky;

  /// Along an arc.
  struct Worse {
    using Weight = W;
    V best;
    [[nodiscard]] V operator()(V offered, W weight) const {
      if constexpr (std::is_same_v<Op, Min>) return offered + static_cast<V>(weight);
      if constexpr (std::is_unsigned_v<V>) return offered > weight ? offered - weight : 0;
      return offered - static_cast<V>(weight);
    }
    [[nodiscard]] bool reaches(W weight, V held) const { return Op::combine(held, (*this)(best, weight)) != held; }
  };

  const V* offers;
  V* cells;
  std::uint32_t* updates;
  Worse along;

  [[nodiscard]] V message(VertexId source) const { return offers[source]; }
  [[nodiscard]] V& cell(VertexId v) { return cells[v]; }
  [[nodiscard]] bool wants(VertexId v) const requires picky { return v % 5 != 0; }
  [[nodiscard]] bool sends(VertexId u) const requires picky { return u % 3 != 1; }
  [[nodiscard]] bool update(VertexId v, V) requires picky {
    updates[v] += 1;
    return joins(v);
  }
  [[nodiscard]] static bool joins(VertexId v) { return !picky || v % 2 == 0; }
};

/// Counts the messages that are asked for; an arc's is one more than its weight.
struct CountAsked {
  using Combine = Min;

  struct OneMore {
    using Weight = std::uint32_t;
    std::uint32_t* asked;
    [[nodiscard]] std::uint32_t operator()(std::uint32_t, Weight weight) const {
      atomic_add(*asked, 1U);
      return weight + 1;
    }
    [[nodiscard]] static bool reaches(Weight weight, std::uint32_t held) { return weight + 1 < held; }
  };

  std::uint32_t* cells;
  OneMore along;

  [[nodiscard]] std::uint32_t& cell(VertexId v) { return cells[v]; }
};

/// The first who sends becomes the parent. Update counts its calls, and lets all join but multiples of 11.
template <bool once, bool even_only = false>
struct Adopt {
  using Combine = std::conditional_t<once, First, Any>;
  VertexId* parents;
  std::uint32_t* updates;

  [[nodiscard]] VertexId message(VertexId source) const { return even_only && source % 2 != 0 ? no_vertex : source; }
  [[nodiscard]] VertexId& cell(VertexId v) { return parents[v]; }
  [[nodiscard]] bool update(VertexId v, VertexId) {
    updates[v] += 1;
    return joins(v);
  }
  [[nodiscard]] static bool joins(VertexId v) { return v % 11 != 0; }
};

/// The same along arcs of odd weights, from those that send.
struct AdoptByWeight {
  using Combine = First;
  using Weight = std::uint32_t;
  VertexId* parents;
  std::uint32_t* updates;

  [[nodiscard]] VertexId message(VertexId source, Weight weight) const { return weight % 2 != 0 ? source : no_vertex; }
  [[nodiscard]] bool sends(VertexId u) const { return u % 3 != 1; }
  [[nodiscard]] VertexId& cell(VertexId v) { return parents[v]; }
  [[nodiscard]] bool update(VertexId v, VertexId) {
    updates[v] += 1;
    return true;
  }
};

}  // namespace mg::probe
