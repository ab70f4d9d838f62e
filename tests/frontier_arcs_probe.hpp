// An algorithm that follows the arcs of the frontiers of a search, with results that a test knows. Compiled for CPUs
// and for GPUs, as any algorithm is.
#pragma once

#include <cstdint>

#include "engine/algorithm.hpp"
#include "engine/shared.hpp"

namespace mg::probe {

/// Counts the arcs that are followed to the other end, and remembers the largest sender, each vertex by its number.
struct CountFollowed {
  std::uint32_t* followed;
  VertexId* largest;
  void operator()(VertexId u, VertexId v) const {
    Shared<std::uint32_t>(followed)[v].add(1);
    Shared<VertexId>(largest)[v].raise_to(u + 1);
  }
};
/// A step of a search.
struct Reach {
  using Combine = First;
  VertexId* parents;
  Stamp stamp;

  [[nodiscard]] static VertexId message(VertexId source) { return source; }
  [[nodiscard]] VertexId& cell(VertexId v) { return parents[v]; }
};

/// The same for ends that the search has reached by then: what comes before in an iteration is done.
struct CountReached {
  const VertexId* parents;
  CountFollowed count;
  void operator()(VertexId u, VertexId v) const {
    if (parents[v] != no_vertex) count(u, v);
  }
};

struct BeginFollowing {
  Reach reach;
  CountFollowed along;
  CountFollowed against;
  VertexId source;
  void operator()(VertexId v) const {
    reach.stamp.of[v] = v == source ? 0 : -1;
    reach.parents[v] = v == source ? source : no_vertex;
    along.followed[v] = along.largest[v] = against.followed[v] = against.largest[v] = 0;
  }
};

struct FollowLevel {
  Reach reach;
  CountFollowed along;
  CountFollowed against;

  template <class I>
  void operator()(I& iteration) const {
    iteration.edge_apply(along);
    iteration.edge_map(reach);
    iteration.edge_apply_back(CountReached{reach.parents, against});
  }
};

}  // namespace mg::probe

#ifndef MG_DEVICE_CODE

namespace mg::probe {

/// How many arcs lead to each vertex from vertices that a search reaches, and how many to them; and from or to which
/// one of the largest number.
class FollowFrontiers {
 public:
  static AlgorithmInfo info() {
    return {.name = "follow-frontiers",
            .summary = "follows the arcs of a search's frontiers",
            .source = SourceUse::one,
            .state_bytes_per_vertex = 6 * sizeof(std::uint32_t)};
  }

  FollowFrontiers(const Graph& graph, const Parameters&)
      : levels_(graph.num_vertices()), parents_(graph.num_vertices()) {
    for (auto* counts : {&along_, &along_largest_, &against_, &against_largest_}) {
      *counts = State<std::uint32_t>(graph.num_vertices());
    }
  }

  template <class L>
  void run(L& loop, VertexId source) {
    const Reach reach{parents_.on(loop), {levels_.on(loop)}};
    const FollowLevel level{
        reach, {along_.on(loop), along_largest_.on(loop)}, {against_.on(loop), against_largest_.on(loop)}};
    loop.vertex_map(BeginFollowing{reach, level.along, level.against, source});
    loop.iterate(level, loop.single(source));
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {expands<Reach>()}, .loops = {label_of<FollowLevel>()}};
  }

  [[nodiscard]] Results results() const {
    return {{"level", levels_},
            {"along", along_},
            {"along_largest", along_largest_},
            {"against", against_},
            {"against_largest", against_largest_}};
  }

 private:
  State<std::int32_t> levels_;
  State<VertexId> parents_;
  State<std::uint32_t> along_, along_largest_, against_, against_largest_;
};

}  // namespace mg::probe

#endif  // MG_DEVICE_CODE
