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

#include "engine/algorithm.hpp"

namespace mg::bc {

inline constexpr int scale_bits = 400;
inline constexpr double large_number = 0x1p400;
inline constexpr double smallest_number = 0x1p-1000;
/// Levels between looks at whether numbers have become large. A number grows by less than 2^32 a level, so that none
/// overflows in between.
inline constexpr std::uint32_t look_interval = 16;

struct ResetScore {
  double* scores;
  void operator()(VertexId v) const { scores[v] = 0; }
};

struct Reset {
  std::int32_t* levels;
  double* paths;
  double* gathered;
  double* coefficients;
  std::uint32_t* is_scaled;
  void operator()(VertexId v) const {
    levels[v] = -1;
    paths[v] = 0;
    gathered[v] = 0;
    coefficients[v] = 0;
    if (v % look_interval == 0) is_scaled[v / look_interval] = 0;
  }
};

/// One level forward: the paths to a vertex are those to its predecessors.
struct CountPaths {
  using Value = double;
  using Combine = Sum;
  std::int32_t* levels;
  double* paths;
  std::int32_t level;
  std::uint32_t* large;  ///< set when a number has become so large that the level must be scaled

  [[nodiscard]] Value message(VertexId source) const { return paths[source]; }
  [[nodiscard]] Value& cell(VertexId v) { return paths[v]; }
  [[nodiscard]] bool wants(VertexId v) const { return levels[v] < 0; }
  [[nodiscard]] bool update(VertexId v, Value count) {
    levels[v] = level;
    if (count > large_number) relaxed_store(*large, std::uint32_t{1});
    return true;
  }
};

/// Scales a level's numbers of paths down.
struct ScaleDown {
  double* paths;
  std::uint32_t* lost;  ///< set when a number has become too small; it stays positive, so that the search goes on
  void operator()(VertexId v) const {
    paths[v] *= 1 / large_number;
    if (paths[v] > smallest_number) return;
    paths[v] = smallest_number;
    relaxed_store(*lost, std::uint32_t{1});
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

/// One level forward; every few levels, numbers that have become large are scaled down.
struct Forward {
  std::int32_t* levels;
  double* paths;
  std::uint32_t* large;
  std::uint32_t* lost;
  std::uint32_t* is_scaled;  ///< at i: whether iteration i * look_interval has scaled the level that it found

  template <class I>
  void operator()(I& iteration) const {
    const std::uint64_t number = iteration.number();
    iteration.edge_map(CountPaths{levels, paths, static_cast<std::int32_t>(number), large});
    if (number % look_interval != 0 || iteration.load(large) == 0) return;
    iteration.map_next(ScaleDown{paths, lost});
    iteration.store(large, std::uint32_t{0});
    iteration.store(is_scaled + number / look_interval, std::uint32_t{1});
  }
};

/// The same where a flag says whether the next level was scaled down.
struct SettleLevel {
  Settle<double> unscaled;
  const std::uint32_t* is_scaled;  ///< null: it was not
  void operator()(VertexId v) const {
    Settle<double> settle = unscaled;
    if (is_scaled != nullptr && *is_scaled != 0) settle.scale = 1 / large_number;
    settle(v);
  }
};

/// One level backward. The source, which the first iteration has expanded, depends on nothing.
struct Backward {
  const double* paths;
  double* gathered;
  double* coefficients;
  double* scores;
  const std::uint32_t* is_scaled;

  template <class I>
  void operator()(I& iteration) const {
    const std::uint64_t number = iteration.number();
    if (number == 1) return;
    if (!iteration.is_last()) iteration.gather(GatherDependency<double>{gathered, coefficients});
    const bool was_looked_at = !iteration.is_last() && number % look_interval == 0;
    iteration.vertex_map(SettleLevel{{paths, gathered, coefficients, scores, 1},
                                     was_looked_at ? is_scaled + number / look_interval : nullptr});
  }
};

}  // namespace mg::bc

#ifndef MG_DEVICE_CODE

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "algorithms/verify_betweenness.hpp"

namespace mg::bc {

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

}  // namespace mg::bc

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
            .state_bytes_per_vertex = sizeof(std::int32_t) + 4 * sizeof(double) + sizeof(VertexId)};  // and its history
  }

  Betweenness(const Graph& graph, const Parameters& parameters)
      : graph_(graph),
        normalised_(parameters.flag("normalised")),
        levels_(graph.num_vertices()),
        paths_(graph.num_vertices()),
        gathered_(graph.num_vertices()),
        coefficients_(graph.num_vertices()),
        scores_(graph.num_vertices()),
        is_scaled_(graph.num_vertices() / bc::look_interval + 1) {}

  template <class L>
  void run(L& loop, std::span<const VertexId> sources) {
    sources_.assign(sources.begin(), sources.end());
    if (sources_.empty()) {
      sources_.resize(graph_.num_vertices());
      std::iota(sources_.begin(), sources_.end(), VertexId{0});
    }
    loop.vertex_map(bc::ResetScore{scores_.on(loop)});
    for (const VertexId source : sources_) {
      accumulate(loop, source);
      if (loop.stopped_early()) break;
    }
  }

  [[nodiscard]] std::vector<ResultColumn> results() const {
    const Array<double> scores = scores_.host();
    Array<double> scaled = Array<double>::copy_of(scores.span());
    for (double& score : scaled) score *= scale();
    return {{.name = "centrality", .values = std::move(scaled)}};
  }
  [[nodiscard]] Summary summary() const {
    double largest = 0;
    const Array<double> scores = scores_.host();
    for (const double score : scores) largest = std::max(largest, score);
    return {{"max", largest * scale()}, {"sources", std::uint64_t{sources_.size()}}};
  }
  [[nodiscard]] Verdict validate() const {
    const Array<double> scores = scores_.host();
    return verify_betweenness(graph_, sources_, scores.span());
  }

 private:
  template <class L>
  void accumulate(L& loop, VertexId source) {
    std::int32_t* levels_of = levels_.on(loop);
    double* paths = paths_.on(loop);
    double* gathered = gathered_.on(loop);
    double* coefficients = coefficients_.on(loop);
    std::uint32_t* is_scaled = is_scaled_.on(loop);
    std::uint32_t* large = flags_.on(loop);
    std::uint32_t* lost = large + 1;
    loop.vertex_map(bc::Reset{levels_of, paths, gathered, coefficients, is_scaled});
    loop.store(levels_of + source, 0);
    loop.store(paths + source, 1.0);
    loop.store(large, std::uint32_t{0});
    loop.store(lost, std::uint32_t{0});
    typename L::History levels;
    loop.iterate(bc::Forward{levels_of, paths, large, lost, is_scaled}, loop.single(source), Side::out, &levels);
    if (loop.load(lost) != 0) {
      accumulate_wide(loop, source, levels);
    } else {
      loop.sweep_back(bc::Backward{paths, gathered, coefficients, scores_.on(loop), is_scaled}, levels);
    }
    loop.recycle(std::move(levels));
  }

  /// Counts again in long doubles, each level's largest number scaled to about 1, so that only differences of more than
  /// 4,900 decimal orders within one level are lost. GPUs have none.
  void accumulate_wide(DeviceLoop&, VertexId source, const DeviceHistory&) const {
    fail(ExitCode::no_resources,
         "the numbers of shortest paths from '{}' differ by more than a GPU's numbers hold: run with --device cpu",
         graph_.name(source));
  }
  void accumulate_wide(Loop& loop, VertexId source, const Loop::History& levels) {
    const VertexId n = graph_.num_vertices();
    auto paths = Array<long double>::filled(n, 0);
    auto gathered = Array<long double>::filled(n, 0);
    auto coefficients = Array<long double>::filled(n, 0);
    std::vector<int> exponents(levels.size());  // of the step from each level to the next
    paths[source] = 1;
    for (std::size_t level = 1; level < levels.size(); ++level) {
      loop.gather(bc::CountWidePaths{levels_.on(loop), paths.data(), static_cast<std::int32_t>(level)}, levels[level],
                  Side::in);
      long double most = 0;
      for (const VertexId v : levels[level].queue()) most = std::max(most, paths[v]);
      int& exponent = exponents[level - 1];
      std::frexp(most, &exponent);
      for (const VertexId v : levels[level].queue()) paths[v] = std::ldexp(paths[v], -exponent);
    }
    sweep_back(loop, levels, exponents, paths.data(), gathered.data(), coefficients.data());
  }

  /// The backward sweep, from the last level to the first. The numbers of paths of level l + 1 are those that level l
  /// yields, divided by 2^exponents[l].
  void sweep_back(Loop& loop, const std::vector<Frontier>& levels, const std::vector<int>& exponents,
                  long double* paths, long double* gathered, long double* coefficients) {
    using Real = long double;
    double* scores = scores_.on(loop);
    for (std::size_t level = levels.size(); level-- > 1;) {
      const bool last = level + 1 == levels.size();
      if (!last) loop.gather(bc::GatherDependency<Real>{gathered, coefficients}, levels[level], Side::out);
      const Real scale = last ? Real{1} : std::ldexp(Real{1}, -exponents[level]);
      loop.vertex_map(bc::Settle<Real>{paths, gathered, coefficients, scores, scale}, levels[level]);
    }
  }

  [[nodiscard]] double scale() const {
    const double n = graph_.num_vertices();
    return normalised_ && n > 2 ? 1 / ((n - 1) * (n - 2)) : 1;
  }

  Graph graph_;
  bool normalised_;
  State<std::uint32_t> flags_{2};  ///< large, lost
  State<std::int32_t> levels_;
  State<double> paths_;
  State<double> gathered_;
  State<double> coefficients_;
  State<double> scores_;
  State<std::uint32_t> is_scaled_;
  std::vector<VertexId> sources_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
