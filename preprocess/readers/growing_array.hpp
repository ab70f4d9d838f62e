// An array that grows to a size nobody knows beforehand, without ever holding its elements twice.
#pragma once

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "engine/error.hpp"
#include "engine/graph/array.hpp"

namespace mg {

/// Grows in place: address space is reserved once (which costs nothing) and memory is committed as the array grows, so
/// elements never move, pointers stay valid, and several threads may write to claimed elements while another claims
/// more. Claiming itself is for one thread at a time.
template <class T>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  GrowingArray() = default;
  GrowingArray(GrowingArray&& other) noexcept { swap(other); }
  GrowingArray& operator=(GrowingArray&& other) noexcept {
    swap(other);
    return *this;
  }
  ~GrowingArray() { release(); }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] T* data() noexcept { return data_; }
  [[nodiscard]] const T* data() const noexcept { return data_; }
  T& operator[](std::size_t i) noexcept { return data_[i]; }
  const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  [[nodiscard]] std::span<const T> span() const noexcept { return {data_, size_}; }

  /// Makes room for `count` more elements, all bits zero, and returns the index of the first. Untouched elements take
  /// no memory. Throws Error(no_resources).
  std::size_t claim(std::size_t count) {
    const std::size_t first = size_;
    if (count > max_bytes / sizeof(T) - size_) out_of_memory(count);
    const std::size_t needed = (size_ + count) * sizeof(T);
    if (needed > committed_) commit(needed);
    size_ += count;
    return first;
  }

  void push_back(const T& value) {
    const std::size_t index = claim(1);  // before data_ is read: the first claim sets it
    data_[index] = value;
  }

  void append(std::span<const T> values) {
    const std::size_t first = claim(values.size());
    std::copy(values.begin(), values.end(), data_ + first);
  }

  /// Hands the elements over as an Array of type U (of T's size), giving back what was not used; this array is empty
  /// afterwards.
  template <class U = T>
  [[nodiscard]] Array<U> take() {
    static_assert(sizeof(U) == sizeof(T) && std::is_trivially_copyable_v<U>);
    if (size_ == 0) return {};
    auto* const base = static_cast<char*>(mapping_);
    const std::size_t used = std::size_t(reinterpret_cast<char*>(data_ + size_) - base);
    const std::size_t kept = (used + page - 1) / page * page;
    if (kept < mapped_) ::munmap(base + kept, mapped_ - kept);
    const std::shared_ptr<const void> owner(base, [kept](const void* p) { ::munmap(const_cast<void*>(p), kept); });
    auto result = Array<U>::view({reinterpret_cast<const U*>(data_), size_}, owner);
    mapping_ = nullptr;
    GrowingArray().swap(*this);
    return result;
  }

  void swap(GrowingArray& other) noexcept {
    std::swap(mapping_, other.mapping_);
    std::swap(mapped_, other.mapped_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(committed_, other.committed_);
  }

 private:
  static constexpr std::size_t page = 4096;
  static constexpr std::size_t huge_page = std::size_t{2} << 20;
  static constexpr std::size_t max_bytes = std::size_t{1} << 40;  // address space, not memory
  static constexpr std::size_t largest_step = std::size_t{64} << 20;

  /// What one of several arrays may take: where address space is limited (ulimit -v), a share of it.
  static std::size_t reservation() {
    constexpr rlim_t shares = 8;
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return max_bytes;
    return std::min<rlim_t>(max_bytes, limit.rlim_cur / shares / huge_page * huge_page);
  }

  /// There may be less address space than that: takes what there is, down to a useful minimum.
  void reserve() {
    for (std::size_t bytes = reservation(); bytes >= 2 * huge_page; bytes = bytes / 2 / huge_page * huge_page) {
      void* const memory = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (memory == MAP_FAILED) continue;
      mapping_ = memory;
      mapped_ = bytes;
      const auto address = reinterpret_cast<std::uintptr_t>(memory);
      data_ = reinterpret_cast<T*>(static_cast<char*>(memory) + (huge_page - address % huge_page) % huge_page);
      return;
    }
    out_of_memory(1);
  }

  void commit(std::size_t needed) {
    if (mapping_ == nullptr) reserve();
    const std::size_t room = mapped_ - std::size_t(reinterpret_cast<char*>(data_) - static_cast<char*>(mapping_));
    const std::size_t step = std::clamp(committed_, std::size_t{64} << 10, largest_step);
    std::size_t target = std::max(needed, committed_ + step);
    target = std::min((target + huge_page - 1) / huge_page * huge_page, room / page * page);
    auto* const begin = reinterpret_cast<char*>(data_) + committed_;
    if (target < needed || ::mprotect(begin, target - committed_, PROT_READ | PROT_WRITE) != 0) {
      out_of_memory(needed / sizeof(T));
    }
    if (needed >= huge_page) ::madvise(data_, target, MADV_HUGEPAGE);
    committed_ = target;
  }

  void release() noexcept {
    if (mapping_ != nullptr) ::munmap(mapping_, mapped_);
  }

  [[noreturn]] static void out_of_memory(std::size_t count) {
    fail(ExitCode::no_resources, "not enough memory for {} elements of {} bytes", count, sizeof(T));
  }

  void* mapping_ = nullptr;
  std::size_t mapped_ = 0;  // bytes of address space
  T* data_ = nullptr;       // the first huge page of the mapping
  std::size_t size_ = 0;
  std::size_t committed_ = 0;  // bytes from data_ on that may be touched
};

}  // namespace mg
