// Lays arcs out for the dense engine (dense/tiles.hpp).
#pragma once

#include <string>

#include "dense/tiles.hpp"
#include "engine/graph/graph.hpp"

namespace mg {

/// What does not fit in a shape: a sentence, or nothing when tiles can have it.
[[nodiscard]] std::string problem_of(const TileShape& shape);

/// The tiles of the arcs that `rows` lists by their receivers: the csc for arcs as they point, the csr for arcs turned
/// around. The same for any number of threads. Beside the result, memory peaks at 2 bytes an arc, the weights in the
/// type that the tiles have, and 4 bytes a partial; 12 bytes a vertex while arcs are counted. Throws Error(wrong_use)
/// for a shape that is none and for graphs of more than 2^32 - 1 partials, steps or batches; Error(no_resources).
[[nodiscard]] Tiles build_tiles(const Adjacency& rows, VertexId num_vertices, const TileShape& shape, int threads);

}  // namespace mg
