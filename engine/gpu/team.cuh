// Teams of blocks that stay on the device from one step to the next: they wait for each other at barriers and share a
// queue of entries. A cluster keeps the queue in its blocks' shared memory and meets several times faster than the
// whole device does, which has more hands.
#pragma once

#include "engine/gpu/warp.cuh"

namespace mg::gpu {

/// Threads of a block that is to have no more than these.
constexpr unsigned at_most(unsigned threads) { return threads < most_threads ? threads : most_threads; }

/// Every block of a cooperative launch. Barrier: one arrival a block on a word in memory.
class DeviceBarrier {
 public:
  /// `awaited`: what awaited() was when the last launch that met here ended; 0: there was none.
  explicit DeviceBarrier(std::uint32_t* arrived, std::uint32_t awaited = 0) : arrived_(arrived), awaited_(awaited) {}

  /// Arrivals up to the barrier that was passed last. Known to the first thread of each block.
  [[nodiscard]] std::uint32_t awaited() const { return awaited_; }

  /// All threads of all blocks. What was written before is seen by all afterwards.
  void wait() {
    arrive();
    await();
  }
  /// Its halves. In between, a thread reads what nobody writes.
  void arrive() {
    __syncthreads();
    if (threadIdx.x != 0) return;
    awaited_ += gridDim.x;
    add_release(arrived_, 1);
  }
  void await() const {
    if (threadIdx.x == 0) {
      while (static_cast<std::int32_t>(load_acquire(arrived_) - awaited_) < 0) {
      }
    }
    __syncthreads();
  }

 private:
  std::uint32_t* arrived_;
  std::uint32_t awaited_;  // thread 0 alone counts
};

}  // namespace mg::gpu
