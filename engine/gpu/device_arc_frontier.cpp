#include "engine/gpu/device_arc_frontier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/arc_frontier.hpp"

namespace mg {

namespace {

constexpr std::string_view header = "engine/gpu/arc_lists.cuh";

DeviceArcFrontier room_for(DeviceContext& gpu, std::uint64_t count) {
  return {.sources = gpu.take_queue(count), .arcs = gpu.take_starts(count), .count = count};
}

gpu::ArcListArguments arguments_of(DeviceContext& gpu, const DeviceArcFrontier& arcs) {
  gpu::ArcListArguments arguments{};
  arguments.rows = gpu.rows(Side::out);
  arguments.sources = arcs.sources.as<VertexId>();
  arguments.arcs = arcs.arcs.data();
  arguments.size = arcs.count;
  return arguments;
}

/// A warp at most, and so many threads that none has much more than a hundred entries of the longest row.
std::uint32_t share_bits_for(const DeviceContext& gpu) {
  constexpr EdgeId own_entries = 128;
  constexpr EdgeId warp = 32;
  return static_cast<std::uint32_t>(std::bit_width(std::min(gpu.longest_row(Side::out) / own_entries, warp - 1)));
}

}  // namespace

void map_arcs(DeviceContext& gpu, const DeviceFunction& f, const DeviceArcFrontier& arcs) {
  if (arcs.empty()) return;
  const gpu::ArcListArguments arguments = arguments_of(gpu, arcs);
  gpu.launch(fmt::format("mg::gpu::MapArcs<{}, {}>", f.type, gpu.offset_type()), header, blocks_for(arcs.count),
             &arguments, f.object);
}

DeviceArcFrontier filter_arcs(DeviceContext& gpu, const DeviceFunction& keep) {
  if (gpu.num_arcs() == 0) return {};
  Device& device = gpu.device();
  const std::uint64_t shares = blocks_for(gpu.num_arcs(), gpu::arcs_of_filter);
  gpu::ArcListArguments arguments{};
  arguments.rows = gpu.rows(Side::out);
  arguments.size = gpu.num_arcs();
  arguments.lengths = static_cast<std::uint32_t*>(gpu.scratch("numbers of arcs kept", shares * sizeof(std::uint32_t)));
  auto* const places =
      static_cast<std::uint64_t*>(gpu.scratch("places of arcs kept", (shares + 1) * sizeof(std::uint64_t)));
  const auto launch = [&](bool lists) {
    gpu.launch(fmt::format("mg::gpu::FilterRows<{}, {}, {}>", keep.type, gpu.offset_type(), lists), header,
               blocks_for(shares, warps_per_block), &arguments, keep.object);
  };
  launch(false);
  device.exclusive_scan(arguments.lengths, places, shares);
  std::uint64_t count = 0;
  device.download(&count, places + shares, sizeof(count));
  DeviceArcFrontier kept = room_for(gpu, count);
  arguments.places = places;
  arguments.kept_sources = kept.sources.as<VertexId>();
  arguments.kept_arcs = kept.arcs.data();
  if (count > 0) launch(true);
  return kept;
}

DeviceArcFrontier filter_arcs(DeviceContext& gpu, const DeviceFunction& keep, const DeviceArcFrontier& from) {
  if (from.empty()) return {};
  DeviceArcFrontier kept = room_for(gpu, from.count);
  gpu::ArcListArguments arguments = arguments_of(gpu, from);
  arguments.kept_sources = kept.sources.as<VertexId>();
  arguments.kept_arcs = kept.arcs.data();
  arguments.num_kept = &gpu.reset_counters()->candidates;
  gpu.launch(fmt::format("mg::gpu::FilterArcs<{}, {}>", keep.type, gpu.offset_type()), header,
             blocks_for(from.count, 1024), &arguments, keep.object);
  kept.count = gpu.read_counters().candidates;
  return kept;
}

DeviceArcFrontier expand_arcs(DeviceContext& gpu, const DeviceFunction& f, const DeviceArcFrontier& from,
                              std::uint64_t most) {
  if (from.empty()) return {};
  DeviceArcFrontier joined = room_for(gpu, most);
  gpu::ArcListArguments arguments = arguments_of(gpu, from);
  arguments.share_bits = share_bits_for(gpu);
  arguments.kept_sources = joined.sources.as<VertexId>();
  arguments.kept_arcs = joined.arcs.data();
  arguments.most_kept = most;
  arguments.num_kept = &gpu.reset_counters()->candidates;
  gpu.launch(fmt::format("mg::gpu::ExpandArcs<{}, {}>", f.type, gpu.offset_type()), header,
             blocks_for(from.count << arguments.share_bits), &arguments, f.object);
  joined.count = gpu.read_counters().candidates;
  check_joined(joined.count, most);
  return joined;
}

void recycle(DeviceContext& gpu, DeviceArcFrontier&& arcs) {
  gpu.recycle_block(std::move(arcs.sources));
  gpu.recycle_block(std::move(arcs.arcs));
  arcs.count = 0;
}

}  // namespace mg
