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

struct Start {
  ranks::Vectors vectors;
  float rank;
  [[nodiscard]] float rank_of(VertexId) const { return rank; }
  void operator()(VertexId v) const { start_rank(vectors, v, rank); }
};

/// One iteration at one vertex; yields how much its rank has changed. In place, later vertices see the new shares of
/// earlier ones at once, as Gauss and Seidel have it.
template <bool in_place>
struct Gather {
  using Combine = Sum;
  ranks::Vectors vectors;
  double base;
  double damping;

  [[nodiscard]] float message(VertexId source) const {
    if constexpr (in_place) return Shared(vectors.shares)[source];
    return vectors.shares[source];
  }
  [[nodiscard]] double rank_of(VertexId, double gathered) const { return base + damping * gathered; }
  [[nodiscard]] double update(VertexId v, double gathered) { return replace_rank(vectors, v, rank_of(v, gathered)); }
};

/// What is spread over all vertices: what walks leave, and the ranks of those without out-arcs.
struct Form {
  double num_vertices;
  double damping;
  [[nodiscard]] Start start(const ranks::Vectors& vectors) const {
    return {vectors, static_cast<float>(1 / num_vertices)};
  }
  [[nodiscard]] Gather<false> gather(const ranks::Vectors& vectors, double adrift) const {
    return {vectors, (1 - damping + damping * adrift) / num_vertices, damping};
  }
};

/// Personalised: what otherwise is spread over all vertices goes to some of them, to each its share.
struct PersonalStart {
  ranks::Vectors vectors;
  const float* restarts;
  [[nodiscard]] float rank_of(VertexId v) const { return restarts[v]; }
  void operator()(VertexId v) const { start_rank(vectors, v, rank_of(v)); }
};

struct PersonalGather {
  using Combine = Sum;
  ranks::Vectors vectors;
  const float* restarts;
  double restarted;
  double damping;

  [[nodiscard]] float message(VertexId source) const { return vectors.shares[source]; }
  [[nodiscard]] double rank_of(VertexId v, double gathered) const {
    return restarted * restarts[v] + damping * gathered;
  }
  [[nodiscard]] double update(VertexId v, double gathered) { return replace_rank(vectors, v, rank_of(v, gathered)); }
};

