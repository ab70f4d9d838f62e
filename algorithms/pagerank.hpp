// PageRank, topology-driven: every vertex gathers from all its in-neighbors in every iteration.
//
// What travels is a vertex's rank divided by its out-degree, kept ready in an array of its own, so that an edge costs
// one gather of four bytes and nothing is divided per edge.
#pragma once

#include "algorithms/rank_iteration.hpp"
#include "algorithms/sweeps_in_place.hpp"

#ifndef MG_DEVICE_CODE

namespace mg {

class PageRank {
 public:
  static AlgorithmInfo info() {
    return {.name = "pagerank",
            .summary = "PageRank by power iteration",
            .parameters = {ranks::damping(),
                           {.name = "tolerance",
                            .fallback = "0",
                            .help = "stop when ranks change by less than this in the L1 norm, or as little as rounding "
                                    "lets them; 0: 1e-6, or 1e-4 as GAP does"},
                           ranks::iterations(),
                           {.name = "definition",
                            .type = ParameterSpec::Type::choice,
                            .fallback = "standard",
                            .help = "standard: ranks sum to 1; gap: the mass of vertices without arcs is dropped",
                            .choices = {"standard", "gap"}},
                           ranks::personalization()},
            .state_bytes_per_vertex = 4 * sizeof(float),
            .family = "centrality",
            .cost = "O(n + m) an iteration, of which there are log(tolerance) / log(damping) at most",
            .literature = "Brin and Page, Computer Networks 1998"};
  }

  PageRank(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        gap_(parameters.text("definition") == "gap"),
        in_place_(gap_ && parameters.integer("iterations") == 0),
        restarts_(parameters.vertex_shares("personalization", graph)),
        iteration_(graph, parameters.number("damping"), tolerance_of(parameters), parameters.integer("iterations"),
                   kinds_with_mass(graph, gap_, restarts_)) {
    if (gap_ && !restarts_.empty()) fail(ExitCode::wrong_use, "pagerank: definition=gap knows no personalization");
  }

  template <class L>
  void run(L& loop) {
    if constexpr (std::is_same_v<L, Loop>) {  // thousands of threads at a time are no order to speak of
      if (in_place_) return pagerank::sweep_in_place(loop, graph_, iteration_);
    }
    if (!restarts_.empty()) return iteration_.run(loop, ranks::InShares{rounded_restarts_.on(loop)}, {});
    iteration_.run(loop, anywhere(), iteration_.kinds().isolated);
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {reduces<ranks::Gather<ranks::Anywhere>>(), reduces<pagerank::GatherInPlace>(),
                      reduces<ranks::Gather<ranks::InShares>>()},
            .loops = {label_of<ranks::Round<ranks::Anywhere>>()}};
  }

  [[nodiscard]] Results results() const { return iteration_.results(); }
  [[nodiscard]] Summary summary() const { return iteration_.summary(); }
  [[nodiscard]] Verdict validate() const {
    return iteration_.validate({.redistribute_dangling = !gap_, .restarts = restarts_.span()});
  }

 private:
  static double tolerance_of(const Parameters& parameters) {
    if (parameters.number("tolerance") > 0) return parameters.number("tolerance");
    return parameters.text("definition") == "gap" ? 1e-4 : 1e-6;
  }

  /// Where the mass of vertices without out-arcs is dropped, there is none adrift.
  static ranks::VertexKinds kinds_with_mass(const Graph& graph, bool drops_mass, const Array<double>& restarts) {
    ranks::VertexKinds kinds = ranks::kinds_of(graph, restarts.span());
    if (!drops_mass) return kinds;
    return {.receivers = kinds.receivers, .origins = kinds.origins, .dangling = {}};
  }

  [[nodiscard]] ranks::Anywhere anywhere() const { return {static_cast<double>(graph_.num_vertices())}; }

  Graph graph_;
  bool gap_;
  bool in_place_;
  Array<double> restarts_;  ///< empty: walks begin anywhere
  State<float> rounded_restarts_{std::span<const float>(std::vector<float>(restarts_.begin(), restarts_.end()))};
  RankIteration iteration_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
