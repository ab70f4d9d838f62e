// The graph on a GPU: compressed rows of both sides, and where the long ones are cut.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "engine/gpu/device.hpp"
#include "engine/gpu/device_arguments.hpp"
#include "engine/graph/graph.hpp"
#include "engine/state.hpp"

namespace mg {

/// Whether one GPU numbers so many vertices and arcs: both numbers share a word.
[[nodiscard]] constexpr bool is_for_one_gpu(VertexId num_vertices, EdgeId num_arcs) {
  return std::bit_width(num_vertices) + std::bit_width(num_arcs) <= 64;
}

/// Compressed rows on a GPU, and where the long ones are cut.
struct DeviceAdjacency {
  gpu::DeviceRows rows{};
  gpu::HeavyRows heavy{};
  EdgeId longest_row = 0;
  std::vector<DeviceBlock> blocks;
};
struct DeviceSides {
  DeviceAdjacency out;
  DeviceAdjacency in;  ///< nothing where the graph is undirected
};

class DeviceGraph {
 public:
  /// Rows of at least so many arcs are cut into pieces of at most so many.
  static constexpr EdgeId heavy_degree = 2048;
  /// Cuts these, which come ascending.
  static void cut(const std::shared_ptr<Device>& device, std::span<const gpu::LongRow> long_rows, DeviceAdjacency& of);

  /// Copies the graph's adjacencies, if they are not there as `sides`. Throws Error(no_resources) when they do not fit,
  /// saying what is needed.
  DeviceGraph(std::shared_ptr<Device> device, const Graph& graph, int threads,
              std::shared_ptr<const DeviceSides> sides = nullptr);

  [[nodiscard]] const std::shared_ptr<Device>& shared_device() const { return device_; }
  [[nodiscard]] Device& device() { return *device_; }
  [[nodiscard]] VertexId num_vertices() const { return num_vertices_; }
  [[nodiscard]] EdgeId num_arcs() const { return num_arcs_; }
  [[nodiscard]] WeightType weight_type() const { return weight_type_; }

  /// csr and csc. An undirected graph has one for both.
  [[nodiscard]] bool has_one_side() const { return shared_; }
  [[nodiscard]] const gpu::DeviceRows& rows(Side side) const { return adjacency(side).rows; }
  [[nodiscard]] const gpu::HeavyRows& heavy(Side side) const { return adjacency(side).heavy; }
  /// The arcs of the longest row.
  [[nodiscard]] EdgeId longest_row(Side side) const { return adjacency(side).longest_row; }
  /// Waits for the GPU.
  [[nodiscard]] EdgeId degree(VertexId v, Side side) const;
  /// The type of offsets as sources write it.
  [[nodiscard]] std::string_view offset_type() const { return wide_ ? "unsigned long" : "unsigned int"; }
  [[nodiscard]] std::size_t offset_bytes() const { return wide_ ? 8 : 4; }
  /// Bits of gpu::Counters::emitted that hold arcs.
  [[nodiscard]] std::uint32_t arc_bits() const { return arc_bits_; }
  [[nodiscard]] std::uint64_t entries_of(std::uint64_t emitted) const { return emitted >> arc_bits_; }
  [[nodiscard]] EdgeId arcs_of(std::uint64_t emitted) const { return emitted & ((EdgeId{1} << arc_bits_) - 1); }

  /// Bytes that fit beside what is allocated, as far as is known: others may use the GPU, too.
  [[nodiscard]] std::uint64_t room() const;
  [[nodiscard]] bool has_room(std::uint64_t bytes) const { return bytes <= room(); }

  /// `graph`, which this is, with its arcs in host memory.
  [[nodiscard]] Graph fetched(const Graph& graph) const;

 private:
  [[nodiscard]] const DeviceAdjacency& adjacency(Side side) const {
    return side == Side::in && !shared_ ? sides_->in : sides_->out;
  }
  [[nodiscard]] DeviceAdjacency upload(const Adjacency& adjacency, std::string_view name, int threads) const;
  [[nodiscard]] Adjacency download(const DeviceAdjacency& adjacency, const Weights& kind) const;

  std::shared_ptr<Device> device_;
  VertexId num_vertices_;
  EdgeId num_arcs_;
  WeightType weight_type_;
  bool wide_;
  bool shared_;
  std::uint32_t arc_bits_;
  std::shared_ptr<const DeviceSides> sides_;
};

}  // namespace mg
