#include "dense/tile_access.hpp"

#include "dense/device_steps.hpp"

namespace mg::dense {

std::string_view TileAccess::problem(const GpuStep& step, DeviceContext& gpu) {
  const auto function = reinterpret_cast<std::uintptr_t>(step.function.type.data());
  const auto [has_kernels, is_new] = has_kernels_.try_emplace(function, false);
  if (is_new) has_kernels->second = DeviceSteps::has_kernels(step, gpu);
  if (!has_kernels->second) return "its kernels are not built in, and there is no compiler for them";
  Room& room = rooms_[rows_of(step, gpu)];
  if (room == Room::unknown) room = fits(gpu) ? Room::enough : Room::none;
  return room == Room::none ? "the GPU has no room for tiles" : "";
}

bool TileAccess::has_room(DeviceContext& gpu) const {
  const auto is_there = [](Room room) { return room == Room::enough || room == Room::taken; };
  return is_there(rooms_[0]) || is_there(rooms_[1]) || fits(gpu);
}

bool TileAccess::fits(DeviceContext& gpu) const {
  return gpu.has_room(engine_.estimate_gpu_bytes(gpu.num_vertices(), gpu.num_arcs()));
}

std::size_t TileAccess::rows_of(const GpuStep& step, const DeviceContext& gpu) {
  if (gpu.rows(Side::out).offsets == gpu.rows(Side::in).offsets) return 0;
  return static_cast<std::size_t>(DeviceSteps::receivers_of(step));
}

}  // namespace mg::dense
