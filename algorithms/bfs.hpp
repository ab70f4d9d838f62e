// Breadth-first search: levels and parents from one source.
//
// Level by level; any parent of the level before will do, so that the first one stays, and an engine may search in
// either direction (Beamer et al., "Direction-Optimizing Breadth-First Search", SC'12).
#pragma once

#include <cstdint>

#include "engine/algorithm.hpp"

namespace mg::bfs {

/// One level: the first sender to arrive becomes the parent, and its level the stamp; who has no parent has no level.
struct Visit {
  using Combine = First;
  VertexId* parents;
  Stamp stamp;

  [[nodiscard]] static VertexId message(VertexId source) { return source; }
  [[nodiscard]] VertexId& cell(VertexId v) { return parents[v]; }
};

/// The same without parents: levels are all that there is.
struct Reach {
  using Combine = First;
  Stamp stamp;
  [[nodiscard]] std::int32_t& cell(VertexId v) { return stamp.of[v]; }
};

}  // namespace mg::bfs

#ifndef MG_DEVICE_CODE

#include "algorithms/direction.hpp"
#include "algorithms/search_tree.hpp"

namespace mg {

class Bfs {
 public:
  static AlgorithmInfo info() {
    return {.name = "bfs",
            .summary = "breadth-first search: levels and parents from a source",
            .source = SourceUse::one,
            .parameters = {direction_parameter(), predecessors_parameter()},
            .state_bytes_per_vertex = sizeof(std::int32_t) + sizeof(VertexId),
            .family = "paths",
            .cost = "O(n + m)",
            .literature = "Beamer et al., SC 2012"};
  }

  Bfs(const Graph& graph, const Parameters& parameters)
      : side_(side_of(parameters)),
        graph_(side_ == Side::out ? graph : graph.reversed()),
        tree_(graph.num_vertices(), parameters) {}

  template <class L>
  void run(L& loop, VertexId source) {
    source_ = source;
    const Stamp stamp = tree_.levels_on(loop);
    const IterationCount count = tree_.has_parents()
                                     ? loop.search(bfs::Visit{tree_.parents_on(loop), stamp}, source, side_)
                                     : loop.search(bfs::Reach{stamp}, source, side_);
    depth_ = count.iterations - (count.finished && count.iterations > 0 ? 1 : 0);
  }

  [[nodiscard]] ProgramSteps steps() const {
    return tree_.has_parents() ? searches<bfs::Visit>() : searches<bfs::Reach>();
  }

  [[nodiscard]] Results results() const { return tree_.results(); }

  [[nodiscard]] Summary summary() const {
    const auto reached = reached_of(tree_.levels(), not_stamped);
    return {{"reached", reached.vertices}, {"depth", depth_}, {"level_sum", reached.sum}};
  }

  [[nodiscard]] Verdict validate() const { return tree_.validate(graph_, source_); }

 private:
  Side side_;
  Graph graph_;  ///< as searched: turned around when arcs are followed backwards
  SearchTree tree_;
  VertexId source_ = no_vertex;
  std::uint64_t depth_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
