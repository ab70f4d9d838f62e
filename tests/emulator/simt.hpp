// What CUDA C++ gives a kernel without being asked, for kernels that the host's compiler compiles: coordinates, what
// lanes and threads do together, atomics. The functions that make threads wait are in grid.cpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

// Threads of a block run on one thread of the host, and blocks that run at a time on different ones.
#define __shared__ thread_local

struct uint3 {
  unsigned x;
  unsigned y;
  unsigned z;
};
struct alignas(8) uint2 {
  unsigned x;
  unsigned y;
};
struct alignas(16) uint4 {
  unsigned x;
  unsigned y;
  unsigned z;
  unsigned w;
};

namespace mg::emulator {

/// Where the running thread is.
struct Place {
  uint3 thread;
  uint3 block;
  uint3 block_size;
  uint3 grid_size;
};
[[nodiscard]] const Place& place();

/// What lanes or threads do together; all have to be at the same.
enum class Collective : unsigned char { ballot, any, all, match, shuffle, shuffle_up, shuffle_xor, sync_warp };

struct LaneValues {
  std::uint64_t of_lane[32];
};
/// Waits until all lanes of the warp are at the same collective, and returns the value that each has brought. The
/// reference is good until the lane's next collective.
[[nodiscard]] const LaneValues& meet_warp(Collective collective, std::uint64_t value);
/// Waits for all threads of the block that have not ended: whether any of them has brought `vote`.
bool meet_block(bool vote);
/// Lets other threads run, now and then: called where a GPU could interleave them with an effect.
void may_switch();
/// Lets all others run: called by who waits for something to be written.
void give_way();
/// Ends the process, saying what the kernel did wrong.
[[noreturn]] void give_up(const char* problem);

template <class T>
std::uint64_t to_bits(T value) {
  static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <class T>
T from_bits(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

inline unsigned lane() { return place().thread.x % 32; }

inline void check_mask(unsigned mask) {
  if (mask != ~0U) give_up("a part of a warp does something together; only whole warps are emulated");
}

/// Replaces a cell by what `next` makes of it; returns what was there before.
template <class T, class Next>
T update(T* cell, Next next) {
  may_switch();
  T before;
  __atomic_load(cell, &before, __ATOMIC_RELAXED);
  for (;;) {
    T after = next(before);
    if (__atomic_compare_exchange(cell, &before, &after, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return before;
  }
}

}  // namespace mg::emulator

#define threadIdx (mg::emulator::place().thread)
#define blockIdx (mg::emulator::place().block)
#define blockDim (mg::emulator::place().block_size)
#define gridDim (mg::emulator::place().grid_size)

inline void __syncthreads() { mg::emulator::meet_block(false); }
inline int __syncthreads_or(int vote) { return mg::emulator::meet_block(vote != 0) ? 1 : 0; }
inline int __syncthreads_and(int vote) { return mg::emulator::meet_block(vote == 0) ? 0 : 1; }
inline void __syncwarp(unsigned mask = ~0U) {
  mg::emulator::check_mask(mask);
  static_cast<void>(mg::emulator::meet_warp(mg::emulator::Collective::sync_warp, 0));
}

inline unsigned __ballot_sync(unsigned mask, int vote) {
  mg::emulator::check_mask(mask);
  const auto& votes = mg::emulator::meet_warp(mg::emulator::Collective::ballot, vote != 0 ? 1 : 0);
  unsigned bits = 0;
  for (unsigned i = 0; i < 32; ++i) bits |= static_cast<unsigned>(votes.of_lane[i]) << i;
  return bits;
}
inline int __any_sync(unsigned mask, int vote) {
  mg::emulator::check_mask(mask);
  const auto& votes = mg::emulator::meet_warp(mg::emulator::Collective::any, vote != 0 ? 1 : 0);
  return std::any_of(votes.of_lane, votes.of_lane + 32, [](std::uint64_t own) { return own != 0; }) ? 1 : 0;
}
inline int __all_sync(unsigned mask, int vote) {
  mg::emulator::check_mask(mask);
  const auto& votes = mg::emulator::meet_warp(mg::emulator::Collective::all, vote != 0 ? 1 : 0);
  return std::all_of(votes.of_lane, votes.of_lane + 32, [](std::uint64_t own) { return own != 0; }) ? 1 : 0;
}
template <class T>
unsigned __match_any_sync(unsigned mask, T value) {
  mg::emulator::check_mask(mask);
  const std::uint64_t own = mg::emulator::to_bits(value);
  const auto& values = mg::emulator::meet_warp(mg::emulator::Collective::match, own);
  unsigned bits = 0;
  for (unsigned i = 0; i < 32; ++i) bits |= values.of_lane[i] == own ? 1U << i : 0;
  return bits;
}
template <class T>
T __shfl_sync(unsigned mask, T value, int lane) {
  mg::emulator::check_mask(mask);
  const auto& values = mg::emulator::meet_warp(mg::emulator::Collective::shuffle, mg::emulator::to_bits(value));
  return mg::emulator::from_bits<T>(values.of_lane[lane % 32]);
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned distance) {
  mg::emulator::check_mask(mask);
  const auto& values = mg::emulator::meet_warp(mg::emulator::Collective::shuffle_up, mg::emulator::to_bits(value));
  const unsigned own = mg::emulator::lane();
  return own < distance ? value : mg::emulator::from_bits<T>(values.of_lane[own - distance]);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, unsigned bits) {
  mg::emulator::check_mask(mask);
  const auto& values = mg::emulator::meet_warp(mg::emulator::Collective::shuffle_xor, mg::emulator::to_bits(value));
  return mg::emulator::from_bits<T>(values.of_lane[(mg::emulator::lane() ^ bits) % 32]);
}

template <class T>
T __ldg(const T* address) {
  return *address;
}
template <class T>
T __ldcs(const T* address) {
  return *address;
}

inline int __clz(int x) { return std::countl_zero(static_cast<unsigned>(x)); }
/// Byte i of the result is the one of `low`'s and `high`'s eight that hexadecimal digit i of `selector` says, up to 7.
inline unsigned __byte_perm(unsigned low, unsigned high, unsigned selector) {
  const std::uint64_t bytes = std::uint64_t{high} << 32 | low;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned byte = selector >> (4 * i) & 7;
    result |= static_cast<unsigned>(bytes >> (8 * byte) & 0xff) << (8 * i);
  }
  return result;
}
inline int __popc(unsigned x) { return std::popcount(x); }
inline int __ffs(int x) { return x == 0 ? 0 : std::countr_zero(static_cast<unsigned>(x)) + 1; }
inline float __uint_as_float(unsigned bits) { return std::bit_cast<float>(bits); }
template <class T>
T min(T a, T b) {
  return b < a ? b : a;
}
template <class T>
T max(T a, T b) {
  return a < b ? b : a;
}

template <class T>
T atomicAdd(T* cell, std::type_identity_t<T> value) {
  return mg::emulator::update(cell, [value](T before) { return static_cast<T>(before + value); });
}
template <class T>
T atomicMin(T* cell, std::type_identity_t<T> value) {
  return mg::emulator::update(cell, [value](T before) { return value < before ? value : before; });
}
template <class T>
T atomicMax(T* cell, std::type_identity_t<T> value) {
  return mg::emulator::update(cell, [value](T before) { return before < value ? value : before; });
}
template <class T>
T atomicOr(T* cell, std::type_identity_t<T> value) {
  return mg::emulator::update(cell, [value](T before) { return before | value; });
}
template <class T>
T atomicAnd(T* cell, std::type_identity_t<T> value) {
  return mg::emulator::update(cell, [value](T before) { return before & value; });
}
template <class T>
T atomicExch(T* cell, std::type_identity_t<T> value) {
  return mg::emulator::update(cell, [value](T) { return value; });
}
template <class T>
T atomicCAS(T* cell, std::type_identity_t<T> expected, std::type_identity_t<T> desired) {
  return mg::emulator::update(cell, [=](T before) { return before == expected ? desired : before; });
}
