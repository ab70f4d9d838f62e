// Communities of high modularity: vertices move to the communities of their neighbors as long as that gains, then
// communities become the vertices of a smaller graph, on which the same is done, level by level (Blondel, Guillaume,
// Lambiotte and Lefebvre, "Fast unfolding of communities in large networks", J. Stat. Mech. 2008). At last, vertices
// move on their own again until none gains by it.
//
// Modularity is networkx's: a self loop of an undirected graph counts twice for the strength of its vertex, parallel
// arcs count each, and directed graphs have Leicht and Newman's. Weights are the graph's, or 1.
#pragma once

#include "algorithms/communities.hpp"

#ifndef MG_DEVICE_CODE

#include <utility>

namespace mg {

class Louvain : public Communities {
 public:
  static AlgorithmInfo info() {
    return {
        .name = "louvain",
        .summary = "communities of high modularity, by moving vertices and then whole communities (Louvain)",
        .weights = WeightUse::optional,
        .parameters = parameters(),
        .state_bytes_per_vertex = 7 * sizeof(std::uint64_t) + 6 * sizeof(std::uint32_t),
        .family = "communities",
        .cost =
            "O(m) a sweep, of which a level takes up to 32; on GPUs in 20 bytes an arc of vertices with "
            "more than 2,048, or 36 with weights that are not whole, and 24 to 36 bytes an arc where communities are "
            "put together",
        .literature =
            "Blondel, Guillaume, Lambiotte and Lefebvre, J. Stat. Mech. 2008; in parallel: Lu, "
            "Halappanavar and Kalyanaraman, Parallel Comput. 2015"};
  }

  Louvain(const Graph& graph, const Parameters& parameters) : Communities(graph, parameters, "louvain") {}

  template <class L>
  void run(L& loop) {
    const auto goes_on = [&] { return loop.next_iteration(); };
    vertices_.start(loop);
    vertices_.move_in_turns(loop, goes_on);
    first_ = vertices_.communities();
    LocalMoving level = moving_on(contracted(loop, graph_, first_), loop.threads());
    Array<std::uint32_t> whole_of;  // parts of the first level: the vertex of the last one
    levels_ = 1;
    for (double before = level.modularity_of_vertices(loop.threads());
         levels_ < level_limit_ && !loop.stopped_early();) {
      Array<std::uint32_t> joined;
      LocalMoving next = larger(loop, level, joined, goes_on);
      const double now = next.modularity_of_vertices(loop.threads());
      if (!(now - before > 0)) break;
      put_together(whole_of, joined, loop.threads());
      level = std::move(next);
      ++levels_;
      if (now - before <= tolerance_) break;
      before = now;
    }
    vertices_.start(
        by_first_level(loop.threads(), [&](std::uint32_t p) { return whole_of.empty() ? p : whole_of[p]; }));
    vertices_.move_in_turns(loop, goes_on);
    vertices_.move_by_claims(loop, goes_on);
  }

  [[nodiscard]] Verdict validate() const { return verify(false); }

 private:
  /// Moves a level's vertices, which begin on their own. The level of what they come to, of which `joined` says what
  /// each is in.
  template <class L, class GoesOn>
  [[nodiscard]] LocalMoving larger(L& loop, LocalMoving& level, Array<std::uint32_t>& joined, GoesOn&& goes_on) const {
    Graph whole;
    loop.within(level.graph(), [&](auto& inner) {
      level.start(inner);
      level.move_in_turns(inner, goes_on);
      joined = level.communities();
      whole = contracted(inner, level.graph(), joined);
    });
    return moving_on(whole, loop.threads());
  }
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
