// Balancers within loops that stay on the device: a frontier's arcs are shared out as they are when steps are launched
// one by one, by the blocks of the team in turns, and what they reach joins the team's next frontier (IrGL's nested
// parallelism within outlined iterations, OOPSLA'16; G2's load balancers within fused kernels, CGO'21).
#pragma once

#include "sparse/drivers/loop_iteration.cuh"
#include "sparse/push.cuh"

namespace mg::sparse {

/// F within a loop that stays on the device.
template <class LoopIteration, class F>
struct InLoop : F {
  using Iteration = LoopIteration;
  using Function = F;
  Iteration* iteration;
  F* f;  ///< the loop's own
};

/// Such an F, maybe along rows whose layout tells where arcs lead.
template <class L>
concept StaysInLoop = requires {
  typename L::Iteration;
};

/// Who sends along which arcs in such a loop: the entries of a team's frontier, or of a list.
template <StaysInLoop L, class Offset>
class SendersInLoop {
 public:
  SendersInLoop(const PushArguments& arguments, const L& loop) : loop_(loop), arguments_(arguments) {}

  /// The vertex of an entry; no_vertex where none sends.
  [[nodiscard]] VertexId sender(std::uint64_t entry) const {
    if (entry >= arguments_.size) return no_vertex;
    const VertexId u = arguments_.queue != nullptr ? arguments_.queue[entry] : loop_.iteration->first_vertex()(entry);
    return sends(u) ? u : no_vertex;
  }
  /// The frontier's map is written on the device, between two barriers.
  [[nodiscard]] bool sends(VertexId u) const {
    if (u == no_vertex) return false;
    const VertexMap& from = arguments_.from;
    if (from.cells != nullptr && relaxed_load(static_cast<const std::uint32_t*>(from.cells)[u]) != from.epoch) {
      return false;
    }
    if constexpr (HasSends<L>) return loop_.f->sends(u);
    return true;
  }

 protected:
  L loop_;
  const PushArguments& arguments_;
};

/// What a balancer is given in such a loop: the loop's way to go on from an arc.
template <StaysInLoop L, class Offset, Target target, Listing listing, Emit emit, unsigned capacity>
class PushVisitor<L, Offset, target, listing, emit, capacity> : public SendersInLoop<L, Offset> {
 public:
  struct Storage {};
  static constexpr bool bounded = false;  ///< the team's lists have room for whatever comes

  PushVisitor(Storage&, const PushArguments& arguments, const L& loop)
      : SendersInLoop<L, Offset>(arguments, loop), messages_(arguments.rows), targets_(arguments) {}

  /// Entries may name no vertex.
  [[nodiscard]] Offset begin(VertexId u) const { return u != no_vertex ? messages_.begin(u) : 0; }
  [[nodiscard]] Offset end(VertexId u) const { return u != no_vertex ? messages_.end(u) : 0; }
  [[nodiscard]] VertexId target_at(Offset e) const { return targets_(e); }
  [[nodiscard]] ValueOf<L> message(ArcEnds arc, Offset e) const { return messages_(*this->loop_.f, arc, e); }

  /// All lanes of a warp call these together.
  void operator()(VertexId u, Offset e, bool exists) {
    bool exist[] = {exists};
    (*this)({u}, {e}, exist);
  }
  template <unsigned count>
  void operator()(const VertexId (&u)[count], const Offset (&e)[count], bool (&exist)[count]) {
    this->loop_.iteration->follow_arcs(*this->loop_.f, messages_, targets_, u, e, exist);
  }
  /// A value for v, combined of several arcs' messages.
  void deliver(VertexId v, ValueOf<L> value, bool exists) {
    bool joins[] = {exists};
    this->loop_.iteration->deliver(*this->loop_.f, {exists ? v : 0}, {value}, joins);
  }

  void make_room(unsigned) {}
  void flush() {}

 private:
  Messages<typename L::Function, Offset> messages_;
  typename TargetsIn<L>::type targets_;
};

/// What leaves messages in such a loop, for an agent of the layout's to hand over: nobody is reached yet.
template <StaysInLoop L, class Offset, Target target, Listing listing, Emit emit, unsigned capacity>
class PushVisitor<LeaveMessages<L>, Offset, target, listing, emit, capacity> : public SendersInLoop<L, Offset> {
 public:
  struct Storage {};
  static constexpr bool bounded = false;

  PushVisitor(Storage&, const PushArguments& arguments, const LeaveMessages<L>& left)
      : SendersInLoop<L, Offset>(arguments, left.f), left_(left), messages_(arguments.rows) {}

