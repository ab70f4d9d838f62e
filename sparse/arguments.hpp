// What the sparse engine's kernels are given.
#pragma once

#include "engine/device_arguments.hpp"

namespace mg::sparse {

using gpu::Counters;
using gpu::DeviceRows;
using gpu::Emission;
using gpu::FarPile;
using gpu::HeavyRows;
using gpu::RowPiece;
using gpu::VertexMap;

struct PushArguments {
  DeviceRows rows;
  const VertexId* queue;  ///< null: every vertex is an entry
  VertexMap from;         ///< those that send; without a queue
  const void* starts;     ///< prefix sums of the entries' degrees, of the offsets' type
  std::uint64_t size;     ///< entries
  EdgeId num_arcs;        ///< that leave the entries, whether they send or not
  Emission emission;
  FarPile far;
};

struct PullArguments {
  DeviceRows rows;
  VertexMap from;                  ///< the frontier
  const std::uint32_t* receivers;  ///< null: every vertex that wants values
  const VertexId* queue;           ///< receivers as a list, for gathers over few
  std::uint64_t size;
  std::uint32_t heavy_degree;  ///< rows of at least so many arcs are left to the kernels for pieces; 0: none are
  HeavyRows heavy;
  void* partials;    ///< a combined value a piece
  double* summands;  ///< of a reduction: one a block
  std::uint64_t first_summand;
  Emission emission;
};

struct SettleArguments {
  const VertexId* candidates;
  const std::uint64_t* num_candidates;  ///< in device memory, shifted as Counters::emitted is
  Emission emission;
};

}  // namespace mg::sparse
