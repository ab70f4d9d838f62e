// The two steps of Brandes' algorithm (J. Math. Sociology 2001), a level each: paths are counted forward, and what
// depends on them is gathered backward.
#pragma once

#include <cstdint>

#include "algorithms/path_numbers.hpp"
#include "engine/edge_function_parts.hpp"

namespace mg::bc {

/// Where the dependencies of vertices and arcs on sources are added up.
struct Scores {
  double* of_vertices;
  double* of_arcs;  ///< null: not asked for
};

/// One level forward: the paths to a vertex are those to its predecessors.
struct CountPaths {
  using Combine = Stamped<Sum>;
  double* paths;
  Stamp stamp;

  [[nodiscard]] double message(VertexId source) const { return paths[source]; }
  [[nodiscard]] double& cell(VertexId v) { return paths[v]; }
};

/// One level backward: turns the sum over successors w of their coefficients, (1 + dependency(w)) / paths(w), into a
/// score, and into what the level above will gather. The last level finds no coefficient but zeros.
template <class Real>
struct GatherDependency {
  using Combine = Sum;
  const Real* paths;
  const Real* below;  ///< coefficients that the next level has set
  Real* own;
  double* scores;
  Real scale;                      ///< of this level's numbers of paths over that of the next level's
  const std::uint32_t* is_scaled;  ///< says whether the next level was scaled down instead; null: it was not

  [[nodiscard]] Real message(VertexId successor) const { return below[successor]; }
  /// Neighbors read one of v's coefficients before v is in turn, and v writes the other; which is which depends on v's
  /// level.
  template <class Visit>
  void touches(VertexId v, const Visit& visit) const {
    visit(paths[v], scores[v], below[v], own[v]);
  }
  [[nodiscard]] bool update(VertexId v, Real sum) {
    const Real count = paths[v];
    const Real times = is_scaled != nullptr && *is_scaled != 0 ? static_cast<Real>(1 / large_number) : scale;
    const Real dependency = count * sum * times;
    own[v] = (1 + dependency) / count;
    scores[v] += static_cast<double>(dependency);
    return true;
  }
};

}  // namespace mg::bc
