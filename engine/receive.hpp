// The receiving end of a step: what a vertex does with the values that its neighbors sent, once they are combined.
#pragma once

#include "engine/edge_semantics.hpp"

namespace mg {

/// More happens at a vertex than that a value changes its cell.
template <class F>
concept SettlesOnArrival = F::Combine::idempotent &&(HasUpdate<F> || HasStamp<F>);

/// A value has changed the cell of v, and others may follow: lets it update; true when v joins the next frontier.
template <SettlesOnArrival F>
bool arrive(F& f, VertexId v, [[maybe_unused]] ValueOf<F> value) {
  if constexpr (HasStamp<F>) f.stamp.of[v] = f.stamp.now;
  if constexpr (HasUpdate<F>) {
    return f.update(v, value);
  } else {
    return true;
  }
}

/// After all values have reached the cell of v: lets it update; true when v joins the next frontier. The caller owns v.
template <EdgeFunction F>
bool settle(F& f, VertexId v) {
  if constexpr (HasStamp<F>) f.stamp.of[v] = f.stamp.now;
  if constexpr (HasUpdate<F>) {
    return f.update(v, f.cell(v));
  } else {
    return true;
  }
}

/// Folds what v received into its cell and lets it update; true when v joins the next frontier. The caller owns v.
template <EdgeFunction F>
bool receive(F& f, VertexId v, ValueOf<F> combined) {
  if constexpr (!HasCell<F>) {
    return f.update(v, combined);
  } else {
    return combine_owned<typename F::Combine>(f.cell(v), combined) && settle(f, v);
  }
}

/// The same in a reduction; yields v's term.
template <EdgeFunction F>
requires Reduces<F>
double receive_term(F& f, VertexId v, ValueOf<F> combined) {
  if constexpr (HasCell<F>) combined = f.cell(v) = F::Combine::combine(f.cell(v), combined);
  return f.update(v, combined);
}

/// The frontier that holds every vertex.
struct EveryVertex {
  bool operator()(VertexId) const { return true; }
};

}  // namespace mg
