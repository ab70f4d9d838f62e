// Building what balancers need of arcs that are not the graph's own rows: an arc or a row a thread.
#pragma once

#include "engine/device_arguments.hpp"

namespace mg::sparse {

struct ViewArguments {
  gpu::DeviceRows rows;     ///< whose lengths are asked for
  const VertexId* sources;  ///< of a list of arcs, which is cut into runs
  std::uint64_t size;       ///< arcs of the list, or rows
  std::uint32_t* counts;    ///< 1 where a run begins, or the lengths of rows
  const std::uint64_t* sums;
  VertexId* run_sources;
  void* starts;  ///< of runs, or of rows; of the offsets' type
};

}  // namespace mg::sparse

#ifdef MG_DEVICE_CODE

#include "engine/emit.cuh"

namespace mg::sparse {

/// Where the source is another one than that of the arc before.
struct FlagRuns {
  using Arguments = ViewArguments;
  using Function = gpu::NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, gpu::NoFunction) {
    const std::uint64_t arc = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (arc >= arguments.size) return;
    arguments.counts[arc] = arc == 0 || arguments.sources[arc] != arguments.sources[arc - 1] ? 1 : 0;
  }
};

/// Where runs begin, and whose they are.
template <class Offset>
struct ListRuns {
  using Arguments = ViewArguments;
  using Function = gpu::NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, gpu::NoFunction) {
    const std::uint64_t arc = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (arc > arguments.size) return;
    auto* const starts = static_cast<Offset*>(arguments.starts);
    const std::uint64_t run = arguments.sums[arc];
    if (arc == arguments.size) {
      starts[run] = static_cast<Offset>(arc);
    } else if (arguments.counts[arc] != 0) {
      starts[run] = static_cast<Offset>(arc);
      arguments.run_sources[run] = arguments.sources[arc];
    }
  }
};

template <class Offset>
struct LengthsOf {
  using Arguments = ViewArguments;
  using Function = gpu::NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, gpu::NoFunction) {
    const std::uint64_t row = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (row >= arguments.size) return;
    const gpu::Rows<Offset> rows(arguments.rows);
    const auto v = static_cast<VertexId>(row);
    arguments.counts[row] = static_cast<std::uint32_t>(rows.end(v) - rows.begin(v));
  }
};

/// Sums of 64 bits as offsets.
template <class Offset>
struct StartsOf {
  using Arguments = ViewArguments;
  using Function = gpu::NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, gpu::NoFunction) {
    const std::uint64_t row = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (row <= arguments.size) static_cast<Offset*>(arguments.starts)[row] = static_cast<Offset>(arguments.sums[row]);
  }
};

}  // namespace mg::sparse

#endif
