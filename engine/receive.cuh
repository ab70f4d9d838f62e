// What happens at a vertex when all that it received is combined, for kernels whose threads own their vertices.
#pragma once

#include "engine/edge_function.hpp"

namespace mg::gpu {

/// Folds what v received into its cell and lets it update; true when v joins the next frontier.
template <class F>
bool receive(F& f, VertexId v, typename F::Value combined) {
  if constexpr (!HasCell<F>) {
    return f.update(v, combined);
  } else {
    if (!combine_owned<typename F::Combine>(f.cell(v), combined)) return false;
    if constexpr (HasUpdate<F>) return f.update(v, f.cell(v));
    return true;
  }
}

/// The same for a reduction: the vertex's term.
template <class F>
double reduce_at(F& f, VertexId v, typename F::Value combined) {
  if constexpr (HasCell<F>) combined = f.cell(v) = F::Combine::combine(f.cell(v), combined);
  return f.update(v, combined);
}

}  // namespace mg::gpu
