// The engines that pick, for every step, among what engines offer: `hybrid` by the policy that is asked for
// (hybrid/policies/policy.hpp) among the offers of the dense engine, the sparse one and whoever else takes part, and
// `sparse` by the policy alpha_beta among the offers of the sparse one.
#pragma once

#include "hybrid/measure_machine.hpp"

namespace mg {

/// Adds these and the built-in policies to the registries. The engine "dense" must be there when a hybrid one is made.
/// On what `make_graph` makes, a machine without a profile is measured.
void register_picking_engines(MakeGraph make_graph);

}  // namespace mg
