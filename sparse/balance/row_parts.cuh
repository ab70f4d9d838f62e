// Balancers that cut rows into parts by length: parts for a thread, for a warp and for a whole block wait in a queue
// each, in shared memory, and are followed one kind after the other.
#pragma once

#include "sparse/follow.cuh"

namespace mg::sparse {

/// Who follows a part.
enum class Team : unsigned char { thread, warp, block };

/// Rows that are not cut: a block takes one from so many arcs on, a warp from so many, and a thread any other; 0: there
/// is no such team.
template <class Offset, unsigned warp_from, unsigned block_from>
struct WholeRows {
  static Team team_of(Offset length) {
    if (block_from != 0 && length >= block_from) return Team::block;
    return warp_from != 0 && length >= warp_from ? Team::warp : Team::thread;
  }
  static Offset begin(Team, Offset) { return 0; }
  static Offset end(Team team, Offset length) { return team == team_of(length) ? length : 0; }
};

/// A team called thread may be a group of a few, which a row has to itself: a block then takes fewer rows.
/// `Cut` says which part of a row of some length falls to a team: `static Offset begin(Team, Offset length)`, and
/// `end`.
template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit, class Cut,
          unsigned lanes_of_thread_team = 1>
struct PushParts {
  using Arguments = PushArguments;
  using Function = F;
  static constexpr unsigned threads = cta;
  static constexpr unsigned rows_of_block = cta / lanes_of_thread_team;
  using Visitor = PushVisitor<F, Offset, target, listing, emit, collected>;

  static void run(const Arguments& arguments, F f, unsigned block = blockIdx.x) {
    __shared__ typename Visitor::Storage storage;
    __shared__ Rows rows;
    Visitor visit(storage, arguments, f);
    if (threadIdx.x < 3) rows.sizes[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x < rows_of_block) {
      take_row(rows, visit, visit.sender(std::uint64_t{block} * rows_of_block + threadIdx.x));
    }
    __syncthreads();
    constexpr unsigned warps = threads / warp_size;
    constexpr unsigned lanes = lanes_of_thread_team;
    follow_parts<Team::thread>(rows, visit, threadIdx.x / lanes, rows_of_block, threadIdx.x % lanes, lanes);
    follow_parts<Team::warp>(rows, visit, warp_id(), warps, lane_id(), warp_size);
    follow_parts<Team::block>(rows, visit, 0, 1, threadIdx.x, threads);
    __syncthreads();
    visit.flush();
  }

 private:
  /// A row a thread, or a small group of them, and for each team the rows of which it has a part.
  struct Rows {
    VertexId vertices[rows_of_block];
    Offset begins[rows_of_block];
    Offset lengths[rows_of_block];
    std::uint16_t queues[3][rows_of_block];
    unsigned sizes[3];
  };

  static void take_row(Rows& rows, const Visitor& visit, VertexId u) {
    if (u == no_vertex) return;
    const Offset begin = visit.begin(u);
    const Offset length = visit.end(u) - begin;
    rows.vertices[threadIdx.x] = u;
    rows.begins[threadIdx.x] = begin;
    rows.lengths[threadIdx.x] = length;
    for (unsigned queue = 0; queue < 3; ++queue) {
      const auto team = static_cast<Team>(queue);
      if (Cut::begin(team, length) >= Cut::end(team, length)) continue;
      rows.queues[queue][atomicAdd(rows.sizes + queue, 1U)] = static_cast<std::uint16_t>(threadIdx.x);
    }
  }

  /// The thread is in team number `own` of `teams`, as lane i of k.
  template <Team team>
  static void follow_parts(const Rows& rows, Visitor& visit, unsigned own, unsigned teams, unsigned lane,
                           unsigned lanes) {
    constexpr auto queue = static_cast<unsigned>(team);
    for (unsigned first = 0; first < rows.sizes[queue]; first += teams) {
      const bool exists = first + own < rows.sizes[queue];
      const unsigned row = exists ? rows.queues[queue][first + own] : 0;
      const Offset length = exists ? rows.lengths[row] : 0;
      const Offset begin = exists ? rows.begins[row] : 0;
      follow_row<threads>(visit, exists ? rows.vertices[row] : 0, begin + Cut::begin(team, length),
                          exists ? begin + Cut::end(team, length) : begin + Cut::begin(team, length), lane, lanes);
    }
  }
};

}  // namespace mg::sparse
