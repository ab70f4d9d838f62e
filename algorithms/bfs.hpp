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

}  // namespace mg::bfs

#ifndef MG_DEVICE_CODE

#include "algorithms/direction.hpp"
#include "algorithms/reached.hpp"
#include "algorithms/verify_bfs.hpp"

namespace mg {

class Bfs {
 public:
  static AlgorithmInfo info() {
    return {.name = "bfs",
            .summary = "breadth-first search: levels and parents from a source",
            .source = SourceUse::one,
            .parameters = {direction_parameter()},
            .state_bytes_per_vertex = sizeof(std::int32_t) + sizeof(VertexId),
            .family = "paths",
            .cost = "O(n + m)",
            .literature = "Beamer et al., SC 2012"};
  }

  Bfs(const Graph& graph, const Parameters& parameters)
      : side_(side_of(parameters)),
        graph_(side_ == Side::out ? graph : graph.reversed()),
        levels_(State<std::int32_t>::of_ones(graph.num_vertices())),
        parents_(graph.num_vertices()) {}

  template <class L>
  void run(L& loop, VertexId source) {
    source_ = source;
    ++searches_;
    const bfs::Visit visit{parents_.on(loop), {levels_.on(loop)}};
    const IterationCount count = loop.search(visit, source, side_);
    depth_ = count.iterations - (count.finished && count.iterations > 0 ? 1 : 0);
  }

  [[nodiscard]] static ProgramSteps steps() { return searches<bfs::Visit>(); }

  /// Levels as they are where no search came before this one, whose levels would stand where this one has not been.
  [[nodiscard]] Results results() const {
    const auto levels = [this] { return reached_stamps(levels_, parents_); };
    return {{"level", searches_ == 1 ? ResultValues(levels_, levels) : ResultValues(levels)},
            {"parent", parents_, ResultColumn::Meaning::vertex}};
  }

  [[nodiscard]] Summary summary() const {
    const auto reached = reached_of(reached_stamps(levels_, parents_), not_stamped);
    return {{"reached", reached.vertices}, {"depth", depth_}, {"level_sum", reached.sum}};
  }

  [[nodiscard]] Verdict validate() const {
    return verify_bfs(graph_, source_, reached_stamps(levels_, parents_).span(), parents_.host().span());
  }

 private:
  Side side_;
  Graph graph_;  ///< as searched: turned around when arcs are followed backwards
  State<std::int32_t> levels_;
  State<VertexId> parents_;
  VertexId source_ = no_vertex;
  std::uint64_t depth_ = 0, searches_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
