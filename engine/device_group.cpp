#include "engine/device_group.hpp"

#include <fmt/format.h>

#include <bit>

namespace mg {

namespace {

constexpr std::string_view header = "engine/group.cuh";

/// Where what comes to each receiver begins among all that comes; how much that is.
EdgeId number_coming(DeviceContext& gpu, gpu::GroupArguments& arguments) {
  const std::uint64_t count = arguments.count;
  arguments.lengths = static_cast<std::uint32_t*>(gpu.scratch("numbers of arcs", count * sizeof(std::uint32_t)));
  arguments.begins = static_cast<std::uint64_t*>(gpu.scratch("first arcs", (count + 1) * sizeof(std::uint64_t)));
  gpu.launch(fmt::format("mg::gpu::CountComing<{}>", gpu.offset_type()), header, blocks_for(count), &arguments);
  gpu.device().exclusive_scan(arguments.lengths, arguments.begins, count);
  if (arguments.listed == nullptr) return gpu.num_arcs() * arguments.sides;
  EdgeId coming = 0;
  gpu.device().download(&coming, arguments.begins + count, sizeof(coming));
  return coming;
}

/// Lists the keys, and weights where there are any, and sorts them. Sums are to be where the list was.
void list_and_sort(DeviceContext& gpu, const DeviceFunction& f, bool weighted, gpu::GroupArguments& arguments) {
  const EdgeId count = arguments.num_keys;
  auto* const listed = static_cast<std::uint64_t*>(gpu.scratch("keys of arcs", count * sizeof(std::uint64_t)));
  auto* const sorted = static_cast<std::uint64_t*>(gpu.scratch("sorted keys", count * sizeof(std::uint64_t)));
  std::uint32_t* sorted_weights = nullptr;
  if (weighted) {
    arguments.weights = static_cast<std::uint32_t*>(gpu.scratch("weights of arcs", count * sizeof(std::uint32_t)));
    sorted_weights = static_cast<std::uint32_t*>(gpu.scratch("sorted weights", count * sizeof(std::uint32_t)));
  }
  arguments.keys = listed;
  gpu.launch(fmt::format("mg::gpu::ListComing<{}, {}>", f.type, gpu.offset_type()), header,
             std::min(blocks_for(arguments.count, warps_per_block), most_row_blocks), &arguments, f.object);
  const int bits = 32 + std::bit_width(arguments.count);
  if (weighted) {
    gpu.device().sort_pairs(listed, sorted, arguments.weights, sorted_weights, count, bits);
  } else {
    gpu.device().sort_keys(listed, sorted, count, bits);
  }
  arguments.keys = sorted;
  arguments.weights = sorted_weights;
  arguments.sums = listed;
}

}  // namespace

EdgeId tell_groups(DeviceContext& gpu, const DeviceFunction& f, const GroupTraits& traits, bool both_sides,
                   const DeviceFrontier& receivers) {
  if (receivers.empty()) return 0;
  // The row of a vertex against the arcs is what comes to it along them.
  gpu::GroupArguments arguments{};
  arguments.rows[0] = gpu.rows(Side::in);
  arguments.rows[1] = gpu.rows(Side::out);
  arguments.sides = both_sides ? 2 : 1;
  arguments.listed = receivers.queue();
  arguments.count = receivers.size();
  arguments.num_keys = number_coming(gpu, arguments);
  if (arguments.num_keys == 0) return 0;
  arguments.values = gpu.scratch("values of groups", arguments.count * traits.value_bytes);
  list_and_sort(gpu, f, traits.weighted, arguments);
  if (traits.weighted) {
    gpu.launch(fmt::format("mg::gpu::AddParts<{}>", f.type), header,
               blocks_for(arguments.num_keys, warps_per_block * gpu::arcs_of_part), &arguments, f.object);
  }
  gpu.launch(fmt::format("mg::gpu::CombineRuns<{}>", f.type), header, blocks_for(arguments.num_keys), &arguments,
             f.object);
  gpu.launch(fmt::format("mg::gpu::TellReceivers<{}>", f.type), header, blocks_for(arguments.count), &arguments,
             f.object);
  return arguments.num_keys;
}

}  // namespace mg
