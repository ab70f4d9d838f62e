#include "dense/device_tiles.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/error.hpp"

namespace mg::dense {

namespace {

constexpr std::size_t warps_of_phase1 = tiles::phase1_threads / 32;
/// Blocks a multiprocessor that phase 1's work is cut into: more even out, fewer copy fewer panels. One H200, phase 1
/// of PageRank with 2, 3, 4 and 6 blocks: Kronecker scale 24 by degree 0.490, 0.486, 0.485 and 0.503 ms, scale 21
/// 0.162, 0.168, 0.176 and 0.198; with 2, 3 and 4, uniform scale 22 0.325, 0.309 and 0.304, scale 23 0.541, 0.564 and
/// 0.610 (2026-11-23).
constexpr std::uint64_t tasks_per_multiprocessor = 3;
/// Partials that cost as much as a step does without any. By steps alone, which leaves panels of few long runs as dear
/// as those of many short ones, Kronecker scale 21 takes 0.192 ms instead of 0.168 (in three blocks, as above).
constexpr std::uint64_t partials_per_step = 256;

/// What the chunks before this one cost: in partials.
std::uint64_t cost_up_to(const TileBlocks& tiles, std::uint32_t chunk) {
  return tiles.chunk_steps.host[chunk] * partials_per_step + tiles.chunk_partials.host[chunk];
}

/// Cuts every panel into tasks of about equal cost, the dearest first.
std::vector<PanelTask> cut_panels(const TileBlocks& tiles, std::uint64_t wanted) {
  struct Weighed {
    PanelTask task;
    std::uint64_t cost;
  };
  const std::uint64_t all = cost_up_to(tiles, tiles.num_chunks());
  const std::uint64_t share = std::max<std::uint64_t>(1, (all + wanted - 1) / wanted);
  std::vector<Weighed> weighed;
  for (std::uint32_t panel = 0; panel < tiles.num_panels(); ++panel) {
    const std::uint32_t end = tiles.panel_chunks[panel + 1];
    std::uint32_t first = tiles.panel_chunks[panel];
    const std::uint64_t before = cost_up_to(tiles, first);
    const std::uint64_t of_panel = cost_up_to(tiles, end) - before;
    const std::uint64_t parts = std::max<std::uint64_t>(1, (of_panel + share / 2) / share);
    std::uint64_t part = 1;
    for (std::uint32_t chunk = first; chunk < end; ++chunk) {
      const std::uint64_t up_to = cost_up_to(tiles, chunk + 1);
      if ((up_to - before) * parts < of_panel * part && chunk + 1 < end) continue;
      weighed.push_back(
          {{.panel = panel, .first_chunk = first, .last_chunk = chunk + 1}, up_to - cost_up_to(tiles, first)});
      first = chunk + 1;
      ++part;
    }
  }
  std::ranges::stable_sort(weighed, std::ranges::greater{}, &Weighed::cost);
  std::vector<PanelTask> tasks;
  tasks.reserve(weighed.size());
  for (const Weighed& w : weighed) tasks.push_back(w.task);
  return tasks;
}

/// Whether column i is vertex i.
bool in_order(std::span<const VertexId> columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] != i) return false;
  }
  return true;
}

}  // namespace

TileShape shape_for(const DeviceInfo& gpu) {
  constexpr std::size_t own = 1024;     // what the system and the kernel keep of a block's shared memory
  constexpr std::uint32_t unit = 1024;  // columns, so that panels begin where warps and 16-byte loads do
  constexpr std::uint32_t most = 64 * unit - unit;
  const std::size_t stages = warps_of_phase1 * tiles::stage_places * sizeof(float);
  TileShape shape;
  const std::size_t room = gpu.shared_bytes_per_block > stages + own ? gpu.shared_bytes_per_block - stages - own : 0;
  shape.panel_columns =
      std::clamp<std::uint32_t>(static_cast<std::uint32_t>(room / sizeof(float)) / unit * unit, unit, most);
  return shape;
}

