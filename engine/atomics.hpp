// Relaxed atomic access to plain memory, and asking for it ahead of time, for code that is compiled for CPUs and for
// GPUs: what edge functions and the combining operators are made of. Where a machine has an instruction for an
// operation, has_atomic_* says so.
#pragma once

#include <cstdint>
#include <type_traits>

#ifndef MG_DEVICE_CODE

#include <atomic>

namespace mg {

template <class T>
inline constexpr bool has_atomic_add = std::is_integral_v<T>;
template <class T>
inline constexpr bool has_atomic_extremum = false;

/// Reads a cell that other threads may be writing. Free on every machine we run on.
template <class T>
[[nodiscard]] inline T relaxed_load(const T& cell) {
  return std::atomic_ref(const_cast<T&>(cell)).load(std::memory_order_relaxed);
}

/// The same where a value that was there a while ago will do: on a GPU it may come from the multiprocessor's own cache,
/// so that a cell that all ask for is no bottleneck.
template <class T>
[[nodiscard]] inline T stale_load(const T& cell) {
  return relaxed_load(cell);
}

template <class T>
inline void relaxed_store(T& cell, T value) {
  std::atomic_ref(cell).store(value, std::memory_order_relaxed);
}

/// Asks memory for a cell that will be read a while later.
template <class T>
inline void ask_for(const T& cell) {
  __builtin_prefetch(&cell);
}

/// Replaces `expected` by `desired`; otherwise false, and `expected` becomes what the cell holds.
template <class T>
inline bool compare_exchange(T& cell, T& expected, T desired) {
  return std::atomic_ref(cell).compare_exchange_strong(expected, desired, std::memory_order_relaxed);
}

/// Adds and returns what was there before.
template <class T>
inline T atomic_add(T& cell, T value) {
  return std::atomic_ref(cell).fetch_add(value, std::memory_order_relaxed);
}

/// Sets bits of a whole number. A CPU has no business with a cell where they are set already.
template <class T>
inline void set_bits(T& cell, T bits) {
  if ((relaxed_load(cell) & bits) != bits) std::atomic_ref(cell).fetch_or(bits, std::memory_order_relaxed);
}

/// Not on CPUs.
template <class T>
T atomic_min(T& cell, T value) = delete;
template <class T>
T atomic_max(T& cell, T value) = delete;

}  // namespace mg

#else

#include "engine/gpu/instructions.hpp"

namespace mg {

namespace detail {

/// The unsigned integer of T's size.
template <class T>
using Word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
/// The same, as CUDA's functions want it.
template <class T>
using Bits = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned int>;

template <class T>
inline constexpr bool is_cell = (sizeof(T) == 4 || sizeof(T) == 8) && std::is_trivially_copyable_v<T>;

template <class T>
using Native = std::conditional_t<
    std::is_floating_point_v<T>, T,
    std::conditional_t<std::is_signed_v<T>, std::conditional_t<sizeof(T) == 8, long long, int>, Bits<T>>>;

}  // namespace detail

template <class T>
inline constexpr bool has_atomic_add = detail::is_cell<T>;
template <class T>
inline constexpr bool has_atomic_extremum = detail::is_cell<T>;

template <class T>
inline T relaxed_load(const T& cell) {
  static_assert(detail::is_cell<T>, "values shared between threads of a GPU have 4 or 8 bytes");
  return __builtin_bit_cast(T, gpu::load_relaxed(reinterpret_cast<const detail::Word<T>*>(&cell)));
}

template <class T>
inline T stale_load(const T& cell) {
  static_assert(detail::is_cell<T>, "values shared between threads of a GPU have 4 or 8 bytes");
  return __builtin_bit_cast(T, gpu::load_cached(reinterpret_cast<const detail::Word<T>*>(&cell)));
}

template <class T>
inline void relaxed_store(T& cell, T value) {
  static_assert(detail::is_cell<T>, "values shared between threads of a GPU have 4 or 8 bytes");
  using Word = detail::Word<T>;
  gpu::store_relaxed(reinterpret_cast<Word*>(&cell), __builtin_bit_cast(Word, value));
}

template <class T>
inline void ask_for(const T& cell) {
  gpu::prefetch(&cell);
}

template <class T>
inline bool compare_exchange(T& cell, T& expected, T desired) {
  using Bits = detail::Bits<T>;
  const auto before =
      atomicCAS(reinterpret_cast<Bits*>(&cell), __builtin_bit_cast(Bits, expected), __builtin_bit_cast(Bits, desired));
  const bool exchanged = before == __builtin_bit_cast(Bits, expected);
  expected = __builtin_bit_cast(T, before);
  return exchanged;
}

template <class T>
inline T atomic_add(T& cell, T value) {
  // Two's complement: adding a negative number is adding its bits.
  using Native = std::conditional_t<std::is_floating_point_v<T>, T, detail::Bits<T>>;
  return static_cast<T>(atomicAdd(reinterpret_cast<Native*>(&cell), static_cast<Native>(value)));
}

template <class T>
inline void set_bits(T& cell, T bits) {
  atomicOr(reinterpret_cast<detail::Bits<T>*>(&cell), static_cast<detail::Bits<T>>(bits));
}

namespace detail {

/// The smaller (or larger) of a floating-point cell and a value, by integer instructions: numbers of equal sign are
/// ordered as their bits are, those of negative sign the other way round.
template <bool min, class T>
inline T atomic_float_extremum(T& cell, T value) {
  using Signed = std::conditional_t<sizeof(T) == 8, long long, int>;
  using Unsigned = Bits<T>;
  if (__builtin_bit_cast(Signed, value) >= 0) {
    auto* bits = reinterpret_cast<Signed*>(&cell);
    const auto own = __builtin_bit_cast(Signed, value);
    return __builtin_bit_cast(T, min ? atomicMin(bits, own) : atomicMax(bits, own));
  }
  auto* bits = reinterpret_cast<Unsigned*>(&cell);
  const auto own = __builtin_bit_cast(Unsigned, value);
  return __builtin_bit_cast(T, min ? atomicMax(bits, own) : atomicMin(bits, own));
}

}  // namespace detail

/// The smaller one stays; returns what was there before.
template <class T>
inline T atomic_min(T& cell, T value) {
  using Native = detail::Native<T>;
  if constexpr (std::is_floating_point_v<T>) {
    return detail::atomic_float_extremum<true>(cell, value);
  } else {
    return static_cast<T>(atomicMin(reinterpret_cast<Native*>(&cell), static_cast<Native>(value)));
  }
}

/// The larger one stays; returns what was there before.
template <class T>
inline T atomic_max(T& cell, T value) {
  using Native = detail::Native<T>;
  if constexpr (std::is_floating_point_v<T>) {
    return detail::atomic_float_extremum<false>(cell, value);
  } else {
    return static_cast<T>(atomicMax(reinterpret_cast<Native*>(&cell), static_cast<Native>(value)));
  }
}

}  // namespace mg

#endif
