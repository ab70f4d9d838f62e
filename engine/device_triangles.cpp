#include "engine/device_triangles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "engine/degree_order.hpp"
#include "engine/oriented.hpp"
#include "engine/parallel.hpp"

namespace mg {

namespace {

constexpr std::string_view header = "engine/intersect.cuh";
/// Targets are read four at a time, up to three beyond the last.
constexpr std::size_t quad = 4;

/// Edges turned one way, over new numbers; rows ascend.
struct OrientedRows {
  DeviceBlock offsets;
  DeviceBlock targets;
  DeviceBlock vertices;  ///< of rows
  EdgeId num_edges = 0;
};

/// By sorting: 14 bytes an edge are moved a dozen times.
OrientedRows orient(DeviceContext& gpu) {
  const std::size_t n = gpu.num_vertices();
  Device& device = gpu.device();
  const auto array = [&](std::size_t count, std::size_t bytes, std::string_view what) {
    return DeviceBlock(gpu.shared_device(), count * bytes, what);
  };
  DegreeOrder order = order_by_degree(gpu, Side::out);
  OrientedRows oriented;
  oriented.num_edges = gpu.num_arcs() / 2;
  oriented.offsets = array(n + 1, sizeof(EdgeId), "oriented offsets");
  oriented.targets = array(oriented.num_edges + quad, sizeof(VertexId), "oriented neighbors");
  const DeviceBlock edges = array(oriented.num_edges, 8, "oriented edges");
  const DeviceBlock sorted = array(oriented.num_edges, 8, "oriented edges");
  const gpu::OrientArguments arguments{.rows = gpu.rows(Side::out),
                                       .ranks = order.ranks.as<VertexId>(),
                                       .lengths = order.degrees.as<std::uint32_t>(),  // which nobody needs any more
                                       .offsets = oriented.offsets.as<EdgeId>(),
                                       .edges = edges.as<std::uint64_t>()};
  const std::uint64_t blocks = blocks_for(n, warps_per_block);
  gpu.launch(fmt::format("mg::gpu::OrientRows<{}, false>", gpu.offset_type()), header, blocks, &arguments);
  device.exclusive_scan(arguments.lengths, oriented.offsets.as<EdgeId>(), n);
  gpu.launch(fmt::format("mg::gpu::OrientRows<{}, true>", gpu.offset_type()), header, blocks, &arguments);
  device.sort_keys(arguments.edges, sorted.as<std::uint64_t>(), oriented.num_edges, 32 + std::bit_width(n));
  gpu::TriangleArguments split{};
  split.edges = sorted.as<std::uint64_t>();
  split.targets = oriented.targets.as<VertexId>();
  split.num_edges = oriented.num_edges;
  gpu.launch("mg::gpu::TargetsOf", header, blocks_for(oriented.num_edges), &split);
  oriented.vertices = std::move(order.vertices);
  return oriented;
}

/// What the host has oriented.
OrientedRows upload(DeviceContext& gpu, const OrientedGraph& graph, int threads) {
  const Adjacency& arcs = graph.arcs;
  const std::shared_ptr<Device>& device = gpu.shared_device();
  OrientedRows oriented{
      .offsets = DeviceBlock(device, arcs.offsets.size_bytes(), "oriented offsets"),
      .targets = DeviceBlock(device, arcs.neighbors.size_bytes() + quad * sizeof(VertexId), "oriented neighbors"),
      .vertices = DeviceBlock(device, graph.vertex.size_bytes(), "vertices by degree"),
      .num_edges = arcs.num_edges()};
  device->upload(oriented.vertices.data(), graph.vertex.data(), graph.vertex.size_bytes());
  device->upload(oriented.offsets.data(), arcs.offsets.data(), arcs.offsets.size_bytes());
  auto targets = Array<VertexId>::copy_of(arcs.neighbors.span());
  parallel_tasks(arcs.num_rows(), threads, [&](std::size_t row) {
    std::sort(targets.begin() + arcs.offsets[row], targets.begin() + arcs.offsets[row + 1]);
  });
  device->upload(oriented.targets.data(), targets.data(), targets.size_bytes());
  return oriented;
}

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

/// Along turned edges; f, unless it is null, is called for each.
FoundTriangles find_along_turned_edges(DeviceContext& gpu, const Graph& graph, int threads, const DeviceFunction* f) {
  const VertexId n = gpu.num_vertices();
  const OrientedRows rows =
      is_simple_undirected(graph) ? orient(gpu) : upload(gpu, orient_by_degree(graph, threads), threads);
  gpu::Counters* counters = gpu.reset_counters();
  gpu::TriangleArguments arguments{};
  arguments.offsets = rows.offsets.as<EdgeId>();
  arguments.targets = rows.targets.as<VertexId>();
  arguments.num_rows = n;
  arguments.next_row = &counters->candidates;
  arguments.triangles = &counters->emitted;
  arguments.vertices = rows.vertices.as<VertexId>();
  const DeviceInfo& info = gpu.device().info();
  constexpr std::size_t kept_for_statics = 2048;
  const std::size_t bitmap_bytes =
      std::min<std::size_t>(info.shared_bytes_per_block - kept_for_statics, (std::size_t{n} + 127) / 128 * 16);
  arguments.bitmap_bits = static_cast<VertexId>(bitmap_bytes / 4 * 32);
  const auto multiprocessors = static_cast<std::uint64_t>(info.multiprocessors);
  const DeviceBlock long_rows = gpu.take_queue(n);
  arguments.long_rows.queue = long_rows.as<VertexId>();
  arguments.long_rows.emitted = &counters->far;
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
  return {.triangles = gpu.read_counters().emitted, .edges = rows.num_edges};
}

}  // namespace

FoundTriangles count_triangles(DeviceContext& gpu, const Graph& graph, int threads) {
  if (gpu.num_vertices() == 0) return {};
  if (gpu.longest_row(Side::out) <= longest_own_row && !worth_orienting(graph)) return count_in_own_rows(gpu);
  return find_along_turned_edges(gpu, graph, threads, nullptr);
}

FoundTriangles visit_triangles(DeviceContext& gpu, const Graph& graph, int threads, const DeviceFunction& f) {
  if (gpu.num_vertices() == 0) return {};
  return find_along_turned_edges(gpu, graph, threads, &f);
}

}  // namespace mg
