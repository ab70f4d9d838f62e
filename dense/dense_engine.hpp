// The dense engine: see dense/two_phase.hpp for its strategy and dense/tiles.hpp for its layout.
#pragma once

#include "dense/tiles.hpp"
#include "engine/graph/graph.hpp"

namespace mg {

/// Makes tiles for a graph that comes without: rows of receivers, vertices, shape, threads.
using MakeTiles = Tiles (*)(const Adjacency&, VertexId, const TileShape&, int);

/// Adds the engine "dense" to the registry.
void register_dense_engine(MakeTiles make_tiles);

}  // namespace mg
