// Vertex state that lives where its program runs.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <utility>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/gpu/device.hpp"
#include "engine/graph/array.hpp"

namespace mg {

/// A block of a GPU's memory.
class DeviceBlock {
 public:
  DeviceBlock() = default;
  DeviceBlock(std::shared_ptr<Device> device, std::size_t bytes, std::string_view what)
      : device_(std::move(device)), memory_(device_->allocate(bytes > 0 ? bytes : 1, what)), bytes_(bytes) {}
  DeviceBlock(DeviceBlock&& other) noexcept { *this = std::move(other); }
  DeviceBlock& operator=(DeviceBlock&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(memory_, other.memory_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  DeviceBlock(const DeviceBlock&) = delete;
  DeviceBlock& operator=(const DeviceBlock&) = delete;
  ~DeviceBlock() {
    if (memory_ != nullptr) device_->release(memory_);
  }

  [[nodiscard]] void* data() const { return memory_; }
  template <class T>
  [[nodiscard]] T* as() const {
    return static_cast<T*>(memory_);
  }
  [[nodiscard]] std::size_t size_bytes() const { return bytes_; }
  [[nodiscard]] bool empty() const { return memory_ == nullptr; }
  [[nodiscard]] const std::shared_ptr<Device>& device() const { return device_; }

 private:
  std::shared_ptr<Device> device_;
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

/// `size()` elements in host memory or on a GPU: a program says `levels.on(loop)` and hands the pointer to its
/// functions; results come back through host(). Where nothing was stored, elements are of unspecified value.
template <class T>
class Elements {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  /// The elements in the memory that the loop's functions work on, brought there where need be.
  template <class L>
  [[nodiscard]] T* on(L& loop) {
    T* const elements = place(loop.device());
    if (identity_ == nullptr) identity_ = std::make_shared<const char>();
    loop.holds_state(identity_, elements, size_ * sizeof(T));
    return elements;
  }

  /// The elements in host memory: the state itself on a CPU, a copy on a GPU.
  [[nodiscard]] Array<T> host() const {
    if (!on_host_) {
      host_ = Array<T>::uninitialized(size_);
      if (!block_.empty()) {
        block_.device()->download(host_.data(), block_.data(), host_.size_bytes());
      } else if (begins_with_ones_) {
        parallel_for(size_, default_threads(), [&](std::size_t i) { std::memset(host_.data() + i, 0xff, sizeof(T)); });
      }
      on_host_ = true;
    }
    return host_;
  }

  /// Where the elements are on a GPU; empty where they are not on one.
  [[nodiscard]] const DeviceBlock& device_block() const { return block_; }

 protected:
  Elements() = default;
  explicit Elements(std::size_t size, bool begins_with_ones) : size_(size), begins_with_ones_(begins_with_ones) {}
  explicit Elements(Array<T> values) : size_(values.size()), host_(std::move(values)), on_host_(true) {}

 private:
  T* place(const std::shared_ptr<Device>& device) {
    if (device == nullptr) {
      Array<T> elements = host();
      block_ = {};
      host_ = std::move(elements);
      return host_.data();
    }
    if (block_.empty() || block_.device() != device) {
      const bool keep = on_host_ || !block_.empty();
      const Array<T> elements = keep ? host() : Array<T>();
      block_ = DeviceBlock(device, size_ * sizeof(T), "vertex state");
      if (keep) {
        device->upload(block_.data(), elements.data(), elements.size_bytes());
      } else if (begins_with_ones_) {
        device->fill(block_.data(), 0xff, size_ * sizeof(T));
      }
    }
    // The functions are about to change the elements, so that a copy is no longer one. Arrays handed out stay as they
    // are.
    on_host_ = false;
    host_ = {};
    return block_.template as<T>();
  }

  std::size_t size_ = 0;
  mutable Array<T> host_;
  mutable bool on_host_ = false;
  bool begins_with_ones_ = false;
  DeviceBlock block_;
  std::shared_ptr<const char> identity_;  ///< by which loops know the state, as long as there is one
};

/// What is known of vertices: an element each. A rank changes those of its own vertices.
template <class T>
class State : public Elements<T> {
 public:
  State() = default;
  explicit State(std::size_t num_vertices) : Elements<T>(num_vertices, false) {}
  /// With contents.
  explicit State(std::span<const T> values) : State(Array<T>::copy_of(values)) {}
  explicit State(Array<T> values) : Elements<T>(std::move(values)) {}
  /// With elements that have all bits set before anything is stored, such as -1 and no_vertex.
  [[nodiscard]] static State of_ones(std::size_t num_vertices) { return {num_vertices, true}; }

 private:
  State(std::size_t size, bool begins_with_ones) : Elements<T>(size, begins_with_ones) {}
};

/// Elements that are no vertices': numbers of a whole run, lists, arcs', rows of results. Every rank has all of them.
template <class T>
class Table : public Elements<T> {
 public:
  Table() = default;
  explicit Table(std::size_t size) : Elements<T>(size, false) {}
  explicit Table(std::span<const T> values) : Table(Array<T>::copy_of(values)) {}
  explicit Table(Array<T> values) : Elements<T>(std::move(values)) {}
  /// As State has it.
  [[nodiscard]] static Table of_ones(std::size_t size) { return {size, true}; }

  /// Sees to it that there are `size` elements at least. Where there were fewer, there are twice as many as before or
  /// more, and all are of unspecified value: for lists that are made anew each time.
  void make_room(std::size_t size) {
    if (size > this->size()) *this = Table(std::max(size, 2 * this->size()));
  }

 private:
  Table(std::size_t size, bool begins_with_ones) : Elements<T>(size, begins_with_ones) {}
};

}  // namespace mg
