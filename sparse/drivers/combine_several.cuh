// Values of several arcs of a thread combined at their receivers together, so that it waits for memory once.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/atomics.hpp"
#include "engine/edge_semantics.hpp"
#include "engine/receive.hpp"

namespace mg::sparse {

/// Combines values at their receivers; those whose cell has changed are left. Calls `meanwhile` while atomics are on
/// their way, where they are asked for together, else before them. With `guesses` there is no look ahead at the cells:
/// a look saves atomics where there are many, and is one more wait where there are few.
template <bool guesses, class F, unsigned n, class Meanwhile>
void combine_several(F& f, const VertexId (&v)[n], const ValueOf<F> (&value)[n], bool (&joins)[n],
                     const Meanwhile& meanwhile) {
  using Value = ValueOf<F>;
  using Combine = typename F::Combine;
  constexpr bool takes_least = std::is_same_v<Combine, Min> && has_atomic_extremum<Value>;
  if constexpr (!guesses || !(WantsFirst<F> || IsStamped<F>)) {
    for (unsigned j = 0; j < n; ++j) joins[j] = joins[j] && is_wanted(f, v[j]);
  }
  if constexpr (takes_least) {
    if constexpr (!guesses) {
      for (unsigned j = 0; j < n; ++j) joins[j] = joins[j] && value[j] < stale_load(f.cell(v[j]));
    }
    Value before[n];
    for (unsigned j = 0; j < n; ++j) before[j] = joins[j] ? atomic_min(f.cell(v[j]), value[j]) : value[j];
    meanwhile();
    for (unsigned j = 0; j < n; ++j) joins[j] = value[j] < before[j];
  } else if constexpr (takes_any<Combine>) {
    constexpr Value none = Any::identity<Value>();
    Value before[n];
    for (unsigned j = 0; j < n; ++j) {
      before[j] = none;
      joins[j] = joins[j] && value[j] != none;
      if (joins[j]) compare_exchange(f.cell(v[j]), before[j], value[j]);
    }
    meanwhile();
    for (unsigned j = 0; j < n; ++j) joins[j] = joins[j] && before[j] == none;
  } else if constexpr (IsStamped<F>) {
    std::int32_t before[n];
    for (unsigned j = 0; j < n; ++j) {
      joins[j] = joins[j] && value[j] != Combine::template identity<Value>();
      before[j] = not_stamped;
      if (joins[j]) compare_exchange(f.stamp.of[v[j]], before[j], f.stamp.now);
    }
    meanwhile();
    for (unsigned j = 0; j < n; ++j) {
      if (joins[j] && (before[j] == not_stamped || before[j] == f.stamp.now)) atomic_add(f.cell(v[j]), value[j]);
      joins[j] = joins[j] && before[j] == not_stamped;
    }
  } else {
    meanwhile();
    for (unsigned j = 0; j < n; ++j) joins[j] = joins[j] && combine_atomic<Combine>(f.cell(v[j]), value[j]);
  }
}

}  // namespace mg::sparse
