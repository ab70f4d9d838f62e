// What the dense engine's kernels are given. The arrays are those of mg::Tiles (dense/tiles.hpp), in device memory.
#pragma once

#include "dense/tiles_geometry.hpp"
#include "engine/gpu/device_arguments.hpp"

namespace mg::dense {

using gpu::Emission;
using gpu::VertexMap;

/// The weights of a step as they lie on a GPU where none takes more than ten bits.
struct alignas(16) TenBits {
  static constexpr std::uint32_t most = (1U << 10) - 1;

  std::uint8_t low[tiles::step_arcs];  ///< the lower eight bits, by slot
  std::uint32_t high[tiles::lanes];    ///< the upper two: those of a lane's arc 4 i + j are the bits 8 j + 2 i
};

/// From weights of 16 bits to TenBits.
struct PackArguments {
  const std::uint16_t* weights;
  TenBits* packed;
  std::uint32_t num_steps;
  std::uint32_t* too_large;  ///< how many steps have a weight that takes more bits
};

/// What the columns have to send in this step.
struct OfferArguments {
  const VertexId* columns;  ///< null where column i is vertex i
  std::uint32_t num_columns;
  VertexMap from;        ///< those that send
  void* offers;          ///< F's Wire, one a column
  std::uint32_t* awake;  ///< a word a block: set where a column sends
};

/// A block's share of a panel.
struct PanelTask {
  std::uint32_t panel;
  std::uint32_t first_chunk;
  std::uint32_t last_chunk;
};

/// Phase 1: from the columns' offers to partials.
struct PanelArguments {
  const PanelTask* tasks;
  const std::uint32_t* chunk_steps;
  const std::uint32_t* chunk_partials;
  const std::uint16_t* ids;
  const std::uint32_t* headers;
  const void* weights;
  std::uint32_t panel_columns;
  std::uint32_t num_columns;
  const void* offers;
  const std::uint32_t* awake;
  std::uint32_t* blank;  ///< a word a task: its partials are the identity
  void* partials;        ///< F's Wire
};

/// Phase 2: from partials to the rows' cells.
struct GroupArguments {
  const std::uint32_t* group_rows;
  const std::uint32_t* group_counts;
  const std::uint32_t* group_batches;
  const std::uint32_t* group_segments;
  const std::uint16_t* places;
  const std::uint32_t* marks;
  const std::uint32_t* segments;
  std::uint32_t num_groups;
  VertexId num_rows;
  std::uint32_t most_rows;  ///< of a group
  const void* partials;
  const std::uint32_t* receivers;  ///< null: every vertex that wants values
  double* summands;                ///< of a reduction: one a block
  Emission emission;
};

}  // namespace mg::dense
