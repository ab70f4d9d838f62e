// Balancers within loops that stay on the device: a frontier's arcs are shared out as they are when steps are launched
// one by one, by the blocks of the team in turns, and what they reach joins the team's next frontier (IrGL's nested
// parallelism within outlined iterations, OOPSLA'16; G2's load balancers within fused kernels, CGO'21).
#pragma once

#include "sparse/drivers/loop_iteration.cuh"
#include "sparse/push.cuh"

namespace mg::sparse {

/// F within a loop that stays on the device.
template <class Iteration, class F>
struct InLoop {
  Iteration* iteration;
  F* f;
};

/// What a balancer is given in such a loop: the entries of a team's frontier, and the loop's way to go on from an arc.
template <class Iteration, class F, class Offset, Target target, Listing listing, Emit emit, unsigned capacity>
class PushVisitor<InLoop<Iteration, F>, Offset, target, listing, emit, capacity> {
 public:
  struct Storage {};
  static constexpr bool bounded = false;  ///< the team's lists have room for whatever comes

  PushVisitor(Storage&, const PushArguments& arguments, const InLoop<Iteration, F>& loop)
      : loop_(loop), messages_(arguments.rows), arguments_(arguments) {}

  /// The vertex of an entry; no_vertex where none sends.
  [[nodiscard]] VertexId sender(std::uint64_t entry) const {
    if (entry >= arguments_.size) return no_vertex;
    const VertexId u = arguments_.queue != nullptr ? arguments_.queue[entry] : loop_.iteration->first_vertex()(entry);
    return sends(u) ? u : no_vertex;
  }
  [[nodiscard]] bool sends(VertexId u) const {
    if constexpr (HasSends<F>) return loop_.f->sends(u);
    return true;
  }
  [[nodiscard]] Offset begin(VertexId u) const { return messages_.begin(u); }
  [[nodiscard]] Offset end(VertexId u) const { return messages_.end(u); }

  /// All lanes of a warp call it together.
  void operator()(VertexId u, Offset e, bool exists) {
    bool exist[] = {exists};
    (*this)({u}, {e}, exist);
  }
  template <unsigned count>
  void operator()(const VertexId (&u)[count], const Offset (&e)[count], bool (&exist)[count]) {
    loop_.iteration->follow_arcs(*loop_.f, messages_, u, e, exist);
  }

  void make_room(unsigned) {}
  void flush() {}

 private:
  InLoop<Iteration, F> loop_;
  Messages<F, Offset> messages_;
  const PushArguments& arguments_;
};

/// Rows of at least so many arcs, up to the next class, and who goes through them: `share_of_block` rows a block, or
/// arcs, where these are numbered.
template <unsigned from, unsigned share_of_block, template <class, class, Target, Listing, unsigned, Emit> class Push>
struct RowsFrom {
  static constexpr unsigned least = from;
  static constexpr unsigned share = share_of_block;
  template <class F, class Offset, unsigned cta>
  using Pushed = Push<F, Offset, Target::queue, Listing::once_by_nature, cta, Emit::nothing>;
};

/// Shares out frontiers by a balancer: of one class of rows, or of several into which a frontier is sorted; or by
/// numbers of their arcs.
template <unsigned cta, bool numbers_arcs, class... Classes>
struct Balanced {
  static constexpr bool is_by_entries = false;
  template <class Offset>
  using Team = DeviceTeamOf<Offset, cta>;

  /// All threads of the team call it. What was in its scratch lists is no longer needed.
  template <class Iteration, class Offset, class F>
  static void expand(Iteration& iteration, const LoopArguments& loop, const DeviceRows& rows, F& f) {
    const ScratchLists<Iteration, Offset> lists{iteration, loop, rows};
    PushArguments arguments{};
    arguments.rows = rows;
    if constexpr (sizeof...(Classes) > 1) {
      lists.sort();
      unsigned number = 0;
      ((lists.use_class(number++, arguments), go_through<Classes, Offset>(iteration, arguments, f)), ...);
    } else {
      arguments.size = iteration.frontier_size();
      if constexpr (numbers_arcs) lists.number(arguments);
      (go_through<Classes, Offset>(iteration, arguments, f), ...);
    }
  }

 private:
  /// The blocks that a launch would have, in turns.
  template <class Class, class Offset, class Iteration, class F>
  static void go_through(Iteration& iteration, const PushArguments& arguments, F& f) {
    using Loop = InLoop<Iteration, F>;
    using Pushed = typename Class::template Pushed<Loop, Offset, cta>;
    static_assert(
        requires { Pushed::run(arguments, Loop{}, 0U); },
        "within a loop that stays on the device, a balancer's run is told which block it is: unsigned block = "
        "blockIdx.x");
    const std::uint64_t size = numbers_arcs ? arguments.num_arcs : arguments.size;
    const std::uint64_t blocks = (size + Class::share - 1) / Class::share;
    for (std::uint64_t block = blockIdx.x; block < blocks; block += gridDim.x) {
      Pushed::run(arguments, {&iteration, &f}, static_cast<unsigned>(block));
      __syncthreads();  // the next one takes the same shared memory
    }
  }

