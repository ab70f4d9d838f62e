// Betweenness centrality: Brandes' dependency accumulation (J. Math. Sociology 2001) over one, some or all sources.
//
// Forward, shortest paths are counted level by level. Backward, each vertex gathers from its successors: a vertex of
// the level in turn reads coefficients that only the level below it has set, so that no test of levels and no atomic is
// needed. Levels take turns with two arrays of coefficients: what a level sets, its own vertices do not read, and what
// levels above it will set is still zero.
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

struct Start {
  std::int32_t* levels;
  double* paths;
  double* coefficients[2];
  std::uint32_t* is_scaled;
  std::uint32_t* flags;
  VertexId source;
  void operator()(VertexId v) const {
    levels[v] = v == source ? 0 : -1;
    paths[v] = v == source ? 1 : 0;
    coefficients[0][v] = 0;
    coefficients[1][v] = 0;
    if (v % look_interval == 0) is_scaled[v / look_interval] = 0;
    if (v == source) flags[0] = flags[1] = 0;
  }
};

/// One level forward: the paths to a vertex are those to its predecessors.
struct CountPaths {
  using Value = double;
  using Combine = Sum;
  static constexpr bool takes_nothing_back = true;
  std::int32_t* levels;
  double* paths;
  std::int32_t level;

  [[nodiscard]] Value message(VertexId source) const { return paths[source]; }
  [[nodiscard]] Value& cell(VertexId v) { return paths[v]; }
  [[nodiscard]] std::int32_t& stamp(VertexId v) { return levels[v]; }
  [[nodiscard]] std::int32_t now() const { return level; }
};

