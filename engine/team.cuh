// Teams of blocks that stay on the device from one step to the next: they wait for each other at barriers and share a
// queue of entries. A cluster keeps the queue in its blocks' shared memory and meets several times faster than the
// whole device does, which has more hands.
#pragma once

#include "engine/warp.cuh"

namespace mg::gpu {

/// Every block of a cooperative launch. Barrier: one arrival a block on a word in memory.
class DeviceBarrier {
 public:
  /// `awaited`: what awaited() was when the last launch that met here ended; 0: there was none.
  explicit DeviceBarrier(std::uint32_t* arrived, std::uint32_t awaited = 0) : arrived_(arrived), awaited_(awaited) {}

  /// Arrivals up to the barrier that was passed last. Known to the first thread of each block.
  [[nodiscard]] std::uint32_t awaited() const { return awaited_; }

  /// All threads of all blocks. What was written before is seen by all afterwards.
  void wait() {
    wait([] {});
  }
  /// The same; one thread of each block calls `then` before the others go on.
  template <class Then>
  void wait(Then then) {
    __syncthreads();
    if (threadIdx.x == 0) {
      awaited_ += gridDim.x;
      asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(arrived_) : "memory");
      std::uint32_t seen;
      do {
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(arrived_) : "memory");
      } while (static_cast<std::int32_t>(seen - awaited_) < 0);
      then();
    }
    __syncthreads();
  }

 private:
  std::uint32_t* arrived_;
  std::uint32_t awaited_;  // thread 0 alone counts
};

/// The blocks of a thread block cluster. Kernels for GPUs that have none compile, but are never launched.
namespace cluster {

#if __CUDA_ARCH__ >= 900

inline unsigned block() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

inline unsigned blocks() {
  unsigned size;
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
  return size;
}

/// All threads of all blocks. What was written before is seen by all afterwards.
inline void wait() {
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

/// A shared variable of another block, for load() and store().
template <class T>
unsigned address_of(const T* own, unsigned block) {
  unsigned address;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(address)
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(own))), "r"(block));
  return address;
}

inline std::uint32_t load(unsigned address) {
  std::uint32_t value;
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(address) : "memory");
  return value;
}

inline void store(unsigned address, std::uint32_t value) {
  asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(address), "r"(value) : "memory");
}

#else

inline unsigned block() { return 0; }
inline unsigned blocks() { return 1; }
inline void wait() { __trap(); }
template <class T>
unsigned address_of(const T*, unsigned) {
  return 0;
}
inline std::uint32_t load(unsigned) { return 0; }
inline void store(unsigned, std::uint32_t) {}

#endif

}  // namespace cluster

}  // namespace mg::gpu
