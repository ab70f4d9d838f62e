// From edges in file order to compressed sparse rows, and from rows to columns, in a few passes over memory.
#pragma once

#include "engine/graph/array.hpp"
#include "engine/graph/graph.hpp"
#include "preprocess/building/arc_partition.hpp"
#include "preprocess/edge_list.hpp"

namespace mg {

/// What became of the edges on their way into rows.
struct RowCounts {
  EdgeId self_loops = 0;         ///< in the input
  EdgeId self_loops_stored = 0;  ///< left after dropping or merging
  EdgeId duplicates = 0;         ///< edges beyond the first between the same vertices (loops that are dropped apart)
};

/// Builds adjacencies over n vertices whose weights are of type W (NoWeight, std::uint32_t or float; instantiated for
/// these). Rows come out ascending by neighbour, equal neighbours in file order; nothing depends on the number of
/// threads. Keeps one buffer of the arcs from call to call, and drops it when destroyed.
///
/// The method is a radix sort whose first digit is the range of the row (arc_partition.hpp) and whose other digits are
/// sorted within one range, in cache.
template <class W>
class AdjacencyBuilder {
 public:
  AdjacencyBuilder(VertexId num_vertices, int threads) : num_vertices_(num_vertices), threads_(threads) {}

  /// One arc an edge, source -> target, or for `undirected` edges smaller -> larger vertex. Edges that the policy
  /// merges are merged (u32 sums that overflow throw Error(bad_input)). Empties `list.edges` and `list.weights`. Throws
  /// Error(internal) for an edge beyond the vertices, Error(no_resources).
  Adjacency from_edges(EdgeList& list, bool undirected, SelfLoopPolicy self_loops, DuplicatePolicy duplicates,
                       RowCounts& counts);

  /// The adjacency of the reversed arcs. With an `order`, of the renumbered graph: vertex v of `rows` is called
  /// order.from_file[v] in the result.
  Adjacency transpose(const Adjacency& rows, const VertexOrder& order = {});

  /// Both directions of the edges that `upper` holds as smaller -> larger vertex; a self loop stays one arc.
  Adjacency mirror(const Adjacency& upper);

 private:
  std::vector<EdgeId> sort_buckets();
  Adjacency sort_and_merge(const VertexNames& names, DuplicatePolicy duplicates, RowCounts& counts);
  Adjacency place(const Adjacency& upper);

  VertexId num_vertices_;
  int threads_;
  ArcPartition<W> partition_;
};

}  // namespace mg
