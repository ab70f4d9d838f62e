// A graph of compressed rows that somebody else has made: numpy, scipy, another library.
#pragma once

#include "engine/graph/graph.hpp"

namespace mg {

/// The graph whose arcs are `rows`, with the names 0, 1, ... Rows that ascend are shared, not copied; rows that do not
/// are sorted. The columns of a directed graph are built. An undirected graph has each edge in both of its rows, with
/// the same weight. Parallel edges are kept. Throws Error(bad_input) that names the first row or arc at which `rows`
/// are no rows of a graph, or of an undirected one. O(arcs), in parallel; threads 0: default_threads().
[[nodiscard]] Graph graph_of_rows(Adjacency rows, bool directed, int threads = 0);

}  // namespace mg
