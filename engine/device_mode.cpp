#include "engine/device_mode.hpp"

#include <fmt/format.h>

#include <bit>

namespace mg {

void tell_modes(DeviceContext& gpu, const DeviceFunction& f, bool both_sides) {
  constexpr std::string_view header = "engine/mode.cuh";
  const VertexId n = gpu.num_vertices();
  const std::uint64_t count = gpu.num_arcs() * (both_sides ? 2 : 1);
  if (count == 0) return;
  Device& device = gpu.device();
  auto* const listed = static_cast<std::uint64_t*>(gpu.scratch("values sent", count * sizeof(std::uint64_t)));
  auto* const sorted = static_cast<std::uint64_t*>(gpu.scratch("sorted values", count * sizeof(std::uint64_t)));
  auto* const modes = static_cast<std::uint64_t*>(gpu.scratch("modes", n * sizeof(std::uint64_t)));

  // The row of a vertex against the arcs is what comes to it along them.
  gpu::ModeArguments arguments{.rows = gpu.rows(Side::in), .keys = listed, .num_keys = count, .modes = modes};
  const std::string list = fmt::format("mg::gpu::ListValues<{}, {}>", f.type, gpu.offset_type());
  const std::uint64_t blocks = std::min(blocks_for(n, warps_per_block), most_row_blocks);
  gpu.launch(list, header, blocks, &arguments, f.object);
  if (both_sides) {
    arguments.rows = gpu.rows(Side::out);
    arguments.keys = listed + gpu.num_arcs();
    gpu.launch(list, header, blocks, &arguments, f.object);
  }
  device.sort_keys(listed, sorted, count, 32 + std::bit_width(n));
  device.fill(modes, 0, n * sizeof(std::uint64_t));
  arguments.keys = sorted;
  gpu.launch("mg::gpu::LongestRuns", header, blocks_for(count), &arguments);
  gpu.launch(fmt::format("mg::gpu::TellModes<{}>", f.type), header, blocks_for(n), &arguments, f.object);
}

}  // namespace mg
