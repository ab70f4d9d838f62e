// PageRank, topology-driven: every vertex gathers from all its in-neighbors in every iteration.
//
// What travels is a vertex's rank divided by its out-degree, kept ready in an array of its own, so that an edge costs
// one gather of four bytes and nothing is divided per edge.
//
// GAP's definition sweeps in place, as Gauss and Seidel have it. Such a sweep does not keep the sum of the ranks, and a
// wrong sum decays no faster than by the damping; so it is put right between sweeps, an aggregation step with a single
// block (Takahashi, "A lumping method for numerical calculations of stationary distributions of Markov chains", 1975).
// Kronecker graph of scale 20, to 1e-4: 5 sweeps instead of 11; uniform and road-like graphs: as many as without.
#pragma once

#include "algorithms/rank_iteration.hpp"

namespace mg::pagerank {

/// A sweep in place, where later vertices see the new shares of earlier ones at once, as Gauss and Seidel have it.
struct GatherInPlace : ranks::Gather<ranks::Anywhere> {
  [[nodiscard]] float message(VertexId source) const { return Shared(vectors.shares)[source]; }
};

/// What a vertex with in-arcs keeps of its rank once it has passed on the damped part.
struct Kept {
  ranks::Vectors vectors;
  const EdgeId* in_offsets;
  double damping;
  double operator()(VertexId v) const {
    if (in_offsets[v] == in_offsets[v + 1]) return 0;
    const double rank = vectors.ranks[v];
    return vectors.inverse_degrees[v] > 0 ? (1 - damping) * rank : rank;
  }
};

struct Scale {
  float* ranks;
  float scale;
  void operator()(VertexId v) const { ranks[v] *= scale; }
};

}  // namespace mg::pagerank

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
      if (in_place_) return sweep_in_place(loop);
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

  /// Summing the equations of all vertices with in-arcs says what they keep in all: the base rank of each, and what
  /// vertices without in-arcs send them. Their ranks are multiplied by the factor that makes it true, which costs
  /// nothing: ranks are kept up to a common scale, and the base is divided by it. Ranks of vertices without in-arcs are
  /// back at the base in the next sweep, whose change is what ends the loop.
  void sweep_in_place(Loop& loop) {
    constexpr std::uint64_t balanced_sweeps = 20;  // so that the loop ends, whatever rounding does to the factor
    const double damping = iteration_.damping();
    const ranks::Anywhere base = anywhere().with(1 - damping);
    const ranks::VertexKinds& kinds = iteration_.kinds();
    const double due = base.each * (kinds.receivers + damping * kinds.origins);
    double scale = 1;
    bool balanced = kinds.receivers == 0;
    ranks::Vectors vectors = iteration_.vectors(loop);
    vectors.next_shares = vectors.shares;
    ranks::Progress progress = iteration_.fresh();
    loop.vertex_map(ranks::Start<ranks::Anywhere>{vectors, base.with(1)});
    while (loop.next_iteration()) {
      const pagerank::GatherInPlace sweep{{vectors, {base.num_vertices, base.each / scale}, damping}};
      if (progress.ends_with(scale * loop.edge_reduce(sweep))) break;
      if (balanced) continue;
      const double kept = scale * loop.vertex_reduce(pagerank::Kept{vectors, graph_.in.offsets.data(), damping});
      const double factor = due / kept;
      scale *= factor;
      balanced = std::abs(factor - 1) < progress.tolerance || progress.iterations == balanced_sweeps;
    }
    loop.vertex_map(pagerank::Scale{vectors.ranks, static_cast<float>(scale)});
    iteration_.has_run(progress);
  }

  Graph graph_;
  bool gap_;
  bool in_place_;
  Array<double> restarts_;  ///< empty: walks begin anywhere
  State<float> rounded_restarts_{std::span<const float>(std::vector<float>(restarts_.begin(), restarts_.end()))};
  RankIteration iteration_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
