// Instructions of NVIDIA GPUs that CUDA C++ has no function for, and shared memory that is sized at launch. The only
// place with code for one kind of machine: what stands for a GPU in tests has this header's functions of its own.
#pragma once

#include <cstdint>

namespace mg::gpu {

/// The most threads of a block.
inline constexpr unsigned most_threads = 1024;

/// Reads past the first-level cache, which other multiprocessors' writes do not reach.
inline std::uint32_t load_relaxed(const std::uint32_t* cell) {
  std::uint32_t bits;
  asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(bits) : "l"(cell));
  return bits;
}
inline std::uint64_t load_relaxed(const std::uint64_t* cell) {
  std::uint64_t bits;
  asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(bits) : "l"(cell));
  return bits;
}

/// Reads what the first-level cache may hold.
inline std::uint32_t load_cached(const std::uint32_t* cell) {
  std::uint32_t bits;
  asm volatile("ld.relaxed.cta.u32 %0, [%1];" : "=r"(bits) : "l"(cell));
  return bits;
}
inline std::uint64_t load_cached(const std::uint64_t* cell) {
  std::uint64_t bits;
  asm volatile("ld.relaxed.cta.u64 %0, [%1];" : "=l"(bits) : "l"(cell));
  return bits;
}

inline void store_relaxed(std::uint32_t* cell, std::uint32_t bits) {
  asm volatile("st.relaxed.gpu.u32 [%0], %1;" ::"l"(cell), "r"(bits) : "memory");
}
inline void store_relaxed(std::uint64_t* cell, std::uint64_t bits) {
  asm volatile("st.relaxed.gpu.u64 [%0], %1;" ::"l"(cell), "l"(bits) : "memory");
}

/// An arrival at a word in memory, and what has arrived there. Who sees an arrival sees what was written before it.
inline void add_release(std::uint32_t* cell, std::uint32_t value) {
  asm volatile("red.release.gpu.global.add.u32 [%0], %1;" ::"l"(cell), "r"(value) : "memory");
}
inline std::uint32_t load_acquire(const std::uint32_t* cell) {
  std::uint32_t bits;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(bits) : "l"(cell) : "memory");
  return bits;
}

/// The sum of all lanes' values, in every lane.
inline std::uint32_t add_lanes(std::uint32_t value) { return __reduce_add_sync(0xffffffffU, value); }
/// The largest of them.
inline std::uint32_t most_of_lanes(std::uint32_t value) { return __reduce_max_sync(0xffffffffU, value); }

/// Asks for a line of memory to be brought to the second-level cache.
inline void prefetch(const void* address) { asm volatile("prefetch.global.L2 [%0];" ::"l"(address)); }

/// The GPU's clock.
inline std::uint64_t nanoseconds() {
  std::uint64_t now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

/// Shared memory of which the launch says how much there is, aligned to 16 bytes.
template <class T>
T* dynamic_shared() {
  extern __shared__ __align__(16) unsigned char mg_shared[];
  return reinterpret_cast<T*>(mg_shared);
}

/// The blocks of a thread block cluster. Kernels for GPUs that have none compile, but are never launched.
namespace cluster {

#if __CUDA_ARCH__ >= 900

inline constexpr bool exist = true;

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

/// Both halves of wait(). The threads of a block have met before they arrive, and none but the first warp has written
/// since, whose fence is for all.
inline void arrive() {
  if (threadIdx.x < 32) asm volatile("fence.acq_rel.cluster;" ::: "memory");
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
}
inline void await() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }

/// The first half where a block has written nothing for others but shared variables of its own: then there is no memory
/// to wait for.
inline void arrive_with_shared() {
#if __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1208
  if (threadIdx.x < 32) asm volatile("fence.release.sync_restrict::shared::cta.cluster;" ::: "memory");
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
#else
  arrive();
#endif
}

/// All threads of all blocks. What was written before is seen by all afterwards.
inline void wait() {
  __syncthreads();
  arrive();
  await();
}

/// A shared variable of another block, for load().
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

#else

inline constexpr bool exist = false;

inline unsigned block() { return 0; }
inline unsigned blocks() { return 1; }
inline void arrive() { __trap(); }
inline void await() { __trap(); }
inline void arrive_with_shared() { __trap(); }
inline void wait() { __trap(); }
template <class T>
unsigned address_of(const T*, unsigned) {
  return 0;
}
inline std::uint32_t load(unsigned) { return 0; }

#endif

}  // namespace cluster

}  // namespace mg::gpu