std::size_t phase1_shared_bytes(std::uint32_t panel_columns, std::size_t wire_bytes, bool resident) {
  constexpr std::size_t streaming_warps = tiles::phase1_streaming_threads / 32;
  if (!resident) return streaming_warps * tiles::stage_places * wire_bytes;
  constexpr std::size_t quad = 4;  // one value for the places that are filled up, and alignment
  return (warps_of_phase1 * tiles::stage_places + panel_columns + quad) * wire_bytes;
}

namespace {

struct Upload {
  const std::shared_ptr<Device>& device;

  template <class T>
  void operator()(std::string_view name, const Array<T>& from, DeviceBlock& to) const {
    to = DeviceBlock(device, from.size_bytes(), fmt::format("tiles: {}", name));
    device->upload(to.data(), from.data(), from.size_bytes());
  }
  void operator()(std::string_view, const Array<std::uint32_t>& from, std::vector<std::uint32_t>& to) const {
    to.assign(from.begin(), from.end());
  }
  void operator()(std::string_view name, const Array<std::uint32_t>& from, SharedArray& to) const {
    (*this)(name, from, to.host);
    (*this)(name, from, to.block);
  }
};

struct Download {
  Device& device;

  template <class T>
  void operator()(std::string_view, Array<T>& to, const DeviceBlock& from) const {
    to = Array<T>::uninitialized(from.size_bytes() / sizeof(T));
    device.download(to.data(), from.data(), from.size_bytes());
  }
  void operator()(std::string_view, Array<std::uint32_t>& to, const std::vector<std::uint32_t>& from) const {
    to = Array<std::uint32_t>::copy_of(from);
  }
  void operator()(std::string_view name, Array<std::uint32_t>& to, const SharedArray& from) const {
    (*this)(name, to, from.host);
  }
};

std::uint64_t gpu_bytes_of(const DeviceBlock& array) { return array.size_bytes(); }
std::uint64_t gpu_bytes_of(const SharedArray& array) { return array.block.size_bytes(); }
std::uint64_t gpu_bytes_of(const std::vector<std::uint32_t>&) { return 0; }

/// Calls visit(array) for the weights, if there are any.
template <class Weights, class Visit>
void visit_weights(Weights& weights, const Visit& visit) {
  std::visit(
      [&](auto& array) {
        if constexpr (requires { array.size(); }) visit(array);
      },
      weights);
}

/// Makes `tiles.weights` hold an array of the type with that index.
void set_weight_type(TileWeights& weights, std::size_t index) {
  switch (index) {
    case 1: weights = Array<std::uint8_t>(); break;
    case 2: weights = Array<std::uint16_t>(); break;
    case 3: weights = Array<std::uint32_t>(); break;
    case 4: weights = Array<float>(); break;
    default: weights = std::monostate();
  }
}

}  // namespace

TileBlocks upload_tiles(const std::shared_ptr<Device>& device, const Tiles& tiles, bool weighted) {
  TileBlocks blocks;
  blocks.shape = tiles.shape;
  blocks.num_rows = tiles.num_rows;
  blocks.num_arcs = tiles.num_arcs;
  blocks.num_columns = static_cast<std::uint32_t>(tiles.columns.size());
  blocks.num_groups = tiles.num_groups();
  blocks.columns_in_order = in_order(tiles.columns.span());
  const Upload upload{device};
  for_each_tile_array(upload, tiles, blocks);
  if (!weighted) return blocks;
  blocks.weight_type = tiles.weights.index();
  visit_weights(tiles.weights, [&](const auto& weights) { upload("weights", weights, blocks.weights); });
  return blocks;
}

Tiles download_tiles(Device& device, const TileBlocks& blocks) {
  Tiles tiles;
  tiles.shape = blocks.shape;
  tiles.num_rows = blocks.num_rows;
  tiles.num_arcs = blocks.num_arcs;
  set_weight_type(tiles.weights, blocks.weight_type);
  const Download download{device};
  for_each_tile_array(download, tiles, blocks);
  visit_weights(tiles.weights, [&](auto& weights) { download("weights", weights, blocks.weights); });
  return tiles;
}

DeviceTiles::DeviceTiles(DeviceContext& gpu, TileBlocks&& blocks) : blocks_(std::move(blocks)) {
  cut(gpu);
  if (blocks_.weight_type != TileWeights(Array<std::uint16_t>()).index()) return;
  try {
    pack_weights(gpu);
  } catch (const Error& error) {  // without room for both, they stay as they are
    if (error.code() != ExitCode::no_resources) throw;
  }
}

