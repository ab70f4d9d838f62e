#include "algorithms/weighted_dependencies.hpp"

#include <utility>

#include "hybrid/kernels.hpp"  // which compiles edge functions for every engine

namespace mg::bc {

template <class W>
template <class L>
void WeightedDependencies<W>::accumulate(L& loop, VertexId source, const Scores& scores) {
  std::uint32_t* const flags = flags_.on(loop);
  const Relax relax{distances_.on(loop), {Flag(flags)}};
  loop.vertex_map(StartAt<Relax>{relax, source, 0});
  order_.relax(loop, relax, source, Side::out);
  if (loop.stopped_early()) return;

  const ShortestPaths paths{relax.distances, numbers_.on(loop), dependencies_.on(loop)};
  const PathArcs arcs = path_arcs_on(loop);
  std::uint32_t* const waits_for = waits_for_.on(loop);
  std::uint32_t* const joined = joined_.on(loop);
  const Flag lost(flags + 1);
  loop.vertex_map(StartPaths{paths, joined, lost, source});
  loop.vertex_map(FindArcs{paths, arcs, waits_for, lost});
  if (loop.load(lost.word()) != 0) refuse_small_weights(source);

  const Release release{arcs, waits_for};
  typename L::Frontier first = loop.single(source);
  loop.vertex_map(Begin{paths, release}, first);
  typename L::History order;
  const InOrder body{{paths, arcs.num_followers, waits_for, joined}, {paths, release}};
  loop.iterate(body, std::move(first), Side::out, &order);
  loop.sweep_back(AgainstOrder{{paths, arcs, scores.of_vertices, source}}, order);
  if (scores.of_arcs != nullptr) loop.edge_apply(AddToWeightedArcs<W>{paths, scores.of_arcs});
  loop.recycle(std::move(order));
}

template <class W>
template <class L>
PathArcs WeightedDependencies<W>::path_arcs_on(L& loop) {
  VertexId* const followers = followers_.on(loop);
  return {.out = loop.arcs(Side::out),
          .in = loop.arcs(Side::in),
          .followers = followers,
          .predecessors = graph_.directed ? predecessors_.on(loop) : followers,
          .num_followers = num_followers_.on(loop),
          .num_predecessors = num_predecessors_.on(loop)};
}

template <class W>
void WeightedDependencies<W>::refuse_small_weights(VertexId source) const {
  fail(ExitCode::bad_input,
       "weights differ by more than doubles can add up: on a shortest path from '{}' one is lost in the distance; "
       "make the smallest ones larger",
       graph_.name(source));
}

template void WeightedDependencies<std::uint32_t>::accumulate(Loop&, VertexId, const Scores&);
template void WeightedDependencies<std::uint32_t>::accumulate(DeviceLoop&, VertexId, const Scores&);
template void WeightedDependencies<float>::accumulate(Loop&, VertexId, const Scores&);
template void WeightedDependencies<float>::accumulate(DeviceLoop&, VertexId, const Scores&);

}  // namespace mg::bc
