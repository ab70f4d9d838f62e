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
        .state_bytes_per_vertex = 8 * sizeof(std::uint64_t) + 9 * sizeof(std::uint32_t),
        .family = "communities",
        .cost =
            "O(m) a sweep, of which a level takes up to 32; on GPUs in 20 bytes an arc of vertices with "
            "more than 2,048, or 36 with weights that are not whole, and 24 to 40 bytes an arc where communities are "
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
    Contracted whole = contracted(loop, vertices_, first_);
    State<std::uint32_t> whole_of;  // parts of the first level: the vertex of the last one
    State<std::uint32_t> joined;    // vertices of the level before: that of this one
    double before = 0;
    levels_ = 0;
    for (bool ends = false; !ends;) {
      Contracted larger;
      loop.within(whole, [&](auto& inner) {
        LocalMoving level = moving_on(whole.graph);
        level.start(inner);
        const double now = level.modularity_of_vertices(inner);
        ends = levels_ > 0 && !(now - before > beyond_rounding);
        if (ends) return;
        if (++levels_ > 1) put_together(inner, whole_of, joined);
        ends = (levels_ > 1 && now - before <= tolerance_) || levels_ == level_limit_ || loop.stopped_early();
        if (ends) return;
        before = now;
        level.move_in_turns(inner, goes_on);
        larger = contracted(inner, level, joined);
      });
      whole = std::move(larger);
    }
    start_by_first_level(loop, whole_of);
    vertices_.move_in_turns(loop, goes_on);
    vertices_.move_by_claims(loop, goes_on);
  }

  [[nodiscard]] Verdict validate() const { return verify(false); }

 private:
  /// The graph of what vertices have come to, and which of its vertices each is in.
  template <class L>
  [[nodiscard]] static Contracted contracted(L& loop, LocalMoving& moving, State<std::uint32_t>& joined) {
    joined = State<std::uint32_t>(loop.num_vertices());
    std::uint32_t* const number = joined.on(loop);
    const VertexId parts = number_parts(loop, moving.places_on(loop), moving.communities_on(loop), number);
    return loop.contract(number, parts);
  }
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
