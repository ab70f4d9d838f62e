// Betweenness centrality: Brandes' dependency accumulation (J. Math. Sociology 2001) over one, some or all sources.
//
// Forward, shortest paths are counted level by level. Backward, each vertex gathers from its successors: a vertex of
// the level in turn reads coefficients that only the level below it has set (all others are still zero), so that no
// test of levels and no atomic is needed.
//
// Numbers of paths grow exponentially: a 700 x 700 grid has more than a double can hold. Only their ratios between
// neighboring levels matter, so a level whose numbers become large is scaled down. Where numbers of one level differ by
// more than a double can hold even so, they are counted again in long doubles.
#pragma once

#include <algorithm>
#include <cmath>
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

  static constexpr int scale_bits = 400;
  static constexpr double large_number = 0x1p400;
  static constexpr double smallest_number = 0x1p-1000;

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
    bool* large;  ///< set when a number has become so large that the level must be scaled

    [[nodiscard]] Value message(VertexId source) const { return paths[source]; }
    [[nodiscard]] Value& cell(VertexId v) { return paths[v]; }
    [[nodiscard]] bool wants(VertexId v) const { return levels[v] < 0; }
    [[nodiscard]] bool update(VertexId v, Value count) {
      levels[v] = level;
      if (count > large_number) relaxed_store(*large, true);
      return true;
    }
  };

  /// Scales a level's numbers of paths down.
  struct ScaleDown {
    double* paths;
    bool* lost;  ///< set when a number has become too small; it stays positive, so that the search goes on
    void operator()(VertexId v) const {
      paths[v] *= 1 / large_number;
      if (paths[v] > smallest_number) return;
      paths[v] = smallest_number;
      relaxed_store(*lost, true);
    }
  };

  /// One level forward with levels known: a vertex gathers from its predecessors.
  struct CountWidePaths {
    using Value = long double;
    using Combine = Sum;
    const std::int32_t* levels;
    long double* paths;
    std::int32_t level;

    [[nodiscard]] Value message(VertexId source) const { return levels[source] == level - 1 ? paths[source] : 0; }
    [[nodiscard]] bool update(VertexId v, Value count) {
      paths[v] = count;
      return true;
    }
  };

  /// One level backward: sum over successors w of (1 + dependency(w)) / paths(w).
  template <class Real>
  struct GatherDependency {
    using Value = Real;
    using Combine = Sum;
    Real* gathered;
    const Real* coefficients;

    [[nodiscard]] Value message(VertexId successor) const { return coefficients[successor]; }
    [[nodiscard]] bool update(VertexId v, Value sum) {
      gathered[v] = sum;
      return true;
    }
  };

  /// Turns what a level has gathered into scores, and into what the level above it will gather.
  template <class Real>
  struct Settle {
    const Real* paths;
    const Real* gathered;
    Real* coefficients;
    double* scores;
    Real scale;  ///< of this level's numbers of paths over that of the next level's
    void operator()(VertexId v) const {
      const Real dependency = paths[v] * gathered[v] * scale;
      coefficients[v] = (1 + dependency) / paths[v];
      scores[v] += static_cast<double>(dependency);
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
    for (const VertexId source : sources_) {
      accumulate(loop, source);
      if (loop.stopped_early()) break;
    }
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
    bool large = false;
    bool lost = false;
    std::vector<Frontier> levels;
    std::vector<int> exponents;
    Frontier frontier = Frontier::of({source});
    frontier.arcs = graph_.out.degree(source);
    while (!frontier.empty() && loop.next_iteration()) {
      const auto level = static_cast<std::int32_t>(levels.size() + 1);
      Frontier next = loop.edge_map(CountPaths{levels_.data(), paths_.data(), level, &large}, frontier);
      levels.push_back(loop.to_queue(std::move(frontier)));
      exponents.push_back(large ? scale_bits : 0);
      if (large) loop.vertex_map(ScaleDown{paths_.data(), &lost}, next);
      large = false;
      frontier = std::move(next);
    }
    if (lost) {
      accumulate_wide(loop, source, levels);
    } else {
      sweep_back<double>(loop, levels, exponents, paths_.data(), gathered_.data(), coefficients_.data());
    }
    for (Frontier& level : levels) loop.recycle(std::move(level));
  }

  /// Counts again in long doubles, each level's largest number scaled to about 1, so that only differences of more than
  /// 4,900 decimal orders within one level are lost.
  template <class L>
  void accumulate_wide(L& loop, VertexId source, const std::vector<Frontier>& levels) {
    const VertexId n = graph_.num_vertices();
    auto paths = Array<long double>::filled(n, 0);
    auto gathered = Array<long double>::filled(n, 0);
    auto coefficients = Array<long double>::filled(n, 0);
    std::vector<int> exponents(levels.size());  // of the step from each level to the next
    paths[source] = 1;
    for (std::size_t level = 1; level < levels.size(); ++level) {
      loop.gather(CountWidePaths{levels_.data(), paths.data(), static_cast<std::int32_t>(level)}, levels[level],
                  Side::in);
      long double most = 0;
      for (const VertexId v : levels[level].queue()) most = std::max(most, paths[v]);
      int& exponent = exponents[level - 1];
      std::frexp(most, &exponent);
      for (const VertexId v : levels[level].queue()) paths[v] = std::ldexp(paths[v], -exponent);
    }
    sweep_back<long double>(loop, levels, exponents, paths.data(), gathered.data(), coefficients.data());
  }

  /// The backward sweep, from the last level to the first. The numbers of paths of level l + 1 are those that level l
  /// yields, divided by 2^exponents[l].
  template <class Real, class L>
  void sweep_back(L& loop, const std::vector<Frontier>& levels, const std::vector<int>& exponents, Real* paths,
                  Real* gathered, Real* coefficients) {
    for (std::size_t level = levels.size(); level-- > 1;) {
      const bool last = level + 1 == levels.size();
      if (!last) loop.gather(GatherDependency<Real>{gathered, coefficients}, levels[level], Side::out);
      const Real scale = last ? Real{1} : std::ldexp(Real{1}, -exponents[level]);
      loop.vertex_map(Settle<Real>{paths, gathered, coefficients, scores_.data(), scale}, levels[level]);
    }
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
