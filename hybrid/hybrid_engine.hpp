// The hybrid engine: for every step, the dense engine or the sparse one, whichever a policy (hybrid/policy.hpp)
// chooses.
#pragma once

namespace mg {

/// Adds the engine "hybrid" and the built-in policies to the registries. The engines "sparse" and "dense" must be there
/// when one is made.
void register_hybrid_engine();

}  // namespace mg
