// What becomes of a value along a weighted arc. An edge function names its relation by a member `along`; what engines
// may conclude from it is said here.
#pragma once

#include <concepts>
#include <type_traits>

#include "engine/combine.hpp"
#include "engine/shared.hpp"

namespace mg {

/// R gives, of what a vertex sends and an arc's weight, what arrives. What the operator calls its identity, which is
/// nothing, stays so.
template <class R, class Value>
concept RelationOf = requires(const R relation, Value sent, typename R::Weight weight) {
  { relation(sent, weight) } -> std::same_as<Value>;
};

/// A relation may know of a weight alone what no value along such an arc can better: nobody who holds `held` is reached
/// then, by this weight or a heavier one. Rows whose lightest arcs come first may be left at the first that reaches
/// nobody.
template <class R, class Value>
concept BoundedRelation = RelationOf<R, Value> && requires(const R relation, Value held, typename R::Weight weight) {
  { relation.reaches(weight, held) } -> std::same_as<bool>;
};

/// The sum of what is sent and the weight, for Min; neither is negative. Sums of 32 bits that do not fit do not arrive:
/// they raise `overflow`.
template <class W>
struct Plus {
  using Weight = W;
  Flag overflow;

  template <class Value>
  [[nodiscard]] Value operator()(Value sent, Weight weight) const {
    constexpr Value nothing = Min::identity<Value>();
    if constexpr (std::is_same_v<Value, std::uint32_t>) {
      // No sum depends on a branch, so that an engine has those of several arcs on their way at a time. One that does
      // not fit wraps around to less than was sent, and nothing stays nothing.
      const Value wrapped = sent + weight;
      const Value sum = wrapped < sent ? nothing : wrapped;
      if (sum == nothing && sent != sum) overflow.raise();
      return sum;
    } else {
      return sent == nothing ? sent : sent + static_cast<Value>(weight);
    }
  }
  /// Nothing is less than the weight of the arc that it has come along. An arc to who holds nothing may overflow.
  template <class Value>
  [[nodiscard]] bool reaches(Weight weight, Value held) const {
    return held == Min::identity<Value>() || static_cast<Value>(weight) < held;
  }
};

template <class R>
inline constexpr bool is_plus = false;
template <class W>
inline constexpr bool is_plus<Plus<W>> = true;

}  // namespace mg
