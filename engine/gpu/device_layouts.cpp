#include "engine/gpu/device_layouts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>

#include "engine/error.hpp"
#include "engine/gpu/device_context.hpp"
#include "engine/pieces.hpp"

namespace mg {

namespace {

constexpr std::string_view header = "engine/gpu/layouts.cuh";
constexpr std::uint64_t arc_bytes = sizeof(VertexId);
constexpr std::uint64_t key_bytes = sizeof(std::uint64_t);

/// Memory that a layout which a run can do without leaves for what it cannot.
constexpr std::uint64_t left_for_runs = std::uint64_t{256} << 20;

/// Refuses a plug-in's layout that keeps more than runs are planned with; tests look at those that are built in.
void check_bytes(std::string_view name, std::uint64_t kept, const DeviceContext& gpu) {
  for (const Layout* layout : registered_layouts()) {
    if (layout->name != name || layout->origin == Layout{}.origin) continue;
    const bool is_weighted = gpu.weight_type() != WeightType::none;
    const std::uint64_t said = layout->bytes(gpu.num_vertices(), gpu.num_arcs(), is_weighted).kept;
    if (kept <= said) continue;
    fail(
        ExitCode::wrong_use,
        "the layout '{}' ({}) keeps {} bytes of a graph of {} vertices and {} arcs, and says that it keeps at most {}: "
        "runs are planned with what it says",
        name, layout->origin, kept, gpu.num_vertices(), gpu.num_arcs(), said);
  }
}

}  // namespace

void DeviceLayouts::build(const std::function<void()>& make) {
  Device& device = gpu_.device();
  device.synchronize();
  const auto start = std::chrono::steady_clock::now();
  const double compiled_before = device.compile_ms();
  make();
  device.synchronize();
  const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
  build_ms_ += passed.count() - (device.compile_ms() - compiled_before);
}

const std::any& DeviceLayouts::find_or_make(Side side, std::string_view name, std::uint32_t parameter,
                                            const std::function<std::any()>& make) {
  const NamedKey key{gpu_.rows(side).offsets, name, parameter};
  auto found = named_.find(key);
  if (found != named_.end()) return found->second;
  const std::size_t blocks_before = blocks_.size();
  build([&] { found = named_.emplace(key, make()).first; });
  std::uint64_t kept = 0;
  for (std::size_t i = blocks_before; i < blocks_.size(); ++i) kept += blocks_[i].size_bytes();
  check_bytes(name, kept, gpu_);
  return found->second;
}

/// What there is no memory for is nothing, with its blocks given back.
template <class Made, class Make>
Made DeviceLayouts::find_or_try(std::map<Key, Made>& made, const Key& key, Make make) {
  const auto [found, is_new] = made.try_emplace(key);
  if (!is_new) return found->second;
  const std::size_t blocks_before = blocks_.size();
  try {
    build([&, &there = found->second] { there = make(); });
  } catch (const Error& error) {
    if (error.code() != ExitCode::no_resources) throw;
    blocks_.resize(blocks_before);
  }
  return found->second;
}

DeviceLayouts::Key DeviceLayouts::key(Side side) const { return gpu_.rows(side).offsets; }

void* DeviceLayouts::keep_bytes(std::uint64_t bytes, std::string_view what) {
  return blocks_.emplace_back(gpu_.shared_device(), bytes, what).data();
}

gpu::LayoutArguments DeviceLayouts::arguments(Side side) const {
  gpu::LayoutArguments arguments{};
  arguments.rows = gpu_.rows(side);
  arguments.num_arcs = gpu_.num_arcs();
  arguments.arc_bits = gpu_.arc_bits();
  return arguments;
}

const VertexId* DeviceLayouts::hubs(Side side) {
  return find_or_try(hubs_, key(side), [&] { return make_hubs(side); });
}
gpu::VertexList DeviceLayouts::rows_with_arcs(Side side) {
  return find_or_try(rows_with_arcs_, key(side), [&] { return make_rows_with_arcs(side); });
}
const gpu::WeightedArc* DeviceLayouts::lightest_first(Side side) {
  return find_or_try(lightest_first_, key(side), [&] { return make_lightest_first(side); });
}

const gpu::RowNode* DeviceLayouts::linked_rows(Side side) {
  return find_or_try(linked_rows_, key(side), [&] { return make_linked_rows(side); });
}

bool DeviceLayouts::has_lists(Side side) const {
  const auto hubs = hubs_.find(key(side));
  const auto rows = rows_with_arcs_.find(key(side));
  const bool has_hubs = hubs != hubs_.end();
  const bool has_rows = rows != rows_with_arcs_.end();
  if ((has_hubs && hubs->second == nullptr) || (has_rows && rows->second.vertices == nullptr)) return false;
  constexpr std::uint64_t lists = std::uint64_t{2} * 2;  // as long as the next power of two
  return (has_hubs && has_rows) || gpu_.has_room(gpu_.num_vertices() * sizeof(VertexId) * (2 + lists));
}
bool DeviceLayouts::has_lightest_first(Side side) const {
  const auto found = lightest_first_.find(key(side));
  if (found != lightest_first_.end()) return found->second != nullptr;
  // Keys and neighbors, as sorted and between two passes, and what stays, with the list of rows.
  constexpr std::uint64_t building = 3 * key_bytes + 2 * arc_bytes + sizeof(gpu::WeightedArc);
  return gpu_.has_room(gpu_.num_arcs() * building + gpu_.num_vertices() * sizeof(VertexId));
}

const VertexId* DeviceLayouts::make_hubs(Side side) {
  const VertexId n = gpu_.num_vertices();
  gpu::LayoutArguments arguments = this->arguments(side);
  arguments.vertices = keep<VertexId>(n, "hubs of rows");
  gpu_.launch(fmt::format("mg::gpu::HubOfRow<{}>", gpu_.offset_type()), header, blocks_for(n, warps_per_block),
              &arguments);
  return arguments.vertices;
}

const gpu::RowNode* DeviceLayouts::make_linked_rows(Side side) {
  const VertexId n = gpu_.num_vertices();
  const std::uint64_t most_nodes = n + gpu_.num_arcs() / 3;
  if (n >= gpu::RowNode::link || !gpu_.has_room(most_nodes * sizeof(gpu::RowNode) + left_for_runs)) return nullptr;
  gpu::LayoutArguments arguments = this->arguments(side);
  const DeviceBlock further(gpu_.shared_device(), n * sizeof(std::uint32_t), "nodes of rows");
  const DeviceBlock before(gpu_.shared_device(), (std::size_t{n} + 1) * sizeof(std::uint64_t), "nodes of rows");
  arguments.flags = further.as<std::uint32_t>();
  arguments.ranks = before.as<std::uint64_t>();
  gpu_.launch(fmt::format("mg::gpu::CountNodes<{}>", gpu_.offset_type()), header, blocks_for(n), &arguments);
  gpu_.device().exclusive_scan(arguments.flags, before.as<std::uint64_t>(), n);
  std::uint64_t num_further = 0;
  gpu_.device().download(&num_further, arguments.ranks + n, sizeof(num_further));
  if (n + num_further >= gpu::RowNode::link) return nullptr;
  arguments.nodes = keep<gpu::RowNode>(n + num_further, "linked rows");
  gpu_.launch(fmt::format("mg::gpu::LinkRows<{}>", gpu_.offset_type()), header, blocks_for(n), &arguments);
  return arguments.nodes;
}

gpu::VertexList DeviceLayouts::make_rows_with_arcs(Side side) {
  const VertexId n = gpu_.num_vertices();
  gpu::Counters* counters = gpu_.reset_counters();
  gpu::LayoutArguments arguments = this->arguments(side);
  arguments.vertices = keep<VertexId>(n, "vertices with arcs");
  arguments.emission.queue = arguments.vertices;
  arguments.emission.emitted = &counters->emitted;
  gpu_.launch(fmt::format("mg::gpu::ListRows<{}>", gpu_.offset_type()), header, blocks_for(n, 1024), &arguments);
  return {.vertices = arguments.vertices, .size = gpu_.read_counters().emitted};
}

const gpu::WeightedArc* DeviceLayouts::make_lightest_first(Side side) {
  const EdgeId num_arcs = gpu_.num_arcs();
  const std::string_view weight = gpu_.weight_type() == WeightType::f32 ? "float" : "unsigned int";
  gpu::LayoutArguments arguments = this->arguments(side);
  arguments.arcs = keep<gpu::WeightedArc>(num_arcs, "arcs, lightest first");
  const DeviceBlock keys(gpu_.shared_device(), num_arcs * key_bytes, "keys of arcs");
  const DeviceBlock sorted(gpu_.shared_device(), num_arcs * key_bytes, "keys of arcs");
  const DeviceBlock targets(gpu_.shared_device(), num_arcs * arc_bytes, "sorted arcs");
  arguments.keys = keys.as<std::uint64_t>();
  arguments.targets = targets.as<VertexId>();
  gpu_.launch(fmt::format("mg::gpu::WeightKeys<{}, {}>", weight, gpu_.offset_type()), header,
              blocks_for(gpu_.num_vertices(), warps_per_block), &arguments);
  constexpr int key_weight_bits = 32;
  gpu_.device().sort_pairs(arguments.keys, sorted.as<std::uint64_t>(), arguments.rows.neighbors, arguments.targets,
                           num_arcs, key_weight_bits + std::bit_width(gpu_.num_vertices()));
  arguments.keys = sorted.as<std::uint64_t>();
  gpu_.launch(fmt::format("mg::gpu::PairArcs<{}>", weight), header, blocks_for(num_arcs), &arguments);
  return arguments.arcs;
}

}  // namespace mg
