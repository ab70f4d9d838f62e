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
  std::uint32_t* const waits_for = waits_for_.on(loop);
  std::uint32_t* const joined = joined_.on(loop);
  const Flag lost(flags + 1);
  loop.vertex_map(StartPaths{paths, waits_for, joined, lost, source});
  loop.edge_apply(CountPredecessors<W>{paths, waits_for, lost});
  if (loop.load(lost.word()) != 0) refuse_small_weights(source);

  const Release release{paths, loop.arcs(Side::out), waits_for};
  typename L::Frontier first = loop.single(source);
  loop.vertex_map(Begin{release}, first);
  typename L::History order;
  const InOrder body{{paths, waits_for, joined}, {release, loop.arcs(Side::in)}};
  loop.iterate(body, std::move(first), Side::out, &order);
  loop.sweep_back(AgainstOrder{{paths, release.out, scores.of_vertices, source}}, order);
  if (scores.of_arcs != nullptr) loop.edge_apply(AddToWeightedArcs<W>{paths, scores.of_arcs});
  loop.recycle(std::move(order));
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
