// The set of active vertices on a GPU, in one representation at a time.
#pragma once

#include <cstdint>

#include "engine/frontier.hpp"
#include "engine/state.hpp"

namespace mg {

/// As Frontier, in a GPU's memory. Made by a DeviceContext, which also takes back the storage.
class DeviceFrontier {
 public:
  using Kind = Frontier::Kind;

  /// The empty set.
  DeviceFrontier() = default;
  static DeviceFrontier all(VertexId num_vertices) {
    DeviceFrontier frontier;
    frontier.kind_ = Kind::all;
    frontier.size_ = num_vertices;
    return frontier;
  }
  /// `size` vertices listed in `queue`; `starts` may hold the prefix sums of their degrees.
  static DeviceFrontier of_queue(DeviceBlock queue, DeviceBlock starts, std::uint64_t size, EdgeId arcs) {
    DeviceFrontier frontier;
    frontier.size_ = size;
    frontier.arcs = arcs;
    frontier.queue_ = std::move(queue);
    frontier.starts_ = std::move(starts);
    return frontier;
  }
  /// The `size` vertices whose bit is set.
  static DeviceFrontier of_words(DeviceBlock words, std::uint64_t size, EdgeId arcs) {
    DeviceFrontier frontier;
    frontier.kind_ = Kind::bitmap;
    frontier.size_ = size;
    frontier.arcs = arcs;
    frontier.words_ = std::move(words);
    return frontier;
  }

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// Null where the representation is another.
  [[nodiscard]] const VertexId* queue() const { return queue_.as<VertexId>(); }
  [[nodiscard]] const void* starts() const { return starts_.data(); }
  [[nodiscard]] const std::uint32_t* words() const { return words_.as<std::uint32_t>(); }

  /// Arcs that leave the frontier on the side that `starts` and the count are for.
  EdgeId arcs = Frontier::unknown_arcs;
  std::uint8_t arcs_side = 0;  ///< a Side

  [[nodiscard]] DeviceBlock release_queue() { return std::move(queue_); }
  [[nodiscard]] DeviceBlock release_starts() { return std::move(starts_); }
  [[nodiscard]] DeviceBlock release_words() { return std::move(words_); }

 private:
  Kind kind_ = Kind::queue;
  std::uint64_t size_ = 0;
  DeviceBlock queue_;
  DeviceBlock starts_;
  DeviceBlock words_;
};

}  // namespace mg
