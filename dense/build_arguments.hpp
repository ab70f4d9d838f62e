// What the kernels are given that build the tiles layout on a GPU.
#pragma once

#include "engine/gpu/device_arguments.hpp"

namespace mg::dense {

/// That a block gives keys to, which follow each other.
inline constexpr unsigned arcs_per_block = 2048;

/// From rows to arcs sorted by panel. An arc's key is, from the top: its receiver, its sender's id, and in the lowest
/// `panel_bits` its panel, counted from the first panel; the keys of a panel are in the order of receivers once they
/// are sorted by those bits.
struct KeyArguments {
  gpu::DeviceRows rows;
  std::uint64_t num_arcs;
  const std::uint32_t* ranks;  ///< of senders: which column each is
  std::uint32_t panel_columns;
  std::uint32_t first_panel;
  std::uint32_t panel_bits;
  std::uint64_t* keys;
  const std::uint32_t* degrees;
  std::uint32_t* num_columns;
  std::uint32_t* num_moved;  ///< of their vertices, those that have another number than their column
  std::uint32_t* most_weight;
};

/// Where the arcs of each panel begin, of which each column has as many as its vertex has arcs.
struct PanelArcsArguments {
  const std::uint64_t* arcs_before;  ///< each column, and all of them
  std::uint32_t num_columns;
  std::uint32_t panel_columns;
  std::uint32_t num_panels;
  std::uint64_t* panel_starts;  ///< one a panel, and one more
};

/// Arcs in pieces: those of consecutive panels each, in the order of the rows.
struct PieceArguments {
  KeyArguments arcs;
  const std::uint32_t* piece_panels;  ///< the first of each piece
  std::uint32_t num_pieces;
  std::uint8_t* pieces;              ///< of arcs
  std::uint32_t* block_counts;       ///< by piece, then by block of arcs
  const std::uint64_t* arcs_before;  ///< the same, summed up
  std::uint32_t piece;               ///< that is wanted
  std::uint32_t* weights;            ///< of its arcs, if any
};

/// Chunk boundaries: where each target is moved to.
struct BoundaryArguments {
  const std::uint64_t* keys;
  std::uint32_t panel_bits;
  const std::uint64_t* targets;
  const std::uint64_t* ends;  ///< of the target's panel
  std::uint64_t* begins;
  std::uint32_t count;
};

/// From sorted arcs to steps.
struct ChunkArguments {
  const std::uint64_t* keys;
  const std::uint32_t* arc_weights;  ///< in the order of the keys; their bits
  std::uint32_t panel_bits;
  std::uint32_t panel_columns;
  const std::uint64_t* begins;
  const std::uint64_t* ends;
  const std::uint32_t* chunk_steps;
  const std::uint32_t* chunk_partials;
  std::uint32_t num_chunks;
  std::uint32_t num_steps;
  std::uint32_t* runs;  ///< a chunk has
  std::uint16_t* ids;
  std::uint32_t* headers;
  void* weights;
  VertexId* receivers;              ///< of the partials
  std::uint32_t* partials_by_word;  ///< that every group_alignment rows receive
};

/// From the partials' receivers to places.
struct PlaceArguments {
  const VertexId* receivers;
  const std::uint32_t* panel_partials;  ///< the first of each panel, and one more
  std::uint32_t num_panels;
  const std::uint32_t* group_rows;
  std::uint32_t num_groups;
  std::uint32_t* firsts;  ///< for each group, and one more, by panel: the first partial at or after its first row
  std::uint32_t* group_counts;
  std::uint32_t* segment_counts;
  const std::uint32_t* group_batches;
  const std::uint32_t* group_segments;
  std::uint16_t* places;
  std::uint32_t* marks;
  std::uint32_t* segments;
};

}  // namespace mg::dense
