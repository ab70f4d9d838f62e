// Proof that tiles are what dense/tiles.hpp says, and the smaller proof that a kernel keeps within them.
#pragma once

#include <string>

#include "dense/tiles.hpp"
#include "engine/graph/graph.hpp"

namespace mg {

/// Throws Error(bad_input), calling the tiles' graph `name`, unless every array has its size and every number leads
/// into the array that it is a place of: whatever else may be wrong, a kernel that follows the layout stays within the
/// arrays and terminates. `rows` has the vertices, the number of arcs and the type of weights that tiles must have. For
/// tiles that come from outside. One pass over them, in parallel.
void check_tile_bounds(const Tiles& tiles, const Adjacency& rows, const std::string& name, int threads);

/// Throws Error(bad_input) at the first sign that these are not the tiles of the arcs in `rows`, saying what is wrong
/// and where: bounds; columns; every run, its arcs and their weights in the very order that the layout asks for;
/// chunks; groups, places, turns and segments. Nothing else passes than what build_tiles() makes. O(arcs x log degree),
/// in parallel; 8 bytes a vertex and 4 a partial of memory.
void check_tiles(const Tiles& tiles, const Adjacency& rows, const std::string& name, int threads);

}  // namespace mg
