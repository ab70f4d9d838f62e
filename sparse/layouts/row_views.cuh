// Building what balancers need beside the graph's own rows.
#pragma once

#include "sparse/arguments.hpp"

namespace mg::sparse {

struct ViewArguments {
  gpu::DeviceRows rows;     ///< whose lengths are asked for
  const VertexId* sources;  ///< of a list of arcs, which is cut into runs
  std::uint64_t size;       ///< arcs of the list, or rows
  std::uint32_t* counts;    ///< 1 where a run begins, or the lengths of rows
  const std::uint64_t* sums;
  VertexId* run_sources;
  void* starts;  ///< of runs, or of rows; of the offsets' type
  // Of a list that rows are copied to, from where their arcs' numbers begin:
  VertexId* list_sources;
  VertexId* list_targets;
  std::uint32_t* list_weights;  ///< words, whatever their type
};

/// Classes of rows, by length.
inline constexpr unsigned most_classes = 4;

struct SortArguments {
  PushArguments push;  ///< whose entries are sorted
  std::uint32_t least[most_classes];
  unsigned num_classes;
  VertexId* lists;       ///< one a class, of push.size places each
  std::uint64_t* sizes;  ///< of the lists
};

}  // namespace mg::sparse

#ifdef MG_DEVICE_CODE

#include "engine/gpu/emit.cuh"

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

/// The arcs of a row, a warp a row, to where they are numbered.
template <class Offset>
struct CopyRows {
  using Arguments = ViewArguments;
  using Function = gpu::NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, gpu::NoFunction) {
    const std::uint64_t row = std::uint64_t{blockIdx.x} * (threads / gpu::warp_size) + gpu::warp_id();
    if (row >= arguments.size) return;
    const auto v = static_cast<VertexId>(row);
    const gpu::Rows<Offset> rows(arguments.rows);
    const Offset begin = rows.begin(v);
    const Offset length = rows.end(v) - begin;
    const std::uint64_t first = arguments.sums[row];
    for (Offset i = gpu::lane_id(); i < length; i += gpu::warp_size) {
      arguments.list_sources[first + i] = v;
      arguments.list_targets[first + i] = rows.neighbors[begin + i];
      if (arguments.list_weights != nullptr) {
        arguments.list_weights[first + i] = static_cast<const std::uint32_t*>(arguments.rows.weights)[begin + i];
      }
    }
  }
};

/// The entries of a push, to the list of the class that their rows' lengths are of.
template <class Offset>
struct SortRows {
  using Arguments = SortArguments;
  using Function = gpu::NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, gpu::NoFunction) {
    const PushArguments& push = arguments.push;
    const std::uint64_t entry = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    VertexId row = 0;
    unsigned own = most_classes;  // none
    if (entry < push.size) {
      row = push.queue != nullptr ? push.queue[entry] : static_cast<VertexId>(entry);
      const gpu::Rows<Offset> rows(push.rows);
      const Offset length = rows.end(row) - rows.begin(row);
      const VertexId sender = push.sources != nullptr ? push.sources[row] : row;
      if (length > 0 && contains(push.from, sender)) own = class_of(arguments, length);
    }
    for (unsigned c = 0; c < arguments.num_classes; ++c) {
      const unsigned lanes = __ballot_sync(gpu::all_lanes, own == c);
      if (lanes == 0) continue;
      unsigned long long first = 0;
      if (gpu::lane_id() == 0) {
        first = atomicAdd(reinterpret_cast<unsigned long long*>(arguments.sizes + c),
                          static_cast<unsigned long long>(__popc(lanes)));
      }
      first = __shfl_sync(gpu::all_lanes, first, 0);
      if (own == c) arguments.lists[c * push.size + first + __popc(lanes & gpu::lanes_below())] = row;
    }
  }

 private:
  static unsigned class_of(const Arguments& arguments, Offset length) {
    unsigned own = 0;
    while (own + 1 < arguments.num_classes && length >= arguments.least[own + 1]) ++own;
    return own;
  }
};

}  // namespace mg::sparse

#endif
