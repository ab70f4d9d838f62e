// What a team does with lists of vertices, forward and backward alike.
#pragma once

#include "engine/edge_function.hpp"
#include "engine/receive.hpp"
#include "engine/warp.cuh"

namespace mg::sparse {

using namespace gpu;

/// Calls f for the vertices of a list, which may have gaps: no_vertex.
template <class VertexAt, class F>
void map_list(unsigned rank, unsigned threads, std::uint64_t size, VertexAt&& vertex_at, F& f) {
  for (std::uint64_t i = rank; i < size; i += threads) {
    const VertexId v = vertex_at(i);
    if (v != no_vertex) f(v);
  }
}

/// For each vertex of such a list, combines the messages of its neighbors and lets it receive; 2^shift threads a
/// vertex.
template <class Offset, class F, class VertexAt>
void gather_list(unsigned rank, unsigned threads, std::uint64_t size, unsigned shift, const DeviceRows& rows,
                 VertexAt&& vertex_at, F& f) {
  using Value = typename F::Value;
  using Combine = typename F::Combine;
  const Messages<F, Offset> messages(rows);
  const unsigned lanes = 1U << shift;
  for (std::uint64_t first = (rank & ~(warp_size - 1)) >> shift; first < size; first += threads >> shift) {
    const std::uint64_t i = first + (lane_id() >> shift);
    const VertexId v = i < size ? vertex_at(i) : no_vertex;
    const bool wants = v != no_vertex && is_wanted(f, v);
    Value combined = Combine::template identity<Value>();
    if (wants) {
      const Offset begin = messages.begin(v);
      const Offset length = messages.end(v) - begin;
#pragma unroll 4
      for (Offset k = lane_id() & (lanes - 1); k < length; k += lanes) {
        const VertexId u = __ldg(messages.neighbors + begin + k);
        if constexpr (HasSends<F>) {
          if (!f.sends(u)) continue;
        }
        combined = Combine::combine(combined, messages(f, u, begin + k));
      }
    }
    for (unsigned distance = lanes / 2; distance > 0; distance /= 2) {
      combined = Combine::combine(combined, __shfl_xor_sync(all_lanes, combined, distance));
    }
    if (wants && (lane_id() & (lanes - 1)) == 0) receive(f, v, combined);
  }
}

}  // namespace mg::sparse
