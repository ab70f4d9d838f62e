// The receiving end of a step: what a vertex does with the values that its neighbors sent, once they are combined.
#pragma once

#include "engine/edge_function.hpp"

namespace mg {

/// After all values have reached the cell of v: lets it update; true when v joins the next frontier. The caller owns v.
template <EdgeFunction F>
bool settle(F& f, VertexId v) {
  if constexpr (HasStamp<F>) f.stamp(v) = f.now();
  if constexpr (HasUpdate<F>) {
    return f.update(v, f.cell(v));
  } else {
    return true;
  }
}

/// Folds what v received into its cell and lets it update; true when v joins the next frontier. The caller owns v.
template <EdgeFunction F>
bool receive(F& f, VertexId v, typename F::Value combined) {
  if constexpr (!HasCell<F>) {
    return f.update(v, combined);
  } else {
    return combine_owned<typename F::Combine>(f.cell(v), combined) && settle(f, v);
  }
}

/// The same in a reduction; yields v's term.
template <EdgeFunction F>
requires Reduces<F>
double receive_term(F& f, VertexId v, typename F::Value combined) {
  if constexpr (HasCell<F>) combined = f.cell(v) = F::Combine::combine(f.cell(v), combined);
  return f.update(v, combined);
}

/// The frontier that holds every vertex.
struct EveryVertex {
  bool operator()(VertexId) const { return true; }
};

}  // namespace mg
