// The set of active vertices on a GPU, in one representation at a time.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/frontier.hpp"
#include "engine/gpu/device_arguments.hpp"
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

  /// The vertices that a map of another form holds.
  static DeviceFrontier of_map(gpu::MapForm form, DeviceBlock cells, std::uint32_t epoch) {
    DeviceFrontier frontier;
    frontier.kind_ = form == gpu::MapForm::bitmap    ? Kind::bitmap
                     : form == gpu::MapForm::bytemap ? Kind::bytemap
                                                     : Kind::counter;
    frontier.words_ = std::move(cells);
    frontier.epoch_ = epoch;
    return frontier;
  }

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// Null where the representation is another.
  [[nodiscard]] const VertexId* queue() const { return queue_.as<VertexId>(); }
  [[nodiscard]] const void* starts() const { return starts_.data(); }
  [[nodiscard]] const std::uint32_t* words() const {
    return kind_ == Kind::bitmap ? words_.as<std::uint32_t>() : nullptr;
  }
  /// A bitmap, bytemap or counter map; no cells where the representation is another.
  [[nodiscard]] gpu::VertexMap map() const {
    return {.cells = words_.data(),
            .form = kind_ == Kind::bytemap   ? gpu::MapForm::bytemap
                    : kind_ == Kind::counter ? gpu::MapForm::counter
                                             : gpu::MapForm::bitmap,
            .epoch = epoch_};
  }
  [[nodiscard]] bool is_map() const { return kind_ != Kind::all && kind_ != Kind::queue; }
  /// Of a map that was just filled: what a kernel has counted in it.
  void set_size(std::uint64_t size) { size_ = size; }

  /// Arcs that leave the frontier on the side that `starts` and the count are for.
  EdgeId arcs = Frontier::unknown_arcs;
  std::uint8_t arcs_side = 0;  ///< a Side
  bool repeats = false;        ///< a queue may list a vertex more than once

  /// Receivers that the pull which made it has left without a value, where vertices take one once in a loop: all that
  /// the next pull by a function of that `type` along the same side need look at. Nowhere where it was made otherwise.
  [[nodiscard]] gpu::VertexList left(std::string_view type) const {
    return type == left_by_ ? gpu::VertexList{left_.as<VertexId>(), num_left_} : gpu::VertexList{};
  }
  void set_left(DeviceBlock list, std::uint64_t size, std::string_view type) {
    left_ = std::move(list);
    num_left_ = size;
    left_by_ = type;
  }

  /// Takes over the list of one that this one is converted from.
  void take_left(DeviceFrontier& from) { set_left(std::move(from.left_), from.num_left_, from.left_by_); }

  [[nodiscard]] DeviceBlock release_left() { return std::move(left_); }
  [[nodiscard]] DeviceBlock release_queue() { return std::move(queue_); }
  [[nodiscard]] DeviceBlock release_starts() { return std::move(starts_); }
  [[nodiscard]] DeviceBlock release_words() { return std::move(words_); }

 private:
  Kind kind_ = Kind::queue;
  std::uint64_t size_ = 0;
  std::uint32_t epoch_ = 0;
  DeviceBlock queue_;
  DeviceBlock starts_;
  DeviceBlock words_;
  DeviceBlock left_;
  std::uint64_t num_left_ = 0;
  std::string_view left_by_;
};

}  // namespace mg
