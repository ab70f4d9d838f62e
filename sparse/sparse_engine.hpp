// The sparse engine: see sparse/push_pull.hpp for its strategies.
#pragma once

namespace mg {

/// Adds the engine "sparse" to the registry.
void register_sparse_engine();

}  // namespace mg
