// A sweep of PageRank over all vertices, at one of them: the vectors, where walks begin, and the edge function.
#pragma once

#include <cmath>

#include "engine/algorithm.hpp"

namespace mg::ranks {

/// One entry a vertex. What travels is a vertex's share, its rank divided by its out-degree.
struct Vectors {
  float* ranks;
  float* shares;
  float* next_shares;            ///< the same as shares where an iteration is in place
  const float* inverse_degrees;  ///< 0 where there are no arcs
};

/// Gives v its next rank and yields how much that changes it.
inline double replace_rank(const Vectors& vectors, VertexId v, double next) {
  const double before = vectors.ranks[v];
  const float inverse_degree = vectors.inverse_degrees[v];
  const auto after = static_cast<float>(next);
  // A store to a line that is still on its way stalls a GPU's first-level cache for everybody, and compilers move
  // stores up: this one waits for what was there before. Second phase of the dense engine, H200: 0.45 ms against 1.5
  // ms.
  if (after != before) vectors.ranks[v] = after;
  Shared(vectors.next_shares)[v] = after * inverse_degree;
  return std::fabs(after - before);  // not a comparison: signs take turns, and branches on them are mispredicted
}

/// Where walks begin, and begin again when they leave: at(v) is what v gets of the mass that does.
struct Anywhere {
  double num_vertices;
  double each = 0;
  [[nodiscard]] Anywhere with(double mass) const { return {num_vertices, mass / num_vertices}; }
  [[nodiscard]] double at(VertexId) const { return each; }
};
struct InShares {
  const float* shares;
  double mass = 0;
  [[nodiscard]] InShares with(double restarted) const { return {shares, restarted}; }
  [[nodiscard]] double at(VertexId v) const { return mass * shares[v]; }
};
struct AtSource {
  VertexId source;
  double mass = 0;
  [[nodiscard]] AtSource with(double restarted) const { return {source, restarted}; }
  [[nodiscard]] double at(VertexId v) const { return v == source ? mass : 0.0; }
};

template <class Restart>
struct Start {
  Vectors vectors;
  Restart restart;
  [[nodiscard]] float rank_of(VertexId v) const { return static_cast<float>(restart.at(v)); }
  void operator()(VertexId v) const {
    vectors.ranks[v] = rank_of(v);
    vectors.shares[v] = vectors.ranks[v] * vectors.inverse_degrees[v];
  }
};

/// One iteration at one vertex; yields how much its rank has changed.
template <class Restart>
struct Gather {
  using Combine = Sum;
  Vectors vectors;
  Restart restart;
  double damping;

  [[nodiscard]] float message(VertexId source) const { return vectors.shares[source]; }
  [[nodiscard]] double rank_of(VertexId v, double gathered) const { return restart.at(v) + damping * gathered; }
  [[nodiscard]] double update(VertexId v, double gathered) { return replace_rank(vectors, v, rank_of(v, gathered)); }
};

struct RankOf {
  const float* ranks;
  double operator()(VertexId v) const { return ranks[v]; }
};

}  // namespace mg::ranks
