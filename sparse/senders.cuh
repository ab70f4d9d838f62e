// Who sends in a pull.
#pragma once

#include "engine/edge_semantics.hpp"
#include "engine/gpu/emit.cuh"
#include "sparse/arguments.hpp"

namespace mg::sparse {

/// Whether u is in the frontier, a map of that form, and sends.
template <gpu::MapForm form, class F>
bool sends(const VertexMap& from, const F& f, VertexId u) {
  if (!gpu::contains<form>(from, u)) return false;
  if constexpr (HasSends<F>) return f.sends(u);
  return true;
}

}  // namespace mg::sparse
