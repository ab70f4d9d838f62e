// Sweeps of PageRank in place, as Gauss and Seidel have it, for GAP's definition, which drops the mass of vertices
// without arcs.
//
// Such a sweep does not keep the sum of the ranks, and a wrong sum decays no faster than by the damping; so it is put
// right between sweeps, an aggregation step with a single block (Takahashi, "A lumping method for numerical
// calculations of stationary distributions of Markov chains", 1975). Kronecker graph of scale 20, to 1e-4: 5 sweeps
// instead of 11; uniform and road-like graphs: as many as without.
#pragma once

#include "algorithms/rank_iteration.hpp"

namespace mg::pagerank {

/// Later vertices see the new shares of earlier ones at once.
struct GatherInPlace : ranks::Gather<ranks::Anywhere> {
  [[nodiscard]] float message(VertexId source) const { return Shared(vectors.shares)[source]; }
};

/// What a vertex with in-arcs keeps of its rank once it has passed on the damped part.
struct Kept {
  ranks::Vectors vectors;
  const EdgeId* in_offsets;
  double damping;
  double operator()(VertexId v) const {
    if (in_offsets[v] == in_offsets[v + 1]) return 0;
    const double rank = vectors.ranks[v];
    return vectors.inverse_degrees[v] > 0 ? (1 - damping) * rank : rank;
  }
};

struct Scale {
  float* ranks;
  float scale;
  void operator()(VertexId v) const { ranks[v] *= scale; }
};

}  // namespace mg::pagerank

#ifndef MG_DEVICE_CODE

#include <cmath>

namespace mg::pagerank {

/// Summing the equations of all vertices with in-arcs says what they keep in all: the base rank of each, and what
/// vertices without in-arcs send them. Their ranks are multiplied by the factor that makes it true, which costs
/// nothing: ranks are kept up to a common scale, and the base is divided by it. Ranks of vertices without in-arcs are
/// back at the base in the next sweep, whose change is what ends the loop. O(n + m) a sweep.
inline void sweep_in_place(Loop& loop, const Graph& graph, RankIteration& iteration) {
  constexpr std::uint64_t balanced_sweeps = 20;  // so that the loop ends, whatever rounding does to the factor
  const double damping = iteration.damping();
  const ranks::Anywhere base = ranks::Anywhere{static_cast<double>(graph.num_vertices())}.with(1 - damping);
  const ranks::VertexKinds& kinds = iteration.kinds();
  const double due = base.each * (kinds.receivers + damping * kinds.origins);
  double scale = 1;
  bool balanced = kinds.receivers == 0;
  ranks::Vectors vectors = iteration.vectors(loop);
  vectors.next_shares = vectors.shares;
  Contraction progress = iteration.fresh();
  loop.vertex_map(ranks::Start<ranks::Anywhere>{vectors, base.with(1)});
  while (loop.next_iteration()) {
    const GatherInPlace sweep{{vectors, {base.num_vertices, base.each / scale}, damping}};
    if (progress.ends_with(scale * loop.edge_reduce(sweep))) break;
    if (balanced) continue;
    const double kept = scale * loop.vertex_reduce(Kept{vectors, graph.in.offsets.data(), damping});
    const double factor = due / kept;
    scale *= factor;
    balanced = std::fabs(factor - 1) < progress.tolerance || progress.iterations == balanced_sweeps;
  }
  loop.vertex_map(Scale{vectors.ranks, static_cast<float>(scale)});
  iteration.has_run(progress);
}

}  // namespace mg::pagerank

#endif  // MG_DEVICE_CODE
