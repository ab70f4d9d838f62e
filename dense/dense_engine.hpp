// The dense engine: two phases over the tiles layout, for frontiers of many vertices.
#pragma once

namespace mg {

/// Adds the engine "dense" to the registry.
void register_dense_engine();

}  // namespace mg
