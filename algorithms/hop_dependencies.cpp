#include "algorithms/hop_dependencies.hpp"

#include <utility>

#include "hybrid/kernels.hpp"  // which compiles edge functions for every engine

namespace mg::bc {

template <class L>
void HopDependencies::accumulate(L& loop, VertexId source, const Scores& scores) {
  const CountPaths count{paths_.on(loop), {levels_.on(loop)}};
  double* coefficients[] = {coefficients_[0].on(loop), coefficients_[1].on(loop)};
  std::uint32_t* is_scaled = is_scaled_.on(loop);
  std::uint32_t* large = flags_.on(loop);
  std::uint32_t* lost = large + 1;
  loop.vertex_map(Start{count.stamp.of, count.paths, {coefficients[0], coefficients[1]}, is_scaled, large, source});
  typename L::History levels;
  loop.iterate(Forward{count, large, lost, is_scaled}, loop.single(source), Side::out, &levels);
  if (loop.load(lost) != 0) {
    accumulate_wide(loop, source, levels, scores);
  } else {
    loop.sweep_back(Backward{count.paths, {coefficients[0], coefficients[1]}, scores.of_vertices, is_scaled}, levels);
    if (scores.of_arcs != nullptr) {
      loop.edge_apply(
          AddToArcs{count.stamp.of, count.paths, {coefficients[0], coefficients[1]}, is_scaled, scores.of_arcs});
    }
  }
  loop.recycle(std::move(levels));
}

void HopDependencies::accumulate_wide(DeviceLoop&, VertexId source, const DeviceHistory&, const Scores&) const {
  fail(ExitCode::no_resources,
       "the numbers of shortest paths from '{}' differ by more than a GPU's numbers hold: run with --device cpu",
       graph_.name(source));
}
void HopDependencies::accumulate_wide(Loop& loop, VertexId source, const Loop::History& levels, const Scores& scores) {
  bc::accumulate_wide(loop, source, levels, levels_.on(loop), scores);
}

template void HopDependencies::accumulate(Loop&, VertexId, const Scores&);
template void HopDependencies::accumulate(DeviceLoop&, VertexId, const Scores&);

}  // namespace mg::bc
