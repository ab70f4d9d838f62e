// Breadth-first search: levels and parents from one source.
//
// Level-synchronous; any parent of the previous level will do, so that values combine with Any, receivers that have a
// parent want nothing more, and an engine may search in either direction (Beamer et al., "Direction-Optimizing
// Breadth-First Search", SC'12).
#pragma once

#include <cstdint>

#include "engine/algorithm.hpp"

namespace mg::bfs {

inline constexpr std::int32_t unreached = -1;

/// Whoever has no parent has no level, whatever `levels` says.
struct Start {
  std::int32_t* levels;
  VertexId* parents;
  VertexId source;
  void operator()(VertexId v) const {
    parents[v] = v == source ? source : no_vertex;
    if (v == source) levels[v] = 0;
  }
};

struct ResetLevels {
  std::int32_t* levels;
  void operator()(VertexId v) const { levels[v] = unreached; }
};

/// One level: what travels is the sender, and the first to arrive becomes the parent.
struct Visit {
  using Value = VertexId;
  using Combine = Any;
  static constexpr bool keeps_quiet = true;
  static constexpr bool takes_nothing_back = true;
  static constexpr bool takes_once = true;
  std::int32_t* levels;
  VertexId* parents;
  std::int32_t level;

  [[nodiscard]] Value message(VertexId source) const { return source; }
  [[nodiscard]] Value& cell(VertexId v) { return parents[v]; }
  [[nodiscard]] bool update(VertexId v, Value) {
    levels[v] = level;
    return true;
  }
};

/// Every vertex takes its smallest neighbor of the previous level: parents that no schedule changes.
struct SmallestParent {
  using Value = VertexId;
  using Combine = Min;
  const std::int32_t* levels;
  VertexId* parents;
  std::int32_t level;

  [[nodiscard]] Value message(VertexId source) const {
    return levels[source] == level - 1 && parents[source] != no_vertex ? source : no_vertex;
  }
  [[nodiscard]] Value& cell(VertexId v) { return parents[v]; }
};

/// One level of the search.
struct Search {
  std::int32_t* levels;
  VertexId* parents;

  static constexpr bool is_search = true;
  [[nodiscard]] Visit visit(std::uint64_t number) const { return {levels, parents, static_cast<std::int32_t>(number)}; }
  template <class I>
  void operator()(I& iteration) const {
    const Visit step = visit(iteration.number());
    iteration.edge_map(step);
    if (iteration.deterministic()) iteration.gather_next(SmallestParent{levels, parents, step.level});
  }
};

}  // namespace mg::bfs

#ifndef MG_DEVICE_CODE

#include "algorithms/direction.hpp"
#include "algorithms/verify_bfs.hpp"

namespace mg {

class Bfs {
 public:
  static AlgorithmInfo info() {
    return {.name = "bfs",
            .summary = "breadth-first search: levels and parents from a source",
            .source = SourceUse::one,
            .parameters = {direction_parameter()},
            .state_bytes_per_vertex = sizeof(std::int32_t) + sizeof(VertexId)};
  }

  Bfs(const Graph& graph, const Parameters& parameters)
      : side_(side_of(parameters)),
        graph_(side_ == Side::out ? graph : graph.reversed()),
        levels_(graph.num_vertices()),
        parents_(graph.num_vertices()) {}

  template <class L>
  void run(L& loop, VertexId source) {
    source_ = source;
    std::int32_t* levels = levels_.on(loop);
    VertexId* parents = parents_.on(loop);
    if (!levels_are_set_) loop.vertex_map(bfs::ResetLevels{levels});
    levels_are_set_ = true;
    loop.vertex_map(bfs::Start{levels, parents, source});
    const IterationCount count = loop.iterate(bfs::Search{levels, parents}, loop.single(source, side_), side_);
    depth_ = static_cast<std::int32_t>(count.iterations) - (count.finished && count.iterations > 0 ? 1 : 0);
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {expands<bfs::Visit>(), gathers<bfs::SmallestParent>()}, .loops = true};
  }

  [[nodiscard]] std::vector<ResultColumn> results() const {
    return {{.name = "level", .values = levels()},
            {.name = "parent", .meaning = ResultColumn::Meaning::vertex, .values = parents_.host()}};
  }

  [[nodiscard]] Summary summary() const {
    struct Reached {
      std::uint64_t vertices = 0;
      std::uint64_t levels = 0;
      void operator+=(const Reached& other) {
        vertices += other.vertices;
        levels += other.levels;
      }
    };
    const Array<std::int32_t> levels = this->levels();
    const auto reached = parallel_sum<Reached>(levels.size(), omp_get_max_threads(), [&](std::size_t v) {
      return levels[v] == bfs::unreached ? Reached{} : Reached{1, static_cast<std::uint64_t>(levels[v])};
    });
    return {
        {"reached", reached.vertices}, {"depth", static_cast<std::uint64_t>(depth_)}, {"level_sum", reached.levels}};
  }

  [[nodiscard]] Verdict validate() const {
    return verify_bfs(graph_, source_, levels().span(), parents_.host().span());
  }

 private:
  /// With that of vertices without a parent, which a run leaves as they are.
  [[nodiscard]] Array<std::int32_t> levels() const {
    const Array<std::int32_t> set = levels_.host();
    const Array<VertexId> parents = parents_.host();
    auto levels = Array<std::int32_t>::uninitialized(set.size());
    parallel_for(set.size(), omp_get_max_threads(),
                 [&](std::size_t v) { levels[v] = parents[v] == no_vertex ? bfs::unreached : set[v]; });
    return levels;
  }

  Side side_;
  Graph graph_;  ///< as searched: turned around when arcs are followed backwards
  State<std::int32_t> levels_;
  State<VertexId> parents_;
  bool levels_are_set_ = false;  ///< to anything: what is copied from a GPU has been written
  VertexId source_ = no_vertex;
  std::int32_t depth_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
