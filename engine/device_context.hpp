// Everything that belongs to one run on a GPU: the graph there, the storage that steps reuse, and the operators over
// vertices.
#pragma once

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/device.hpp"
#include "engine/device_arguments.hpp"
#include "engine/device_frontier.hpp"
#include "engine/device_layouts.hpp"
#include "engine/device_step.hpp"
#include "engine/graph.hpp"

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

/// Whether one GPU numbers so many vertices and arcs: both numbers share a word.
[[nodiscard]] constexpr bool is_for_one_gpu(VertexId num_vertices, EdgeId num_arcs) {
  return std::bit_width(num_vertices) + std::bit_width(num_arcs) <= 64;
}

class DeviceContext {
 public:
  /// Rows of at least so many arcs are cut into pieces of at most so many.
  static constexpr EdgeId heavy_degree = 2048;

  /// Copies the graph's adjacencies. Throws Error(no_resources) when they do not fit, saying what is needed.
  DeviceContext(std::shared_ptr<Device> device, const Graph& graph, int threads);

  [[nodiscard]] const std::shared_ptr<Device>& shared_device() const { return device_; }
  [[nodiscard]] Device& device() { return *device_; }
  [[nodiscard]] VertexId num_vertices() const { return num_vertices_; }
  [[nodiscard]] EdgeId num_arcs() const { return num_arcs_; }
  [[nodiscard]] WeightType weight_type() const { return weight_type_; }

  /// csr and csc. An undirected graph has one for both.
  [[nodiscard]] const gpu::DeviceRows& rows(Side side) const { return adjacency(side).rows; }
  [[nodiscard]] const gpu::HeavyRows& heavy(Side side) const { return adjacency(side).heavy; }
  /// The arcs of the longest row.
  [[nodiscard]] EdgeId longest_row(Side side) const { return adjacency(side).longest_row; }
  /// The type of offsets as sources write it.
  [[nodiscard]] std::string_view offset_type() const { return wide_ ? "unsigned long" : "unsigned int"; }
  [[nodiscard]] std::size_t offset_bytes() const { return wide_ ? 8 : 4; }
  /// Bits of gpu::Counters::emitted that hold arcs.
  [[nodiscard]] std::uint32_t arc_bits() const { return arc_bits_; }

  /// Starts a run: forgets what the last one counted.
  void begin_run();
  /// Waits for what was launched. The arcs that edge_apply has followed since begin_run().
  [[nodiscard]] EdgeId finish_run();
  /// The same so far, while the run goes on.
  [[nodiscard]] EdgeId applied_arcs();

  /// Says whose functions kernels are compiled for from now on.
  void use_functions(const SourceText& algorithm);
  [[nodiscard]] const SourceText& functions() const { return algorithm_; }

  /// The kernel of an agent, launched for `blocks` blocks.
  void launch(const std::string& agent, std::string_view header, std::uint64_t blocks, const void* arguments,
              const void* function, std::size_t shared_bytes = 0);
  /// Of an agent without a function.
  void launch(const std::string& agent, std::string_view header, std::uint64_t blocks, const void* arguments,
              std::size_t shared_bytes = 0);
  /// The kernel of an agent, launched for blocks that wait for each other.
  void launch_team(const std::string& agent, std::string_view header, LaunchTeam team, std::uint32_t blocks,
                   std::size_t shared_bytes, const void* arguments, const void* function);
  /// The same of a team of the whole device, for as long as it sets the condition that `condition`, in the arguments,
  /// is given. False, with nothing done, where the GPU's driver cannot.
  [[nodiscard]] bool launch_while(const std::string& agent, std::string_view header, std::uint32_t blocks,
                                  const void* arguments, const void* function, std::uint64_t& condition);
  /// The most blocks that such a launch can have.
  [[nodiscard]] std::uint32_t team_blocks(const std::string& agent, std::string_view header, LaunchTeam team,
                                          std::size_t shared_bytes);
  /// Whether the kernel of an agent for the algorithm's functions is there or can be compiled.
  [[nodiscard]] bool has_kernel(const std::string& agent, std::string_view header);
  /// Whether there are those that turn a bitmap into maps of other forms and list these.
  [[nodiscard]] bool has_maps();
  /// What was run in place of what the schedule asks for, and why; empty as long as nothing was.
  std::string substitution;
  /// Says so, unless something has been said before.
  void substitute(std::string_view asked, std::string_view other, std::string_view why);
  /// Why: the kernels of what was asked for are not there, and no compiler is.
  [[nodiscard]] std::string lack_of_kernels() const;
  /// Why: the driver has no graphs that repeat a kernel.
  [[nodiscard]] std::string lack_of_graphs() const;

  /// Layouts beside csr and csc.
  [[nodiscard]] DeviceLayouts& layouts() { return layouts_; }

  /// Bytes that fit beside what is allocated, as far as is known: others may use the GPU, too.
  [[nodiscard]] std::uint64_t room() const {
    return device_->free_bytes() - std::min(device_->free_bytes(), device_->allocated_bytes());
  }
  [[nodiscard]] bool has_room(std::uint64_t bytes) const { return bytes <= room(); }

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
  /// The same set in another representation; arcs are those of `side`. Where a map's arcs are unknown, its size need
  /// only be an upper bound.
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
  [[nodiscard]] std::uint64_t entries_of(std::uint64_t emitted) const { return emitted >> arc_bits_; }
  [[nodiscard]] EdgeId arcs_of(std::uint64_t emitted) const { return emitted & ((EdgeId{1} << arc_bits_) - 1); }
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
  [[nodiscard]] DeviceFrontier filter(const DeviceFunction& keep);
  void edge_apply(const DeviceFunction& f, Side side, EdgeId first, EdgeId last);
  /// The sum of `count` summands in device memory, in an order of its own. `meanwhile` is as for read_counters().
  [[nodiscard]] double add_up(const double* summands, std::uint64_t count, const std::function<void()>& meanwhile = {});

 private:
  struct Uploaded {
    gpu::DeviceRows rows{};
    gpu::HeavyRows heavy{};
    EdgeId longest_row = 0;
    std::vector<DeviceBlock> blocks;
  };

  /// `function` is as for a launch: that of agents without one asks for no algorithm's.
  [[nodiscard]] const DeviceKernel& kernel(const std::string& agent, std::string_view header, const void* function);
  [[nodiscard]] bool has_kernel(const std::string& agent, std::string_view header, const SourceText& functions);
  void list_map(const DeviceFrontier& frontier, const gpu::Emission& emission);
  [[nodiscard]] const Uploaded& adjacency(Side side) const { return side == Side::in && !shared_ ? in_ : out_; }
  [[nodiscard]] Uploaded upload(const Adjacency& adjacency, std::string_view name, int threads);
  void upload_heavy(const Adjacency& adjacency, Uploaded& to, int threads);
  template <class T>
  const T* upload_array(std::span<const T> values, std::string_view what, Uploaded& to);

  std::shared_ptr<Device> device_;
  SourceText algorithm_;
  VertexId num_vertices_;
  EdgeId num_arcs_;
  WeightType weight_type_;
  bool wide_;
  bool shared_;
  std::uint32_t arc_bits_;
  Uploaded out_;
  Uploaded in_;
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
  std::unordered_map<std::string, const DeviceKernel*> kernels_;
  std::unordered_map<std::string, bool> has_kernel_;
  DeviceLayouts layouts_{*this};
};

}  // namespace mg
