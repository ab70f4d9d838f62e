// Dependencies on sources, one after the other, which betweenness is the sum of: along paths of fewest arcs, or of
// least weight.
#pragma once

#include "algorithms/hop_dependencies.hpp"
#include "algorithms/weighted_dependencies.hpp"

namespace mg::bc {

struct ResetScore {
  double* scores;
  void operator()(VertexId v) const { scores[v] = 0; }
};
struct ResetArc {
  double* scores;
  void operator()(VertexId, VertexId, EdgeId arc) const { scores[arc] = 0; }
};

}  // namespace mg::bc

#ifndef MG_DEVICE_CODE

#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mg::bc {

[[nodiscard]] inline ParameterSpec weighted_parameter() {
  return {.name = "weighted",
          .type = ParameterSpec::Type::flag,
          .fallback = "false",
          .help = "shortest paths are those of least weight, added up in doubles; weights are above 0"};
}

class Dependencies {
 public:
  /// Throws Error where weights are asked for and are not there, or not all above 0.
  Dependencies(const Graph& graph, const Parameters& parameters, std::string_view algorithm)
      : num_vertices_(graph.num_vertices()),
        weighted_(parameters.flag("weighted")),
        along_(paths_along(graph, weighted_, algorithm)) {}

  /// Adds the dependencies on each of `sources`, or on all vertices where there are none, to `scores`.
  template <class L>
  void add_up(L& loop, std::span<const VertexId> sources, const Scores& scores) {
    sources_.assign(sources.begin(), sources.end());
    if (sources_.empty()) {
      sources_.resize(num_vertices_);
      std::iota(sources_.begin(), sources_.end(), VertexId{0});
    }
    std::visit(
        [&](auto& paths) {
          for (std::size_t i = 0; i < sources_.size() && !loop.stopped_early(); ++i) {
            loop.begin_source(i + 1, sources_.size());
            paths.accumulate(loop, sources_[i], scores);
          }
        },
        along_);
  }

  [[nodiscard]] ProgramSteps steps(bool has_buckets) const {
    return std::visit([&](const auto& paths) { return paths.steps(has_buckets); }, along_);
  }
  [[nodiscard]] bool weighted() const { return weighted_; }
  /// Those of the last run.
  [[nodiscard]] const std::vector<VertexId>& sources() const { return sources_; }

 private:
  using Along = std::variant<HopDependencies, WeightedDependencies<std::uint32_t>, WeightedDependencies<float>>;

  static Along paths_along(const Graph& graph, bool weighted, std::string_view algorithm) {
    if (weighted) require_lengths(graph, algorithm);
    if (!weighted || graph.weight_type() == WeightType::none) return Along(std::in_place_index<0>, graph);
    if (graph.weight_type() == WeightType::u32) return Along(std::in_place_index<1>, graph);
    return Along(std::in_place_index<2>, graph);
  }

  VertexId num_vertices_;
  bool weighted_;
  Along along_;
  std::vector<VertexId> sources_;
};

}  // namespace mg::bc

#endif  // MG_DEVICE_CODE
