#include "engine/gpu/device_group.hpp"

#include <fmt/format.h>

#include <bit>

namespace mg {

namespace {

constexpr std::string_view lanes_header = "engine/gpu/group.cuh";
constexpr std::string_view tables_header = "engine/gpu/group_tables.cuh";
constexpr std::string_view hubs_header = "engine/gpu/group_hubs.cuh";
constexpr std::string_view sorted_header = "engine/gpu/group_sorted.cuh";
constexpr std::string_view whole_header = "engine/gpu/group_whole.cuh";

template <class T>
T* scratch_of(DeviceContext& gpu, std::string_view what, std::uint64_t count) {
  return static_cast<T*>(gpu.scratch(what, count * sizeof(T)));
}

/// Some of the receivers, by the same arguments otherwise.
gpu::GroupArguments listed(gpu::GroupArguments arguments, const VertexId* vertices, std::uint64_t count) {
  arguments.listed = vertices;
  arguments.count = count;
  return arguments;
}

/// Launches an agent of F, offsets or both for so many things; blocks take several of them in turn if there are many.
class GroupLaunch {
 public:
  GroupLaunch(DeviceContext& gpu, const DeviceFunction& f) : gpu_(gpu), f_(f) {}

  void of_rows(std::string_view agent, std::string_view header, std::uint64_t blocks,
               const gpu::GroupArguments& arguments) const {
    gpu_.launch(fmt::format("mg::gpu::{}<{}, {}>", agent, f_.type, gpu_.offset_type()), header,
                std::min(blocks, most_row_blocks), &arguments, f_.object);
  }
  void of_entries(std::string_view agent, std::string_view header, std::uint64_t blocks,
                  const gpu::GroupArguments& arguments) const {
    gpu_.launch(fmt::format("mg::gpu::{}<{}>", agent, f_.type), header, blocks, &arguments, f_.object);
  }