  /// The frontier as balancers want it that ask for more than where rows begin and end.
  template <class Iteration, class Offset>
  struct ScratchLists {
    Iteration& iteration;
    const LoopArguments& loop;
    Rows<Offset> rows;

    ScratchLists(Iteration& iteration, const LoopArguments& loop, const DeviceRows& rows)
        : iteration(iteration), loop(loop), rows(rows) {}

    [[nodiscard]] Offset length_of(VertexId v) const { return rows.end(v) - rows.begin(v); }

    /// Lists the frontier in its order, with the arcs that precede each vertex's: a share a block.
    void number(PushArguments& arguments) const {
      const auto vertex_at = iteration.first_vertex();
      const std::uint64_t size = arguments.size;
      const std::uint64_t share = (size + gridDim.x - 1) / gridDim.x;
      const std::uint64_t begin = min(share * blockIdx.x, size);
      const std::uint64_t end = min(begin + share, size);
      std::uint64_t own = 0;
      for (std::uint64_t i = begin + threadIdx.x; i < end; i += cta) {
        const VertexId v = vertex_at(i);
        loop.listed[i] = v;
        own += length_of(v);
      }
      own = combine_block<Sum, cta>(own);
      if (threadIdx.x == 0) loop.arcs_of_blocks[blockIdx.x] = own;
      iteration.meet();
      std::uint64_t before = 0;
      std::uint64_t all = 0;
      for (unsigned block = 0; block < gridDim.x; ++block) {
        const std::uint64_t arcs = relaxed_load(loop.arcs_of_blocks[block]);
        if (block < blockIdx.x) before += arcs;
        all += arcs;
      }
      auto* const starts = static_cast<Offset*>(loop.starts);
      for (std::uint64_t first = begin; first < end; first += cta) {
        const std::uint64_t i = first + threadIdx.x;
        const std::uint64_t length = i < end ? length_of(loop.listed[i]) : 0;
        std::uint64_t total = 0;
        const std::uint64_t up_to = scan_block<std::uint64_t>(length, total);
        if (i < end) starts[i] = static_cast<Offset>(before + up_to - length);
        before += total;
      }
      iteration.meet();
      arguments.queue = loop.listed;
      arguments.starts = starts;
      arguments.num_arcs = all;
    }

    /// Sorts the frontier into a list a class. Their sizes are counted in one set of two, while the other is cleared.
    void sort() const {
      static_assert(sizeof...(Classes) <= most_row_classes);
      const auto vertex_at = iteration.first_vertex();
      const std::uint64_t size = iteration.frontier_size();
      const std::uint64_t stride = std::uint64_t{gridDim.x} * cta;
      for (std::uint64_t first = (std::uint64_t{blockIdx.x} * cta + threadIdx.x) & ~std::uint64_t{warp_size - 1};
           first < size; first += stride) {
        const std::uint64_t i = first + lane_id();
        const VertexId v = i < size ? vertex_at(i) : no_vertex;
        const unsigned own = v != no_vertex ? class_of(length_of(v)) : most_row_classes;
        for (unsigned number = 0; number < sizeof...(Classes); ++number) add(v, own == number, number);
      }
      if (blockIdx.x == 0 && threadIdx.x < most_row_classes) {
        relaxed_store(loop.state->classes[1 - iteration.sorting()][threadIdx.x], 0U);
      }
      iteration.meet();
    }

    void use_class(unsigned number, PushArguments& arguments) const {
      arguments.queue = list_of(number);
      arguments.size = relaxed_load(loop.state->classes[iteration.sorting()][number]);
    }

   private:
    [[nodiscard]] static unsigned class_of(Offset length) {
      unsigned above = 0;
      ((above += std::uint64_t{length} + 1 > Classes::least ? 1U : 0U), ...);
      return above - 1;  // the first class begins at 0
    }
    [[nodiscard]] VertexId* list_of(unsigned number) const {
      return loop.listed + std::uint64_t{number} * loop.rows[0].num_rows;
    }
    void add(VertexId v, bool joins, unsigned number) const {
      const unsigned joining = __ballot_sync(all_lanes, joins);
      if (joining == 0) return;
      unsigned first = 0;
      if (lane_id() == 0) {
        first = atomicAdd(loop.state->classes[iteration.sorting()] + number, static_cast<unsigned>(__popc(joining)));
      }
      first = __shfl_sync(all_lanes, first, 0);
      if (joins) list_of(number)[first + __popc(joining & lanes_below())] = v;
    }
  };
};

}  // namespace mg::sparse