  [[nodiscard]] Offset begin(VertexId u) const { return u != no_vertex ? messages_.begin(u) : 0; }
  [[nodiscard]] Offset end(VertexId u) const { return u != no_vertex ? messages_.end(u) : 0; }

  void operator()(VertexId u, Offset e, bool exists) {
    if (!exists) return;
    const VertexId place = __ldg(messages_.neighbors + e);
    left_.cell(place) = messages_(left_, {u, place}, e);
  }
  template <unsigned count>
  void operator()(const VertexId (&u)[count], const Offset (&e)[count], bool (&exist)[count]) {
    for (unsigned i = 0; i < count; ++i) (*this)(u[i], e[i], exist[i]);
  }

  void make_room(unsigned) {}
  void flush() {}

 private:
  LeaveMessages<L> left_;
  Messages<LeaveMessages<L>, Offset> messages_;
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

/// The blocks that a launch would have, in turns.
template <class Pushed, class Iteration, class F>
void take_turns(std::uint64_t blocks, const typename Pushed::Arguments& arguments, Iteration& iteration, F& f) {
  using Loop = InLoop<Iteration, F>;
  static_assert(
      requires { Pushed::run(arguments, std::declval<const Loop&>(), 0U); },
      "within a loop that stays on the device, the run of a push's agent is told which block it is: unsigned block = "
      "blockIdx.x");
  const Loop loop{f, &iteration, &f};
  for (std::uint64_t block = blockIdx.x; block < blocks; block += gridDim.x) {
    Pushed::run(arguments, loop, static_cast<unsigned>(block));
    __syncthreads();  // the next one takes the same shared memory
  }
}

/// The rows of a frontier's vertices, as entries of a push.
template <class Offset, class Iteration>
struct RowsOfFrontier {
  Iteration& iteration;
  Rows<Offset> rows;
  VertexId num_rows;

  [[nodiscard]] std::uint64_t size() const { return iteration.frontier_size(); }
  /// no_vertex where there is nothing to follow.
  [[nodiscard]] VertexId at(std::uint64_t entry) const { return iteration.first_vertex()(entry); }
  [[nodiscard]] Offset length_of(VertexId row) const { return row != no_vertex ? rows.end(row) - rows.begin(row) : 0; }
};

/// Runs of a list's arcs, of which those count whose sources are in the frontier.
template <class Offset, class Iteration>
struct RunsOfList {
  Iteration& iteration;
  Rows<Offset> rows;
  VertexId num_rows;
  const VertexId* sources;

  [[nodiscard]] std::uint64_t size() const { return num_rows; }
  [[nodiscard]] VertexId at(std::uint64_t run) const {
    return iteration.is_member(__ldg(sources + run)) ? static_cast<VertexId>(run) : no_vertex;
  }
  [[nodiscard]] Offset length_of(VertexId run) const { return rows.end(run) - rows.begin(run); }
};

/// Shares out entries by a balancer: of one class of rows, or of several into which they are sorted; or by numbers of
/// their arcs, unless `arguments.starts` numbers them already.
template <unsigned cta, bool numbers_arcs, class... Classes>
struct SharedOut {
  /// All threads of the team call it. What was in its scratch lists is no longer needed.
  template <class Offset, class Entries, class Iteration, class F>
  static void follow(const Entries& entries, Iteration& iteration, const LoopArguments& loop, PushArguments& arguments,
                     F& f) {
    const ScratchLists<Iteration, Entries> lists{iteration, loop, entries};
    arguments.size = entries.size();
    if constexpr (sizeof...(Classes) > 1) {
      const unsigned sorting = lists.sort();
      unsigned number = 0;
      ((lists.use_class(sorting, number++, arguments), go_through<Classes, Offset>(iteration, arguments, f)), ...);
    } else {
      if constexpr (numbers_arcs) {
        if (arguments.starts == nullptr) lists.template number<Offset>(arguments);
      }
      (go_through<Classes, Offset>(iteration, arguments, f), ...);
    }
  }

 private:
  template <class Class, class Offset, class Iteration, class F>
  static void go_through(Iteration& iteration, const PushArguments& arguments, F& f) {
    using Pushed = typename Class::template Pushed<InLoop<Iteration, F>, Offset, cta>;
    const std::uint64_t size = numbers_arcs ? arguments.num_arcs : arguments.size;
    take_turns<Pushed>((size + Class::share - 1) / Class::share, arguments, iteration, f);
  }

  /// Entries as balancers want them that ask for more than where rows begin and end.
  template <class Iteration, class Entries>
  struct ScratchLists {
    Iteration& iteration;
    const LoopArguments& loop;
    const Entries& entries;

