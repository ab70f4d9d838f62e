// Whether the dense engine can execute a step on a GPU: its tiles, the memory for them, and its kernels.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string_view>

#include "engine/context.hpp"

namespace mg::dense {

class TileAccess {
 public:
  /// `engine` says how much memory tiles take, and must outlive this.
  explicit TileAccess(const Engine& engine) : engine_(engine) {}

  /// Why it cannot, in a few words; empty where it can. O(1), apart from a look-up of the kernels of each function.
  [[nodiscard]] std::string_view problem(const GpuStep& step, DeviceContext& gpu);
  /// Whether the GPU has tiles, or memory for them.
  [[nodiscard]] bool has_room(DeviceContext& gpu) const;
  /// Whether the tiles that the step needs are there; until then they are built by the first dense step.
  [[nodiscard]] bool has_tiles(const GpuStep& step, const DeviceContext& gpu) const {
    return rooms_[rows_of(step, gpu)] == Room::taken;
  }
  /// A dense step was executed.
  void note_tiles(const GpuStep& step, const DeviceContext& gpu) { rooms_[rows_of(step, gpu)] = Room::taken; }
  /// The tiles that the step needs did not fit after all.
  void give_up(const GpuStep& step, const DeviceContext& gpu) { rooms_[rows_of(step, gpu)] = Room::none; }

 private:
  enum class Room : std::uint8_t { unknown, enough, taken, none };

  /// Whether tiles fit beside what is there already.
  [[nodiscard]] bool fits(DeviceContext& gpu) const;
  /// Which of the two layouts of tiles a step needs; an undirected graph has one.
  static std::size_t rows_of(const GpuStep& step, const DeviceContext& gpu);

  const Engine& engine_;
  std::array<Room, 2> rooms_{};                 ///< for each side's tiles, which stay once they are there
  std::map<std::uintptr_t, bool> has_kernels_;  ///< by function
};

}  // namespace mg::dense
