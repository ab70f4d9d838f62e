// Dependencies along paths of least weight, a source at a time (Brandes, J. Math. Sociology 2001): distances, then
// paths in an order of vertices in which predecessors come first, then dependencies against it.
#pragma once

#include "algorithms/shortest_path_arcs.hpp"

#ifndef MG_DEVICE_CODE

#include <array>
#include <string_view>
#include <utility>

#include "algorithms/positive_weights.hpp"
#include "algorithms/relax_order.hpp"

namespace mg::bc {

template <class W>
class WeightedDependencies {
  using Relax = sssp::Relax<W, double>;

 public:
  explicit WeightedDependencies(const Graph& graph)
      : graph_(graph), order_(graph, Parameters(std::array{method_parameter(), delta_parameter()}, {})) {}

  [[nodiscard]] ProgramSteps steps(bool has_buckets) const {
    ProgramSteps steps = order_.steps<Relax>(has_buckets);
    steps.taken.push_back(expands<JoinNext>());
    return steps;
  }

  /// Adds the dependencies on `source`. O(n + m) after the distances. Throws Error(bad_input) where a distance does not
  /// grow by a weight.
  template <class L>
  void accumulate(L& loop, VertexId source, const Scores& scores) {
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

 private:
  [[noreturn]] void refuse_small_weights(VertexId source) const {
    fail(ExitCode::bad_input,
         "weights differ by more than doubles can add up: on a shortest path from '{}' one is lost in the distance; "
         "make the smallest ones larger",
         graph_.name(source));
  }

  Graph graph_;
  RelaxOrder order_;
  State<std::uint32_t> flags_{2};  ///< overflow, which doubles have none of; lost
  State<double> distances_{graph_.num_vertices()};
  State<PathNumber> numbers_{graph_.num_vertices()};
  State<double> dependencies_{graph_.num_vertices()};
  State<std::uint32_t> waits_for_{graph_.num_vertices()};
  State<std::uint32_t> joined_{graph_.num_vertices()};
};

}  // namespace mg::bc

#endif  // MG_DEVICE_CODE