 private:
  DeviceContext& gpu_;
  const DeviceFunction& f_;
};

/// Arguments with counts that are zero.
void clear_counts(DeviceContext& gpu, gpu::GroupArguments& arguments) {
  arguments.counts = scratch_of<gpu::GroupCounts>(gpu, "numbers of receivers", 1);
  gpu.device().fill(arguments.counts, 0, sizeof(gpu::GroupCounts));
}
gpu::GroupCounts counts_of(DeviceContext& gpu, const gpu::GroupArguments& arguments) {
  gpu::GroupCounts counts;
  gpu.device().download(&counts, arguments.counts, sizeof(counts));
  return counts;
}

/// Groups for receivers with few arcs and lists the others.
gpu::GroupCounts group_in_lanes(DeviceContext& gpu, const GroupLaunch& launch, gpu::GroupArguments& arguments) {
  clear_counts(gpu, arguments);
  arguments.longer = scratch_of<VertexId>(gpu, "receivers by arcs", arguments.count);
  launch.of_rows("GroupInLanes", lanes_header, blocks_for(arguments.count), arguments);
  return counts_of(gpu, arguments);
}

/// Groups for hubs, which are among the receivers.
void group_hubs(DeviceContext& gpu, const GroupLaunch& launch, bool weighted, const gpu::GroupCounts& found,
                gpu::GroupArguments arguments) {
  const std::uint64_t hubs = found.hubs >> 32;
  const auto segments = static_cast<std::uint32_t>(found.hubs);
  if (hubs == 0) return;
  arguments.hubs = scratch_of<gpu::GroupHub>(gpu, "hubs", hubs);
  arguments.hub_of_segment = scratch_of<std::uint32_t>(gpu, "hubs of segments", segments);
  arguments.entries_of_segment = scratch_of<std::uint32_t>(gpu, "entries of segments", segments);
  arguments.entry_keys = scratch_of<std::uint32_t>(gpu, "keys of entries", found.hub_arcs);
  const std::size_t sum_bytes = weighted ? sizeof(std::uint64_t) : sizeof(std::uint32_t);
  arguments.entry_sums = gpu.scratch("sums of entries", found.hub_arcs * sum_bytes);
  arguments.places = scratch_of<std::uint32_t>(gpu, "places of entries", 2 * found.hub_arcs);
  gpu.launch(fmt::format("mg::gpu::PlaceHubs<{}>", gpu.offset_type()), hubs_header,
             blocks_for(arguments.count, warps_per_block), &arguments);

  const std::uint64_t blocks = std::min<std::uint64_t>(segments, most_row_blocks);
  arguments.count = segments;
  launch.of_rows("ListEntries", hubs_header, segments, arguments);
  gpu.launch("mg::gpu::ClearPlaces", hubs_header, blocks, &arguments);
  gpu.launch(fmt::format("mg::gpu::JoinEntries<unsigned {}>", weighted ? "long" : "int"), hubs_header, blocks,
             &arguments);
  launch.of_entries("CombineEntries", hubs_header, blocks, arguments);
  arguments.count = hubs;
  launch.of_entries("TellHubs", hubs_header, blocks_for(hubs), arguments);
}

/// Where what comes to each receiver begins among all that comes; how much that is.
EdgeId number_coming(DeviceContext& gpu, gpu::GroupArguments& arguments) {
  const std::uint64_t count = arguments.count;
  arguments.lengths = scratch_of<std::uint32_t>(gpu, "numbers of arcs", count);
  arguments.begins = scratch_of<std::uint64_t>(gpu, "first arcs", count + 1);
  gpu.launch(fmt::format("mg::gpu::CountComing<{}>", gpu.offset_type()), sorted_header, blocks_for(count), &arguments);
  gpu.device().exclusive_scan(arguments.lengths, arguments.begins, count);
  EdgeId coming = 0;
  gpu.device().download(&coming, arguments.begins + count, sizeof(coming));
  return coming;
}

/// Lists the keys and weights of arcs, and sorts them. Sums are to be where the list was.
void list_and_sort(DeviceContext& gpu, const GroupLaunch& launch, gpu::GroupArguments& arguments) {
  const EdgeId count = arguments.num_keys;
  auto* const listed = scratch_of<std::uint64_t>(gpu, "keys of arcs", count);
  auto* const sorted = scratch_of<std::uint64_t>(gpu, "sorted keys", count);
  arguments.weights = scratch_of<std::uint32_t>(gpu, "weights of arcs", count);
  auto* const sorted_weights = scratch_of<std::uint32_t>(gpu, "sorted weights", count);
  arguments.keys = listed;
  launch.of_rows("ListComing", sorted_header, blocks_for(arguments.count, warps_per_block), arguments);
  const int bits = 32 + std::bit_width(arguments.count);
  gpu.device().sort_pairs(listed, sorted, arguments.weights, sorted_weights, count, bits);
  arguments.keys = sorted;
  arguments.weights = sorted_weights;
  arguments.sums = listed;
}

/// The receivers in an order that does not depend on who was listed first: sums are added up in that of all arcs.
const VertexId* in_order(DeviceContext& gpu, const gpu::GroupArguments& arguments) {
  auto* const keys = scratch_of<VertexId>(gpu, "keys of receivers", arguments.count);
  auto* const ordered = scratch_of<VertexId>(gpu, "receivers in order", arguments.count);
  gpu.device().sort_descending(arguments.listed, keys, arguments.listed, ordered, arguments.count);
  return ordered;
}

/// Groups for receivers to each of which something comes, by sorting.
void group_sorted(DeviceContext& gpu, const GroupLaunch& launch, std::size_t value_bytes,
                  gpu::GroupArguments arguments) {
  if (arguments.count == 0) return;
  arguments.listed = in_order(gpu, arguments);
  arguments.num_keys = number_coming(gpu, arguments);
  arguments.values = gpu.scratch("values of groups", arguments.count * value_bytes);
  list_and_sort(gpu, launch, arguments);
  const std::uint64_t parts = blocks_for(arguments.num_keys, warps_per_block * gpu::arcs_of_part);
  launch.of_entries("AddParts", sorted_header, parts, arguments);
  launch.of_entries("CombineRuns", sorted_header, blocks_for(arguments.num_keys), arguments);
  launch.of_entries("TellReceivers", sorted_header, blocks_for(arguments.count), arguments);
}

/// Groups for receivers with many arcs, where sums may be added up in any order.
void group_in_tables(DeviceContext& gpu, const GroupLaunch& launch, bool weighted, const gpu::GroupCounts& found,
                     const gpu::GroupArguments& arguments) {
  launch.of_rows("GroupInBlocks", tables_header, arguments.count, arguments);
  group_hubs(gpu, launch, weighted, found, arguments);
}

/// The same where that is so only if whole numbers come, and by sorting otherwise.
void group_real(DeviceContext& gpu, const GroupLaunch& launch, std::size_t value_bytes, gpu::GroupArguments arguments) {
  if (arguments.count == 0) return;
  clear_counts(gpu, arguments);
  arguments.longer = scratch_of<VertexId>(gpu, "receivers by weights", arguments.count);
  gpu.launch(fmt::format("mg::gpu::SortOutWhole<{}>", gpu.offset_type()), whole_header,
             std::min(arguments.count, most_row_blocks), &arguments);
  const gpu::GroupCounts found = counts_of(gpu, arguments);
  const auto whole = static_cast<std::uint32_t>(found.longer);
  group_in_tables(gpu, launch, true, found, listed(arguments, arguments.longer, whole));
  group_sorted(gpu, launch, value_bytes, listed(arguments, arguments.longer + whole, arguments.count - whole));
}

}  // namespace

EdgeId tell_groups(DeviceContext& gpu, const DeviceFunction& f, const GroupTraits& traits, bool both_sides,
                   const DeviceFrontier& receivers) {
  if (receivers.empty()) return 0;
  const GroupLaunch launch(gpu, f);
  // The row of a vertex against the arcs is what comes to it along them.
  gpu::GroupArguments all{};
  all.rows[0] = gpu.rows(Side::in);
  all.rows[1] = gpu.rows(Side::out);
  all.sides = both_sides ? 2 : 1;
  all.listed = receivers.queue();
  all.count = receivers.size();
  const gpu::GroupCounts found = group_in_lanes(gpu, launch, all);
  const auto for_warps = static_cast<std::uint32_t>(found.longer);
  const std::uint64_t others = found.longer >> 32;
  launch.of_rows("GroupInWarps", tables_header, blocks_for(for_warps, gpu::warp_tables),
                 listed(all, all.longer, for_warps));
  const gpu::GroupArguments with_most = listed(all, all.longer + all.count - others, others);
  if (traits.exact) {
    group_in_tables(gpu, launch, traits.weighted, found, with_most);
  } else {
    group_real(gpu, launch, traits.value_bytes, with_most);
  }
  return all.listed == nullptr ? gpu.num_arcs() * all.sides : found.arcs;
}

}  // namespace mg
