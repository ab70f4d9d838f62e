// Harmonic centrality: the sum of the inverse distances of those that reach a vertex (Marchiori and Latora, "Harmony in
// the small-world", Physica A 2000; Boldi and Vigna, "Axioms for centrality", Internet Mathematics 2014).
#pragma once

#include <cstdint>

#include "algorithms/many_searches.hpp"

namespace mg::harmonic {

struct Clear {
  double* scores;
  void operator()(VertexId v) const { scores[v] = 0; }
};

struct Tally {
  double* scores;
  void operator()(VertexId v, std::uint32_t searches, std::uint64_t distance) const {
    scores[v] += static_cast<double>(searches) / static_cast<double>(distance);
  }
};

/// Makes means of sums.
struct Divide {
  const std::uint32_t* turns;
  double* scores;
  std::uint32_t sources;
  void operator()(VertexId v) const {
    const std::uint32_t others = sources - (turns[v] == many::no_turn ? 0 : 1);
    if (others > 0) scores[v] /= others;
  }
};

}  // namespace mg::harmonic

#ifndef MG_DEVICE_CODE

#include <vector>

#include "algorithms/direction.hpp"
#include "algorithms/reached.hpp"
#include "algorithms/verify/nearness.hpp"

namespace mg {

class Harmonic {
 public:
  static AlgorithmInfo info() {
    return {.name = "harmonic",
            .summary = "harmonic centrality: the sum of 1 / distance over those that reach a vertex, or some sources",
            .source = SourceUse::set,
            .parameters = {direction_parameter(),
                           {.name = "normalised",
                            .type = ParameterSpec::Type::flag,
                            .fallback = "false",
                            .help = "divide by the number of sources other than the vertex"}},
            .state_bytes_per_vertex = ManySearches::bytes_per_vertex + sizeof(double),
            .family = "centrality",
            .cost = "O(n + m) a source at worst, less for 64 at a time",
            .literature = "Boldi and Vigna, Internet Mathematics 2014; Then et al., VLDB 2014"};
  }

  Harmonic(const Graph& graph, const Parameters& parameters)
      : graph_(graph), side_(side_of(parameters)), normalised_(parameters.flag("normalised")) {}

  template <class L>
  void run(L& loop, std::span<const VertexId> sources) {
    sources_.assign(sources.begin(), sources.end());
    double* scores = scores_.on(loop);
    loop.vertex_map(harmonic::Clear{scores});
    searches_.run(loop, sources, side_, harmonic::Tally{scores});
    if (normalised_) loop.vertex_map(harmonic::Divide{searches_.turns(loop), scores, searches_.count()});
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {expands<many::Spread>()}, .loops = {label_of<many::Step<harmonic::Tally>>()}};
  }

  [[nodiscard]] Results results() const { return {{"centrality", scores_}}; }
  [[nodiscard]] Summary summary() const {
    return {{"max", largest_of(scores_.host())}, {"sources", std::uint64_t{searches_.count()}}};
  }
  [[nodiscard]] Verdict validate() const {
    return verify_harmonic(side_ == Side::out ? graph_ : graph_.reversed(), sources_, scores_.host().span(),
                           normalised_);
  }

 private:
  Graph graph_;
  Side side_;
  bool normalised_;
  ManySearches searches_{graph_.num_vertices()};
  State<double> scores_{graph_.num_vertices()};
  std::vector<VertexId> sources_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
