// Dependencies along paths of fewest arcs, a source at a time (Brandes, J. Math. Sociology 2001).
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

/// What the dependencies of a source add to every arc u->w from one level to the next: paths(u) / paths(w) of what w's
/// is, and of the path that ends there.
struct AddToArcs {
  const std::int32_t* levels;
  const double* paths;
  const double* coefficients[2];
  const std::uint32_t* is_scaled;
  double* scores;

  [[nodiscard]] bool sends(VertexId u) const { return levels[u] >= 0; }
  void operator()(VertexId u, VertexId w, EdgeId arc) const {
    const std::int32_t level = levels[w];
    if (level != levels[u] + 1) return;
    const bool scaled = level % look_interval == 0 && is_scaled[level / look_interval] != 0;
    scores[arc] += paths[u] * coefficients[level % 2 != 0 ? 0 : 1][w] * (scaled ? 1 / large_number : 1);
  }
};

}  // namespace mg::bc

#ifndef MG_DEVICE_CODE

#include <array>
#include <utility>

#include "algorithms/wide_paths.hpp"

namespace mg::bc {

class HopDependencies {
 public:
  explicit HopDependencies(const Graph& graph)
      : graph_(graph),
        levels_(graph.num_vertices()),
        paths_(graph.num_vertices()),
        coefficients_{State<double>(graph.num_vertices()), State<double>(graph.num_vertices())},
        is_scaled_(graph.num_vertices() / look_interval + 1) {}

  [[nodiscard]] static ProgramSteps steps(bool /*has_buckets*/) {
    return {.taken = {expands<CountPaths>(), gathers<GatherDependency<double>>(), gathers<CountWidePaths>()},
            .loops = true};
  }

  /// Adds the dependencies on `source`. O(n + m). Throws Error(no_resources) on a GPU where numbers of paths of one
  /// level differ by more than a double holds.
  template <class L>
  void accumulate(L& loop, VertexId source, const Scores& scores) {
    const CountPaths count{paths_.on(loop), {levels_.on(loop)}};
    double* coefficients[] = {coefficients_[0].on(loop), coefficients_[1].on(loop)};
    std::uint32_t* is_scaled = is_scaled_.on(loop);
    std::uint32_t* large = flags_.on(loop);
    std::uint32_t* lost = large + 1;
    loop.vertex_map(Start{count.stamp.of, count.paths, {coefficients[0], coefficients[1]}, is_scaled, large, source});
    typename L::History levels;
    loop.iterate(Forward{count, large, lost, is_scaled}, loop.single(source), Side::out, &levels);
    if (loop.load(lost) != 0) {
      accumulate_wide(loop, source, levels, scores);
    } else {
      loop.sweep_back(Backward{count.paths, {coefficients[0], coefficients[1]}, scores.of_vertices, is_scaled}, levels);
      if (scores.of_arcs != nullptr) {
        loop.edge_apply(
            AddToArcs{count.stamp.of, count.paths, {coefficients[0], coefficients[1]}, is_scaled, scores.of_arcs});
      }
    }
    loop.recycle(std::move(levels));
  }

 private:
  void accumulate_wide(DeviceLoop&, VertexId source, const DeviceHistory&, const Scores&) const {
    fail(ExitCode::no_resources,
         "the numbers of shortest paths from '{}' differ by more than a GPU's numbers hold: run with --device cpu",
         graph_.name(source));
  }
  void accumulate_wide(Loop& loop, VertexId source, const Loop::History& levels, const Scores& scores) {
    bc::accumulate_wide(loop, source, levels, levels_.on(loop), scores);
  }

  Graph graph_;
  State<std::uint32_t> flags_{2};  ///< large, lost
  State<std::int32_t> levels_;
  State<double> paths_;
  std::array<State<double>, 2> coefficients_;
  State<std::uint32_t> is_scaled_;
};

}  // namespace mg::bc

#endif  // MG_DEVICE_CODE
