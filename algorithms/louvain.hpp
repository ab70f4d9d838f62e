// Communities of high modularity: vertices move to the communities of their neighbors as long as that gains, then
// communities become the vertices of a smaller graph, on which the same is done, level by level (Blondel, Guillaume,
// Lambiotte and Lefebvre, "Fast unfolding of communities in large networks", J. Stat. Mech. 2008). At last, vertices
// move on their own again until none gains by it.
//
// Modularity is networkx's: a self loop of an undirected graph counts twice for the strength of its vertex, parallel
// arcs count each, and directed graphs have Leicht and Newman's. Weights are the graph's, or 1.
#pragma once

#include "algorithms/components.hpp"
#include "algorithms/local_moving.hpp"

#ifndef MG_DEVICE_CODE

#include <cstdint>
#include <numeric>
#include <vector>

#include "algorithms/verify_communities.hpp"
#include "engine/contract.hpp"

namespace mg {

class Louvain {
 public:
  static AlgorithmInfo info() {
    return {.name = "louvain",
            .summary = "communities of high modularity, by moving vertices and then whole communities (Louvain)",
            .weights = WeightUse::optional,
            .parameters = {{.name = "resolution",
                            .fallback = "1",
                            .help = "what random edges count for: more makes communities smaller"},
                           {.name = "tolerance",
                            .fallback = "1e-7",
                            .help = "the gain of modularity that a level, and at last a vertex's move, is worth"},
                           {.name = "levels",
                            .type = ParameterSpec::Type::integer,
                            .fallback = "32",
                            .help = "how often communities are put together at most",
                            .lowest = 1},
                           {.name = "seed",
                            .type = ParameterSpec::Type::integer,
                            .fallback = "1",
                            .help = "of the order in which vertices move"}},
            .state_bytes_per_vertex = 7 * sizeof(std::uint64_t) + 6 * sizeof(std::uint32_t),
            .family = "communities",
            .cost =
                "O(m) a sweep, of which a level takes up to 32; on GPUs by sorting, in 16 bytes an arc, 24 with "
                "weights, and the host puts communities together",
            .literature =
                "Blondel, Guillaume, Lambiotte and Lefebvre, J. Stat. Mech. 2008; in parallel: Lu, "
                "Halappanavar and Kalyanaraman, Parallel Comput. 2015"};
  }

  Louvain(const Graph& graph, const Parameters& parameters)
      : graph_(checked(graph)),
        resolution_(parameters.number("resolution")),
        tolerance_(parameters.number("tolerance")),
        level_limit_(parameters.integer("levels")),
        seed_(parameters.integer("seed")),
        vertices_(graph, resolution_, tolerance_, seed_, omp_get_max_threads()) {}

  template <class L>
  void run(L& loop) {
    const auto goes_on = [&] { return loop.next_iteration(); };
    vertices_.start();
    vertices_.move_in_turns(loop, goes_on);
    Array<std::uint32_t> community = vertices_.communities();
    VertexId parts = number(graph_, community);
    Graph whole = contract(graph_, community.span(), parts, loop.threads());
    levels_ = 1;
    for (double before = own_modularity(whole, loop.threads()); levels_ < level_limit_ && !loop.stopped_early();) {
      Array<std::uint32_t> joined = moved(loop, whole, goes_on);
      parts = number(whole, joined);
      Graph larger = contract(whole, joined.span(), parts, loop.threads());
      const double now = own_modularity(larger, loop.threads());
      if (!(now - before > 0)) break;
      parallel_for(community.size(), loop.threads(), [&](std::size_t v) { community[v] = joined[community[v]]; });
      whole = std::move(larger);
      ++levels_;
      if (now - before <= tolerance_) break;
      before = now;
    }
    vertices_.start(std::move(community));
    vertices_.move_in_turns(loop, goes_on);
    vertices_.move_by_claims(loop, goes_on);
  }

  [[nodiscard]] static ProgramSteps steps() { return {}; }

  [[nodiscard]] Results results() const {
    return {{"community", [this] { return named(); }, ResultColumn::Meaning::vertex}};
  }
  [[nodiscard]] Summary summary() const {
    Summary summary = component_summary(vertices_.communities());
    summary.front().first = "communities";
    summary.emplace_back("modularity", modularity_of_result());
    summary.emplace_back("levels", levels_);
    return summary;
  }
  [[nodiscard]] Verdict validate() const {
    return verify_communities(
        graph_, named().span(),
        {.resolution = resolution_, .tolerance = tolerance_, .modularity = modularity_of_result()});
  }

 private:
  static const Graph& checked(const Graph& graph) {
    if (graph.weight_type() != WeightType::none) require_weights(graph, "louvain");
    return graph;
  }

  /// The communities of another graph's vertices, which begin on their own.
  template <class L, class GoesOn>
  Array<std::uint32_t> moved(L& loop, const Graph& graph, GoesOn&& goes_on) const {
    LocalMoving level(graph, resolution_, tolerance_, seed_, loop.threads());
    level.start();
    loop.within(graph, [&](auto& inner) { level.move_in_turns(inner, goes_on); });
    return level.communities();
  }
  /// Numbers communities in the order in which the file comes to them; returns how many there are. O(n).
  static VertexId number(const Graph& graph, Array<std::uint32_t>& community) {
    std::vector<VertexId> number(community.size(), no_vertex);
    VertexId count = 0;
    for (VertexId place = 0; place < community.size(); ++place) {
      VertexId& known = number[community[graph.from_file(place)]];
      if (known == no_vertex) known = count++;
    }
    for (std::uint32_t& c : community) c = number[c];
    return count;
  }
  /// Of communities that are a vertex each.
  [[nodiscard]] double own_modularity(const Graph& graph, int threads) const {
    std::vector<VertexId> own(graph.num_vertices());
    std::iota(own.begin(), own.end(), VertexId{0});
    return modularity(graph, own, resolution_, threads);
  }
  [[nodiscard]] double modularity_of_result() const {
    return modularity(graph_, vertices_.communities().span(), resolution_, omp_get_max_threads());
  }
  [[nodiscard]] Array<VertexId> named() const { return smallest_in_file_order(graph_, vertices_.communities()); }

  Graph graph_;
  double resolution_;
  double tolerance_;
  std::uint64_t level_limit_;
  std::uint64_t seed_;
  LocalMoving vertices_;
  std::uint64_t levels_ = 0;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
