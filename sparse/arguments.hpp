// What the sparse engine's kernels are given.
#pragma once

#include "engine/gpu/device_arguments.hpp"

namespace mg::sparse {

using gpu::Counters;
using gpu::DeviceRows;
using gpu::Emission;
using gpu::FarPile;
using gpu::HeavyRows;
using gpu::RowPiece;
using gpu::VertexMap;

/// The vertices of high in-degree, cut into segments of equal size.
struct SegmentArguments {
  const VertexId* vertices;  ///< of ranks
  std::uint32_t num_ranks;
  std::uint32_t size;    ///< ranks a segment
  std::uint32_t blocks;  ///< that share a segment
};

struct PushArguments {
  DeviceRows rows;
  const void* targets;      ///< by which a layout tells where the arcs of its rows lead (PushLayout::targets)
  const VertexId* sources;  ///< of arcs that are followed one by one, or of rows that are runs of such
  std::uint64_t pitch;      ///< from one arc of a row to the next, in columns
  SegmentArguments segments;
  void* cells;            ///< a value a vertex, for functions without cells
  const VertexId* queue;  ///< null: every vertex is an entry
  VertexMap from;         ///< those that send; without a queue
  const void* starts;     ///< prefix sums of the entries' degrees, of the offsets' type
  std::uint64_t size;     ///< entries
  EdgeId num_arcs;        ///< that leave the entries, whether they send or not
  Emission emission;
  FarPile far;
  void* messages;             ///< a value an arc, where a layout has its senders leave them
  const VertexId* receivers;  ///< of these
};

struct PullArguments {
  DeviceRows rows;
  DeviceRows columns;  ///< the first arcs of each row, where they are stored apart
  std::uint64_t pitch;
  const gpu::WeightedArc* lightest_first;  ///< in place of neighbors and weights, the lightest arcs of each row first
  VertexMap from;                          ///< the frontier
  const std::uint32_t* receivers;          ///< null: every vertex that wants values
  const VertexId* hubs;                    ///< of unweighted functions: a neighbor of each vertex that is asked first
  const VertexId* queue;                   ///< receivers as a list
  std::uint64_t size;
  std::uint32_t heavy_degree;  ///< rows of at least so many arcs are left to the kernels for pieces; 0: none are
  HeavyRows heavy;
  void* partials;    ///< a combined value a piece
  double* summands;  ///< of a reduction: one a block
  std::uint64_t first_summand;
  Emission emission;
  Emission left;             ///< receivers that are left without a value
  std::uint64_t* read_arcs;  ///< where rows of ordinary length are left early
};

/// Values that a push has left in cells of the step's own.
struct CellArguments {
  void* cells;
  VertexId num_vertices;
  const VertexId* queue;  ///< the receivers, as a list of so many; null: those of `words`
  std::uint64_t size;
  const std::uint32_t* words;  ///< null: every vertex
  double* summands;            ///< one a block
};

struct SettleArguments {
  const VertexId* candidates;
  const std::uint64_t* num_candidates;  ///< in device memory, shifted as Counters::emitted is
  Emission emission;
};

}  // namespace mg::sparse
