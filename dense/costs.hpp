// What the dense engine offers: what a sweep over tiles goes through and costs by the profile of the machine.
#pragma once

#include "engine/profile.hpp"

namespace mg::dense {

/// To go through all arcs in tiles, which have to be built first unless they are there.
[[nodiscard]] inline Offer offer_sweep(const Outlook& outlook, bool has_tiles) {
  const RunFacts& run = outlook.run;
  const Costs& costs = costs_of(run);
  const double wide = outlook.step.traits.wire_bytes > 4 ? costs.dense_wide : 1;
  Offer offer{.name = "dense",
              .way = Way::sweep,
              .vertices = static_cast<double>(run.num_vertices),
              .arcs = static_cast<double>(run.num_arcs),
              .bytes = static_cast<double>(bytes_in_tiles * run.num_arcs),
              .vertex_ms = shared_ms(run, wide * costs.dense_vertex),
              .arc_ms = shared_ms(run, wide * costs.dense_arc),
              .takes_memory = run.on_gpu};
  if (!has_tiles) offer.build_ms = shared_ms(run, costs.tile_arc * static_cast<double>(run.num_arcs));
  expect(run, offer);
  return offer;
}

}  // namespace mg::dense
