// What is sent to each vertex most often, on a GPU: what comes along all arcs is sorted by receiver and value, and the
// longest run of equal ones is the answer.
#pragma once

#include "engine/warp.cuh"

namespace mg::gpu {

/// Lists what comes along the arcs of rows, of which each is its receiver's; a warp a row.
template <class F, class Offset>
struct ListValues {
  using Arguments = ModeArguments;
  using Function = F;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F f) {
    const Rows<Offset> rows(arguments.rows);
    for (std::uint64_t row = std::uint64_t{blockIdx.x} * (threads / warp_size) + warp_id();
         row < arguments.rows.num_rows; row += std::uint64_t{gridDim.x} * (threads / warp_size)) {
      const Offset end = rows.end(static_cast<VertexId>(row));
      for (Offset e = rows.begin(static_cast<VertexId>(row)) + lane_id(); e < end; e += warp_size) {
        arguments.keys[e] = row << 32 | f.message(__ldg(rows.neighbors + e));
      }
    }
  }
};

/// Of sorted keys, the first of each run looks for its end, and keeps the run if it is the longest of its receiver's.
struct LongestRuns {
  using Arguments = ModeArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t first = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (first >= arguments.num_keys) return;
    const std::uint64_t key = __ldg(keys(arguments) + first);
    if (first > 0 && __ldg(keys(arguments) + first - 1) == key) return;
    const std::uint64_t times = end_of_run(arguments, first, key) - first;
    const std::uint64_t mode = times << 32 | (~key & 0xffffffff);
    atomicMax(reinterpret_cast<unsigned long long*>(arguments.modes + (key >> 32)), mode);
  }

 private:
  static const std::uint64_t* keys(const Arguments& arguments) { return arguments.keys; }
  /// In steps that double, and then halve.
  static std::uint64_t end_of_run(const Arguments& arguments, std::uint64_t first, std::uint64_t key) {
    std::uint64_t inside = first;
    std::uint64_t beyond = first + 1;
    while (beyond < arguments.num_keys && __ldg(keys(arguments) + beyond) == key) {
      inside = beyond;
      beyond = first + 2 * (beyond - first);
    }
    if (beyond > arguments.num_keys) beyond = arguments.num_keys;
    return first_where(inside + 1, beyond, [&](std::uint64_t i) { return __ldg(keys(arguments) + i) != key; });
  }
};

/// Tells each vertex that something was sent to.
template <class F>
struct TellModes {
  using Arguments = ModeArguments;
  using Function = F;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, F f) {
    const std::uint64_t v = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (v >= arguments.rows.num_rows) return;
    const std::uint64_t mode = arguments.modes[v];
    if (mode != 0) f.update(static_cast<VertexId>(v), ~static_cast<std::uint32_t>(mode));
  }
};

}  // namespace mg::gpu
