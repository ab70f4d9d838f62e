// One shortest path between two vertices, by a search from either end. Of the shortest paths, the one taken has the
// fewest arcs and depends on the order of the file alone.
#pragma once

#include "algorithms/two_searches.hpp"

#ifndef MG_DEVICE_CODE

#include <numeric>
#include <string>
#include <variant>
#include <vector>

#include "algorithms/coordinates.hpp"
#include "algorithms/path_between.hpp"
#include "algorithms/relax_order.hpp"
#include "algorithms/verify/path.hpp"

namespace mg {

class ShortestPath {
 public:
  static AlgorithmInfo info() {
    return {.name = "path",
            .summary = "one shortest path from a source to a target, by weights where there are any",
            .source = SourceUse::one,
            .weights = WeightUse::optional,
            .parameters = sphere::with_places_of_all(
                {{.name = "target",
                  .type = ParameterSpec::Type::vertex,
                  .fallback = "max-degree",
                  .help = "where it ends: a vertex by name, or max-degree"},
                 {.name = "weighted",
                  .type = ParameterSpec::Type::choice,
                  .fallback = "auto",
                  .help = "whether weights are lengths, or each arc is 1 long; auto: where there are any",
                  .choices = {"auto", "true", "false"}}}),
            .state_bytes_per_vertex = 3 * sizeof(std::uint64_t) + sizeof(path::Place),
            .family = "paths",
            .cost = "O(n + m), and with weights O(n) more for each move of a limit and for places",
            .literature =
                "Pohl, Machine Intelligence 6, 1971; Davidson et al., IPDPS 2014; with places Hart, Nilsson and "
                "Raphael, IEEE Trans. Systems Science and Cybernetics 1968; Ikeda et al., VNIS 1994",
            .rows = Rows::table,
            .row = "place"};
  }

  ShortestPath(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        target_(parameters.vertex("target", graph)),
        weighted_(is_weighted(graph, parameters.text("weighted"))),
        means_(arc_means(graph)),
        guide_(graph, parameters, weighted_),
        searches_(searches_of(graph, weighted_)) {}

  template <class L>
  void run(L& loop, VertexId source) {
    source_ = source;
    const double width = default_delta(means_, loop.profile());
    std::visit([&](auto& searches) { searches.run(loop, source, target_, width, guide_); }, searches_);
  }

  [[nodiscard]] ProgramSteps steps() const {
    if (!weighted_) return {.taken = {expands<path::Level>()}};
    // With floats, and with places, steps are taken that are the same but for their numbers.
    using Relax = path::Relax<std::uint32_t, std::uint64_t, path::NoPotential<std::uint64_t>>;
    return {.taken = {expands<Relax>()}};
  }

  [[nodiscard]] Results results() const {
    const auto distances = [this] {
      return std::visit([](const auto& way) { return ResultColumn::Values(copy_of(way.distances)); }, found());
    };
    const auto vertices = [this] { return std::visit([](const auto& way) { return copy_of(way.vertices); }, found()); };
    const auto positions = [vertices] {
      Array<VertexId> counted = vertices();
      std::iota(counted.begin(), counted.end(), VertexId{0});
      return counted;
    };
    return {{"position", positions}, {"vertex", vertices, ResultColumn::Meaning::vertex}, {"distance", distances}};
  }
  [[nodiscard]] Summary summary() const {
    Summary summary = std::visit(
        [](const auto& way) -> Summary {
          if (way.vertices.empty()) return {{"reached", std::uint64_t{0}}};
          return {{"reached", std::uint64_t{1}}, {"arcs", way.vertices.size() - 1}, {"distance", way.distances.back()}};
        },
        found());
    if (guide_.is_given()) summary.emplace_back("scale", guide_.scale());
    return summary;
  }
  [[nodiscard]] Verdict validate() const {
    return std::visit(
        [this](const auto& way) {
          return verify_path(graph_, {source_, target_, weighted_}, way.vertices, way.distances);
        },
        found());
  }

 private:
  template <class T>
  [[nodiscard]] static Array<T> copy_of(const std::vector<T>& values) {
    return Array<T>::copy_of(values);
  }
  [[nodiscard]] static bool is_weighted(const Graph& graph, const std::string& asked) {
    const bool weighted = asked == "true" || (asked == "auto" && graph.weight_type() != WeightType::none);
    if (weighted) require_weights(graph, "path");
    return weighted;
  }
  using AnySearches = std::variant<TwoSearches<std::uint32_t>, TwoSearches<std::uint64_t>, TwoSearches<double>>;
  [[nodiscard]] static AnySearches searches_of(const Graph& graph, bool weighted) {
    if (!weighted) return TwoSearches<std::uint32_t>(graph.num_vertices());
    if (graph.weight_type() == WeightType::f32) return TwoSearches<double>(graph.num_vertices());
    return TwoSearches<std::uint64_t>(graph.num_vertices());
  }

  using Found = std::variant<VertexPath<std::uint64_t>, VertexPath<double>>;
  [[nodiscard]] Found found() const {
    return std::visit(
        [this]<class Distance>(const TwoSearches<Distance>& searches) -> Found {
          const Array<Distance> from = searches.from_source();
          const Array<Distance> to = searches.to_target();
          return path_between<Distance>(graph_, {source_, target_, weighted_}, from.span(), to.span());
        },
        searches_);
  }

  Graph graph_;
  VertexId source_ = no_vertex;
  VertexId target_;
  bool weighted_;
  ArcMeans means_;
  PathGuide guide_;
  AnySearches searches_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
