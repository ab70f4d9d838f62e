// The emulated GPU's form of the header of the same name: kernels that the host's compiler compiles find this one
// first.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstring>
#include <functional>

#include "../../simt.hpp"

namespace mg::emulator {

/// Dynamic shared memory of the running block.
[[nodiscard]] void* dynamic_shared();
/// The rank of the running block in its cluster, and how many blocks that has.
[[nodiscard]] unsigned cluster_rank();
[[nodiscard]] unsigned cluster_size();
/// Both halves of a barrier of all threads of all blocks of the cluster. Whoever waits goes on once all have arrived,
/// wherever those are by then.
void arrive_at_cluster();
void await_cluster();
/// Lets others go on, those of other blocks too, until they have made it true.
void wait_until(const std::function<bool()>& is_true);
/// Shared memory of `block` where the running one has `own`; and the address for which that stands.
[[nodiscard]] unsigned shared_address(const void* own, unsigned block);
[[nodiscard]] std::uint32_t* shared_word(unsigned address);

}  // namespace mg::emulator

namespace mg::gpu {

/// Less than a GPU's: blocks that take what they can get are to have several warps, and tests are to end.
inline constexpr unsigned most_threads = 64;

template <class Word>
Word load_relaxed(const Word* cell) {
  emulator::may_switch();
  return __atomic_load_n(cell, __ATOMIC_RELAXED);
}
template <class Word>
Word load_cached(const Word* cell) {
  return __atomic_load_n(cell, __ATOMIC_RELAXED);
}
inline void load_constant(const void* address, std::uint32_t (&words)[4]) {
  std::memcpy(words, address, sizeof(words));
}
template <class Word>
void store_relaxed(Word* cell, std::type_identity_t<Word> bits) {
  emulator::may_switch();
  __atomic_store_n(cell, bits, __ATOMIC_RELAXED);
}

/// A condition is a word of the host's.
inline void set_condition(std::uint64_t condition, bool holds) {
  *reinterpret_cast<std::uint32_t*>(condition) = holds ? 1 : 0;
}

inline void add_release(std::uint32_t* cell, std::uint32_t value) { __atomic_fetch_add(cell, value, __ATOMIC_RELEASE); }
inline std::uint32_t load_acquire(const std::uint32_t* cell) {
  emulator::give_way();
  return __atomic_load_n(cell, __ATOMIC_ACQUIRE);
}

inline std::uint32_t add_lanes(std::uint32_t value) {
  for (unsigned distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(0xffffffffU, value, distance);
  return value;
}

inline std::uint32_t least(std::uint32_t a, std::uint32_t b) { return std::min(a, b); }

inline std::uint32_t most_of_lanes(std::uint32_t value) {
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    value = std::max(value, __shfl_xor_sync(0xffffffffU, value, distance));
  }
  return value;
}

inline void prefetch(const void*) {}

inline std::uint64_t nanoseconds() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

template <class T>
T* dynamic_shared() {
  return static_cast<T*>(emulator::dynamic_shared());
}

namespace cluster {

inline constexpr bool exist = true;

inline unsigned block() { return emulator::cluster_rank(); }
inline unsigned blocks() { return emulator::cluster_size(); }
inline void arrive() { emulator::arrive_at_cluster(); }
inline void await() { emulator::await_cluster(); }
inline void wait() {
  arrive();
  await();
}
/// What blocks have sent is there, with what they had written before, whatever a GPU would ask for.
inline void fence() {}
inline void fence_shared() {}

struct alignas(8) Mailbox {
  std::uint32_t received;
  std::uint32_t expected;
  std::uint32_t rounds;
};
template <unsigned n>
void open(Mailbox (&boxes)[n]) {
  for (Mailbox& box : boxes) box = {};
}
inline void expect(Mailbox* box, unsigned bytes) {
  box->expected += bytes;
  ++box->rounds;
}
inline void await(Mailbox* box, std::uint32_t round) {
  emulator::wait_until([box, round] {
    const std::uint32_t received = __atomic_load_n(&box->received, __ATOMIC_ACQUIRE);
    if (box->rounds > round && received > box->expected) emulator::give_up("a mailbox has more than is expected");
    return box->rounds > round && received == box->expected;
  });
}
inline void await_shared(Mailbox* box, std::uint32_t round) { await(box, round); }
inline void send(unsigned address, const std::uint32_t (&words)[4], unsigned box) {
  emulator::may_switch();
  for (unsigned w = 0; w < 4; ++w) {
    __atomic_store_n(emulator::shared_word(address + 4 * w), words[w], __ATOMIC_RELAXED);
  }
  __atomic_fetch_add(emulator::shared_word(box), 16U, __ATOMIC_RELEASE);
}

template <class T>
unsigned address_of(const T* own, unsigned block) {
  return emulator::shared_address(own, block);
}
inline std::uint32_t load(unsigned address) {
  return __atomic_load_n(emulator::shared_word(address), __ATOMIC_RELAXED);
}
template <unsigned n>
void load(unsigned address, std::uint32_t (&words)[n]) {
  for (unsigned w = 0; w < n; ++w) words[w] = load(address + 4 * w);
}
inline void store(unsigned address, std::uint32_t value) {
  __atomic_store_n(emulator::shared_word(address), value, __ATOMIC_RELAXED);
}

}  // namespace cluster

}  // namespace mg::gpu
