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

namespace mg {

class Louvain : public Communities {
 public:
  static AlgorithmInfo info() {
    return {.name = "louvain",
            .summary = "communities of high modularity, by moving vertices and then whole communities (Louvain)",
            .weights = WeightUse::optional,
            .parameters = parameters(),
            .state_bytes_per_vertex = 7 * sizeof(std::uint64_t) + 6 * sizeof(std::uint32_t),
            .family = "communities",
            .cost =
                "O(m) a sweep, of which a level takes up to 32; on GPUs by sorting, in 16 bytes an arc, 24 with "
                "weights, and the host puts communities together",
            .literature =
                "Blondel, Guillaume, Lambiotte and Lefebvre, J. Stat. Mech. 2008; in parallel: Lu, "
                "Halappanavar and Kalyanaraman, Parallel Comput. 2015"};
  }

  Louvain(const Graph& graph, const Parameters& parameters) : Communities(graph, parameters, "louvain") {}

  template <class L>
  void run(L& loop) {
    const auto goes_on = [&] { return loop.next_iteration(); };
    vertices_.start();
    vertices_.move_in_turns(loop, goes_on);
    Array<std::uint32_t> community = vertices_.communities();
    VertexId parts = number_parts(graph_, community);
    first_ = Array<std::uint32_t>::copy_of(community.span());
    Graph whole = contract(graph_, community.span(), parts, loop.threads());
    levels_ = 1;
    for (double before = own_modularity(whole, loop.threads()); levels_ < level_limit_ && !loop.stopped_early();) {
      Array<std::uint32_t> joined = moved(loop, whole, goes_on);
      parts = number_parts(whole, joined);
      Graph larger = contract(whole, joined.span(), parts, loop.threads());
      const double now = own_modularity(larger, loop.threads());
      if (!(now - before > 0)) break;
      parallel_for(community.size(), loop.threads(), [&](std::size_t v) { community[v] = joined[community[v]]; });
      whole = std::move(larger);
      ++levels_;
      if (now - before <= tolerance_) break;
      before = now;
    }
    vertices_.start(std::move(community));
    vertices_.move_in_turns(loop, goes_on);
    vertices_.move_by_claims(loop, goes_on);
  }

  [[nodiscard]] Verdict validate() const { return verify(false); }

 private:
  /// The communities of another graph's vertices, which begin on their own.
  template <class L, class GoesOn>
  Array<std::uint32_t> moved(L& loop, const Graph& graph, GoesOn&& goes_on) const {
    LocalMoving level = moving_on(graph, loop.threads());
    level.start();
    loop.within(graph, [&](auto& inner) { level.move_in_turns(inner, goes_on); });
    return level.communities();
  }
  /// Of communities that are a vertex each.
  [[nodiscard]] double own_modularity(const Graph& graph, int threads) const {
    std::vector<VertexId> own(graph.num_vertices());
    std::iota(own.begin(), own.end(), VertexId{0});
    return modularity(graph, own, resolution_, threads);
  }
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
