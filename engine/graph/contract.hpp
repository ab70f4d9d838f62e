// Contraction: a graph whose vertices are the parts of a partition of another graph's vertices.
#pragma once

#include <span>

#include "engine/graph/array.hpp"
#include "engine/graph/graph.hpp"
#include "engine/graph/types.hpp"

namespace mg {

/// The graph of parts 0 .. num_parts - 1 of which `part` names one for each vertex. All arcs between two parts become
/// one of 32-bit floating weight, the sum of theirs, added up in double precision in their order, or their number where
/// the graph has no weights; those within a part become a self loop, which for an undirected graph weighs what the
/// edges weigh, each counted once: half of all arcs but self loops, and then these. O(n + m), and O(m) additional
/// memory; the same for any number of threads.
[[nodiscard]] Graph contract(const Graph& graph, std::span<const VertexId> part, VertexId num_parts, int threads);

/// What becomes of the contracted rows of `graph`, and the columns, which are the rows where it is undirected.
[[nodiscard]] Graph graph_of_parts(const Graph& graph, Adjacency rows, Adjacency columns, EdgeId num_self_loops);

}  // namespace mg
