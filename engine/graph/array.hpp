// Fixed-size storage for graph-sized data: owned memory without a pointless first pass of zeros, or a window onto a
// mapped file, behind one type.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>

#include "engine/error.hpp"

namespace mg {

/// A block of `size()` trivially copyable elements. Copies share the storage (like std::shared_ptr), so a graph's
/// arrays can be handed around freely; whoever fills an array does so before sharing it.
template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>,
                "Array holds plain data only: it is mapped from files and copied to devices");

 public:
  Array() = default;

  /// `size` elements of unspecified value. Large blocks ask for huge pages: random access to a graph's arrays is bound
  /// by the TLB otherwise. Throws Error(no_resources).
  static Array uninitialized(std::size_t size) {
    Array array;
    if (size == 0) return array;
    if (size > max_bytes / sizeof(T)) out_of_memory(size);
    const std::size_t bytes = size * sizeof(T);
    const bool large = bytes >= huge_page;
    const std::size_t alignment = large ? huge_page : cache_line;
    void* memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (memory == nullptr) out_of_memory(size);
    if (large) ::madvise(memory, bytes, MADV_HUGEPAGE);
    array.storage_ = std::shared_ptr<T>(static_cast<T*>(memory), [](T* p) { std::free(p); });
    array.size_ = size;
    return array;
  }

  /// `size` copies of `value`.
  static Array filled(std::size_t size, T value) {
    Array array = uninitialized(size);
    for (T& element : array) element = value;
    return array;
  }

  static Array copy_of(std::span<const T> values) {
    Array array = uninitialized(values.size());
    if (!values.empty()) std::memcpy(array.data(), values.data(), values.size_bytes());
    return array;
  }

  /// A window onto memory that `owner` keeps alive. Writing through it is the owner's affair (a read-only mapping
  /// traps).
  static Array view(std::span<const T> values, const std::shared_ptr<const void>& owner) {
    Array array;
    array.storage_ = std::shared_ptr<T>(std::const_pointer_cast<void>(owner), const_cast<T*>(values.data()));
    array.size_ = values.size();
    return array;
  }

  /// `size` elements that are on a GPU alone: nobody may look at them here.
  static Array elsewhere(std::size_t size) {
    Array array;
    array.size_ = size;
    return array;
  }
  [[nodiscard]] bool is_elsewhere() const noexcept { return size_ > 0 && storage_ == nullptr; }

  /// The first `size` elements, sharing this storage; the rest stays allocated until the last copy goes.
  [[nodiscard]] Array first(std::size_t size) const {
    Array array = *this;
    array.size_ = size;
    return array;
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] T* data() noexcept { return storage_.get(); }
  [[nodiscard]] const T* data() const noexcept { return storage_.get(); }
  [[nodiscard]] T* begin() noexcept { return data(); }
  [[nodiscard]] T* end() noexcept { return data() + size_; }
  [[nodiscard]] const T* begin() const noexcept { return data(); }
  [[nodiscard]] const T* end() const noexcept { return data() + size_; }
  T& operator[](std::size_t i) noexcept { return data()[i]; }
  const T& operator[](std::size_t i) const noexcept { return data()[i]; }
  [[nodiscard]] std::span<T> span() noexcept { return {data(), size_}; }
  [[nodiscard]] std::span<const T> span() const noexcept { return {data(), size_}; }

  /// True when both arrays are the same storage (a csc that shares an undirected graph's csr).
  [[nodiscard]] bool same_storage(const Array& other) const noexcept {
    return data() == other.data() && size_ == other.size_;
  }

 private:
  static constexpr std::size_t cache_line = 64;
  static constexpr std::size_t huge_page = std::size_t{2} << 20;
  static constexpr std::size_t max_bytes = std::size_t{1} << 46;

  [[noreturn]] static void out_of_memory(std::size_t size) {
    fail(ExitCode::no_resources, "not enough memory for an array of {} elements of {} bytes", size, sizeof(T));
  }

  std::shared_ptr<T> storage_;
  std::size_t size_ = 0;
};

}  // namespace mg
