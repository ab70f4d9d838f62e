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
            .loops = {label_of<Forward>()}};
  }

  /// Adds the dependencies on `source`. O(n + m). Throws Error(no_resources) on a GPU where numbers of paths of one
  /// level differ by more than a double holds. For both loops, in hop_dependencies.cpp: once for all who use it.
  template <class L>
  void accumulate(L& loop, VertexId source, const Scores& scores);

 private:
  void accumulate_wide(DeviceLoop& loop, VertexId source, const DeviceHistory& levels, const Scores& scores) const;
  void accumulate_wide(Loop& loop, VertexId source, const Loop::History& levels, const Scores& scores);

  Graph graph_;
  Table<std::uint32_t> flags_{2};  ///< large, lost
  State<std::int32_t> levels_;
  State<double> paths_;
  std::array<State<double>, 2> coefficients_;
  Table<std::uint32_t> is_scaled_;  ///< by level
};

}  // namespace mg::bc

#endif  // MG_DEVICE_CODE
