// PATH.names: the names of a graph's vertices beside a graph file that cannot hold them itself.
//
// One name a line, in the order of the vertices. Written beside formats that number their vertices (.mtx, .gr, .graph,
// .sg, Galois) and beside edge lists that would lose isolated vertices or the order of the names.
#pragma once

#include <string>

#include "engine/graph/names.hpp"
#include "engine/progress.hpp"
#include "preprocess/edge_list.hpp"
#include "preprocess/writers/block_output.hpp"

namespace mg {

/// Where the names of the graph file `path` are.
[[nodiscard]] std::string names_file_of(const std::string& path);

/// Throws Error(wrong_use) for a name that is empty or that a line cannot hold.
void write_names(const VertexNames& names, BlockOutput& output, Progress& progress);

/// Reads a file of names. Throws Error(bad_input) for an empty or repeated name.
[[nodiscard]] VertexNames read_names(const std::string& path, Progress& progress);

/// Where there is a file of names beside the graph file `path`, makes them the names of `list`, which was read from it,
/// and says so in its decisions: vertex i of a format that numbers its vertices gets the i-th name; the vertices of
/// other formats, which have names already, are put in that order, and those that no edge touches are added. Throws
/// Error(bad_input) when the two files do not belong together, and when the graph was written after its names: then
/// they may be those of an earlier one.
void adopt_names(EdgeList& list, const std::string& path, Progress& progress);

}  // namespace mg
