// Everything that belongs to one run on a GPU: the graph there, the storage that steps reuse, and the operators over
// vertices.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/arc_function.hpp"
#include "engine/gpu/device.hpp"
#include "engine/gpu/device_arguments.hpp"
#include "engine/gpu/device_frontier.hpp"
#include "engine/gpu/device_graph.hpp"
#include "engine/gpu/device_layouts.hpp"
#include "engine/gpu/gpu_step.hpp"
#include "engine/gpu/kernel_launcher.hpp"

namespace mg {

/// Threads of a block, where an agent has no reason for another number.
inline constexpr std::uint64_t block_threads = 256;

/// Blocks of `per_block` threads, rows or arcs that cover `count`.
[[nodiscard]] constexpr std::uint64_t blocks_for(std::uint64_t count, std::uint64_t per_block = block_threads) {
  return (count + per_block - 1) / per_block;
}

/// Blocks over all rows take them in turn, so that there are no more atomics on the counters than these.
inline constexpr std::uint64_t most_row_blocks = 8192;
/// Rows that a block takes where a row gets a warp.
inline constexpr std::uint64_t warps_per_block = block_threads / 32;

/// Bytes of GPU memory for a graph, the frontiers of a run and the layouts of its schedule, while they are built; the
/// algorithm's state comes on top.
[[nodiscard]] std::uint64_t gpu_bytes(std::uint64_t num_vertices, EdgeId num_arcs, bool directed, bool weighted,
                                      const HybridSchedule& schedule);

/// The graph there, kernels, and the storage of frontiers.
class DeviceContext : public DeviceGraph, public KernelLauncher {
 public:
  /// Copies the graph's adjacencies, if they are not there as `sides`. Throws Error(no_resources) when they do not fit,
  /// saying what is needed.
  DeviceContext(const std::shared_ptr<Device>& device, const Graph& graph, int threads,
                std::shared_ptr<const DeviceSides> sides = nullptr);

  /// Starts a run: forgets what the last one counted.
  void begin_run();
  /// Waits for what was launched. The arcs that edge_apply has followed since begin_run().
  [[nodiscard]] EdgeId finish_run();
  /// The same so far, while the run goes on.
  [[nodiscard]] EdgeId applied_arcs();

  /// Whether there are those that turn a bitmap into maps of other forms and list these.
  [[nodiscard]] bool has_maps();

  /// Layouts beside csr and csc.
  [[nodiscard]] DeviceLayouts& layouts() { return layouts_; }

  // Frontiers.
  [[nodiscard]] DeviceFrontier single(VertexId v, EdgeId degree);
  void recycle(DeviceFrontier&& frontier);
  /// Room for a queue of `capacity` entries, for their starts, for a bitmap; contents unspecified, if not cleared.
  [[nodiscard]] DeviceBlock take_queue(std::uint64_t capacity);
  [[nodiscard]] DeviceBlock take_starts(std::uint64_t capacity);
  [[nodiscard]] DeviceBlock take_words();
  [[nodiscard]] DeviceBlock take_cleared_words();
  void recycle_block(DeviceBlock&& block);
  /// A map that holds nothing, into which `emission` is then directed.
  [[nodiscard]] DeviceFrontier take_map(gpu::MapForm form, gpu::Emission& emission);
  /// The same set in another representation, each vertex once; arcs are those of `side`. Where a map's arcs are
  /// unknown, its size need only be an upper bound.
  [[nodiscard]] DeviceFrontier to_queue(const DeviceFrontier& frontier, Side side);
  /// A map as a queue, whose starts number the arcs of other rows than the graph's, of which `ranks` are the prefix
  /// sums of the lengths: n + 1 of the offsets' type.
  [[nodiscard]] DeviceFrontier to_numbered_queue(const DeviceFrontier& map, const void* ranks);
  [[nodiscard]] DeviceFrontier to_map(const DeviceFrontier& frontier, gpu::MapForm form);
  [[nodiscard]] DeviceFrontier to_bitmap(const DeviceFrontier& frontier) {
    return to_map(frontier, gpu::MapForm::bitmap);
  }
  /// How many vertices a map holds, and the arcs of `side` that leave them.
  void count(DeviceFrontier& map, Side side);
  /// The arcs of `side` that leave the frontier's entries, where they are known without counting; otherwise
  /// Frontier::unknown_arcs.
  [[nodiscard]] EdgeId known_arcs(const DeviceFrontier& frontier, Side side) const;
  /// The same, counted.
  [[nodiscard]] EdgeId count_arcs(const DeviceFrontier& frontier, Side side);
  /// The vertices of either, each once, as a bitmap.
  [[nodiscard]] DeviceFrontier unite(DeviceFrontier&& a, DeviceFrontier&& b);
  [[nodiscard]] DeviceBuckets buckets(double delta);
  /// Takes the next bucket out of the pile; false when the pile is empty.
  [[nodiscard]] bool pop(DeviceBuckets& buckets, DeviceFrontier& frontier);
  /// The pile as kernels append to it, in `queue`.
  [[nodiscard]] gpu::FarPile pile(const DeviceBuckets& buckets, const DeviceBlock& queue,
                                  gpu::Counters* counters) const;
  /// The bytes of a bitmap of all vertices, rounded so that a kernel may write whole blocks of it.
  [[nodiscard]] std::size_t bitmap_bytes() const;

