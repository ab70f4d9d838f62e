// Pulls on a GPU, step by step: what tests of these share.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/gpu/device_context.hpp"
#include "sparse/device_steps.hpp"
#include "tests/on_a_gpu.hpp"
#include "tests/pull_probes.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {

inline const std::string probes_text = read_file(MG_SOURCE_DIR "/tests/pull_probes.hpp");

inline const Schedule no_layout;
inline const Schedule plain = parse_schedule("layout=csr").first;

/// A copy of `values` in a GPU's memory.
template <class T>
class OnDevice {
 public:
  OnDevice(const std::shared_ptr<Device>& device, const std::vector<T>& values)
      : block_(device, values.size() * sizeof(T), "test"), size_(values.size()) {
    device->upload(block_.data(), values.data(), size_ * sizeof(T));
  }
  [[nodiscard]] T* data() const { return block_.as<T>(); }
  [[nodiscard]] std::vector<T> values() const { return downloaded(*block_.device(), data(), size_); }
  [[nodiscard]] DeviceBlock release() { return std::move(block_); }

  static std::vector<T> downloaded(Device& device, const T* from, std::size_t count) {
    std::vector<T> values(count);
    device.download(values.data(), from, count * sizeof(T));
    return values;
  }

 private:
  DeviceBlock block_;
  std::size_t size_;
};

using Vertices = std::set<VertexId>;

/// What a step has left behind.
struct Stepped {
  DeviceFrontier to;
  std::string chosen;
};

/// A graph on the GPU, and steps over it, one by one.
class DevicePulls : public OnAGpu {
 protected:
  void open(const Graph& graph) {
    if (device_ == nullptr) device_ = open_device(list_devices().devices.front().index);
    gpu_ = std::make_unique<DeviceContext>(device_, graph, 2);
    gpu_->use_functions({.name = "tests/pull_probes.hpp", .text = probes_text});
    graph_ = &graph;
  }

  [[nodiscard]] const Adjacency& rows(Side side) const { return side == Side::out ? graph_->out : graph_->in; }
  [[nodiscard]] Vertices everybody() const {
    Vertices all;
    for (VertexId v = 0; v < graph_->num_vertices(); ++v) all.insert(all.end(), v);
    return all;
  }
  [[nodiscard]] Vertices with_arcs(Side side) const {
    Vertices found;
    for (VertexId v = 0; v < graph_->num_vertices(); ++v) {
      if (!rows(side).row(v).empty()) found.insert(found.end(), v);
    }
    return found;
  }

  [[nodiscard]] DeviceFrontier queue_of(const Vertices& members) const {
    OnDevice<VertexId> queue(device_, {members.begin(), members.end()});
    return DeviceFrontier::of_queue(queue.release(), {}, members.size(), Frontier::unknown_arcs);
  }
  [[nodiscard]] DeviceFrontier map_of(const Vertices& members, gpu::MapForm form) const {
    return gpu_->to_map(queue_of(members), form);
  }
  [[nodiscard]] Vertices members_of(const DeviceFrontier& frontier) const {
    const auto words =
        OnDevice<std::uint32_t>::downloaded(*device_, frontier.words(), gpu_->bitmap_bytes() / sizeof(std::uint32_t));
    Vertices members;
    for (VertexId v = 0; v < graph_->num_vertices(); ++v) {
      if ((words[v / 32] >> v % 32 & 1) != 0) members.insert(members.end(), v);
    }
    return members;
  }
  /// Those that a pull has left, each of them once.
  [[nodiscard]] Vertices left_in(const DeviceFrontier& frontier, const std::string& type) const {
    const gpu::VertexList list = frontier.left(type);
    if (list.vertices == nullptr) return {};
    const auto listed = OnDevice<VertexId>::downloaded(*device_, list.vertices, list.size);
    Vertices left(listed.begin(), listed.end());
    EXPECT_EQ(left.size(), listed.size()) << "a vertex is listed twice";
    return left;
  }

  template <class F>
  static GpuStep step_from(const DeviceFrontier& from, Side side, const F& f, DeviceFrontier& to) {
    return {{.side = side, .traits = traits_of<F>}, &from, to, device_function(f)};
  }
  template <class F>
  [[nodiscard]] Stepped step(Direction direction, const DeviceFrontier& from, Side side, const F& f,
                             const Schedule& schedule = no_layout) {
    Stepped done;
    GpuStep request = step_from(from, side, f, done.to);
    sparse::DeviceSteps steps(request, *gpu_);
    if (direction == Direction::pull) {
      steps.pull(schedule);
    } else {
      steps.push(schedule);
      if (!done.to.is_map()) done.to = gpu_->to_bitmap(done.to);
    }
    done.chosen = request.chosen;
    return done;
  }
  template <class F>
  [[nodiscard]] std::optional<std::uint64_t> receivers_left(const DeviceFrontier& from, Side side, const F& f,
                                                            const Schedule& schedule = no_layout) {
    DeviceFrontier to;
    GpuStep request = step_from(from, side, f, to);
    return sparse::PullsOnDevice(request, *gpu_).receivers_left(schedule);
  }

  std::shared_ptr<Device> device_;
  std::unique_ptr<DeviceContext> gpu_;
  const Graph* graph_ = nullptr;
};

}  // namespace mg
