// What the forms of PageRank share, whichever way they come to its ranks: parameters, what arcs get, and the summary.
#pragma once

#ifndef MG_DEVICE_CODE

#include "algorithms/fixed_point.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"

namespace mg::ranks {

[[nodiscard]] inline ParameterSpec damping() {
  return {.name = "damping", .fallback = "0.85", .help = "probability of following an arc", .highest = 0.999};
}
/// The parameter by which walks that leave begin again at some vertices.
[[nodiscard]] inline ParameterSpec personalization() {
  return {.name = "personalization",
          .type = ParameterSpec::Type::vertex_weights,
          .fallback = "none",
          .help = "where walks begin and begin again, in proportion to the weights of vertices; without: anywhere"};
}
[[nodiscard]] inline ParameterSpec iterations() {
  return iterations_parameter("the tolerance is met, or rounding is in its way");
}

/// What each arc of a vertex gets of `mass`, an entry a vertex; 0 where there are no arcs. O(n).
template <class Real>
[[nodiscard]] State<Real> per_arc(const Graph& graph, Real mass) {
  auto shares = Array<Real>::uninitialized(graph.num_vertices());
  parallel_for(shares.size(), default_threads(), [&](std::size_t v) {
    const EdgeId degree = graph.out.degree(static_cast<VertexId>(v));
    shares[v] = degree == 0 ? 0 : mass / static_cast<Real>(degree);
  });
  return State<Real>(shares);
}

/// The sum of all ranks, 1 where no mass is dropped, and how far they have come. O(n).
template <class Real>
[[nodiscard]] Summary summary_of(const Array<Real>& ranks, const Convergence& progress) {
  const auto sum = parallel_sum<double>(ranks.size(), default_threads(), [&](std::size_t v) { return ranks[v]; });
  return {{"sum", sum}, {"iterations", progress.iterations}, {"residual", progress.residual}};
}

}  // namespace mg::ranks

#endif  // MG_DEVICE_CODE