    /// Lists the entries in their order, with the arcs that precede each one's: a share a block.
    template <class Offset>
    void number(PushArguments& arguments) const {
      const std::uint64_t size = arguments.size;
      const std::uint64_t share = (size + gridDim.x - 1) / gridDim.x;
      const std::uint64_t begin = min(share * blockIdx.x, size);
      const std::uint64_t end = min(begin + share, size);
      std::uint64_t own = 0;
      for (std::uint64_t i = begin + threadIdx.x; i < end; i += cta) {
        const VertexId v = entries.at(i);
        loop.listed[i] = v;
        own += entries.length_of(v);
      }
      own = combine_block<Sum, cta>(own);
      if (threadIdx.x == 0) loop.arcs_of_blocks[blockIdx.x] = own;
      iteration.meet();
      std::uint64_t before = 0;
      std::uint64_t all = 0;
      for (unsigned block = threadIdx.x; block < gridDim.x; block += cta) {
        const std::uint64_t arcs = relaxed_load(loop.arcs_of_blocks[block]);
        if (block < blockIdx.x) before += arcs;
        all += arcs;
      }
      before = total_of_block(before);
      all = total_of_block(all);
      auto* const starts = static_cast<Offset*>(loop.starts);
      for (std::uint64_t first = begin; first < end; first += cta) {
        const std::uint64_t i = first + threadIdx.x;
        const std::uint64_t length = i < end ? entries.length_of(loop.listed[i]) : 0;
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

    /// Sorts the entries into a list a class; which of two sets of counters has the lists' sizes. The other is cleared.
    [[nodiscard]] unsigned sort() const {
      static_assert(sizeof...(Classes) <= most_row_classes);
      const unsigned sorting = iteration.next_sorting();
      const std::uint64_t size = entries.size();
      const std::uint64_t stride = std::uint64_t{gridDim.x} * cta;
      for (std::uint64_t first = (std::uint64_t{blockIdx.x} * cta + threadIdx.x) & ~std::uint64_t{warp_size - 1};
           first < size; first += stride) {
        const std::uint64_t i = first + lane_id();
        const VertexId v = i < size ? entries.at(i) : no_vertex;
        const unsigned own = v != no_vertex ? class_of(entries.length_of(v)) : most_row_classes;
        for (unsigned number = 0; number < sizeof...(Classes); ++number) add(sorting, v, own == number, number);
      }
      if (blockIdx.x == 0 && threadIdx.x < most_row_classes) {
        relaxed_store(loop.state->classes[1 - sorting][threadIdx.x], 0U);
      }
      iteration.meet();
      return sorting;
    }

    void use_class(unsigned sorting, unsigned number, PushArguments& arguments) const {
      arguments.queue = list_of(number);
      arguments.size = relaxed_load(loop.state->classes[sorting][number]);
    }

   private:
    /// In every thread.
    [[nodiscard]] static std::uint64_t total_of_block(std::uint64_t own) {
      __shared__ std::uint64_t total;
      own = combine_block<Sum, cta>(own);
      if (threadIdx.x == 0) total = own;
      __syncthreads();
      const std::uint64_t all = total;
      __syncthreads();
      return all;
    }
    [[nodiscard]] static unsigned class_of(std::uint64_t length) {
      unsigned above = 0;
      ((above += length + 1 > Classes::least ? 1U : 0U), ...);
      return above - 1;  // the first class begins at 0
    }
    [[nodiscard]] VertexId* list_of(unsigned number) const {
      return loop.listed + std::uint64_t{number} * entries.num_rows;
    }
    void add(unsigned sorting, VertexId v, bool joins, unsigned number) const {
      const unsigned joining = __ballot_sync(all_lanes, joins);
      if (joining == 0) return;
      unsigned first = 0;
      if (lane_id() == 0) {
        first = atomicAdd(loop.state->classes[sorting] + number, static_cast<unsigned>(__popc(joining)));
      }
      first = __shfl_sync(all_lanes, first, 0);
      if (joins) list_of(number)[first + __popc(joining & lanes_below())] = v;
    }
  };
};

/// Shares out frontiers by a balancer, along compressed rows.
template <unsigned cta, bool numbers_arcs, class... Classes>
struct Balanced : ByPieces {
  /// All threads of the team call it.
  template <class Offset, class Iteration, class F>
  static void expand(Iteration& iteration, const LoopArguments& loop, bool reversed, F& f) {
    PushArguments arguments{};
    arguments.rows = loop.rows[reversed ? 1 : 0];
    const RowsOfFrontier<Offset, Iteration> entries{iteration, Rows<Offset>(arguments.rows), arguments.rows.num_rows};
    SharedOut<cta, numbers_arcs, Classes...>::template follow<Offset>(entries, iteration, loop, arguments, f);
  }
};

}  // namespace mg::sparse
