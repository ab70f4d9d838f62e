// Vertices in the order of their degrees.
#pragma once

#include "engine/gpu/warp.cuh"

namespace mg::gpu {

/// Readies the keys that vertices are sorted by.
template <class Offset>
struct DegreesOf {
  using Arguments = DegreeOrderArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const Rows<Offset> rows(arguments.rows);
    const std::uint64_t v = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (v >= arguments.rows.num_rows) return;
    arguments.degrees[v] =
        static_cast<std::uint32_t>(rows.end(static_cast<VertexId>(v)) - rows.begin(static_cast<VertexId>(v)));
    arguments.vertices[v] = static_cast<VertexId>(v);
  }
};

/// Inverts the order that the sort made.
struct RanksOf {
  using Arguments = DegreeOrderArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t rank = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (rank < arguments.rows.num_rows) arguments.ranks[arguments.vertices[rank]] = static_cast<VertexId>(rank);
  }
};

}  // namespace mg::gpu
