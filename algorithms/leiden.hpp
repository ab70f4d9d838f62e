// Communities of high modularity that are connected each: vertices move to the communities of their neighbors as long
// as that gains, what they come to is refined to well-connected parts, and these become the vertices of a smaller
// graph, on which the same is done, beginning with the communities that there are (Traag, Waltman and van Eck, "From
// Louvain to Leiden: guaranteeing well-connected communities", Sci. Rep. 2019). Parts join where that gains most, as in
// Sahu's "GVE-Leiden", ICPP workshops 2024, where Traag's are drawn.
//
// At last, vertices move on their own again until none gains by it, and communities that moves have torn fall into what
// is connected, which never loses modularity, until both are the case.
#pragma once

#include "algorithms/communities.hpp"
#include "algorithms/community_state.hpp"
#include "algorithms/forest.hpp"
#include "algorithms/refinement.hpp"

namespace mg::leiden {

/// Joins the trees of an edge's ends within a community.
struct HookWithin : forest::Hook {
  const std::uint32_t* community;
  void operator()(VertexId u, VertexId v) const {
    if (community[u] == community[v]) forest::Hook::operator()(u, v);
  }
};

/// Trees, and communities that have members: 1 for each.
struct IsRoot {
  const VertexId* labels;
  double operator()(VertexId v) const { return labels[v] == v ? 1 : 0; }
};
struct HasMembers {
  moving::Partition p;
  double operator()(VertexId c) const { return p.members[c] > 0 ? 1 : 0; }
};

}  // namespace mg::leiden

#ifndef MG_DEVICE_CODE

#include <utility>

namespace mg {

class Leiden : public Communities {
 public:
  static AlgorithmInfo info() {
    return {
        .name = "leiden",
        .summary = "connected communities of high modularity, whose well-connected parts are put together (Leiden)",
        .weights = WeightUse::optional,
        .parameters = parameters(),
        .state_bytes_per_vertex = 11 * sizeof(std::uint64_t) + 12 * sizeof(std::uint32_t),
        .family = "communities",
        .cost =
            "O(m) a sweep, of which a level takes up to 32, and some for its refinement; on GPUs in 20 "
            "bytes an arc of vertices with more than 2,048, or 36 with weights that are not whole, and 24 to 36 bytes "
            "an arc where communities are put together",
        .literature = "Traag, Waltman and van Eck, Sci. Rep. 2019; in parallel: Sahu, ICPP workshops 2024"};
  }

  Leiden(const Graph& graph, const Parameters& parameters) : Communities(graph, parameters, "leiden") {}

  template <class L>
  void run(L& loop) {
    const auto goes_on = [&] { return loop.next_iteration(); };
    vertices_.start(loop);
    Level level = next_level(loop, vertices_, goes_on);
    first_ = level.part;
    Array<std::uint32_t> whole_of;  // parts of the first level: that of the last one
    levels_ = 1;
    for (bool has_gained = true; has_gained && levels_ < level_limit_ && !loop.stopped_early(); ++levels_) {
      LocalMoving moving = moving_on(level.whole, loop.threads());
      moving.start(std::move(level.community));
      Level next;
      loop.within(level.whole, [&](auto& inner) { next = next_level(inner, moving, goes_on); });
      put_together(whole_of, next.part, loop.threads());
      has_gained = next.modularity - level.modularity > tolerance_ && next.part.size() > next.community.size();
      level = std::move(next);
    }
    vertices_.start(by_first_level(
        loop.threads(), [&](std::uint32_t p) { return level.community[whole_of.empty() ? p : whole_of[p]]; }));
    vertices_.move_in_turns(loop, goes_on);
    do {
      vertices_.move_by_claims(loop, goes_on);
    } while (!loop.stopped_early() && split(loop));
  }

  [[nodiscard]] Verdict validate() const { return verify(true); }

 private:
  /// A graph whose vertices are parts of a finer one's communities.
  struct Level {
    Graph whole;
    Array<std::uint32_t> part;       ///< of the finer graph's vertices
    Array<std::uint32_t> community;  ///< of the parts
    double modularity = 0;           ///< of these
  };
  /// Moves vertices, and refines what they come to.
  template <class L, class GoesOn>
  [[nodiscard]] Level next_level(L& loop, LocalMoving& moving, GoesOn&& goes_on) const {
    const Graph& graph = moving.graph();
    moving.move_in_turns(loop, goes_on);
    Level next;
    next.part = Refinement(moving).parts(loop, goes_on);
    Array<std::uint32_t> community = moving.communities();
    static_cast<void>(number_parts(graph, community, loop.threads()));
    next.whole = contracted(loop, graph, next.part);
    next.community = Array<std::uint32_t>::uninitialized(next.whole.num_vertices());
    parallel_for(community.size(), loop.threads(), [&](std::size_t v) {
      Shared<std::uint32_t>(next.community.data())[next.part[v]] = community[v];  // as the part's other vertices do
    });
    next.modularity = modularity(next.whole, next.community.span(), resolution_, loop.threads());
    return next;
  }
  /// Splits communities into what is connected of them; false where all are.
  template <class L>
  [[nodiscard]] bool split(L& loop) {
    VertexId* const labels = labels_.on(loop);
    loop.vertex_map(OwnLabel{labels});
    const moving::Partition partition = vertices_.partition(loop);
    loop.edge_apply(leiden::HookWithin{{labels}, partition.community}, Side::out);
    loop.vertex_map(forest::Compress{labels});
    if (loop.vertex_reduce(leiden::IsRoot{labels}) == loop.vertex_reduce(leiden::HasMembers{partition})) return false;
    Array<std::uint32_t> connected = std::exchange(labels_, State<VertexId>(graph_.num_vertices())).host();
    static_cast<void>(number_parts(graph_, connected, loop.threads()));
    vertices_.start(std::move(connected));
    return true;
  }

  State<VertexId> labels_{graph_.num_vertices()};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