  /// Starts `count` epochs; returns the first of them.
  [[nodiscard]] std::uint32_t next_epoch(std::uint32_t count = 1);
  /// One word a vertex: the epoch in which it was last listed. Each call starts `count` epochs, from `epoch` on.
  [[nodiscard]] std::uint32_t* marks(std::uint32_t& epoch, std::uint32_t count = 1);
  /// Hands out counters that are zero; read_counters() waits for what was launched and reads them. A bitmap for a later
  /// step is cleared behind them, if steps take such.
  gpu::Counters* reset_counters();
  [[nodiscard]] gpu::Counters* counters() const { return counters_.as<gpu::Counters>() + counters_used_; }
  /// What `meanwhile` launches, if given, runs while the host waits.
  [[nodiscard]] gpu::Counters read_counters(const std::function<void()>& meanwhile = {});
  /// An emission into nothing, with counters and degrees of `side`.
  [[nodiscard]] gpu::Emission emission(Side side, gpu::Counters* counters) const;
  /// Scratch that lives until the next call with the same `what`.
  [[nodiscard]] void* scratch(std::string_view what, std::size_t bytes);
  /// The same with all bytes zero.
  [[nodiscard]] void* cleared_scratch(std::string_view what, std::size_t bytes);
  /// Reads its first bytes, at most Device::most_posted_bytes, and clears all of it for the next call meanwhile.
  void read_and_clear(std::string_view what, void* to, std::size_t bytes);

  // Operators over vertices.
  void vertex_map(const DeviceFunction& f, std::uint64_t count);
  void vertex_map(const DeviceFunction& f, const DeviceFrontier& frontier);
  [[nodiscard]] double vertex_reduce(const DeviceFunction& f, const VertexId* vertices, std::uint64_t count);
  /// Those of `count` vertices, the first ones where none are listed, that `keep` keeps.
  [[nodiscard]] DeviceFrontier filter(const DeviceFunction& keep, const VertexId* vertices, std::uint64_t count);
  /// Writes the indices i < count that `keep` keeps, ascending, to room_for(how many there are), which is called where
  /// there are any; returns how many. Waits for that number.
  [[nodiscard]] std::uint64_t filter_indices(const DeviceFunction& keep, std::uint64_t count,
                                             const std::function<std::uint32_t*(std::uint64_t)>& room_for);
  /// `opens`: whether rows are opened before their arcs are followed.
  void edge_apply(const DeviceFunction& f, Side side, EdgeRanks ranks, bool opens);
  /// The same for the arcs of a frontier's vertices; returns how many there are.
  EdgeId edge_apply(const DeviceFunction& f, Side side, const DeviceFrontier& frontier);
  /// The sum of `count` summands in device memory, in an order of its own. `meanwhile` is as for read_counters().
  [[nodiscard]] double add_up(const double* summands, std::uint64_t count, const std::function<void()>& meanwhile = {});

 private:
  void list_map(const DeviceFrontier& frontier, const gpu::Emission& emission);
  [[nodiscard]] DeviceBlock take_words_to_clear();

  struct Scratch {
    DeviceBlock block;
    bool is_clear = false;
  };

  static constexpr std::size_t num_counters = 256;  ///< that are set to zero at a time
  DeviceBlock counters_;
  std::size_t counters_used_ = num_counters - 1;
  DeviceBlock applied_;  ///< arcs that edge_apply followed in this run
  bool has_applied_ = false;
  DeviceBlock marks_;
  std::uint32_t epoch_ = 0;
  std::vector<DeviceBlock> spare_;
  std::vector<DeviceBlock> spare_counters_;  ///< counter maps of past epochs
  std::vector<DeviceBlock> cleared_words_;
  bool takes_cleared_words_ = false;
  std::map<std::string, Scratch, std::less<>> scratch_;
  DeviceLayouts layouts_{*this};
};

}  // namespace mg