void DeviceTiles::cut(DeviceContext& gpu) {
  const auto multiprocessors = static_cast<std::uint64_t>(gpu.device().info().multiprocessors);
  const std::vector<PanelTask> tasks = cut_panels(blocks_, multiprocessors * tasks_per_multiprocessor);
  num_tasks_ = static_cast<std::uint32_t>(tasks.size());
  tasks_ = DeviceBlock(gpu.shared_device(), tasks.size() * sizeof(PanelTask), "tiles: tasks");
  gpu.device().upload(tasks_.data(), tasks.data(), tasks.size() * sizeof(PanelTask));
}

void DeviceTiles::pack_weights(DeviceContext& gpu) {
  constexpr std::uint64_t steps_per_block = tiles::pack_threads / tiles::lanes;
  const std::uint32_t num_steps = blocks_.chunk_steps.host.back();
  DeviceBlock packed(gpu.shared_device(), num_steps * sizeof(TenBits), "tiles: weights of ten bits");
  const DeviceBlock too_large(gpu.shared_device(), sizeof(std::uint32_t), "weights of more bits");
  gpu.device().fill(too_large.data(), 0, sizeof(std::uint32_t));
  const PackArguments arguments{.weights = blocks_.weights.as<std::uint16_t>(),
                                .packed = packed.as<TenBits>(),
                                .num_steps = num_steps,
                                .too_large = too_large.as<std::uint32_t>()};
  gpu.launch("mg::dense::PackWeights", "dense/pack_weights.cuh", blocks_for(num_steps, steps_per_block), &arguments);
  std::uint32_t steps_too_large = 0;
  gpu.device().download(&steps_too_large, too_large.data(), sizeof(steps_too_large));
  if (steps_too_large > 0) return;
  blocks_.weights = std::move(packed);
  blocks_.ten_bits = true;
}

std::uint64_t TileBlocks::bytes(bool weighted) const {
  std::uint64_t sum = weighted ? weights.size_bytes() : 0;
  for_each_tile_array([&](std::string_view, const auto& array) { sum += gpu_bytes_of(array); }, *this);
  return sum;
}

std::string_view TileBlocks::stored_weight() const {
  constexpr std::string_view names[] = {"mg::NoWeight", "unsigned char", "unsigned short", "unsigned int", "float"};
  static_assert(std::size(names) == std::variant_size_v<TileWeights>);
  return ten_bits ? "mg::dense::TenBits" : names[weight_type];
}

void DeviceTiles::fill(OfferArguments& arguments) const {
  arguments.columns = blocks_.columns_in_order ? nullptr : blocks_.columns.as<VertexId>();
  arguments.num_columns = blocks_.num_columns;
}

void DeviceTiles::fill(PanelArguments& arguments) const {
  arguments.tasks = tasks_.as<PanelTask>();
  arguments.chunk_steps = blocks_.chunk_steps.block.as<std::uint32_t>();
  arguments.chunk_partials = blocks_.chunk_partials.block.as<std::uint32_t>();
  arguments.ids = blocks_.ids.as<std::uint16_t>();
  arguments.headers = blocks_.headers.as<std::uint32_t>();
  arguments.weights = blocks_.weights.data();
  arguments.panel_columns = blocks_.shape.panel_columns;
  arguments.num_columns = blocks_.num_columns;
}

void DeviceTiles::fill(GroupArguments& arguments) const {
  arguments.group_rows = blocks_.group_rows.as<std::uint32_t>();
  arguments.group_counts = blocks_.group_counts.as<std::uint32_t>();
  arguments.group_batches = blocks_.group_batches.as<std::uint32_t>();
  arguments.group_segments = blocks_.group_segments.as<std::uint32_t>();
  arguments.places = blocks_.places.as<std::uint16_t>();
  arguments.marks = blocks_.marks.as<std::uint32_t>();
  arguments.segments = blocks_.segments.as<std::uint32_t>();
  arguments.num_groups = blocks_.num_groups;
  arguments.num_rows = blocks_.num_rows;
  arguments.most_rows = blocks_.shape.group_rows;
}

}  // namespace mg::dense
