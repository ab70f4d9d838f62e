// Closeness centrality: how near a vertex is to those that reach it (Bavelas, "Communication patterns in task-oriented
// groups", J. Acoustical Soc. America 1950; with the share that does reach it as a factor: Wasserman and Faust, "Social
// network analysis", 1994, p. 201). From some sources, an estimate (Eppstein and Wang, "Fast approximation of
// centrality", JGAA 2004).
#pragma once

#include <cstdint>

#include "algorithms/many_searches.hpp"

namespace mg::closeness {

struct Clear {
  std::uint32_t* reached;
  std::uint64_t* total;
  void operator()(VertexId v) const {
    reached[v] = 0;
    total[v] = 0;
  }
};

struct Tally {
  std::uint32_t* reached;  ///< by how many sources
  std::uint64_t* total;    ///< of their distances
  void operator()(VertexId v, std::uint32_t searches, std::uint64_t distance) const {
    reached[v] += searches;
    total[v] += distance * searches;
  }
};

struct Score {
  Tally tally;
  const std::uint32_t* turns;
  double* scores;
  std::uint32_t sources;
  bool improved;
  void operator()(VertexId v) const {
    const std::uint32_t others = sources - (turns[v] == many::no_turn ? 0 : 1);
    const double reached = tally.reached[v];
    scores[v] = reached == 0 ? 0 : reached / static_cast<double>(tally.total[v]) * (improved ? reached / others : 1);
  }
};

}  // namespace mg::closeness

#ifndef MG_DEVICE_CODE

#include <vector>

#include "algorithms/direction.hpp"
#include "algorithms/reached.hpp"
#include "algorithms/verify/nearness.hpp"

namespace mg {

class Closeness {
 public:
  static AlgorithmInfo info() {
    return {.name = "closeness",
            .summary = "closeness centrality: how near a vertex is to those that reach it, or to some sources",
            .source = SourceUse::set,
            .parameters = {direction_parameter(),
                           {.name = "improved",
                            .type = ParameterSpec::Type::flag,
                            .fallback = "true",
                            .help = "times the share of sources that reach the vertex, so that small components count "
                                    "little"}},
            .state_bytes_per_vertex =
                ManySearches::bytes_per_vertex + sizeof(std::uint32_t) + sizeof(std::uint64_t) + sizeof(double),
            .family = "centrality",
            .cost = "O(n + m) a source at worst, less for 64 at a time",
            .literature = "Bavelas, J. Acoustical Soc. America 1950; Then et al., VLDB 2014"};
  }

  Closeness(const Graph& graph, const Parameters& parameters)
      : graph_(graph), side_(side_of(parameters)), improved_(parameters.flag("improved")) {}

  template <class L>
  void run(L& loop, std::span<const VertexId> sources) {
    sources_.assign(sources.begin(), sources.end());
    const closeness::Tally tally{reached_.on(loop), total_.on(loop)};
    loop.vertex_map(closeness::Clear{tally.reached, tally.total});
    searches_.run(loop, sources, side_, tally);
    loop.vertex_map(closeness::Score{tally, searches_.turns(loop), scores_.on(loop), searches_.count(), improved_});
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {expands<many::Spread>()}, .loops = {label_of<many::Step<closeness::Tally>>()}};
  }

  [[nodiscard]] Results results() const { return {{"centrality", scores_}}; }
  [[nodiscard]] Summary summary() const {
    return {{"max", largest_of(scores_.host())}, {"sources", std::uint64_t{searches_.count()}}};
  }
  [[nodiscard]] Verdict validate() const {
    return verify_closeness(side_ == Side::out ? graph_ : graph_.reversed(), sources_, scores_.host().span(),
                            improved_);
  }

 private:
  Graph graph_;
  Side side_;
  bool improved_;
  ManySearches searches_{graph_.num_vertices()};
  State<std::uint32_t> reached_{graph_.num_vertices()};
  State<std::uint64_t> total_{graph_.num_vertices()};
  State<double> scores_{graph_.num_vertices()};
  std::vector<VertexId> sources_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
