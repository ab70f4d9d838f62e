// What a team does with lists of vertices, forward and backward alike.
#pragma once

#include "engine/edge_semantics.hpp"
#include "engine/gpu/warp.cuh"
#include "engine/receive.hpp"
#include "sparse/drivers/loop_arguments.hpp"

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
  using Value = ValueOf<F>;
  using Combine = typename F::Combine;
  const unsigned lanes = 1U << shift;
  const bool wants = share.v != no_vertex && is_wanted(f, share.v);
  Value combined = Combine::template identity<Value>();
  const auto add = [&](VertexId u, Offset k) {
    if constexpr (HasSends<F>) {
      if (!f.sends(u)) return;
    }
    combined = Combine::combine(combined, messages(f, {u, share.v}, k));
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

/// Leaves the frontier of a team for the host: a queue of its vertices, and how many arcs leave them. Where several
/// entries may name a vertex, it is listed once.
template <class Offset, bool may_repeat, class Team, class VertexAt>
void leave_queue(Team& team, const LoopArguments& arguments, const VertexAt& vertex_at) {
  const Rows<Offset> rows(arguments.rows[0]);
  auto* listed = reinterpret_cast<unsigned long long*>(&arguments.state->listed);
  auto* arcs = reinterpret_cast<unsigned long long*>(&arguments.state->arcs);
  for (std::uint64_t first = team.rank() & ~(warp_size - 1); first < team.size(); first += team.threads()) {
    const std::uint64_t i = first + lane_id();
    const VertexId v = i < team.size() ? vertex_at(i) : no_vertex;
    const bool joins =
        v != no_vertex && (!may_repeat || atomicExch(arguments.marks + v, arguments.epoch) != arguments.epoch);
    const unsigned listing = __ballot_sync(all_lanes, joins);
    unsigned long long place = 0;
    if (lane_id() == 0) place = atomicAdd(listed, static_cast<unsigned long long>(__popc(listing)));
    place = __shfl_sync(all_lanes, place, 0) + __popc(listing & lanes_below());
    if (joins) arguments.queue[place] = v;
    const std::uint64_t of_warp = combine_warp<Sum>(joins ? std::uint64_t{rows.end(v) - rows.begin(v)} : 0);
    if (lane_id() == 0 && of_warp != 0) atomicAdd(arcs, static_cast<unsigned long long>(of_warp));
  }
  team.wait();  // others may be reading entries that are kept here
}

}  // namespace mg::sparse
