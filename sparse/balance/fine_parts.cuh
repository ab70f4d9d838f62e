// Balancers that give long rows to a block or to a warp and share out what is left arc by arc (IrGL's fine-grained
// scheduling, FG: Pai and Pingali, OOPSLA'16): a block numbers the arcs of its rows that are neither, by prefix sums of
// their lengths, and all of its threads follow them evenly.
#pragma once

#include "sparse/balance/row_parts.cuh"

namespace mg::sparse {

/// `Cut` are WholeRows, of which those for a thread are shared out.
template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit, class Cut>
struct PushFineParts {
  using Arguments = PushArguments;
  using Function = F;
  static constexpr unsigned threads = cta;
  using Visitor = PushVisitor<F, Offset, target, listing, emit, collected>;

  static void run(const Arguments& arguments, F f, unsigned block = blockIdx.x) {
    __shared__ typename Visitor::Storage storage;
    __shared__ Rows rows;
    Visitor visit(storage, arguments, f);
    if (threadIdx.x < 2) rows.sizes[threadIdx.x] = 0;
    __syncthreads();
    const std::uint64_t total = take_row(rows, visit, visit.sender(std::uint64_t{block} * threads + threadIdx.x));
    __syncthreads();
    follow_long<Team::warp>(rows, visit, warp_id(), threads / warp_size, lane_id(), warp_size);
    follow_long<Team::block>(rows, visit, 0, 1, threadIdx.x, threads);
    follow<threads>(visit, threadIdx.x, total, threads, [&](std::uint64_t i) { return rows.numbered.arc_at(i); });
    __syncthreads();
    visit.flush();
  }

 private:
  /// A row a thread; those that are long have no arcs to share out, and wait in a queue.
  struct Rows {
    NumberedRows<Offset, threads> numbered;
    std::uint16_t queues[2][threads];
    unsigned sizes[2];
  };

  static constexpr unsigned queue_of(Team team) { return team == Team::block ? 1 : 0; }

  /// All threads of the block call it. The arcs that are shared out.
  static std::uint64_t take_row(Rows& rows, const Visitor& visit, VertexId u) {
    const Offset begin = u != no_vertex ? visit.begin(u) : 0;
    const Offset length = u != no_vertex ? visit.end(u) - begin : 0;
    const Team team = Cut::team_of(length);
    if (team != Team::thread) {
      const unsigned queue = queue_of(team);
      rows.queues[queue][atomicAdd(rows.sizes + queue, 1U)] = static_cast<std::uint16_t>(threadIdx.x);
    }
    std::uint64_t total = 0;
    const std::uint64_t up_to = scan_block<std::uint64_t>(team == Team::thread ? length : 0, total);
    rows.numbered.set(threadIdx.x, u, begin, up_to);
    return total;
  }

  /// The thread is in team number `own` of `teams`, as lane i of k.
  template <Team team>
  static void follow_long(const Rows& rows, Visitor& visit, unsigned own, unsigned teams, unsigned lane,
                          unsigned lanes) {
    constexpr unsigned queue = queue_of(team);
    for (unsigned first = 0; first < rows.sizes[queue]; first += teams) {
      const bool exists = first + own < rows.sizes[queue];
      const unsigned place = exists ? rows.queues[queue][first + own] : 0;
      const VertexId u = exists ? rows.numbered.vertices[place] : 0;
      const Offset begin = exists ? rows.numbered.begins[place] : 0;
      follow_row<threads>(visit, u, begin, exists ? visit.end(u) : begin, lane, lanes);
    }
  }
};

}  // namespace mg::sparse
