// Kernels that tests ask for, as the author of an algorithm would write them. Compiled for the host, too, for the
// structs that both sides share.
#pragma once

#include <cstdint>

#ifdef MG_DEVICE_CODE
#include "engine/gpu/team.cuh"
#else
#include <vector>  // what belongs to the host may be included here
#endif

namespace mg::probe {

struct FillArguments {
  std::uint32_t* out;
  std::uint32_t size;
};

struct Square {
  std::uint32_t offset;
  std::uint32_t operator()(std::uint32_t i) const { return i * i + offset; }
};

struct ReverseArguments {
  const std::uint32_t* in;
  std::uint32_t* out;
  std::uint32_t tile;  ///< what a block reverses, in dynamic shared memory
};

struct Nothing {};

struct PokeArguments {
  std::uint32_t* where;
};

/// What the launches of a count-down share.
struct CountDownWords {
  std::uint32_t left;  ///< launches
  std::uint32_t arrived;
  std::uint32_t awaited;
  std::uint32_t visits;  ///< by blocks, each as many as the function says
  std::uint32_t missed;  ///< visits that a block did not see behind the barrier
};

struct CountDownArguments {
  CountDownWords* words;
  std::uint64_t condition;
};

struct Amount {
  std::uint32_t amount;
};

#ifdef MG_DEVICE_CODE

/// out[i] = f(i).
template <class F>
struct Fill {
  using Arguments = FillArguments;
  using Function = F;
  static constexpr unsigned threads = 128;
  static void run(const Arguments& arguments, F f) {
    const std::uint32_t i = blockIdx.x * threads + threadIdx.x;
    if (i < arguments.size) arguments.out[i] = f(i);
  }
};

/// Every tile backwards.
struct Reverse {
  using Arguments = ReverseArguments;
  using Function = Nothing;
  static constexpr unsigned threads = 256;
  static void run(const Arguments& arguments, Function) {
    auto* const staged = gpu::dynamic_shared<std::uint32_t>();
    const std::uint32_t first = blockIdx.x * arguments.tile;
    for (std::uint32_t i = threadIdx.x; i < arguments.tile; i += threads) staged[i] = arguments.in[first + i];
    __syncthreads();
    for (std::uint32_t i = threadIdx.x; i < arguments.tile; i += threads) {
      arguments.out[first + i] = staged[arguments.tile - 1 - i];
    }
  }
};

/// Writes where it is told to.
struct Poke {
  using Arguments = PokeArguments;
  using Function = Nothing;
  static constexpr unsigned threads = 32;
  static void run(const Arguments& arguments, Function) { arguments.where[threadIdx.x] = 1; }
};

/// Blocks that meet once a launch.
struct CountDown {
  using Arguments = CountDownArguments;
  using Function = Amount;
  static constexpr unsigned threads = 64;
  static void run(const Arguments& arguments, Function f) {
    CountDownWords& words = *arguments.words;
    gpu::DeviceBarrier barrier(&words.arrived, words.awaited);
    const std::uint32_t expected = (words.awaited + gridDim.x) * f.amount;
    if (threadIdx.x == 0) atomicAdd(&words.visits, f.amount);
    barrier.wait();
    if (threadIdx.x != 0) return;
    if (relaxed_load(words.visits) != expected) atomicAdd(&words.missed, 1U);
    if (blockIdx.x != 0) return;
    words.awaited = barrier.awaited();
    words.left -= 1;
    gpu::set_condition(arguments.condition, words.left != 0);
  }
};

#endif  // MG_DEVICE_CODE

}  // namespace mg::probe
