// Betweenness of one source where numbers of paths of one level differ by more than a double can hold: counted again in
// long doubles, which GPUs have none of.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "algorithms/brandes.hpp"
#include "engine/loop.hpp"

namespace mg::bc {

/// One level forward with levels known: a vertex gathers from its predecessors.
struct CountWidePaths {
  using Combine = Sum;
  const std::int32_t* levels;
  long double* paths;
  std::int32_t level;

  [[nodiscard]] long double message(VertexId source) const { return levels[source] == level - 1 ? paths[source] : 0; }
  [[nodiscard]] bool update(VertexId v, long double count) {
    paths[v] = count;
    return true;
  }
};

/// The shares of dependencies that go along arcs from one level to the next.
struct AddToWideArcs {
  const std::int32_t* levels;
  const long double* paths;
  const long double* coefficients[2];
  std::span<const int> exponents;
  double* scores;

  void operator()(VertexId u, VertexId w, EdgeId arc) const {
    const std::int32_t level = levels[u];
    if (level < 0 || levels[w] != level + 1 || static_cast<std::size_t>(level) >= exponents.size()) return;
    const long double share = std::ldexp(paths[u] * coefficients[(level + 1) % 2][w], -exponents[level]);
    scores[arc] += static_cast<double>(share);
  }
};

/// Adds up what depends on paths from `source`, whose `levels` a search has found and written to `stamps`. Each level's
/// largest number is scaled to about 1, so that only differences of more than 4,900 decimal orders within one level are
/// lost.
inline void accumulate_wide(Loop& loop, VertexId source, const Loop::History& levels, const std::int32_t* stamps,
                            const Scores& scores) {
  using Real = long double;
  const VertexId n = loop.num_vertices();
  auto paths = Array<Real>::filled(n, 0);
  std::array coefficients{Array<Real>::filled(n, 0), Array<Real>::filled(n, 0)};
  std::vector<int> exponents(levels.size());  // of the step from each level to the next
  paths[source] = 1;
  for (std::size_t level = 1; level < levels.size(); ++level) {
    loop.gather(CountWidePaths{stamps, paths.data(), static_cast<std::int32_t>(level)}, levels[level], Side::in);
    Real most = 0;
    for (const VertexId v : levels[level].queue()) most = std::max(most, paths[v]);
    int& exponent = exponents[level - 1];
    std::frexp(most, &exponent);
    for (const VertexId v : levels[level].queue()) paths[v] = std::ldexp(paths[v], -exponent);
  }
  // Backward: the numbers of paths of level l + 1 are those that level l yields, divided by 2^exponents[l].
  for (std::size_t level = levels.size(); level-- > 1;) {
    const GatherDependency<Real> gathers{.paths = paths.data(),
                                         .below = coefficients[1 - level % 2].data(),
                                         .own = coefficients[level % 2].data(),
                                         .scores = scores.of_vertices,
                                         .scale = std::ldexp(Real{1}, -exponents[level]),
                                         .is_scaled = nullptr};
    loop.gather(gathers, levels[level], Side::out);
  }
  if (scores.of_arcs == nullptr) return;
  loop.edge_apply(
      AddToWideArcs{stamps, paths.data(), {coefficients[0].data(), coefficients[1].data()}, exponents, scores.of_arcs});
}

}  // namespace mg::bc