/// Looks for numbers that have become so large that their level must be scaled.
struct FindLarge {
  const double* paths;
  std::uint32_t* large;  ///< set where there are any
  void operator()(VertexId v) const {
    if (paths[v] > large_number) relaxed_store(*large, std::uint32_t{1});
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

/// One level backward: turns the sum over successors w of their coefficients, (1 + dependency(w)) / paths(w), into a
/// score, and into what the level above will gather. The last level finds no coefficient but zeros.
template <class Real>
struct GatherDependency {
  using Value = Real;
  using Combine = Sum;
  const Real* paths;
  const Real* below;  ///< coefficients that the next level has set
  Real* own;
  double* scores;
  Real scale;                      ///< of this level's numbers of paths over that of the next level's
  const std::uint32_t* is_scaled;  ///< says whether the next level was scaled down instead; null: it was not

  [[nodiscard]] Value message(VertexId successor) const { return below[successor]; }
  void ask(VertexId v) const {
    ask_for(paths[v]);
    ask_for(scores[v]);
    // Neighbors read one before v is in turn, and v writes the other; which is which depends on v's level.
    ask_for(below[v]);
    ask_for(own[v]);
  }
  [[nodiscard]] bool update(VertexId v, Value sum) {
    const Real count = paths[v];
    const Real times = is_scaled != nullptr && *is_scaled != 0 ? static_cast<Real>(1 / large_number) : scale;
    const Real dependency = count * sum * times;
    own[v] = (1 + dependency) / count;
    scores[v] += static_cast<double>(dependency);
    return true;
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
    iteration.edge_map(CountPaths{levels, paths, static_cast<std::int32_t>(number)});
    if (number % look_interval != 0) return;
    iteration.map_next(FindLarge{paths, large});
    if (iteration.load(large) == 0) return;
    iteration.map_next(ScaleDown{paths, lost});
    iteration.store(large, std::uint32_t{0});
    iteration.store(is_scaled + number / look_interval, std::uint32_t{1});
  }
};

/// One level backward. The source, which the first iteration has expanded, depends on nothing.
struct Backward {
  const double* paths;
  double* coefficients[2];
  double* scores;
  const std::uint32_t* is_scaled;

  template <class I>
  void operator()(I& iteration) const {
    const std::uint64_t number = iteration.number();
    if (number == 1) return;
    const bool is_odd = number % 2 != 0;
    iteration.gather(GatherDependency<double>{
        .paths = paths,
        .below = is_odd ? coefficients[0] : coefficients[1],
        .own = is_odd ? coefficients[1] : coefficients[0],
        .scores = scores,
        .scale = 1,
        .is_scaled = number % look_interval == 0 ? is_scaled + number / look_interval : nullptr});
  }
};

}  // namespace mg::bc

#ifndef MG_DEVICE_CODE

#include <algorithm>
#include <array>
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
        coefficients_{State<double>(graph.num_vertices()), State<double>(graph.num_vertices())},
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
    for (std::size_t i = 0; i < sources_.size() && !loop.stopped_early(); ++i) {
      loop.begin_source(i + 1, sources_.size());
      accumulate(loop, sources_[i]);
    }
  }

  [[nodiscard]] static ProgramSteps steps() {
    return {
        .taken = {expands<bc::CountPaths>(), gathers<bc::GatherDependency<double>>(), gathers<bc::CountWidePaths>()},
        .loops = true};
  }

  [[nodiscard]] std::vector<ResultColumn> results() const {
    const Array<double> scores = scores_.host();
    Array<double> scaled = Array<double>::copy_of(scores.span());
    for (double& score : scaled) score *= scale();
    return {{.name = "centrality", .values = std::move(scaled)}};
  }
  [[nodiscard]] Summary summary() const {
    struct Largest {
      double score = 0;
      void operator+=(const Largest& other) { score = std::max(score, other.score); }
    };
    const Array<double> scores = scores_.host();
    const auto largest =
        parallel_sum<Largest>(scores.size(), omp_get_max_threads(), [&](std::size_t v) { return Largest{scores[v]}; });
    return {{"max", largest.score * scale()}, {"sources", std::uint64_t{sources_.size()}}};
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
    double* coefficients[] = {coefficients_[0].on(loop), coefficients_[1].on(loop)};
    std::uint32_t* is_scaled = is_scaled_.on(loop);
    std::uint32_t* large = flags_.on(loop);
    std::uint32_t* lost = large + 1;
    loop.vertex_map(bc::Start{levels_of, paths, {coefficients[0], coefficients[1]}, is_scaled, large, source});
    typename L::History levels;
    loop.iterate(bc::Forward{levels_of, paths, large, lost, is_scaled}, loop.single(source), Side::out, &levels);
    if (loop.load(lost) != 0) {
      accumulate_wide(loop, source, levels);
    } else {
      loop.sweep_back(bc::Backward{paths, {coefficients[0], coefficients[1]}, scores_.on(loop), is_scaled}, levels);
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
    std::array coefficients{Array<long double>::filled(n, 0), Array<long double>::filled(n, 0)};
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
    sweep_back(loop, levels, exponents, paths.data(), coefficients);
  }

  /// The backward sweep, from the last level to the first. The numbers of paths of level l + 1 are those that level l
  /// yields, divided by 2^exponents[l].
  void sweep_back(Loop& loop, const std::vector<Frontier>& levels, const std::vector<int>& exponents,
                  const long double* paths, std::array<Array<long double>, 2>& coefficients) {
    using Real = long double;
    for (std::size_t level = levels.size(); level-- > 1;) {
      const bc::GatherDependency<Real> gathers{.paths = paths,
                                               .below = coefficients[1 - level % 2].data(),
                                               .own = coefficients[level % 2].data(),
                                               .scores = scores_.on(loop),
                                               .scale = std::ldexp(Real{1}, -exponents[level]),
                                               .is_scaled = nullptr};
      loop.gather(gathers, levels[level], Side::out);
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
  std::array<State<double>, 2> coefficients_;
  State<double> scores_;
  State<std::uint32_t> is_scaled_;
  std::vector<VertexId> sources_;
};

}  // namespace mg

#endif  // MG_DEVICE_CODE
