#include "engine/gpu/device_triangles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "engine/gpu/device_oriented.hpp"
#include "engine/graph/oriented.hpp"

namespace mg {

namespace {

constexpr std::string_view header = "engine/gpu/intersect.cuh";
constexpr std::string_view hubs_header = "engine/gpu/hub_rows.cuh";
/// Bits are read and marked so many at a time.
constexpr std::size_t bits_of_quad = 128;
constexpr std::size_t bytes_of_quad = 16;
/// Rows of no more arcs cost at most 32 searches an arc, whatever the numbering: no hub costs the square of its degree.
/// By estimate, turning edges and reading rows against a bitmap costs as much as that.
constexpr EdgeId longest_own_row = 128;

/// So many lanes a row that each has about four pairs of an average one, of which half is below its vertex, and no more
/// than some hundreds of the longest: nobody waits long for a few long rows among short ones.
std::uint32_t lane_bits_for(const DeviceContext& gpu) {
  const EdgeId mean = gpu.num_arcs() / gpu.num_vertices();
  const EdgeId length = std::max(mean, gpu.longest_row(Side::out) / 4);
  const EdgeId lanes = std::clamp<EdgeId>(length * length / 32, 1, 32);
  return static_cast<std::uint32_t>(std::bit_width(lanes - 1));
}

FoundTriangles count_in_own_rows(DeviceContext& gpu) {
  // No more than run at a time: they move along the rows side by side, so that, where neighbors are near in number, the
  // rows that are searched are in the L2 cache.
  constexpr std::uint64_t resident_blocks = 8;
  const gpu::OwnRowsArguments arguments{
      .rows = gpu.rows(Side::out), .lane_bits = lane_bits_for(gpu), .triangles = &gpu.reset_counters()->emitted};
  const std::uint64_t lanes = std::uint64_t{gpu.num_vertices()} << arguments.lane_bits;
  const auto multiprocessors = static_cast<std::uint64_t>(gpu.device().info().multiprocessors);
  gpu.launch(fmt::format("mg::gpu::TrianglesOfOwnRows<{}>", gpu.offset_type()), header,
             std::min(blocks_for(lanes), resident_blocks * multiprocessors), &arguments);
  return {.triangles = gpu.read_counters().emitted, .edges = gpu.num_arcs() / 2};
}

/// Which hubs the rows hold, as bits: nothing where none holds many, or there is no room.
struct HubBlocks {
  DeviceBlock rows;
  DeviceBlock bits;
};

HubBlocks hub_rows(DeviceContext& gpu, const OrientedRows& rows, EdgeId num_edges, VertexId most_ranks) {
  // With fewer quads, next to no row has bits, and each is asked for them.
  const std::uint64_t least_quads = std::min<std::uint64_t>(num_edges / 64, gpu.num_vertices());
  const std::uint64_t n = gpu.num_vertices();
  const std::shared_ptr<Device>& device = gpu.shared_device();
  if (!gpu.has_room(n * (sizeof(gpu::HubRow) + sizeof(std::uint32_t) + sizeof(std::uint64_t)))) return {};
  HubBlocks hubs{.rows = DeviceBlock(device, n * sizeof(gpu::HubRow), "hubs of rows"), .bits = {}};
  const DeviceBlock lengths(device, n * sizeof(std::uint32_t), "lengths of hubs");
  const DeviceBlock places(device, (n + 1) * sizeof(std::uint64_t), "places of hubs");
  gpu::HubArguments arguments{.offsets = rows.offsets,
                              .targets = rows.targets,
                              .num_rows = n,
                              .most_ranks = most_ranks,
                              .rows = hubs.rows.as<gpu::HubRow>(),
                              .lengths = lengths.as<std::uint32_t>(),
                              .places = places.as<std::uint64_t>(),
                              .bits = nullptr};
  gpu.launch("mg::gpu::PlanHubRows", hubs_header, blocks_for(n, warps_per_block), &arguments);
  device->exclusive_scan(arguments.lengths, places.as<std::uint64_t>(), n);
  std::uint64_t quads = 0;
  device->download(&quads, arguments.places + n, sizeof(quads));
  if (quads <= least_quads || quads > std::numeric_limits<std::uint32_t>::max() ||
      !gpu.has_room(2 * quads * bytes_of_quad)) {
    return {};
  }
  hubs.bits = DeviceBlock(device, quads * bytes_of_quad, "bits of hubs");
  arguments.bits = hubs.bits.as<std::uint32_t>();
  gpu.launch("mg::gpu::FillHubRows", hubs_header, blocks_for(n, warps_per_block), &arguments);
  return hubs;
}

/// Along turned edges; f, unless it is null, is called for each.
FoundTriangles find_along_turned_edges(DeviceContext& gpu, const Graph& graph, int threads, const DeviceFunction* f) {
  const VertexId n = gpu.num_vertices();
  const DeviceOriented oriented = orient(gpu, graph, threads);
  const OrientedRows rows = oriented.rows();
  gpu::Counters* counters = gpu.reset_counters();
  gpu::TriangleArguments arguments{};
  arguments.offsets = rows.offsets;
  arguments.targets = rows.targets;
  arguments.num_rows = n;
  arguments.next_row = &counters->candidates;
  arguments.triangles = &counters->emitted;
  arguments.vertices = rows.vertices;
  const DeviceInfo& info = gpu.device().info();
  constexpr std::size_t kept_for_statics = 2048;
  const std::size_t bitmap_quads = std::min((info.shared_bytes_per_block - kept_for_statics) / bytes_of_quad,
                                            (std::size_t{n} + bits_of_quad - 1) / bits_of_quad);
  const std::size_t bitmap_bytes = bitmap_quads * bytes_of_quad;
  arguments.bitmap_bits = static_cast<VertexId>(bitmap_quads * bits_of_quad);
  const auto multiprocessors = static_cast<std::uint64_t>(info.multiprocessors);
  const DeviceBlock long_rows = gpu.take_queue(n);
  arguments.long_rows.queue = long_rows.as<VertexId>();
  arguments.long_rows.emitted = &counters->far;
  // For counting alone, and last: bits are worth the room that nothing else needs.
  const HubBlocks hubs = f == nullptr ? hub_rows(gpu, rows, oriented.size(), arguments.bitmap_bits) : HubBlocks{};
  arguments.hub_rows = hubs.bits.empty() ? nullptr : hubs.rows.as<gpu::HubRow>();
  arguments.hub_bits = hubs.bits.as<std::uint32_t>();
  gpu.launch("mg::gpu::ListLongRows", header, blocks_for(n, 1024), &arguments);
  const std::uint64_t long_blocks = std::min<std::uint64_t>(2 * multiprocessors, n);
  const std::uint64_t short_blocks = std::min(blocks_for(n, warps_per_block), 32 * multiprocessors);
  if (f == nullptr) {
    gpu.launch("mg::gpu::TrianglesOfLongRows", header, long_blocks, &arguments, bitmap_bytes);
    gpu.launch("mg::gpu::TrianglesOfShortRows", header, short_blocks, &arguments);
  } else {
    gpu.launch(fmt::format("mg::gpu::VisitLongRows<{}>", f->type), header, long_blocks, &arguments, f->object,
               bitmap_bytes);
    gpu.launch(fmt::format("mg::gpu::VisitShortRows<{}>", f->type), header, short_blocks, &arguments, f->object);
  }
  return {.triangles = gpu.read_counters().emitted, .edges = oriented.size()};
}

}  // namespace

FoundTriangles count_triangles(DeviceContext& gpu, const Graph& graph, int threads) {
  if (gpu.num_vertices() == 0) return {};
  const bool rows_are_short = gpu.longest_row(Side::out) <= longest_own_row;
  if (rows_are_short && !worth_orienting(gpu.fetched(graph))) return count_in_own_rows(gpu);
  return find_along_turned_edges(gpu, graph, threads, nullptr);
}

FoundTriangles visit_triangles(DeviceContext& gpu, const Graph& graph, int threads, const DeviceFunction& f) {
  if (gpu.num_vertices() == 0) return {};
  return find_along_turned_edges(gpu, graph, threads, &f);
}

}  // namespace mg
