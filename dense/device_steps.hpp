// The dense engine's strategy on a GPU: what a step is given and which kernels make it up.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "dense/device_tiles.hpp"
#include "engine/gpu/gpu_step.hpp"

namespace mg::dense {

/// What the dense engine keeps on a GPU between steps: the layout and the values that travel.
class DeviceSteps {
 public:
  explicit DeviceSteps(DeviceContext& gpu) : gpu_(gpu) {}

  /// The side whose rows are the step's receivers.
  [[nodiscard]] static Side receivers_of(const GpuStep& step);

  /// Whether the step's kernels are built in or can be compiled. One of them speaks for all: a build has all or none of
  /// a function's.
  [[nodiscard]] static bool has_kernels(const GpuStep& step, DeviceContext& gpu);

  /// Whether the layout of the receivers' rows on `side` is there.
  [[nodiscard]] bool has_tiles(Side side) const { return tiles_[index_of(side)].has_value(); }
  void add_tiles(Side side, TileBlocks&& blocks) { tiles_[index_of(side)].emplace(gpu_, std::move(blocks)); }

  /// Executes a step, whose receivers' rows have their layout. Those that follow each other have numbers that do: one
  /// that follows a reduction which has announced it finds its first phase done.
  void run(GpuStep& step, std::uint64_t number);

 private:
  /// The reduction whose first phase is done.
  struct Begun {
    std::uint64_t number;
    Side side;
    std::string_view type;  ///< of its function
    friend bool operator==(const Begun&, const Begun&) = default;
  };

  /// Where phase 1 reads what a panel's columns offer: as in dense/two_phase.cuh.
  enum class Panel : std::uint8_t { computed, copied, streamed };

  [[nodiscard]] std::size_t index_of(Side side) const {
    return gpu_.rows(Side::out).offsets == gpu_.rows(Side::in).offsets ? 0 : static_cast<std::size_t>(side);
  }
  void first_phase(const GpuStep& step, const DeviceTiles& tiles, const gpu::VertexMap& senders, const void* function);
  void offer(const GpuStep& step, const DeviceTiles& tiles, const gpu::VertexMap& from, const void* function);
  void combine_panels(const GpuStep& step, const DeviceTiles& tiles, Panel panel, const void* function);
  void combine_groups(GpuStep& step, const DeviceTiles& tiles, GroupArguments& arguments);
  void reduce(GpuStep& step, const DeviceTiles& tiles, const double* summands, std::uint64_t count);
  [[nodiscard]] Panel panel_for(const GpuStep& step, const DeviceTiles& tiles, const gpu::VertexMap& senders) const;
  [[nodiscard]] std::uint64_t bytes_of(const GpuStep& step, const DeviceTiles& tiles,
                                       const gpu::VertexMap& senders) const;

  DeviceContext& gpu_;
  std::array<std::optional<DeviceTiles>, 2> tiles_;
  std::string blank_for_;  ///< the function and layout whose identities `blank` speaks of
  std::optional<Begun> begun_;
};

}  // namespace mg::dense
