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

#include "algorithms/brandes.hpp"
#include "algorithms/path_numbers.hpp"
#include "engine/algorithm.hpp"

namespace mg::bc {

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

/// One level forward; every few levels, numbers that have become large are scaled down.
struct Forward {
  CountPaths count;
  Flag large;
  Flag lost;
  std::uint32_t* is_scaled;  ///< at i: whether iteration i * look_interval has scaled the level that it found

  template <class I>
  void operator()(I& iteration) const {
    const std::uint64_t number = iteration.number();
    iteration.edge_map(count);
    if (number % look_interval != 0) return;
    iteration.map_next(FindLarge{count.paths, large});
    if (iteration.load(large.word()) == 0) return;
    iteration.map_next(ScaleDown{count.paths, lost});
    iteration.store(large.word(), std::uint32_t{0});
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

#include <array>
#include <numeric>
#include <vector>

#include "algorithms/reached.hpp"
#include "algorithms/verify_betweenness.hpp"
#include "algorithms/wide_paths.hpp"

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
            .state_bytes_per_vertex = sizeof(std::int32_t) + 4 * sizeof(double) + sizeof(VertexId),  // and its history
            .family = "centrality",
            .cost = "O(n + m) a source",
            .literature = "Brandes, J. Math. Sociology 2001"};
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

  [[nodiscard]] Results results() const {
    return {{"centrality", [this] {
               Array<double> scaled = Array<double>::copy_of(scores_.host().span());
               for (double& score : scaled) score *= scale();
               return scaled;
             }}};
  }
  [[nodiscard]] Summary summary() const {
    return {{"max", largest_of(scores_.host()) * scale()}, {"sources", std::uint64_t{sources_.size()}}};
  }
  [[nodiscard]] Verdict validate() const { return verify_betweenness(graph_, sources_, scores_.host().span()); }

 private:
  template <class L>
  void accumulate(L& loop, VertexId source) {
    const bc::CountPaths count{paths_.on(loop), {levels_.on(loop)}};
    double* coefficients[] = {coefficients_[0].on(loop), coefficients_[1].on(loop)};
    std::uint32_t* is_scaled = is_scaled_.on(loop);
    std::uint32_t* large = flags_.on(loop);
    std::uint32_t* lost = large + 1;
    loop.vertex_map(
        bc::Start{count.stamp.of, count.paths, {coefficients[0], coefficients[1]}, is_scaled, large, source});
    typename L::History levels;
    loop.iterate(bc::Forward{count, large, lost, is_scaled}, loop.single(source), Side::out, &levels);
    if (loop.load(lost) != 0) {
      accumulate_wide(loop, source, levels);
    } else {
      loop.sweep_back(bc::Backward{count.paths, {coefficients[0], coefficients[1]}, scores_.on(loop), is_scaled},
                      levels);
    }
    loop.recycle(std::move(levels));
  }

  void accumulate_wide(DeviceLoop&, VertexId source, const DeviceHistory&) const {
    fail(ExitCode::no_resources,
         "the numbers of shortest paths from '{}' differ by more than a GPU's numbers hold: run with --device cpu",
         graph_.name(source));
  }
  void accumulate_wide(Loop& loop, VertexId source, const Loop::History& levels) {
    bc::accumulate_wide(loop, source, levels, levels_.on(loop), scores_.on(loop));
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
