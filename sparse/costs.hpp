// What the sparse engine offers: what its steps go through and what they cost by the profile of the machine, before
// anything has been measured in the run. Policies start from this and correct it.
#pragma once

#include <algorithm>
#include <optional>

#include "engine/profile.hpp"

namespace mg::sparse {

/// What is known of a pull by its layout.
struct PullOutlook {
  std::optional<std::uint64_t> receivers_left = {};  ///< that it looks at, where these are not all vertices
  bool pulls_lightest = false;                       ///< it leaves rows early because their lightest arcs come first
};

/// Bytes that going through rows moves at least: where each arc leads, its weight, and the bounds of the rows.
[[nodiscard]] inline double row_bytes(const EdgeTraits& traits, double vertices, double arcs) {
  const double arc = sizeof(VertexId) + (traits.weighted ? sizeof(float) : 0);
  return arc * arcs + 2 * sizeof(std::uint32_t) * vertices;
}

/// To follow the arcs of the frontier, which lists it first where it is a map.
[[nodiscard]] inline Offer offer_push(const Outlook& outlook, bool from_map) {
  if (!outlook.reckons) return {.name = "sparse push", .way = Way::push};
  const auto& [run, step, arcs, reckons] = outlook;
  const Costs& costs = costs_of(run);
  const double arc = step.traits.idempotent ? costs.push_arc : costs.push_sum_arc;
  const double weighted = step.traits.weighted ? std::max(arc, costs.push_weighted_arc) : arc;
  Offer offer{.name = "sparse push",
              .way = Way::push,
              .vertices = static_cast<double>(step.vertices),
              .arcs = arcs,
              .bytes = row_bytes(step.traits, static_cast<double>(step.vertices), arcs),
              .vertex_ms = shared_ms(run, costs.push_vertex),
              .arc_ms = shared_ms(run, weighted)};
  if (from_map) offer.more_ms = 1e-9 * costs.list_vertex * static_cast<double>(run.num_vertices);
  expect(run, offer);
  return offer;
}

/// Arcs that a pull reads. Where receivers may be unwanted, it is those that a traversal has reached: the explored ones
/// and the frontier. Where it stops early and a part p of the unexplored arcs leaves the frontier, a row is read up to
/// its 1/p-th arc on average. So a pull pays only while p is large: the reason for Beamer's alpha.
[[nodiscard]] inline double pulled_arcs(const Outlook& outlook, bool pulls_lightest) {
  const auto& [run, step, arcs, reckons] = outlook;
  const auto left = static_cast<double>(step.traits.has_wants ? step.unexplored_arcs : run.num_arcs);
  if (pulls_lightest) return std::min(left, costs_of(run).lightest_arcs * static_cast<double>(run.num_vertices));
  const bool leaves_out_reached = step.traits.has_wants && step.pattern == Pattern::expand;
  if (!step.traits.stops_early) return leaves_out_reached ? std::max(0.0, left - arcs) : left;
  const double hits_per_row = left > 0 ? arcs / left * run.mean_degree() : 1;
  return left / std::max(1.0, hits_per_row);
}

/// To read what leads to the receivers: of all that want values, or of the frontier's vertices, if it is a gather.
[[nodiscard]] inline Offer offer_pull(const Outlook& outlook, const PullOutlook& pull = {}) {
  const auto& [run, step, arcs, reckons] = outlook;
  Offer offer{.name = "sparse pull", .way = Way::pull, .leaves_rows = pull.pulls_lightest};
  if (!reckons) return offer;
  const Costs& costs = costs_of(run);
  offer.vertices = static_cast<double>(step.vertices);
  offer.arcs = arcs;
  if (step.pattern != Pattern::gather) {
    offer.vertices = static_cast<double>(pull.receivers_left.value_or(run.num_vertices));
    offer.arcs = pulled_arcs(outlook, pull.pulls_lightest);
  }
  offer.bytes = row_bytes(step.traits, offer.vertices, offer.arcs);
  if (step.traits.stops_early) {
    offer.vertex_ms = shared_ms(run, costs.early_vertex);
    offer.arc_ms = shared_ms(run, costs.pull_arc);
  } else {
    const bool is_cached = static_cast<double>(run.num_vertices) * step.traits.wire_bytes <= costs.last_cache_bytes;
    const double far = is_cached ? costs.pull_arc : costs.pull_outer_arc;
    offer.vertex_ms = shared_ms(run, costs.pull_vertex);
    offer.arc_ms = shared_ms(run, run.near_arcs * costs.pull_near_arc + (1 - run.near_arcs) * far);
  }
  expect(run, offer);
  return offer;
}

}  // namespace mg::sparse
