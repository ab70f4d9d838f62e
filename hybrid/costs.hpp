// What a step costs by the profile of the machine, before anything has been measured in the run. Policies start from
// this and correct it.
#pragma once

#include <algorithm>
#include <memory>

#include "hybrid/policy.hpp"
#include "hybrid/profile.hpp"

namespace mg::hybrid {

/// Those of the machine that a run is on.
[[nodiscard]] inline const Costs& costs_of(const RunFacts& run) {
  static const std::shared_ptr<const Profile> gpu = profile_for("GPU");
  static const std::shared_ptr<const Profile> core = profile_for("");
  return (run.profile != nullptr ? *run.profile : run.on_gpu ? *gpu : *core).costs;
}

/// Arcs that a pull reads. Where receivers may be unwanted, it is those that a traversal has reached: the explored ones
/// and the frontier. Where it stops early and a part p of the unexplored arcs leaves the frontier, a row is read up to
/// its 1/p-th arc on average. So a pull pays only while p is large: the reason for Beamer's alpha.
[[nodiscard]] inline double pulled_arcs(const RunFacts& run, const StepFacts& step, double arcs) {
  const auto left = static_cast<double>(step.traits.has_wants ? step.unexplored_arcs : run.num_arcs);
  if (step.pulls_lightest) return std::min(left, costs_of(run).lightest_arcs * static_cast<double>(run.num_vertices));
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
      run.num_vertices * step.traits.wire_bytes <= costs.last_cache_bytes ? costs.pull_arc : costs.pull_outer_arc;
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