struct PersonalForm {
  const float* restarts;
  double damping;
  [[nodiscard]] PersonalStart start(const ranks::Vectors& vectors) const { return {vectors, restarts}; }
  [[nodiscard]] PersonalGather gather(const ranks::Vectors& vectors, double adrift) const {
    return {vectors, restarts, 1 - damping + damping * adrift, damping};
  }
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
    using Type = ParameterSpec::Type;
    return {
        .name = "pagerank",
        .summary = "PageRank by power iteration",
        .parameters =
            {{.name = "damping", .fallback = "0.85", .help = "probability of following an arc", .highest = 0.999},
             {.name = "tolerance",
              .fallback = "0",
              .help = "stop when ranks change by less than this in the L1 norm, or as little as rounding lets them; 0: "
                      "1e-6, or 1e-4 as GAP does"},
             {.name = "iterations",
              .type = Type::integer,
              .fallback = "0",
              .help = "run exactly this many iterations; 0: until the tolerance is met, or rounding is in its way"},
             {.name = "definition",
              .type = Type::choice,
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
        damping_(parameters.number("damping")),
        in_place_(gap_ && parameters.integer("iterations") == 0),
        restarts_(parameters.vertex_shares("personalization", graph)),
        rounded_restarts_(rounded(restarts_)),
        kinds_(kinds_with_mass(graph, gap_, restarts_)),
        iteration_(graph, tolerance_of(parameters), parameters.integer("iterations"), kinds_.dangling) {
    if (gap_ && !restarts_.empty()) fail(ExitCode::wrong_use, "pagerank: definition=gap knows no personalization");
  }

  template <class L>
  void run(L& loop) {
    if constexpr (std::is_same_v<L, Loop>) {  // thousands of threads at a time are no order to speak of
      if (in_place_) return sweep_in_place(loop);
    }
    if (!restarts_.empty()) {
      return iteration_.run(loop, pagerank::PersonalForm{rounded_restarts_.on(loop), damping_}, kinds_.isolated);
    }
    iteration_.run(loop, pagerank::Form{static_cast<double>(graph_.num_vertices()), damping_}, kinds_.isolated);
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {.taken = {reduces<pagerank::Gather<false>>(), reduces<pagerank::Gather<true>>(),
                      reduces<pagerank::PersonalGather>()},
            .loops = true};
  }

  [[nodiscard]] Results results() const { return iteration_.results(); }
  [[nodiscard]] Summary summary() const { return iteration_.summary(); }
  [[nodiscard]] Verdict validate() const {
    const Array<float> ranks = iteration_.ranks();
    return verify_pagerank(graph_, ranks.span(),
                           {.damping = damping_,
                            .tolerance = iteration_.reached(),
                            .iterations = iteration_.exact_iterations(),
                            .redistribute_dangling = !gap_,
                            .restarts = restarts_.span()});
  }

 private:
  static double tolerance_of(const Parameters& parameters) {
    if (parameters.number("tolerance") > 0) return parameters.number("tolerance");
    return parameters.text("definition") == "gap" ? 1e-4 : 1e-6;
  }

  static State<float> rounded(const Array<double>& shares) {
    auto values = Array<float>::uninitialized(shares.size());
    std::ranges::transform(shares, values.begin(), [](double share) { return static_cast<float>(share); });
    return State<float>(std::move(values));
  }

  /// Where the mass of vertices without out-arcs is dropped, there is none adrift. Where walks do not begin anywhere,
  /// isolated vertices have ranks of their own, those whose ranks are not 0 with the other ones that are adrift.
  static ranks::VertexKinds kinds_with_mass(const Graph& graph, bool drops_mass, const Array<double>& restarts) {
    ranks::VertexKinds kinds = ranks::kinds_of(graph);
    if (drops_mass) kinds.dangling.clear();
    if (drops_mass || !restarts.empty()) kinds.isolated = {};
    if (restarts.empty()) return kinds;
    kinds.dangling.clear();
    for (VertexId v = 0; v < graph.num_vertices(); ++v) {
      if (graph.out.degree(v) == 0 && (graph.in.degree(v) > 0 || restarts[v] > 0)) kinds.dangling.push_back(v);
    }
    return kinds;
  }

  /// Summing the equations of all vertices with in-arcs says what they keep in all: the base rank of each, and what
  /// vertices without in-arcs send them. Their ranks are multiplied by the factor that makes it true, which costs
  /// nothing: ranks are kept up to a common scale, and the base is divided by it. Ranks of vertices without in-arcs are
  /// back at the base in the next sweep, whose change is what ends the loop.
  void sweep_in_place(Loop& loop) {
    constexpr std::uint64_t balanced_sweeps = 20;  // so that the loop ends, whatever rounding does to the factor
    const auto n = static_cast<double>(graph_.num_vertices());
    const double base = (1 - damping_) / n;
    const double due = base * (kinds_.receivers + damping_ * kinds_.origins);
    double scale = 1;
    bool balanced = kinds_.receivers == 0;
    ranks::Vectors vectors = iteration_.vectors(loop);
    vectors.next_shares = vectors.shares;
    iteration_.restart();
    loop.vertex_map(pagerank::Start{vectors, static_cast<float>(1 / n)});
    while (loop.next_iteration()) {
      const double change = scale * loop.edge_reduce(pagerank::Gather<true>{vectors, base / scale, damping_});
      if (iteration_.ends_with(change)) break;
      if (balanced) continue;
      const double kept = scale * loop.vertex_reduce(pagerank::Kept{vectors, graph_.in.offsets.data(), damping_});
      const double factor = due / kept;
      scale *= factor;
      balanced = std::abs(factor - 1) < iteration_.tolerance() || iteration_.iterations() == balanced_sweeps;
    }
    loop.vertex_map(pagerank::Scale{vectors.ranks, static_cast<float>(scale)});
  }

  Graph graph_;
  bool gap_;
  double damping_;
  bool in_place_;
  Array<double> restarts_;  ///< empty: walks begin anywhere
  State<float> rounded_restarts_;
  ranks::VertexKinds kinds_;
  RankIteration iteration_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
