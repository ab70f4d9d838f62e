#include "hybrid/dense_access.hpp"

#include "dense/device_steps.hpp"

namespace mg::hybrid {

const EdgeId* DenseAccess::rows_of(const EdgeStep& step) {
  const Adjacency& rows = step.pattern == Pattern::gather ? step.sources() : step.receivers();
  return rows.offsets.data();
}

bool DenseAccess::has_tiles(const EdgeStep& step, const RunContext& context) const {
  const bool came_with_them = context.graph.tiles != nullptr && rows_of(step) == context.graph.in.offsets.data();
  return came_with_them || built_.contains(rows_of(step));
}

std::string_view DenseAccess::problem(const EdgeStep& step, const RunContext& context) const {
  return builds_tiles_ || has_tiles(step, context) ? "" : "the graph came without tiles for it";
}

std::string_view DenseAccess::problem(const DeviceStep& step, DeviceContext& gpu) {
  const auto function = reinterpret_cast<std::uintptr_t>(step.function.type.data());
  const auto [has_kernels, is_new] = has_kernels_.try_emplace(function, false);
  if (is_new) has_kernels->second = dense::DeviceSteps::has_kernels(step, gpu);
  if (!has_kernels->second) return "its kernels are not built in, and there is no compiler for them";
  Room& room = rooms_[rows_of(step, gpu)];
  if (room == Room::unknown) room = fits(gpu) ? Room::enough : Room::none;
  return room == Room::none ? "the GPU has no room for tiles" : "";
}

bool DenseAccess::has_room(DeviceContext& gpu) const {
  const auto is_there = [](Room room) { return room == Room::enough || room == Room::taken; };
  return is_there(rooms_[0]) || is_there(rooms_[1]) || fits(gpu);
}

bool DenseAccess::fits(DeviceContext& gpu) const {
  return gpu.has_room(engine_.estimate_gpu_bytes(gpu.num_vertices(), gpu.num_arcs()));
}

std::size_t DenseAccess::rows_of(const DeviceStep& step, const DeviceContext& gpu) {
  if (gpu.rows(Side::out).offsets == gpu.rows(Side::in).offsets) return 0;
  return static_cast<std::size_t>(dense::DeviceSteps::receivers_of(step));
}

}  // namespace mg::hybrid
