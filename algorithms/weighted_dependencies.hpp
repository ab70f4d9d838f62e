// Dependencies along paths of least weight, a source at a time (Brandes, J. Math. Sociology 2001): distances, then
// paths in an order of vertices in which predecessors come first, then dependencies against it.
#pragma once

#include "algorithms/shortest_path_arcs.hpp"

#ifndef MG_DEVICE_CODE

#include <array>

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
    steps.loops.push_back(label_of<InOrder>());
    return steps;
  }

  /// Adds the dependencies on `source`. O(n + m) after the distances. Throws Error(bad_input) where a distance does not
  /// grow by a weight. For both loops, in weighted_dependencies.cpp: once for all who use it.
  template <class L>
  void accumulate(L& loop, VertexId source, const Scores& scores);

 private:
  template <class L>
  [[nodiscard]] PathArcs path_arcs_on(L& loop);
  [[noreturn]] void refuse_small_weights(VertexId source) const;

  Graph graph_;
  RelaxOrder order_;
  Table<std::uint32_t> flags_{2};  ///< overflow, which doubles have none of; lost
  State<double> distances_{graph_.num_vertices()};
  State<PathNumber> numbers_{graph_.num_vertices()};
  State<double> dependencies_{graph_.num_vertices()};
  State<std::uint32_t> waits_for_{graph_.num_vertices()};
  State<std::uint32_t> joined_{graph_.num_vertices()};
  Table<VertexId> followers_{graph_.num_arcs()};
  Table<VertexId> predecessors_{graph_.directed ? graph_.num_arcs() : 0};
  State<std::uint32_t> num_followers_{graph_.num_vertices()};
  State<std::uint32_t> num_predecessors_{graph_.num_vertices()};
};

}  // namespace mg::bc

#endif  // MG_DEVICE_CODE
