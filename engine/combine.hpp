// The operators that combine the values arriving at a vertex. All are associative and commutative, so an engine may
// combine in any order and any grouping; what else holds for them is said in constants that engines specialise on.
#pragma once

#include <concepts>
#include <limits>
#include <type_traits>

#include "engine/atomics.hpp"

namespace mg {

/// The smallest value wins.
struct Min {
  static constexpr bool idempotent = true;
  template <class T>
  static constexpr T identity() {
    return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    return b < a ? b : a;
  }
};

/// The largest value wins.
struct Max {
  static constexpr bool idempotent = true;
  template <class T>
  static constexpr T identity() {
    return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                : std::numeric_limits<T>::lowest();
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    return a < b ? b : a;
  }
};

/// Bitwise or.
struct Or {
  static constexpr bool idempotent = true;
  template <class T>
  static constexpr T identity() {
    return T{0};
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    return a | b;
  }
};

/// Any one of the values will do: the first to arrive stays, so a pull may stop at its first hit. The identity, which
/// means "none yet", is the type's largest value.
struct Any {
  static constexpr bool idempotent = true;
  template <class T>
  static constexpr T identity() {
    return std::numeric_limits<T>::max();
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    return a == identity<T>() ? b : a;
  }
};

/// Any, once: a vertex that holds a value keeps it for all of a loop, and those that a loop begins with hold one. So a
/// vertex takes nothing back from those that it has reached, and a pull looks only at those without a value.
struct First : Any {};

/// The sum. Not idempotent: every value counts exactly once.
struct Sum {
  static constexpr bool idempotent = false;
  template <class T>
  static constexpr T identity() {
    return T{0};
  }
  template <class T>
  static constexpr T combine(T a, T b) {
    return a + b;
  }
};

/// An operator whose values count in one step alone at each vertex, the one that reaches it first: the vertex's stamp
/// says which. Those that a loop begins with are stamped. So nobody waits for a sum to be complete, and a vertex takes
/// nothing back from those that it has reached.
template <class Op>
struct Stamped : Op {};

template <class Op>
inline constexpr bool takes_any = std::is_base_of_v<Any, Op>;
template <class Op>
inline constexpr bool is_stamped = false;
template <class Op>
inline constexpr bool is_stamped<Stamped<Op>> = true;

template <class Op, class T>
concept CombineOperator = requires(T a, T b) {
  { Op::template identity<T>() } -> std::same_as<T>;
  { Op::combine(a, b) } -> std::same_as<T>;
  { Op::idempotent } -> std::convertible_to<bool>;
};

/// Combines `value` into a cell that other threads combine into as well; true when that changed the cell. What cannot
/// change the cell costs a read and no atomic.
template <class Op, class T>
inline bool combine_atomic(T& cell, T value) {
  T seen = stale_load(cell);
  if constexpr (std::is_base_of_v<Sum, Op> && has_atomic_add<T>) {
    if (value == Sum::identity<T>()) return false;
    atomic_add(cell, value);
    return true;
  } else if constexpr ((std::is_same_v<Op, Min> || std::is_same_v<Op, Max>)&&has_atomic_extremum<T>) {
    if (Op::combine(seen, value) == seen) return false;
    const T before = std::is_same_v<Op, Min> ? atomic_min(cell, value) : atomic_max(cell, value);
    return Op::combine(before, value) != before;
  } else {
    for (;;) {
      const T combined = Op::combine(seen, value);
      if (combined == seen) return false;
      if (compare_exchange(cell, seen, combined)) return true;
    }
  }
}

/// The same where any of several values may stay: no atomic keeps them apart, so that several threads may find that
/// they have changed the cell, the last of whom has.
template <class Op, class T>
requires takes_any<Op>
inline bool combine_racing(T& cell, T value) {
  const T seen = stale_load(cell);
  const T combined = Op::combine(seen, value);
  if (combined == seen) return false;
  relaxed_store(cell, combined);
  return true;
}

/// The same for a cell that only this thread touches.
template <class Op, class T>
inline bool combine_owned(T& cell, T value) {
  const T combined = Op::combine(cell, value);
  if (combined == cell) return false;
  cell = combined;
  return true;
}

}  // namespace mg
