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

/// A thread's share of a vertex's arcs: every 2^shift-th from `at` on.
template <class Offset>
struct RowShare {
  VertexId v;  ///< no_vertex: none
  Offset at;
  Offset end;
  VertexId first;  ///< the neighbor at `at`, where there is one

  static RowShare of(const Rows<Offset>& rows, VertexId v, unsigned shift) {
    RowShare share{v, 0, 0, 0};
    if (v == no_vertex) return share;
    share.at = rows.begin(v) + (lane_id() & ((1U << shift) - 1));
    share.end = rows.end(v);
    if (share.at < share.end) share.first = __ldg(rows.neighbors + share.at);
    return share;
  }
};

/// Combines the messages of a vertex's neighbors and lets it receive. The 2^shift threads that share it, and all other
/// lanes of their warp, call it together.
template <class Offset, class F>
void gather_row(const Messages<F, Offset>& messages, const RowShare<Offset>& share, unsigned shift, F& f) {
  using Value = typename F::Value;
  using Combine = typename F::Combine;
  const unsigned lanes = 1U << shift;
  const bool wants = share.v != no_vertex && is_wanted(f, share.v);
  Value combined = Combine::template identity<Value>();
  const auto add = [&](VertexId u, Offset k) {
    if constexpr (HasSends<F>) {
      if (!f.sends(u)) return;
    }
    combined = Combine::combine(combined, messages(f, u, k));
  };
  if (wants && share.at < share.end) {
    add(share.first, share.at);
#pragma unroll 2
    for (Offset k = share.at + lanes; k < share.end; k += lanes) add(__ldg(messages.neighbors + k), k);
  }
  for (unsigned distance = lanes / 2; distance > 0; distance /= 2) {
    combined = Combine::combine(combined, __shfl_xor_sync(all_lanes, combined, distance));
  }
  if (wants && (lane_id() & (lanes - 1)) == 0) receive(f, share.v, combined);
}

/// The same for each vertex of such a list.
template <class Offset, class F, class VertexAt>
void gather_list(unsigned rank, unsigned threads, std::uint64_t size, unsigned shift, const DeviceRows& rows,
                 VertexAt&& vertex_at, F& f) {
  const Messages<F, Offset> messages(rows);
  for (std::uint64_t first = (rank & ~(warp_size - 1)) >> shift; first < size; first += threads >> shift) {
    const std::uint64_t i = first + (lane_id() >> shift);
    gather_row(messages, RowShare<Offset>::of(messages, i < size ? vertex_at(i) : no_vertex, shift), shift, f);
  }
}

}  // namespace mg::sparse
