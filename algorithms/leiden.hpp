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
/// Tells a part the community of its vertices, which all say the same.
struct TellPart {
  const std::uint32_t* part;
  const std::uint32_t* community;
  Shared<std::uint32_t> community_of;
  void operator()(VertexId v) const { community_of[part[v]] = community[v]; }
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
        .state_bytes_per_vertex = 12 * sizeof(std::uint64_t) + 15 * sizeof(std::uint32_t),
        .family = "communities",
        .cost =
            "O(m) a sweep, of which a level takes up to 32, and some for its refinement; on GPUs in 20 "
            "bytes an arc of vertices with more than 2,048, or 36 with weights that are not whole, and 24 to 40 bytes "
            "an arc where communities are put together",
        .literature = "Traag, Waltman and van Eck, Sci. Rep. 2019; in parallel: Sahu, ICPP workshops 2024"};
  }

  Leiden(const Graph& graph, const Parameters& parameters) : Communities(graph, parameters, "leiden") {}

  template <class L>
  void run(L& loop) {
    const auto goes_on = [&] { return loop.next_iteration(); };
    vertices_.start(loop);
    Level level = next_level(loop, vertices_, goes_on);
    first_ = std::move(level.part);
    State<std::uint32_t> whole_of;  // parts of the first level: that of the last one
    double before = 0;
    levels_ = 1;
    for (bool ends = levels_ == level_limit_ || loop.stopped_early(); !ends;) {
      Level next;
      loop.within(level.whole, [&](auto& inner) {
        LocalMoving moving = moving_on(level.whole.graph);
        moving.start(inner);
        inner.vertex_map(moving::Follow{level.community.on(inner), nullptr, nullptr, moving.communities_on(inner)});
        const double now = moving.modularity(inner);
        ends = levels_ > 1 && !(now - before > tolerance_);
        if (ends) return;
        before = now;
        next = next_level(inner, moving, goes_on);
        put_together(inner, whole_of, next.part);
      });
      if (ends) break;
      ++levels_;
      const bool has_shrunk = next.whole.graph.num_vertices() < level.whole.graph.num_vertices();
      ends = !has_shrunk || levels_ == level_limit_ || loop.stopped_early();
      level = std::move(next);
    }
    start_by_first_level(loop, whole_of, level.community.on(loop));
    vertices_.move_in_turns(loop, goes_on);
    do {
      vertices_.move_by_claims(loop, goes_on);
    } while (!loop.stopped_early() && split(loop));
  }

  [[nodiscard]] Verdict validate() const { return verify(true); }

 private:
  /// A graph whose vertices are parts of a finer one's communities.
  struct Level {
    Contracted whole;
    State<std::uint32_t> part;       ///< of the finer graph's vertices
    State<std::uint32_t> community;  ///< of the parts
  };
  /// Moves vertices, and refines what they come to.
  template <class L, class GoesOn>
  [[nodiscard]] static Level next_level(L& loop, LocalMoving& moving, GoesOn&& goes_on) {
    moving.move_in_turns(loop, goes_on);
    const FilePlaces places = moving.places_on(loop);
    Level next;
    next.part = State<std::uint32_t>(loop.num_vertices());
    std::uint32_t* const part = next.part.on(loop);
    const VertexId parts = number_parts(loop, places, Refinement(moving).parts(loop, goes_on), part);
    std::uint32_t* const community = moving.communities_on(loop);
    static_cast<void>(number_parts(loop, places, community, community));
    next.community = State<std::uint32_t>(parts);
    loop.vertex_map(leiden::TellPart{part, community, next.community.on(loop)});
    next.whole = loop.contract(part, parts);
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
    static_cast<void>(number_parts(loop, vertices_.places_on(loop), labels, vertices_.communities_on(loop)));
    return true;
  }

  State<VertexId> labels_{graph_.num_vertices()};
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
