// What a step costs before anything has been measured: one set of coefficients for a core and one for a GPU. Policies
// start from these and correct them.
#pragma once

#include <algorithm>

#include "hybrid/policy.hpp"

namespace mg::hybrid {

/// Of which half is left for the values of vertices.
inline constexpr std::size_t last_cache_bytes = 32 << 20;

/// Picoseconds, of a whole device; a CPU's cores share them.
struct Costs {
  double step;          ///< launching kernels or waking threads, and reading back what they found
  double dense_vertex;  ///< of a sweep over tiles, with values of 4 bytes on their way
  double dense_arc;
  double dense_wide;   ///< how many times as much with values of 8
  double list_vertex;  ///< of all vertices, to push from a map
  double push_vertex;
  double push_arc;           ///< of an idempotent operator
  double push_sum_arc;       ///< of a sum, whose receivers are listed and then settled
  double push_weighted_arc;  ///< where this is more
  double pull_vertex;        ///< of all vertices
  double pull_near_arc;      ///< to a vertex of a number near by, whose value is in a first-level cache
  double pull_arc;           ///< to any other
  double pull_outer_arc;     ///< the same where the values of all vertices are more than the last cache holds
  double early_vertex;       ///< of all vertices, where a row is left at its first hit
  double tile_arc;           ///< of building tiles
};

/// An H200. A step of the launched driver. Sweeps and pulls are fitted to PageRank iterations, in ms: Kronecker scale
/// 24, 521 M arcs, 1.14 and 5.14; scale 21, 181 M, 0.36 and 1.3; random geometric, 61 M, 0.29 and 0.19; road-like, 47
/// M, 0.47 and 0.28. Sweeps with values of 8 bytes take 2.4 to 2.9 times as long; being streamed, they win nothing
/// where the two are close.
inline constexpr Costs gpu_costs{
    .step = 26e6,
    .dense_vertex = 24,
    .dense_arc = 1.5,
    .dense_wide = 3.5,
    .list_vertex = 1.4,
    .push_vertex = 4,
    .push_arc = 10,
    .push_sum_arc = 20,  // twice an idempotent operator's: two passes over the receivers
    .push_weighted_arc = 25,
    .pull_vertex = 10,
    .pull_near_arc = 1.9,
    .pull_arc = 6.5,
    .pull_outer_arc = 10,
    .early_vertex = 10,
    .tile_arc = 100,
};

/// A core of an AMD EPYC with 32 MiB of third-level cache: Kronecker graphs of 2^18 and 2^20 vertices, edge factor 16,
/// two threads, divided by two.
inline constexpr Costs core_costs{
    .step = 5e6,
    .dense_vertex = 6000,
    .dense_arc = 1300,
    .dense_wide = 1.3,
    .list_vertex = 0,
    .push_vertex = 18'000,
    .push_arc = 4000,
    .push_sum_arc = 9000,
    .push_weighted_arc = 7000,
    .pull_vertex = 4000,
    .pull_near_arc = 1600,
    .pull_arc = 1600,
    .pull_outer_arc = 1600,
    .early_vertex = 4000,
    .tile_arc = 150'000,
};

/// Arcs of a row that a pull is first reckoned to read where the lightest come first. An H200, weights 1..1000: so
/// reckoned, a pull of the Kronecker graph of scale 21 takes 0.12 ms and one of scale 24 0.57, and they took 0.11 to
/// 0.27 and 0.49 to 1.36.
inline constexpr double lightest_arcs = 4;

/// Those of the machine that a run is on.
[[nodiscard]] inline const Costs& costs_of(const RunFacts& run) { return run.on_gpu ? gpu_costs : core_costs; }

/// Arcs that a pull reads. Where receivers may be unwanted, it is those that a traversal has reached: the explored ones
/// and the frontier. Where it stops early and a part p of the unexplored arcs leaves the frontier, a row is read up to
/// its 1/p-th arc on average. So a pull pays only while p is large: the reason for Beamer's alpha.
[[nodiscard]] inline double pulled_arcs(const RunFacts& run, const StepFacts& step, double arcs) {
  const auto left = static_cast<double>(step.traits.has_wants ? step.unexplored_arcs : run.num_arcs);
  if (step.pulls_lightest) return std::min(left, lightest_arcs * static_cast<double>(run.num_vertices));
  const bool leaves_out_reached = step.traits.has_wants && step.pattern == Pattern::expand;
  if (!step.traits.stops_early) return leaves_out_reached ? std::max(0.0, left - arcs) : left;
  const double hits_per_row = left > 0 ? arcs / left * run.mean_degree() : 1;
  return left / std::max(1.0, hits_per_row);
}

/// Steps of a run that are likely to be executed alike: a loop of reductions goes on until values settle, and a search
/// has about one frontier that is worth a sweep.
[[nodiscard]] inline double likely_repetitions(Pattern pattern) { return pattern == Pattern::reduce ? 16 : 1; }

/// What building tiles takes, in ms.
[[nodiscard]] inline double build_tiles_ms(const RunFacts& run) {
  const double ms = 1e-9 / (run.on_gpu ? 1 : std::max(run.threads, 1));
  return ms * costs_of(run).tile_arc * static_cast<double>(run.num_arcs);
}

/// What a step goes through.
struct Work {
  double vertices;
  double arcs;
};

/// That of a step from a frontier that `arcs` leave.
[[nodiscard]] inline Work work_of(const RunFacts& run, const StepFacts& step, double arcs, Way way) {
  const auto n = static_cast<double>(run.num_vertices);
  if (way == Way::dense) return {.vertices = n, .arcs = static_cast<double>(run.num_arcs)};
  if (way == Way::pull && step.pattern != Pattern::gather) {
    const double receivers = step.receivers_left ? static_cast<double>(*step.receivers_left) : n;
    return {.vertices = receivers, .arcs = pulled_arcs(run, step, arcs)};
  }
  return {.vertices = static_cast<double>(step.vertices), .arcs = arcs};
}

/// What a vertex and an arc of it take, in ms.
struct Rates {
  double vertex;
  double arc;
};

[[nodiscard]] inline Rates rates_of(const RunFacts& run, const StepFacts& step, Way way) {
  const Costs& costs = costs_of(run);
  const double ms = 1e-9 / (run.on_gpu ? 1 : std::max(run.threads, 1));
  switch (way) {
    case Way::dense: {
      const double wide = step.traits.wire_bytes > 4 ? costs.dense_wide : 1;
      return {.vertex = ms * wide * costs.dense_vertex, .arc = ms * wide * costs.dense_arc};
    }
    case Way::push: {
      const double arc = step.traits.idempotent ? costs.push_arc : costs.push_sum_arc;
      const double weighted = step.traits.weighted ? std::max(arc, costs.push_weighted_arc) : arc;
      return {.vertex = ms * costs.push_vertex, .arc = ms * weighted};
    }
    case Way::pull: break;
  }
  if (step.traits.stops_early) return {.vertex = ms * costs.early_vertex, .arc = ms * costs.pull_arc};
  const double far =
      run.num_vertices * step.traits.wire_bytes <= last_cache_bytes ? costs.pull_arc : costs.pull_outer_arc;
  return {.vertex = ms * costs.pull_vertex,
          .arc = ms * (run.near_arcs * costs.pull_near_arc + (1 - run.near_arcs) * far)};
}

/// What a step from a frontier that `arcs` leave is expected to take beyond costs.step, in ms.
[[nodiscard]] inline double work_ms(const RunFacts& run, const StepFacts& step, double arcs, Way way) {
  const Work work = work_of(run, step, arcs, way);
  const Rates rates = rates_of(run, step, way);
  const bool lists = way == Way::push && step.from_map;
  const double listing = lists ? 1e-9 * costs_of(run).list_vertex * static_cast<double>(run.num_vertices) : 0;
  return rates.vertex * work.vertices + rates.arc * work.arcs + listing;
}

/// The same with costs.step, which threads and multiprocessors do not share.
[[nodiscard]] inline double step_ms(const RunFacts& run) { return costs_of(run).step * 1e-9; }
[[nodiscard]] inline double expected_ms(const RunFacts& run, const StepFacts& step, double arcs, Way way) {
  return step_ms(run) + work_ms(run, step, arcs, way);
}

}  // namespace mg::hybrid
