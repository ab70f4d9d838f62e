// The engines that pick, for every step, among what engines offer: `hybrid` by the policy that is asked for
// (hybrid/policy.hpp) among the offers of the dense engine, the sparse one and whoever else takes part, and `sparse` by
// the policy alpha_beta among the offers of the sparse one.
#pragma once

namespace mg {

/// Adds these and the built-in policies to the registries. The engine "dense" must be there when a hybrid one is made.
void register_picking_engines();

}  // namespace mg
