// What kernels that contract a graph are given.
#pragma once

#include <cstdint>

#include "engine/gpu/device_arguments.hpp"
#include "engine/graph/types.hpp"

namespace mg::gpu {

/// A block goes over so many arcs where parts are put together.
inline constexpr std::uint64_t keys_of_block = 1024;

/// A long run is added up by blocks that take so many arcs of it each.
inline constexpr std::uint64_t keys_of_piece = 16384;
struct PieceOfRun {
  double sum;
  std::int32_t lowest_exponent;  ///< of its weights
};

/// What is counted of contracted rows.
struct ContractedCounts {
  std::uint64_t self_loops;
  EdgeId longest_row;
  std::uint64_t long_rows;
};

/// Contracting the parts of a graph: arcs by the parts of their ends, and once sorted, run by run.
struct ContractArguments {
  DeviceRows rows;
  const VertexId* part;  ///< of vertices
  VertexId num_parts;
  std::uint32_t part_bits;  ///< of a part's number
  std::uint32_t loop_bits;  ///< 1 where self loops are told from other arcs within a part, otherwise 0
  bool halves;              ///< whether arcs within a part count half, but for self loops
  std::uint64_t* keys;
  std::uint64_t num_keys;
  const std::uint32_t* weights;  ///< parallel to sorted keys, as bits
  std::uint32_t* lengths;        ///< runs that begin in a block's keys
  std::uint64_t* places;         ///< prefix sums of these
  PieceOfRun* pieces;            ///< of sorted keys: those that are in one run
  std::uint64_t num_runs;
  std::uint64_t* begins;  ///< of runs, and where the last one ends
  void* offsets;          ///< of the rows that runs make
  VertexId* neighbors;
  float* sums;
  std::uint64_t* turned;  ///< keys of runs, against their direction
  EdgeId heavy_degree;
  LongRow* long_rows;  ///< of at least so many arcs, in any order
  ContractedCounts* counts;
};

}  // namespace mg::gpu
