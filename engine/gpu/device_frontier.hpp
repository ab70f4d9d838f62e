// The set of active vertices on a GPU, in one representation at a time.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/frontier.hpp"
#include "engine/gpu/device_arguments.hpp"
#include "engine/state.hpp"

namespace mg {

namespace gpu {

/// Its name in schedules and in device code.
[[nodiscard]] constexpr std::string_view to_string(MapForm form) {
  switch (form) {
    case MapForm::bitmap: return "bitmap";
    case MapForm::bytemap: return "bytemap";
    case MapForm::counter: return "counter";
  }
  return "?";
}

/// What a frontier of such a map is.
[[nodiscard]] constexpr Frontier::Kind kind_of(MapForm form) {
  switch (form) {
    case MapForm::bitmap: return Frontier::Kind::bitmap;
    case MapForm::bytemap: return Frontier::Kind::bytemap;
    case MapForm::counter: break;
  }
  return Frontier::Kind::counter;
}

/// What says in the name of an agent that reads a map which form that has; the usual one goes without saying.
[[nodiscard]] constexpr std::string_view form_argument(MapForm form) {
  switch (form) {
    case MapForm::bitmap: break;
    case MapForm::bytemap: return ", mg::gpu::MapForm::bytemap";
    case MapForm::counter: return ", mg::gpu::MapForm::counter";
  }
  return "";
}

}  // namespace gpu

/// As Frontier, in a GPU's memory. Made by a DeviceContext, which also takes back the storage.
class DeviceFrontier : public FrontierBase {
 public:
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
    frontier.kind_ = gpu::kind_of(form);
    frontier.words_ = std::move(cells);
    frontier.epoch_ = epoch;
    return frontier;
  }

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
  std::uint32_t epoch_ = 0;
  DeviceBlock queue_;
  DeviceBlock starts_;
  DeviceBlock words_;
  DeviceBlock left_;
  std::uint64_t num_left_ = 0;
  std::string_view left_by_;
};

}  // namespace mg
