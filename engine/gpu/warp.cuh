// Warp and block primitives, rows and a search that kernels share.
#pragma once

#include <cstdint>

#include "engine/combine.hpp"
#include "engine/edge_semantics.hpp"
#include "engine/gpu/device_arguments.hpp"
#include "engine/gpu/instructions.hpp"
#include "engine/graph/types.hpp"

namespace mg::gpu {

inline constexpr unsigned warp_size = 32;
inline constexpr unsigned all_lanes = 0xffffffffU;

inline unsigned lane_id() { return threadIdx.x % warp_size; }
inline unsigned warp_id() { return threadIdx.x / warp_size; }
inline unsigned lanes_below() { return (1U << lane_id()) - 1; }

/// For agents that run no function of an algorithm.
struct NoFunction {};

/// The first of [begin, end) at which `reached` is true, which stays true from there on.
template <class T, class Reached>
T first_where(T begin, T end, const Reached& reached) {
  while (begin < end) {
    // A sum of two places overflows 32 bits, but not 64, where it is an instruction less.
    const T middle = sizeof(T) == sizeof(std::uint64_t) ? (begin + end) / 2 : begin + (end - begin) / 2;
    if (reached(middle)) {
      end = middle;
    } else {
      begin = middle + 1;
    }
  }
  return begin;
}

/// The combination of all lanes' values, in every lane.
template <class Combine, class T>
T combine_warp(T value) {
  for (unsigned distance = warp_size / 2; distance > 0; distance /= 2) {
    value = Combine::combine(value, __shfl_xor_sync(all_lanes, value, distance));
  }
  return value;
}

/// The sum of the values of this lane and those below it.
template <class T>
T scan_warp(T value) {
  for (unsigned distance = 1; distance < warp_size; distance *= 2) {
    const T below = __shfl_up_sync(all_lanes, value, distance);
    if (lane_id() >= distance) value += below;
  }
  return value;
}

/// The combination of all threads' values, in thread 0; the order of combining depends on the block's size alone.
template <class Combine, unsigned threads, class T>
T combine_block(T value) {
  __shared__ T of_warps[threads / warp_size];
  value = combine_warp<Combine>(value);
  if (lane_id() == 0) of_warps[warp_id()] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned w = 1; w < threads / warp_size; ++w) value = Combine::combine(value, of_warps[w]);
  }
  __syncthreads();
  return value;
}

/// The sum of the values of this thread and those before it, and of all. All threads of the block call it.
template <class T>
T scan_block(T value, T& total) {
  __shared__ T of_warps[warp_size];
  __shared__ T of_block;
  const T inclusive = scan_warp(value);
  if (lane_id() == warp_size - 1) of_warps[warp_id()] = inclusive;
  __syncthreads();
  if (warp_id() == 0) {
    const T own = lane_id() < blockDim.x / warp_size ? of_warps[lane_id()] : 0;
    const T up_to = scan_warp(own);
    of_warps[lane_id()] = up_to - own;
    if (lane_id() == warp_size - 1) of_block = up_to;
  }
  __syncthreads();
  total = of_block;
  const T scanned = of_warps[warp_id()] + inclusive;
  __syncthreads();
  return scanned;
}

inline bool test_bit(const std::uint32_t* words, VertexId v) {
  return (__ldg(words + v / warp_size) >> (v % warp_size) & 1U) != 0;
}

/// Rows with offsets of the width that the graph has.
template <class Offset>
struct Rows {
  const Offset* begins;
  const Offset* ends;
  const VertexId* neighbors;

  explicit Rows(const DeviceRows& rows)
      : begins(static_cast<const Offset*>(rows.offsets)),
        ends(static_cast<const Offset*>(rows.ends)),
        neighbors(rows.neighbors) {}
  Offset begin(VertexId row) const { return __ldg(begins + row); }
  Offset end(VertexId row) const { return __ldg(ends + row); }
};

/// Reads F's messages along rows.
template <class F, class Offset>
struct Messages : Rows<Offset> {
  const void* weights;

  explicit Messages(const DeviceRows& rows) : Rows<Offset>(rows), weights(rows.weights) {}
  ValueOf<F> operator()(const F& f, ArcEnds arc, Offset e) const {
    if constexpr (is_weighted<F>) {
      return message_along(f, arc, __ldg(static_cast<const WeightOf<F>*>(weights) + e));
    } else {
      return message_along(f, arc);
    }
  }
};

}  // namespace mg::gpu
