// The tiles layout in a GPU's memory.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "dense/arguments.hpp"
#include "dense/tiles.hpp"
#include "engine/gpu/device_context.hpp"

namespace mg::dense {

/// The sizes that suit a GPU: the largest panel of 4-byte values that fits its shared memory beside phase 1's stages.
[[nodiscard]] TileShape shape_for(const DeviceInfo& gpu);

/// Dynamic shared memory of phase 1's blocks with panels of `panel_columns` resident, and without.
[[nodiscard]] std::size_t phase1_shared_bytes(std::uint32_t panel_columns, std::size_t wire_bytes, bool resident);

/// An array on a GPU that the host needs too.
struct SharedArray {
  std::vector<std::uint32_t> host;
  DeviceBlock block;
};

/// The arrays of mg::Tiles, by the same names: on a GPU, or where the host alone needs one, in a vector.
struct TileBlocks {
  TileShape shape;
  VertexId num_rows = 0;
  EdgeId num_arcs = 0;
  std::uint32_t num_columns = 0;
  std::uint32_t num_groups = 0;
  std::size_t weight_type = 0;    ///< which of TileWeights
  bool ten_bits = false;          ///< weights are TenBits instead, as DeviceTiles packs them
  bool columns_in_order = false;  ///< column i is vertex i
  DeviceBlock columns;
  std::vector<std::uint32_t> panel_chunks;
  SharedArray chunk_steps;
  SharedArray chunk_partials;
  DeviceBlock ids;
  DeviceBlock headers;
  DeviceBlock weights;
  DeviceBlock group_rows;
  DeviceBlock group_counts;
  DeviceBlock group_batches;
  DeviceBlock group_segments;
  DeviceBlock places;
  DeviceBlock marks;
  DeviceBlock segments;

  [[nodiscard]] std::uint32_t num_panels() const { return static_cast<std::uint32_t>(panel_chunks.size() - 1); }
  [[nodiscard]] std::uint32_t num_chunks() const { return static_cast<std::uint32_t>(chunk_steps.host.size() - 1); }
  [[nodiscard]] std::uint32_t num_partials() const { return chunk_partials.host.back(); }
  /// Of the arrays that a sweep reads, weights where it asks for them.
  [[nodiscard]] std::uint64_t bytes(bool weighted) const;
  /// How the weights lie there, as sources write it.
  [[nodiscard]] std::string_view stored_weight() const;
};

/// Copies a layout to the GPU, weights where they are asked for. Throws Error(no_resources) when it does not fit.
[[nodiscard]] TileBlocks upload_tiles(const std::shared_ptr<Device>& device, const Tiles& tiles, bool weighted);
/// Copies one back, whose weights are not packed.
[[nodiscard]] Tiles download_tiles(Device& device, const TileBlocks& blocks);
/// Builds the layout whose rows are the graph's rows of `side`, from the rows that are on the GPU. The bytes are those
/// of build_tiles() on the host. Takes 16 bytes an arc of temporary memory, 36 with weights; where `room` is less than
/// that and the layout, arcs are sorted in pieces of so many panels as there is room for, one at least. Throws
/// Error(no_resources) when there is none, or when partials or steps are more than 32 bits count.
[[nodiscard]] TileBlocks build_tiles(DeviceContext& gpu, Side side, const TileShape& shape, std::uint64_t room);

/// A layout, ready for the kernels: cut into tasks, weights of 16 bits packed if ten will do and there is room for
/// both.
class DeviceTiles {
 public:
  DeviceTiles(DeviceContext& gpu, TileBlocks&& blocks);

  [[nodiscard]] const TileBlocks& blocks() const { return blocks_; }
  [[nodiscard]] std::uint32_t num_tasks() const { return num_tasks_; }

  /// The layout's arrays in the arguments of each kernel; the rest is left as it is.
  void fill(OfferArguments& arguments) const;
  void fill(PanelArguments& arguments) const;
  void fill(GroupArguments& arguments) const;

 private:
  void cut(DeviceContext& gpu);
  void pack_weights(DeviceContext& gpu);

  TileBlocks blocks_;
  std::uint32_t num_tasks_ = 0;
  DeviceBlock tasks_;
};

}  // namespace mg::dense
