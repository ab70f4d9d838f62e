// The diameter of the component around a source, and every vertex's eccentricity: bounds of them, proved by searches.
//
// A search from a vertex finds its own eccentricity, and bounds that of any other by the distance between the two. The
// next one begins where the upper bound is largest or, in turn, the lower one smallest: a double sweep, and then as
// many more as are asked for or it takes until the bounds of the diameter meet (Takes and Kosters, "Determining the
// diameter of small world networks", CIKM 2011). Directions are ignored.
#pragma once

#include <cstdint>

#include "engine/algorithm.hpp"

namespace mg::diameter {

inline constexpr std::uint32_t unbounded = 0xffffffff;

/// What travels is the sender; the first to arrive is all that is needed of it.
struct Visit {
  using Combine = First;
  VertexId* parents;
  Stamp stamp;

  [[nodiscard]] static VertexId message(VertexId source) { return source; }
  [[nodiscard]] VertexId& cell(VertexId v) { return parents[v]; }
};

/// One level, in both directions.
struct Level {
  static constexpr bool goes_back = true;
  Visit visit;
  bool directed;

  template <class I>
  void operator()(I& iteration) const {
    iteration.edge_map(visit);
    if (directed) iteration.edge_map_back(visit);
  }
};

struct Forget {
  std::uint32_t* at_least;
  std::uint32_t* at_most;
  void operator()(VertexId v) const {
    at_least[v] = 0;
    at_most[v] = unbounded;
  }
};

/// Takes from a search what it says of eccentricities.
struct Tighten {
  const VertexId* parents;
  const std::int32_t* levels;
  std::uint32_t* at_least;
  std::uint32_t* at_most;
  std::uint32_t eccentricity;  ///< of where the search began

  void operator()(VertexId v) const {
    if (parents[v] == no_vertex) return;
    const auto distance = static_cast<std::uint32_t>(levels[v]);
    const std::uint32_t rest = eccentricity - distance;
    const std::uint32_t low = distance > rest ? distance : rest;
    const std::uint32_t high = eccentricity + distance;
    if (low > at_least[v]) at_least[v] = low;
    if (high < at_most[v]) at_most[v] = high;
  }
};

}  // namespace mg::diameter

#ifndef MG_DEVICE_CODE

#include <algorithm>
#include <tuple>

#include "algorithms/verify/eccentricities.hpp"
#include "engine/cpu/processors.hpp"

namespace mg {

class Diameter {
 public:
  static AlgorithmInfo info() {
    return {.name = "diameter",
            .summary = "the diameter of a component and all eccentricities in it, between bounds that searches prove",
            .source = SourceUse::one,
            .parameters = {{.name = "searches",
                            .type = ParameterSpec::Type::integer,
                            .fallback = "16",
                            .help = "end after so many, if the bounds have not met before (0: when they meet)"}},
            .state_bytes_per_vertex = 4 * sizeof(std::uint32_t),
            .family = "paths",
            .cost = "O(n + m) a search",
            .literature = "Takes and Kosters, CIKM 2011"};
  }

  Diameter(const Graph& graph, const Parameters& parameters)
      : graph_(graph), search_limit_(parameters.integer("searches")) {}

  template <class L>
  void run(L& loop, VertexId source) {
    source_ = source;
    bounds_ = {.at_most = diameter::unbounded};
    searches_ = 0;
    loop.vertex_map(diameter::Forget{at_least_.on(loop), at_most_.on(loop)});
    for (VertexId from = source; from != no_vertex && search(loop, from); from = next_start()) {
      find_bounds();
    }
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {expands<diameter::Visit>()}, .loops = {label_of<diameter::Level>()}};
  }

  [[nodiscard]] Results results() const {
    return {{"at_least", at_least_}, {"at_most", at_most_, ResultColumn::Meaning::distance}};
  }
  [[nodiscard]] Summary summary() const {
    Summary summary{{"at_least", std::uint64_t{bounds_.at_least}}};
    if (bounds_.at_most != diameter::unbounded) summary.emplace_back("at_most", std::uint64_t{bounds_.at_most});
    summary.insert(summary.end(), {{"searches", searches_}, {"reached", bounds_.reached}});
    return summary;
  }
  [[nodiscard]] Verdict validate() const {
    return verify_eccentricities(graph_, source_, {at_least_.host().span(), at_most_.host().span()},
                                 {bounds_.at_least, bounds_.at_most});
  }

 private:
  /// Of the eccentricities of a component.
  struct Bounds {
    std::uint32_t at_least = 0;
    std::uint32_t at_most = 0;
    std::uint64_t reached = 0;
    void operator+=(const Bounds& other) {
      at_least = std::max(at_least, other.at_least);
      at_most = std::max(at_most, other.at_most);
      reached += other.reached;
    }
  };

  /// False where it was stopped early.
  template <class L>
  bool search(L& loop, VertexId from) {
    const diameter::Visit visit{parents_.on(loop), {levels_.on(loop)}};
    loop.vertex_map(StartSearch<diameter::Visit>{visit, from});
    const IterationCount count = loop.iterate(diameter::Level{visit, graph_.directed}, loop.single(from));
    if (!count.finished) return false;
    ++searches_;
    loop.vertex_map(diameter::Tighten{visit.parents, visit.stamp.of, at_least_.on(loop), at_most_.on(loop),
                                      static_cast<std::uint32_t>(count.iterations - 1)});
    return true;
  }

  /// A GPU's are copied for this: 8 bytes a vertex a search.
  void find_bounds() {
    const Array<std::uint32_t> at_least = at_least_.host();
    const Array<std::uint32_t> at_most = at_most_.host();
    bounds_ = parallel_sum<Bounds>(at_least.size(), default_threads(), [&](std::size_t v) {
      return at_most[v] == diameter::unbounded ? Bounds{} : Bounds{at_least[v], at_most[v], 1};
    });
  }

  /// Of the vertices that may be farther from another than any that is known, the one with the largest upper bound or,
  /// every other time, the smallest lower one; of these, with the most arcs, and then the first of the file. no_vertex:
  /// there are none, or there have been as many searches as there may be.
  [[nodiscard]] VertexId next_start() const {
    if (search_limit_ != 0 && searches_ >= search_limit_) return no_vertex;
    const Array<std::uint32_t> at_least = at_least_.host();
    const Array<std::uint32_t> at_most = at_most_.host();
    using Rank = std::tuple<bool, std::uint32_t, EdgeId, VertexId>;
    const auto best = parallel_max<Rank>(at_least.size(), default_threads(), [&](std::size_t i) -> Rank {
      const auto v = static_cast<VertexId>(i);
      if (at_most[v] == diameter::unbounded || at_most[v] <= bounds_.at_least) return {};
      return {true, searches_ % 2 == 1 ? at_most[v] : ~at_least[v],
              graph_.out.degree(v) + (graph_.directed ? graph_.in.degree(v) : 0), ~graph_.to_file(v)};
    });
    return std::get<0>(best) ? graph_.from_file(~std::get<3>(best)) : no_vertex;
  }

  Graph graph_;
  std::uint64_t search_limit_;
  State<VertexId> parents_{graph_.num_vertices()};
  State<std::int32_t> levels_{graph_.num_vertices()};
  State<std::uint32_t> at_least_{graph_.num_vertices()};
  State<std::uint32_t> at_most_{graph_.num_vertices()};
  VertexId source_ = no_vertex;
  Bounds bounds_;
  std::uint64_t searches_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
