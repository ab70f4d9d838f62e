// Layouts within loops that stay on the device: an expansion goes through the parts of a layout one after the other,
// each as a launch of its own would, by the blocks of the team in turns; a barrier between two parts stands where one
// launch would follow another. The host has recorded what a push from any frontier would launch
// (sparse/drivers/loop_layout.hpp); what differs from frontier to frontier is filled in here.
#pragma once

#include "sparse/drivers/balanced_loop.cuh"

namespace mg::sparse {

/// What all parts are given.
template <class Iteration, class F>
struct Expansion {
  Iteration& iteration;
  const LoopArguments& loop;
  const LoopPart& part;
  F& f;
};

/// A part's arguments in shared memory, with what the frontier of this iteration makes of them.
template <class Arguments, class Iteration, class F>
const Arguments& arguments_of(const Expansion<Iteration, F>& expansion) {
  __shared__ Arguments arguments;
  __syncthreads();
  if (threadIdx.x == 0) {
    arguments = *reinterpret_cast<const Arguments*>(expansion.part.arguments);
    arguments.size = expansion.iteration.frontier_size();
    if (arguments.sources != nullptr) arguments.from = expansion.iteration.members();
  }
  __syncthreads();
  return arguments;
}

/// An agent of the layout's own: blocks by so many entries of the frontier, or as many as the host has said.
template <template <class, class, Target, Listing, unsigned, Emit> class Push, unsigned share_of_block>
struct PartOfAgent {
  template <unsigned cta, class Offset, class Iteration, class F>
  static void follow(const Expansion<Iteration, F>& expansion) {
    using Loop = InLoop<Iteration, F>;
    using Pushed = Push<Loop, Offset, Target::queue, Listing::once_by_nature, cta, Emit::nothing>;
    const auto& arguments = arguments_of<typename Pushed::Arguments>(expansion);
    const std::uint64_t blocks =
        share_of_block == 0 ? expansion.part.blocks : (arguments.size + share_of_block - 1) / share_of_block;
    take_turns<Pushed>(blocks, arguments, expansion.iteration, expansion.f);
  }
};

/// Rows, one a vertex, by the balancer.
template <bool numbers_arcs, class... Classes>
struct PartOfRows {
  template <unsigned cta, class Offset, class Iteration, class F>
  static void follow(const Expansion<Iteration, F>& expansion) {
    PushArguments arguments = arguments_of<PushArguments>(expansion);
    const RowsOfFrontier<Offset, Iteration> entries{expansion.iteration, Rows<Offset>(arguments.rows),
                                                    arguments.rows.num_rows};
    SharedOut<cta, numbers_arcs, Classes...>::template follow<Offset>(entries, expansion.iteration, expansion.loop,
                                                                      arguments, expansion.f);
  }
};

/// Runs of a list's arcs, by the balancer.
template <bool numbers_arcs, class... Classes>
struct PartOfRuns {
  template <unsigned cta, class Offset, class Iteration, class F>
  static void follow(const Expansion<Iteration, F>& expansion) {
    PushArguments arguments = arguments_of<PushArguments>(expansion);
    const RunsOfList<Offset, Iteration> entries{expansion.iteration, Rows<Offset>(arguments.rows),
                                                arguments.rows.num_rows, arguments.sources};
    SharedOut<cta, numbers_arcs, Classes...>::template follow<Offset>(entries, expansion.iteration, expansion.loop,
                                                                      arguments, expansion.f);
  }
};

/// Messages that senders are to leave are the identity before.
struct PartOfMessages {
  template <unsigned cta, class Offset, class Iteration, class F>
  static void follow(const Expansion<Iteration, F>& expansion) {
    const auto& arguments = *reinterpret_cast<const PushArguments*>(expansion.part.arguments);
    auto* const messages = static_cast<ValueOf<F>*>(arguments.messages);
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * cta + threadIdx.x; i < arguments.num_arcs;
         i += std::uint64_t{gridDim.x} * cta) {
      messages[i] = F::Combine::template identity<ValueOf<F>>();
    }
  }
};

/// All of a layout's, for arcs of one side. `asks_for_members`: some ask whether a vertex is in the frontier.
template <bool asks_for_members, class... Parts>
struct PartsOf {
  template <unsigned cta, class Offset, class Iteration, class F>
  static void follow(Iteration& iteration, const LoopArguments& loop, const LoopPart* parts, F& f) {
    if constexpr (asks_for_members) iteration.note_members();
    unsigned number = 0;
    const auto follow_next = [&]<class Part>(std::type_identity<Part>) {
      if (number > 0 || asks_for_members) iteration.meet();
      Part::template follow<cta, Offset>(Expansion<Iteration, F>{iteration, loop, parts[number], f});
      ++number;
    };
    (follow_next(std::type_identity<Parts>{}), ...);
  }
};

/// Shares out frontiers along a layout; against the arcs, where a body goes there, along that of the other side.
template <unsigned cta, class Ahead, class Back>
struct LaidOut : ByPieces {
  /// All threads of the team call it.
  template <class Offset, class Iteration, class F>
  static void expand(Iteration& iteration, const LoopArguments& loop, bool reversed, F& f) {
    if (reversed) {
      Back::template follow<cta, Offset>(iteration, loop, loop.parts[1], f);
    } else {
      Ahead::template follow<cta, Offset>(iteration, loop, loop.parts[0], f);
    }
  }
};

}  // namespace mg::sparse
