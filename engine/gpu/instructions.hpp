// Instructions of NVIDIA GPUs that CUDA C++ has no function for, and shared memory that is sized at launch. The only
// place with code for one kind of machine: what stands for a GPU in tests has this header's functions of its own.
#pragma once

#include <cstdint>

extern "C" void cudaGraphSetConditional(unsigned long long condition, unsigned value);

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

/// Four words, at an address that is a multiple of 16, that nobody writes. The second-level cache gets the 256 bytes
/// that they are among.
inline void load_constant(const void* address, std::uint32_t (&words)[4]) {
  asm volatile("ld.global.nc.L2::256B.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
               : "l"(address));
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

/// The lesser of two: one instruction also where it depends on a condition, of which compilers make two of their own.
inline std::uint32_t least(std::uint32_t a, std::uint32_t b) {
  std::uint32_t lesser;
  asm("min.u32 %0, %1, %2;" : "=r"(lesser) : "r"(a), "r"(b));
  return lesser;
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

/// Whether a kernel that is launched while a condition holds is launched once more: one thread of a launch says so. The
/// function is in the driver, like printf.
inline void set_condition(std::uint64_t condition, bool holds) { cudaGraphSetConditional(condition, holds ? 1 : 0); }

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

/// Both halves of wait(). The threads of a block have met directly before they arrive; the first warp's fence is for
/// all.
inline void arrive() {
  if (threadIdx.x < 32) asm volatile("fence.acq_rel.cluster;" ::: "memory");
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
}
inline void await() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }

/// All threads of all blocks. What was written before is seen by all afterwards.
inline void wait() {
  __syncthreads();
  arrive();
  await();
}

/// Between what threads of the block have written before they met and what the caller sends; and between await_shared()
/// and what threads of the block read from memory after they have met again.
inline void fence() { asm volatile("fence.acq_rel.cluster;" ::: "memory"); }
/// The former where they have written nothing for others but shared variables of their own: then there is no memory to
/// wait for.
inline void fence_shared() {
#if __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1208
  asm volatile("fence.release.sync_restrict::shared::cta.cluster;" ::: "memory");
#else
  fence();
#endif
}

/// Shared memory at which a block waits until others have sent it so many bytes, round by round. Nobody sends of the
/// next round before the block has come to the end of this one.
struct alignas(8) Mailbox {
  std::uint64_t state;
};

inline unsigned shared_address(const void* own) { return static_cast<unsigned>(__cvta_generic_to_shared(own)); }

/// By one thread, before the blocks meet for the first time. One for all boxes: where each has a thread of its own
/// compilers let all threads through and leave the opening to a condition, which synccheck does not see.
template <unsigned n>
void open(Mailbox (&boxes)[n]) {
  for (Mailbox& box : boxes) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&box)) : "memory");
  }
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
/// By one thread, once a round.
inline void expect(Mailbox* box, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(box)), "r"(bytes)
               : "memory");
}
/// Stores words, by addresses that address_of() has given, and tells the box. A fence before it says what else that who
/// receives them sees.
inline void send(unsigned address, const std::uint32_t (&words)[4], unsigned box) {
  asm volatile(
      "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];" ::"r"(address),
      "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3]), "r"(box)
      : "memory");
}
/// Rounds count from 0. Afterwards threads of the block, once they have met the caller, read what senders' blocks had
/// written before they sent; but from memory only what those have fenced off.
inline void await(Mailbox* box, std::uint32_t round) {
  asm volatile(
      "{\n"
      ".reg .pred come;\n"
      "again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 come, [%0], %1;\n"
      "@!come bra again;\n"
      "}" ::"r"(shared_address(box)),
      "r"(round & 1U)
      : "memory");
}
/// The same where nobody is going to read from memory what others have written: what the first-level cache holds stays.
inline void await_shared(Mailbox* box, std::uint32_t round) {
#if __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1208
  asm volatile(
      "{\n"
      ".reg .pred come;\n"
      "again: mbarrier.try_wait.parity.relaxed.cluster.shared::cta.b64 come, [%0], %1;\n"
      "@!come bra again;\n"
      "}" ::"r"(shared_address(box)),
      "r"(round & 1U)
      : "memory");
  asm volatile("fence.acquire.sync_restrict::shared::cluster.cluster;" ::: "memory");
#else
  await(box, round);
#endif
}

/// A shared variable of another block, for load().
template <class T>
unsigned address_of(const T* own, unsigned block) {
  unsigned address;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(address) : "r"(shared_address(own)), "r"(block));
  return address;
}

inline std::uint32_t load(unsigned address) {
  std::uint32_t value;
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(address) : "memory");
  return value;
}
/// Two words at an address that is a multiple of 8.
inline void load(unsigned address, std::uint32_t (&words)[2]) {
  asm volatile("ld.shared::cluster.v2.u32 {%0, %1}, [%2];" : "=r"(words[0]), "=r"(words[1]) : "r"(address) : "memory");
}
/// Four words at an address that is a multiple of 16.
inline void load(unsigned address, std::uint32_t (&words)[4]) {
  asm volatile("ld.shared::cluster.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
               : "r"(address)
               : "memory");
}

#else

inline constexpr bool exist = false;

inline unsigned block() { return 0; }
inline unsigned blocks() { return 1; }
inline void arrive() { __trap(); }
inline void await() { __trap(); }
inline void wait() { __trap(); }
inline void fence() { __trap(); }
inline void fence_shared() { __trap(); }
struct alignas(8) Mailbox {
  std::uint64_t state;
};
template <unsigned n>
void open(Mailbox (&)[n]) {
  __trap();
}
inline void expect(Mailbox*, unsigned) { __trap(); }
inline void send(unsigned, const std::uint32_t (&)[4], unsigned) { __trap(); }
inline void await(Mailbox*, std::uint32_t) { __trap(); }
inline void await_shared(Mailbox*, std::uint32_t) { __trap(); }
template <class T>
unsigned address_of(const T*, unsigned) {
  return 0;
}
inline std::uint32_t load(unsigned) { return 0; }
inline void load(unsigned, std::uint32_t (&)[2]) { __trap(); }
inline void load(unsigned, std::uint32_t (&)[4]) { __trap(); }

#endif

}  // namespace cluster

}  // namespace mg::gpu
