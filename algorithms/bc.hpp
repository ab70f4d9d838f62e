// Betweenness centrality: Brandes' dependency accumulation (J. Math. Sociology 2001) over one, some or all sources.
//
// Forward, shortest paths are counted level by level. Backward, each vertex gathers from its successors: a vertex of the
// level in turn reads coefficients that only the level below it has set (all others are still zero), so that no test of
// levels and no atomic is needed.
#pragma once

#include <numeric>
#include <vector>

#include "algorithms/verify_betweenness.hpp"
#include "engine/algorithm.hpp"

namespace mg {

class Betweenness {
 public:
  static AlgorithmInfo info() {
    return {.name = "bc",
            .summary = "betweenness centrality (Brandes) from one source, a sample, or all vertices",
            .source = SourceUse::set,
            .parameters = {{.name = "normalised",
                            .type = ParameterSpec::Type::flag,
                            .fallback = "false",
                            .help = "divide by (n - 1)(n - 2), the number of ordered pairs of other vertices"}},
            .state_bytes_per_vertex = sizeof(std::int32_t) + 4 * sizeof(double)};
  }

  Betweenness(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        normalised_(parameters.flag("normalised")),
        levels_(Array<std::int32_t>::uninitialized(graph.num_vertices())),
        paths_(Array<double>::uninitialized(graph.num_vertices())),
        gathered_(Array<double>::uninitialized(graph.num_vertices())),
        coefficients_(Array<double>::uninitialized(graph.num_vertices())),
        scores_(Array<double>::uninitialized(graph.num_vertices())) {}

  struct ResetScore {
    double* scores;
    void operator()(VertexId v) const { scores[v] = 0; }
  };

  struct Reset {
    std::int32_t* levels;
    double* paths;
    double* gathered;
    double* coefficients;
    void operator()(VertexId v) const {
      levels[v] = -1;
      paths[v] = 0;
      gathered[v] = 0;
      coefficients[v] = 0;
    }
  };

  /// One level forward: the paths to a vertex are those to its predecessors.
  struct CountPaths {
    using Value = double;
    using Combine = Sum;
    std::int32_t* levels;
    double* paths;
    std::int32_t level;

    [[nodiscard]] Value message(VertexId source) const { return paths[source]; }
    [[nodiscard]] Value& cell(VertexId v) { return paths[v]; }
    [[nodiscard]] bool wants(VertexId v) const { return levels[v] < 0; }
    [[nodiscard]] bool update(VertexId v, Value) {
      levels[v] = level;
      return true;
    }
  };

  /// One level backward: sum over successors w of (1 + dependency(w)) / paths(w).
  struct GatherDependency {
    using Value = double;
    using Combine = Sum;
    double* gathered;
    const double* coefficients;

    [[nodiscard]] Value message(VertexId successor) const { return coefficients[successor]; }
    [[nodiscard]] Value& cell(VertexId v) { return gathered[v]; }
  };

  /// Turns what a level has gathered into scores, and into what the level above it will gather.
  struct Settle {
    const double* paths;
    const double* gathered;
    double* coefficients;
    double* scores;
    void operator()(VertexId v) const {
      const double dependency = paths[v] * gathered[v];
      coefficients[v] = (1 + dependency) / paths[v];
      scores[v] += dependency;
    }
  };

  template <class L>
  void run(L& loop, std::span<const VertexId> sources) {
    sources_.assign(sources.begin(), sources.end());
    if (sources_.empty()) {
      sources_.resize(graph_.num_vertices());
      std::iota(sources_.begin(), sources_.end(), VertexId{0});
    }
    loop.vertex_map(ResetScore{scores_.data()});
    for (const VertexId source : sources_) accumulate(loop, source);
  }

  [[nodiscard]] std::vector<ResultColumn> results() const {
    Array<double> scaled = Array<double>::copy_of(scores_.span());
    for (double& score : scaled) score *= scale();
    return {{.name = "centrality", .values = std::move(scaled)}};
  }
  [[nodiscard]] Summary summary() const {
    double largest = 0;
    for (const double score : scores_) largest = std::max(largest, score);
    return {{"max", largest * scale()}, {"sources", std::uint64_t{sources_.size()}}};
  }
  [[nodiscard]] Verdict validate() const { return verify_betweenness(graph_, sources_, scores_.span()); }

 private:
  template <class L>
  void accumulate(L& loop, VertexId source) {
    loop.vertex_map(Reset{levels_.data(), paths_.data(), gathered_.data(), coefficients_.data()});
    levels_[source] = 0;
    paths_[source] = 1;
    std::vector<Frontier> levels;
    Frontier frontier = Frontier::of({source});
    frontier.arcs = graph_.out.degree(source);
    while (!frontier.empty() && loop.next_iteration()) {
      const auto level = static_cast<std::int32_t>(levels.size() + 1);
      Frontier next = loop.edge_map(CountPaths{levels_.data(), paths_.data(), level}, frontier);
      levels.push_back(loop.to_queue(std::move(frontier)));
      frontier = std::move(next);
    }
    const Settle settle{paths_.data(), gathered_.data(), coefficients_.data(), scores_.data()};
    for (std::size_t level = levels.size(); level-- > 1;) {
      if (level + 1 < levels.size()) {
        loop.gather(GatherDependency{gathered_.data(), coefficients_.data()}, levels[level], Side::out);
      }
      loop.vertex_map(settle, levels[level]);
    }
    for (Frontier& level : levels) loop.recycle(std::move(level));
  }

  [[nodiscard]] double scale() const {
    const double n = graph_.num_vertices();
    return normalised_ && n > 2 ? 1 / ((n - 1) * (n - 2)) : 1;
  }

  Graph graph_;
  bool normalised_;
  Array<std::int32_t> levels_;
  Array<double> paths_;
  Array<double> gathered_;
  Array<double> coefficients_;
  Array<double> scores_;
  std::vector<VertexId> sources_;
};

}  // namespace mg
