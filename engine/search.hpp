// Bodies of loops that need nothing but an edge function.
#pragma once

#include <cstdint>

#include "engine/edge_semantics.hpp"

namespace mg {

/// Every vertex takes, of the values that neighbors reached in the step before send, the smallest: what a search with F
/// yields then, no schedule changes.
template <class F>
struct SmallestSent {
  using Combine = Min;
  F f;

  [[nodiscard]] ValueOf<F> message(VertexId source) const {
    constexpr auto none = Any::identity<ValueOf<F>>();
    const bool is_reached = f.stamp.of[source] == f.stamp.now - 1 && const_cast<F&>(f).cell(source) != none;
    return is_reached ? message_of(f, source) : none;
  }
  [[nodiscard]] ValueOf<F>& cell(VertexId v) { return f.cell(v); }
};

/// Gives nobody a value but the vertex that a search begins with, which has sent to itself, and stamps that with 0.
/// Stamps of others stay as they are: whoever has no value has no stamp, whatever is written there.
template <class F>
struct StartSearch {
  F f;
  VertexId source;
  void operator()(VertexId v) {
    f.cell(v) = v == source ? message_of(f, source) : Any::identity<ValueOf<F>>();
    if (v == source) f.stamp.of[v] = 0;
  }
};

/// Gives nobody a value but the vertex that a loop begins with, which gets `value`, and lowers the flag of sums that do
/// not fit.
template <class F>
struct StartAt {
  F f;
  VertexId source;
  ValueOf<F> value;
  void operator()(VertexId v) {
    f.cell(v) = v == source ? value : F::Combine::template identity<ValueOf<F>>();
    if constexpr (HasPlus<F>) {
      if (v == source) f.along.overflow.lower();
    }
  }
};

/// The body of a search: in each iteration, the frontier's messages reach those who have no value yet.
template <class F>
struct Search {
  using Label = F;
  static_assert(std::same_as<typename F::Combine, First> && HasStamp<F> && ComesApart<F> && !is_weighted<F>,
                "a search needs an edge function that combines with mg::First, has a stamp, takes no weights and sends "
                "the same along all of a vertex's arcs");
  F f;

  /// What iteration `number` expands the frontier by.
  [[nodiscard]] F visit(std::uint64_t number) const {
    F step = f;
    step.stamp.now = static_cast<std::int32_t>(number);
    return step;
  }
  template <class I>
  void operator()(I& iteration) const {
    const F step = visit(iteration.number());
    iteration.edge_map(step);
    if constexpr (!SendsItsStep<F>) {  // all send the same
      if (iteration.deterministic()) iteration.gather_next(SmallestSent<F>{step});
    }
  }
};

/// The body of a loop that expands the frontier by the same function until nobody joins, bucket by bucket or all at
/// once.
template <class F>
struct Expand {
  using Label = F;
  F f;
  template <class I>
  void operator()(I& iteration) const {
    iteration.edge_map(f);
  }
};

template <class Body>
inline constexpr bool is_quiet_search = false;
/// A GPU may run a quiet search without the body.
template <KeepsQuiet F>
inline constexpr bool is_quiet_search<Search<F>> = true;

}  // namespace mg
