#include "engine/gpu/device_oriented.hpp"

#include <fmt/format.h>

#include <bit>

#include "engine/gpu/degree_order.hpp"
#include "engine/graph/oriented.hpp"

namespace mg {

namespace {

constexpr std::string_view header = "engine/gpu/orient.cuh";

DeviceOriented room_for(const DeviceContext& gpu, EdgeId num_edges) {
  const std::shared_ptr<Device>& device = gpu.shared_device();
  const std::size_t n = gpu.num_vertices();
  return {.offsets = DeviceBlock(device, (n + 1) * sizeof(EdgeId), "oriented offsets"),
          .targets = DeviceBlock(device, num_edges * sizeof(VertexId), "oriented neighbors"),
          .num_edges = num_edges};
}

/// By sorting: 16 bytes an edge are moved some six times, by eight bits of two ranks each.
DeviceOriented orient_simple(DeviceContext& gpu) {
  const std::size_t n = gpu.num_vertices();
  DegreeOrder order = order_by_degree(gpu, Side::out);
  DeviceOriented oriented = room_for(gpu, gpu.num_arcs() / 2);
  const EdgeId num_edges = oriented.num_edges;
  const DeviceBlock edges(gpu.shared_device(), num_edges * sizeof(std::uint64_t), "oriented edges");
  const DeviceBlock sorted(gpu.shared_device(), num_edges * sizeof(std::uint64_t), "oriented edges");
  const auto rank_bits = static_cast<std::uint32_t>(std::bit_width(n - 1));
  const gpu::OrientArguments arguments{.rows = gpu.rows(Side::out),
                                       .ranks = order.ranks.as<VertexId>(),
                                       .lengths = order.degrees.as<std::uint32_t>(),  // which nobody needs any more
                                       .offsets = oriented.offsets.as<EdgeId>(),
                                       .rank_bits = rank_bits,
                                       .edges = edges.as<std::uint64_t>(),
                                       .sorted = sorted.as<std::uint64_t>(),
                                       .num_edges = num_edges,
                                       .targets = oriented.targets.as<VertexId>()};
  const std::uint64_t blocks = blocks_for(n, warps_per_block);
  gpu.launch(fmt::format("mg::gpu::OrientRows<{}, false>", gpu.offset_type()), header, blocks, &arguments);
  gpu.device().exclusive_scan(arguments.lengths, oriented.offsets.as<EdgeId>(), n);
  gpu.launch(fmt::format("mg::gpu::OrientRows<{}, true>", gpu.offset_type()), header, blocks, &arguments);
  gpu.device().sort_keys(arguments.edges, sorted.as<std::uint64_t>(), num_edges, static_cast<int>(2 * rank_bits));
  gpu.launch("mg::gpu::TargetsOf", header, blocks_for(num_edges), &arguments);
  oriented.vertices = std::move(order.vertices);
  return oriented;
}

/// What the host has oriented.
DeviceOriented uploaded(DeviceContext& gpu, const OrientedGraph& graph) {
  Device& device = gpu.device();
  const Adjacency& arcs = graph.arcs;
  DeviceOriented oriented = room_for(gpu, arcs.num_edges());
  oriented.vertices = DeviceBlock(gpu.shared_device(), graph.vertex.size_bytes(), "vertices by degree");
  device.upload(oriented.vertices.data(), graph.vertex.data(), graph.vertex.size_bytes());
  device.upload(oriented.offsets.data(), arcs.offsets.data(), arcs.offsets.size_bytes());
  device.upload(oriented.targets.data(), arcs.neighbors.data(), arcs.neighbors.size_bytes());
  return oriented;
}

}  // namespace

DeviceOriented orient(DeviceContext& gpu, const Graph& graph, int threads) {
  if (gpu.num_vertices() == 0) return {};
  if (is_simple_undirected(graph)) return orient_simple(gpu);
  OrientedGraph oriented = orient_by_degree(gpu.fetched(graph), threads);
  oriented.sort_rows(threads);
  return uploaded(gpu, oriented);
}

}  // namespace mg
