// Similarity of vertices by the neighbors that they share, c of d1 and d2 (Jaccard, "The distribution of the flora in
// the alpine zone", New Phytologist 1912; overlap: Simpson 1943; Sorensen 1948; cosine: Salton and McGill 1983): of all
// that are adjacent, of given pairs, or for each vertex of those that are most similar to it. Directions, duplicates
// and self loops are ignored.
#pragma once

#include "algorithms/adjacent_similarity.hpp"
#include "algorithms/given_similarity.hpp"
#include "algorithms/most_similar.hpp"

#ifndef MG_DEVICE_CODE

#include <utility>
#include <variant>

namespace mg {

class NeighborSimilarity {
 public:
  static AlgorithmInfo info() {
    return {
        .name = "jaccard",
        .summary =
            "similarity of vertices by the neighbors that they share: of neighbors in the order of the file, of "
            "given pairs, or of the most similar ones",
        .parameters = {{.name = "measure",
                        .type = ParameterSpec::Type::choice,
                        .fallback = "jaccard",
                        .help = "the shared ones over all, over the fewer, over the mean, or the cosine",
                        .choices = {"jaccard", "overlap", "sorensen", "cosine"}},
                       {.name = "pairs",
                        .type = ParameterSpec::Type::vertex_pairs,
                        .fallback = "none",
                        .help = "of these, adjacent or not, in this order; without: of all neighbors"},
                       {.name = "top",
                        .type = ParameterSpec::Type::integer,
                        .fallback = "0",
                        .help = "for each vertex so many that are most similar to it, of those that share a neighbor "
                                "with it, equally similar ones in the order of the file; 0: of all neighbors",
                        .highest = 1000}},
        .state_bytes_per_vertex = 2 * sizeof(EdgeId) + 6 * sizeof(std::uint32_t),
        .family = "similarity",
        .cost =
            "O(m^1.5), and two atomics a triangle; of pairs O(their degrees); of top O(paths of two arcs), for "
            "a row after the other, on a GPU in tables for a batch of rows, each gone through by a thread",
        .literature = "Jaccard, New Phytologist 1912; Salton and McGill 1983",
        .rows = Rows::pairs,
        .state_bytes_per_arc = 3 * sizeof(VertexId) + sizeof(std::uint32_t) + sizeof(double)};
  }

  NeighborSimilarity(const Graph& graph, const Parameters& parameters) : how_(how_asked(graph, parameters)) {}

  template <class L>
  void run(L& loop) {
    std::visit([&](auto& how) { how.run(loop); }, how_);
  }

  [[nodiscard]] static ProgramSteps steps() { return {}; }

  [[nodiscard]] Results results() const {
    return {{"source", [this] { return std::visit([](const auto& how) { return how.firsts(); }, how_); },
             ResultColumn::Meaning::vertex},
            {"target", [this] { return std::visit([](const auto& how) { return how.seconds(); }, how_); },
             ResultColumn::Meaning::vertex},
            {"coefficient", [this] { return std::visit([](const auto& how) { return how.coefficients(); }, how_); }}};
  }
  [[nodiscard]] Summary summary() const {
    const std::uint64_t pairs = std::visit([](const auto& how) { return how.size(); }, how_);
    const double sum = std::visit([](const auto& how) { return how.sum(); }, how_);
    return {{"pairs", pairs}, {"average", pairs == 0 ? 0.0 : sum / static_cast<double>(pairs)}};
  }
  [[nodiscard]] Verdict validate() const {
    return std::visit([](const auto& how) { return how.validate(); }, how_);
  }

 private:
  using How = std::variant<AdjacentSimilarity, GivenSimilarity, MostSimilar>;

  [[nodiscard]] static How how_asked(const Graph& graph, const Parameters& parameters) {
    const jaccard::Measure measure = jaccard::measure_of(parameters.text("measure"));
    const std::uint64_t top = parameters.integer("top");
    auto pairs = parameters.vertex_pairs("pairs", graph);
    if (pairs && top > 0) {
      fail(ExitCode::wrong_use, "jaccard: pairs and top ask for different results: leave one of them out");
    }
    if (pairs) return GivenSimilarity(graph, measure, std::move(*pairs));
    if (top > 0) return MostSimilar(graph, measure, top);
    return AdjacentSimilarity(graph, measure);
  }

  How how_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
